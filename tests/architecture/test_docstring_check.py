from pathlib import Path

from tools.docstrings import problems

_REPORT = """{file}
    1: DOC101: Function `f`: Docstring contains fewer arguments than in function signature.
    1: DOC201: Function `f` does not have a return section in docstring
    6: DOC103: Function `g`: Docstring arguments are different from function arguments.
"""


def test_a_section_that_is_written_must_be_right_and_one_left_out_is_no_problem(tmp_path: Path):
    file = tmp_path / "a.py"
    lines = [
        "def f(x):",
        '    """Say.',
        "",
        "    Raises:",
        '        ValueError: always."""',
        "def g(x):",
        '    """Say.',
    ]
    file.write_text("\n".join([*lines, "", "    Args:", '        y: wrong."""']))
    found = problems(_REPORT.format(file=file))
    assert [row.split(": ")[1] for row in found] == ["DOC103"]
