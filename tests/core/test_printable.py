"""Names from files never steer a terminal: neither in errors nor in what is shown."""

import inspect

from hypothesis import given
from hypothesis import strategies as st

from enliven.core import errors
from enliven.core.printable import printable, sentence

TEXT = st.text(st.characters(codec=None), max_size=40) | st.sampled_from(
    ["\x1b]0;title\x07", "a\u202eb\u2066", "a\r\nb", "\u2028", "\ud800", "\x00", "x" * 5000 + "end"]
)
KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, errors.EnlivenError)]


@given(TEXT)
def test_what_is_shown_is_printable_and_keeps_every_printable_letter(text):
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert all(a in (b, "?") for a, b in zip(shown, text, strict=True))
    assert printable(shown) == shown


@given(st.sampled_from(KINDS), TEXT, TEXT)
def test_the_message_of_every_error_is_one_printable_line(kind, name, other):
    message = str(kind(f"{name} is odd, {other!s} too; export it again"))
    assert message.isprintable()
    assert message.endswith("; export it again")
    assert len(message) <= 2000


def test_there_are_errors_to_try():
    assert len(KINDS) > 10


def test_what_is_very_long_loses_its_middle():
    assert sentence("a" * 3000 + "; remedy") == "a" * 1400 + " ... " + "a" * 587 + "; remedy"
    assert sentence("a" * 2000) == "a" * 2000
