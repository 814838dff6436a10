"""The games that are written down are played today as they were played then.

After a change that is meant, run `python -m tests.playthroughs` and read the diff.
"""

from collections import Counter

import pytest

from regicide_tui.games import names
from tests.playthroughs.games import FOLDER, Playthrough, all_playthroughs
from tests.playthroughs.text import differences, text, write

ALL = all_playthroughs()
NAMED = {one.path.name: one for one in ALL}


def test_each_game_is_written_down_twice() -> None:
    assert Counter(one.game.name for one in ALL) == dict.fromkeys(names(), 2)


def test_the_folder_has_a_file_for_each_and_no_other() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == set(NAMED)


@pytest.mark.parametrize("one", all_playthroughs(), ids=list(NAMED))
def test_the_game_is_played_as_it_is_written_down(one: Playthrough) -> None:
    written = one.path.read_text(encoding="utf-8").splitlines()
    assert write(one).splitlines() == written


@pytest.mark.parametrize("name", NAMED)
def test_the_game_is_written_to_its_end(name: str) -> None:
    outcome = (FOLDER / name).read_text(encoding="utf-8").splitlines()[-1]
    assert outcome.startswith("outcome  Outcome(winners=")


def test_hidden_cards_are_counted_and_other_cards_are_named() -> None:
    assert text(["3C", "?", "?", None, "3C", "3C"]) == "3C ? x2 - 3C 3C"
    assert text([["3C"], [], ["?"]]) == "3C | - | ? x1"
    assert [text(value) for value in ([], None, "", "JS", 3, True, [0, 2])] == [
        *("-", "-", "-", "JS", "3", "true", "[0, 2]")
    ]


def test_a_view_is_told_where_it_is_not_the_truth() -> None:
    truth = {"hands": "3C | 4C", "seed": "7F3K", "enemy": "JS"}
    assert differences(truth, {"hands": [["3C"], ["?"]], "enemy": "JS"}) == {
        "hands": "3C | ? x1",
        "seed": "not in the view",
    }
