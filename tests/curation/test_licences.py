import json

import pytest

from enliven.curation.index import read_index
from enliven.curation.licences import SHARE_ALIKE_AT_SOURCE, is_permissive


@pytest.mark.parametrize(
    "licence",
    [
        "CC0-1.0 (Quaternius)", "MIT (ElCeejo)", "BSD-3-Clause (LibreQuake)", "CC-BY 3.0 (OpenDungeons CREDITS)",
        "CC-BY-4.0 (2021 Typhon306)", "MIT/CC0/WTFPL (license.txt)", "CC-BY (David Revoy) + CC0 clips",
        "public-domain (2020 ZAQraven <zaqraven99@protonmail.com>)", "CC-BY-3.0 (Moser (modified by M); L. Veasey)",
    ],
)  # fmt: skip
def test_permissive(licence):
    assert is_permissive(licence)


@pytest.mark.parametrize(
    "licence",
    [
        "CC-BY-SA-3.0 (2010 Wildfire Games)", "MIT/CC0/WTFPL/CC-BY-SA (license.txt)", "GPL-2 (RaXaR)", "GPL (2009 B)",
        "CC0 / CC-BY-SA 3.0 (OpenDungeons CREDITS)", "CC-BY 3.0 / CC-BY-SA 3.0 / GPL 2.0+ (CREDITS)", "LGPL-3.0 (a)",
        "CC-BY-SA 3.0 / GPLv3+ (CREDITS)", "CC-BY-SA-4.0 (Tysan Tan) + CC0 clips", "CC-BY-NC-4.0 (a)", "see repo", "",
        "CC-BY-SA-3.0-AU (Unnamed)", "MIT / unknown (a)",
    ],
)  # fmt: skip
def test_not_permissive(licence):
    assert not is_permissive(licence)


def test_a_file_that_its_source_calls_share_alike_trains_no_default_weights(tmp_path):
    fields = dict.fromkeys(("clip", "label", "action", "caption", "category", "species", "rig"), "x")
    files = [min(SHARE_ALIKE_AT_SOURCE), "other.glb"]
    rows = [{"file": file, "licence": "CC0-1.0 (x)"} | fields for file in files]
    (tmp_path / "index.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert [row.trains_defaults for row in read_index(tmp_path)] == [False, True]
    assert [row.permissive for row in read_index(tmp_path)] == [True, True]
