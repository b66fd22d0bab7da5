import pytest

from enliven.io.mtl import image_path, parse_mtl


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        (b"a.png", "a.png"),
        (b"my wood.png", "my wood.png"),
        (b"-s 2 2 2 a.png", "a.png"),
        (b"-o 0.1 a.png", "a.png"),
        (b"-bm 0.2 -clamp on dir\\a.png", "dir/a.png"),
        (b"-mm 0 1 a.png", "a.png"),
        (b'"a b.png"', "a b.png"),
        (b"-s 1 1 1 2.png", "2.png"),
        (b"", None),
        ("K\u00e4se.png".encode("latin-1"), "K\u00e4se.png"),
    ],
)
def test_the_image_stands_behind_its_options(statement, path):
    assert image_path(statement) == path


def test_statements_and_what_is_passed_over():
    library = parse_mtl(
        b"\xef\xbb\xbf# made by hand\r\nKd 1 1 1\r\nnewmtl A b\r\n  Kd 0.1 0.2 0.3\r\nNs 10\r\nillum 2\r\nTr 0.25\r\n"
        b"newmtl\r\nnewmtl C\r\nKd spectral file.rfl\r\nd -halo 0.5\r\n"
    )
    assert library["A b"].base_rgba == (0.1, 0.2, 0.3, 0.75)
    assert library["C"].base_rgba == (0.8, 0.8, 0.8, 0.5)


def test_colours_left_to_the_image():
    library = parse_mtl(b"newmtl a\nKd 0 0 0\nd 0\nmap_Kd a.png\nnewmtl b\nmap_Kd a.png\nnewmtl c\nKd 0 0 0\n")
    assert library["a"].base_rgba == (1.0, 1.0, 1.0, 1.0)
    assert library["b"].base_rgba == (1.0, 1.0, 1.0, 1.0)
    assert library["c"].base_rgba == (0.0, 0.0, 0.0, 1.0)
