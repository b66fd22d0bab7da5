import json

from enliven.curation.index import read_index


def test_an_action_that_the_label_speaks_against_is_put_right(tmp_path):
    fields = dict.fromkeys(("file", "clip", "caption", "category", "species", "rig", "licence"), "x")
    told = [("melee 2h attack chop", "jump"), ("jump", "jump"), ("stand up", "idle")]
    rows = [fields | {"label": label, "action": action} for label, action in told]
    (tmp_path / "index.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert [row.action for row in read_index(tmp_path)] == ["attack", "jump", "pose"]
    assert [row.label for row in read_index(tmp_path)] == [label for label, _ in told]
