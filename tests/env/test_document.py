"""The examples of docs/env.md run, and the numbers of actions mean what it says."""

import doctest
from pathlib import Path

import pytest

from regicide_tui.env.env_game import find_rules

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs" / "env.md"


def test_every_example_prints_what_the_document_says() -> None:
    result = doctest.testfile(str(DOCUMENT), module_relative=False, encoding="utf-8")
    assert result.attempted > 5
    assert result.failed == 0


@pytest.mark.parametrize(
    ("name", "whole", "number", "meaning"),
    [
        ("regicide", False, 0, "*"),
        ("regicide", False, 52, "KS"),
        ("regicide", False, 53, "done"),
        ("regicide", False, 56, "choose yourself"),
        ("regicide", True, 53, "2C+AC"),
        ("regicide", True, 283, "5H+5S"),
        ("regicide", True, 284 + 4, "pay with place 1 3"),
        ("regicide", True, 539, "yield"),
        ("regicide", True, 544, "choose the player 3 to the left"),
        ("duel", True, 410, "pay with place 1 2 3 4 5 6 7"),
        ("king_of_the_dead", False, 53 + 52, "KS of a discard pile"),
        ("king_of_the_dead", False, 107, "buy the Newcomer"),
        ("king_of_the_dead", False, 116, "recall 1"),
        ("king_of_the_dead", False, 125, "the player 1 to the left"),
        ("king_of_the_dead", False, 130, "end the turn"),
    ],
)
def test_a_number_means_what_stands_there(
    name: str, whole: bool, number: int, meaning: str
) -> None:
    assert find_rules(name, whole=whole).space.describe(number) == meaning
