import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from enliven.io.text_lines import floats_of, split_lines, unified_newlines, words_per_line

texts = st.lists(
    st.sampled_from(
        [b"v", b"vt", b" ", b"\t", b"\n", b"1.5", b"-2e3", b"\x0b", b"\x01", b"\x1c", b"\0", b"\xff", b"\n\n"]
    )
).map(b"".join)
numbers = st.floats(allow_nan=False, allow_infinity=False, width=32)


@given(text=texts)
def test_lines_and_words_are_those_of_python(text):
    lines = split_lines(text)
    expected = [(number, line) for number, line in enumerate(text.split(b"\n"), start=1) if line.split()]
    assert lines.numbers.tolist() == [number for number, _ in expected]
    assert [lines.words(line).split() for line in range(len(lines))] == [line.split() for _, line in expected]
    for word in (b"v", b"vt"):
        assert lines.begin_with(word).tolist() == [line.split()[0] == word for _, line in expected]
    counts = words_per_line(lines.joined()) if len(lines) else np.zeros(0, dtype=np.int64)
    assert counts.tolist() == [len(line.split()) for _, line in expected]


@given(rows=st.lists(st.lists(numbers, max_size=5), min_size=1, max_size=20), keyword=st.sampled_from([b"", b"vn"]))
def test_numbers_come_back_exactly(rows, keyword):
    text = b"\n".join(b" ".join([keyword, *(repr(value).encode() for value in row)]) for row in rows)
    lines = split_lines(text)
    table = floats_of(lines, "a.obj", "thing", skip=len(keyword))
    held = [row for row in rows if row or keyword]
    assert table.counts.tolist() == [len(row) for row in held]
    assert_array_equal(table.values, [value for row in held for value in row])


@given(keep=st.lists(st.booleans(), min_size=1, max_size=30))
def test_joined_lines_are_those_that_were_kept(keep):
    stored = [f"line {number} # {number}".encode() for number in range(len(keep))]
    lines = split_lines(b"\n".join(stored)).where(np.array(keep))
    expected = [line.split(b"#")[0].split() for line, kept in zip(stored, keep, strict=True) if kept]
    assert [line.split() for line in lines.joined().split(b"\n")[:-1]] == expected


def test_marks_and_line_ends_of_other_systems():
    assert unified_newlines(b"\xef\xbb\xbfa\r\nb\rc\n") == b"a\nb\nc\n"
