"""Every error that users meet says what was expected, and after a semicolon what to do about it."""

import ast
from pathlib import Path

import pytest

from enliven.core import errors

SOURCE = Path(__file__).parents[2] / "src" / "enliven"
KINDS = {name for name in vars(errors) if name.endswith("Error")}


def raised(source: str) -> list[tuple[int, str]]:
    """Line and text of every message of an error of ours that is written where it is raised."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
            literal = node.exc.args and isinstance(node.exc.args[0], ast.JoinedStr | ast.Constant)
            if node.exc.func.id in KINDS and literal:
                found.append((node.lineno, words(node.exc.args[0])))
    return found


def words(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join("{}" if isinstance(part, ast.FormattedValue) else words(part) for part in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else "{}"


def lacking(source: str) -> list[str]:
    return [f"line {line}: {text}" for line, text in raised(source) if not ("expected" in text and "; " in text)]


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_messages_say_what_was_expected_and_what_to_do(path):
    assert lacking(path.read_text(encoding="utf-8")) == []


def test_the_check_finds_what_lacks_something():
    assert lacking("raise InvalidMeshError(f'{name} is odd, expected a mesh')")
    assert lacking("raise InvalidMeshError('it is odd; export it again')")
    assert not lacking("raise InvalidMeshError(f'{name} is odd, expected a mesh; export it' f' again')")
    assert sum(len(raised(path.read_text(encoding="utf-8"))) for path in SOURCE.rglob("*.py")) > 80
