"""Files stay readable in one sitting: at most 400 lines a file, 60 a function, and no drawers for odds and ends."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "enliven"
FILES = sorted(SOURCE.rglob("*.py"))
DRAWERS = {"utils", "util", "helpers", "helper", "common", "misc"}


def too_long(text: str, most_lines: int, most_function_lines: int) -> list[str]:
    found = []
    if (lines := len(text.splitlines())) > most_lines:
        found.append(f"file has {lines} lines")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or node.lineno) - node.lineno + 1
            if length > most_function_lines:
                found.append(f"{node.name} has {length} lines")
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_files_and_functions_stay_small(path):
    assert too_long(path.read_text(encoding="utf-8"), 400, 60) == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_file_is_a_drawer(path):
    assert DRAWERS.isdisjoint(path.relative_to(SOURCE).with_suffix("").parts)


def test_this_test_can_fail():
    body = "def long():\n" + "    x = 1\n" * 70
    assert too_long(body, 400, 60) == ["long has 71 lines"]
    assert too_long("x = 1\n" * 401, 400, 60) == ["file has 401 lines"]
