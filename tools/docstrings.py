"""Docstring check: pydoclint, where a section that is written must be right and an empty one may be left out."""

import ast
import re
import subprocess
import sys
from pathlib import Path

_SECTION_OF = {"DOC101": "Args:", "DOC103": "Args:", "DOC201": "Returns:"}
_ROW = re.compile(r"^\s+(\d+): (DOC\d+): (.*)$")


def docstring_at(tree: ast.Module, line: int) -> str:
    """The docstring of the function or class that starts at a line (decorators not counted)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.lineno == line:
            return ast.get_docstring(node) or ""
    return ""


def problems(report: str) -> list[str]:
    """What of pydoclint's report counts, as ``file:line: code: text``."""
    found, file, tree = [], "", ast.Module(body=[], type_ignores=[])
    for row in report.splitlines():
        if row.endswith(".py"):
            file = row.strip()
            tree = ast.parse(Path(file).read_text(encoding="utf-8"))
            continue
        match = _ROW.match(row)
        if match is None:
            continue
        line, code, text = int(match[1]), match[2], match[3]
        section = _SECTION_OF.get(code)
        if section is None or section in docstring_at(tree, line):
            found.append(f"{file}:{line}: {code}: {text}")
    return found


def main(folder: str) -> int:
    """Check a folder; prints what is wrong and returns 1 if anything is."""
    program = Path(sys.executable).with_name("pydoclint")
    run = subprocess.run([program, "--quiet", folder], capture_output=True, text=True, check=False)
    if "Traceback" in run.stderr:
        print(run.stderr, file=sys.stderr)
        return 1
    found = problems(run.stdout + run.stderr)
    print("\n".join(found) if found else "docstrings agree with their functions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
