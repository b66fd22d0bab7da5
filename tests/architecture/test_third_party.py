"""What this project stands on is named in THIRD_PARTY.md."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "THIRD_PARTY.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _names(requirements):
    return {re.split(r"[<>=!~;\[ ]", requirement)[0].lower() for requirement in requirements}


def test_every_library_that_users_install_is_named_with_its_licence():
    extras = PROJECT["optional-dependencies"]
    needed = _names(PROJECT["dependencies"]).union(*(_names(held) for extra, held in extras.items() if extra != "dev"))
    rows = {row.split("|")[1].split()[0].lower(): row for row in TEXT.splitlines() if row.startswith("| ")}
    assert needed - set(rows) == set()
    assert all(len(rows[name].split("|")[3].strip()) > 2 for name in needed)


def test_foreign_files_are_named_and_there():
    assert (ROOT / "src/enliven/models/text/tokenizer.json").is_file()
    assert "src/enliven/models/text/tokenizer.json" in TEXT


def test_no_source_of_the_weights_is_share_alike():
    rows = [row.split("|") for row in TEXT.partition("## What the default weights")[2].splitlines() if row[:2] == "| "]
    licences = {row[3].strip() for row in rows if row[1].strip() != "source"}
    assert licences == {"CC0-1.0", "CC-BY", "CC-BY-3.0", "CC-BY-4.0", "MIT", "WTFPL", "public domain"}
