"""The small words that sentences share."""

import pytest

from regicide_tui.games.words import named, named_with_be


@pytest.mark.parametrize(
    ("names", "said", "state"),
    [
        ([], "nobody", "nobody is"),
        (["ada"], "ada", "ada is"),
        (["ada", "bea"], "ada and bea", "ada and bea are"),
        (["ada", "bea", "cyd"], "ada, bea and cyd", "ada, bea and cyd are"),
    ],
)
def test_any_number_of_names_makes_a_sentence(names: list[str], said: str, state: str) -> None:
    assert named(names) == said
    assert named(iter(names)) == said
    assert named_with_be(names) == state
