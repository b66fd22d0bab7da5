"""Every snippet of the README and the docs runs, in order, in an empty folder."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "docs/animate.md"]


def snippets(text: str) -> list[tuple[str, str]]:
    return re.findall(r"^```(sh|python)\n(.*?)^```", text, flags=re.M | re.S)


def _run(language: str, code: str, folder: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    if language == "python":
        commands = [[sys.executable, "-c", code]]
    else:
        lines = [shlex.split(line) for line in code.splitlines() if line.strip()]
        commands = [[sys.executable, "-m", "enliven.apps.cli", *words[1:]] for words in lines if words[0] == "enliven"]
    for command in commands:
        result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert result.returncode == 0, f"{command}\n{result.stderr}"


@pytest.mark.parametrize("page", PAGES)
def test_snippets_run(page, tmp_path):
    found = snippets((ROOT / page).read_text(encoding="utf-8"))
    assert found, f"{page} has no snippet"
    for language, code in found:
        _run(language, code, tmp_path)


def test_links_lead_to_files():
    for page in [*PAGES, "CONTRIBUTING.md"]:
        folder = (ROOT / page).parent
        for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
            assert (folder / target).is_file(), f"{page} links to {target}, which is not there"
