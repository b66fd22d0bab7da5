import json

import pytest

from enliven.curation.index import read_index
from enliven.curation.licences import SHARE_ALIKE_AT_SOURCE, is_permissive


@pytest.mark.parametrize(
    "licence",
    ["CC0-1.0 (Quaternius)", "MIT (ElCeejo)", "CC-BY (David Revoy) + CC0 clips", "BSD-3-Clause (LibreQuake)",
     "CC-BY 3.0 (a (b) c)", "public-domain (2020 ZAQraven <a@b.c>)", "MIT/CC0/WTFPL (license.txt)"]
)  # fmt: skip
def test_permissive(licence):
    assert is_permissive(licence)


@pytest.mark.parametrize(
    "licence",
    ["CC-BY-SA-4.0 (APercy)", "GPL-2+ (x)", "MIT/CC0/WTFPL/CC-BY-SA (license.txt)", "CC-BY-NC-4.0", "see repo", "",
     "CC0 / CC-BY-SA 3.0 (x)", "unknown"]
)  # fmt: skip
def test_not_permissive(licence):
    assert not is_permissive(licence)


def test_a_file_that_its_source_calls_share_alike_trains_no_default_weights(tmp_path):
    fields = dict.fromkeys(("clip", "label", "action", "caption", "category", "species", "rig"), "x")
    files = [sorted(SHARE_ALIKE_AT_SOURCE)[0], "other.glb"]
    rows = [{"file": file, "licence": "CC0-1.0 (x)"} | fields for file in files]
    (tmp_path / "index.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert [row.trains_defaults for row in read_index(tmp_path)] == [False, True]
    assert [row.permissive for row in read_index(tmp_path)] == [True, True]
