from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from enliven.pipelines.naming import clip_name, default_output


def test_names_are_plain_words():
    assert clip_name("Flies, flapping its wings!") == "flies_flapping_its_wings"
    assert clip_name("?!") == "motion"
    assert default_output(Path("a/dragon.obj"), "walks") == Path("a/dragon_walks.glb")


@given(prompt=st.text(max_size=200))
def test_names_are_short_and_safe_in_paths(prompt):
    name = clip_name(prompt)
    assert 0 < len(name) <= 40
    assert not set(name) & set('/\\. :*?"<>|\0')
