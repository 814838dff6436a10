"""The usual starts are understood as the parser understands them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.arguments import make_parser
from regicide_tui.usual import usual_start

WORDS = st.sampled_from(["--data-dir", "here", "", "--no-motion", "resume", "new", "--", "-V", "-"])


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["resume"],
        ["--data-dir", "here", "resume"],
        ["--no-motion", "--data-dir", "here"],
    ],
)
def test_a_usual_start_needs_no_parser(words: list[str]) -> None:
    assert usual_start(words) is not None


@pytest.mark.parametrize("words", [["new"], ["--data-dir"], ["resume", "--no-motion"], ["--help"]])
def test_any_other_start_is_left_to_the_parser(words: list[str]) -> None:
    assert usual_start(words) is None


@given(st.lists(WORDS, max_size=5))
def test_a_usual_start_means_the_same_to_the_parser(words: list[str]) -> None:
    found = usual_start(words)
    assert found is None or vars(found) == vars(make_parser().parse_args(words))
