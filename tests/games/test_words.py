"""The small words that sentences share."""

import pytest

from regicide_tui.games.words import named, named_with_be, ordinal


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


@pytest.mark.parametrize(
    ("number", "said"),
    [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (13, "13th"), (102, "102nd")],
)
def test_a_number_of_a_row_has_its_ending(number: int, said: str) -> None:
    assert ordinal(number) == said
