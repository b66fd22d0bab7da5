import pytest
from tests.evaluation.shown import shown

from enliven.evaluation.tables import Table


def _lines(rows, **marks):
    return Table("Some rigs", rows, **marks).as_markdown().splitlines()


def _row(lines, start):
    return [cell.strip() for cell in next(line for line in lines if line.startswith(f"| {start} |")).split("|")[1:-1]]


def test_the_table_counts_by_action_and_by_category():
    rows = {"real": [shown("walk"), shown("fly", "run")], "model": [shown("walk", "run"), shown("fly")]}
    lines = _lines(rows)
    assert _row(lines, "walk")[1:] == ["1", "1.00 (1.00 to 1.00)", "0.00 (0.00 to 0.00)", "-"]
    assert _row(lines, "fly")[1:] == ["1", "0.00 (0.00 to 0.00)", "1.00 (1.00 to 1.00)", "-"]
    assert _row(lines, "bird")[1:] == ["2", "0.50 (0.50 to 0.50)", "0.50 (0.50 to 0.50)", "-"]


def test_verbs_are_counted_by_themselves():
    rows = {"real": [shown("walk"), shown("gesture", "walk"), shown("interact", "walk"), shown("run", "walk")]}
    row = _row(_lines(rows), "real")
    assert (row[1], row[2], row[4]) == ("4", "0.25", "0.50")


def test_amount_is_told_as_a_ratio_of_means():
    rows = {"real": [shown("walk", ratio=1.0), shown("run", ratio=3.0)], "model": [shown("walk", ratio=2.0)] * 2}
    motion = [line for line in _lines(rows) if line.startswith("| model |")][1]
    assert motion.startswith("| model | 1.00 x real | 1.00 to 1.00 | 2.00 x real | 2.00 x real |")


def test_footing_and_seams_count_only_what_was_measured():
    real = [shown("walk", skate=0.2, sunk=0.0), shown("walk", skate=None, sunk=0.05)]
    model = [shown("walk", skate=0.6, sunk=0.01, seam_gap=0.002, seam_jolt=1.5, stretch=1.25), shown("fly")]
    lines = _lines({"real": real, "model": model})
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith(("| real", "| mod"))]
    assert cells[2][5:] == ["0.20 (1.00 x real)", "0.50", "-", "-", "-"]
    assert cells[3][5:] == ["0.60 (3.00 x real)", "1.00", "0.002", "1.50", "1.25"]


def test_what_the_judge_has_seen_is_marked():
    lines = _lines({"real": [shown("walk")], "retrieval": [shown("walk")]}, seen=frozenset({"retrieval"}))
    assert sum(line.startswith("| retrieval † |") for line in lines) == 2
    assert "† made of clips that the judge has learnt from." in lines


def test_generated_motion_is_told_with_swapped_words_amount_and_confusion():
    model = [shown("walk", "run"), shown("run", "run"), shown("walk", rig="b")]
    lines = _lines({"real": model, "model": model}, generated=("model",))
    assert _row(lines, "model")[6] == "0.50 (0.50)"
    assert _row(lines, "run")[-1] == "1.00 x real"
    start = next(number for number, line in enumerate(lines) if "each action, model" in line)
    counts = {line.split("|")[1].strip(): line.split("|")[10:13] for line in lines[start + 4 : start + 6]}
    assert counts == {"run": [" 1 ", "  ", "  "], "walk": [" 1 ", "  ", " 1 "]}


def test_recall_counts_the_motions_that_find_their_words():
    row = _row(_lines({"real": [shown("walk"), shown("run", own=1)]}), "real")
    assert row[7:] == ["0.50", "1.00", "1.00"]


@pytest.mark.parametrize("category", ["quadruped", "humanoid"])
def test_four_and_two_legs_have_tables_of_their_own(category):
    rows = {"real": [shown("walk", category=category), shown("walk", "run")]}
    lines = _lines(rows)
    start = lines.index(f"Recognised, {category} only:")
    assert _row(lines[start:], "walk")[1:3] == ["1", "1.00 (1.00 to 1.00)"]


def test_other_wordings_have_a_table_of_their_own():
    lines = _lines({"real": [shown("walk")]}, said={"typo": [shown("walk"), shown("run", "walk")]})
    start = lines.index("In words that training never uses:")
    assert _row(lines[start:], "typo")[1:3] == ["2", "0.50"]
