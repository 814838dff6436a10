"""What a game says of states that its own cards can't make."""

from pathlib import Path
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.games.base import AnyGame, BadSetup
from regicide_tui.play.saves.files import read
from tests.games.cases import read_cases
from tests.loose import loose

SAVES = Path(__file__).parents[2] / "saves"
DRILLS = {"R016", "R019"}
"""Cases that lay a card twice."""


def _why(game: str, position: dict[str, Any], **options: object) -> str:
    found: AnyGame = games.find(game)
    return found.why_impossible(found.load(position, "1", loose(options)))


@pytest.mark.parametrize("name", games.names())
def test_every_position_of_the_cases_is_loaded_and_all_but_the_drills_are_possible(
    name: str,
) -> None:
    laid = [case for case in read_cases(f"{name}_cases.yaml") if "setup" in case]
    odd = {case["id"] for case in laid if _why(name, case["setup"], **case.get("options", {}))}
    assert odd == (DRILLS if name == "regicide" else set())


@pytest.mark.parametrize("path", sorted(SAVES.glob("*.save")), ids=lambda path: path.stem)
def test_every_state_of_the_games_that_come_along_is_possible(path: Path) -> None:
    history = read(path).history
    states = [history.first, *[move.state for move in history.moves]]
    assert {history.game.why_impossible(state) for state in states} == {""}


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        ("duel", {"hands": [["2C"], ["2C"]]}, "2C appears"),
        ("duel", {"hands": [["2C"], ["3C"]], "shields": [["9H"], []]}, "must have a Spade"),
        ("duel", {"hands": [["2C"], ["3C"]], "shields": [["9S+8S"], []]}, "go together"),
        ("king_of_the_dead", {"players": 2, "hands": [["2C"], ["2C"]]}, "2C appears"),
        ("king_of_the_dead", {"players": 2, "hands": [[], []], "reshuffles": 4}, "too often"),
        ("king_of_the_dead", {"players": 4, "hands": [["2C"], ["2C"], [], []]}, ""),
        ("regicide", {"players": 1, "hands": [["*"]], "enemy": "JC"}, "* appears"),
    ],
)
def test_what_is_impossible_is_named(game: str, position: dict[str, Any], said: str) -> None:
    why = _why(game, position)
    assert said in why
    assert bool(said) == bool(why)


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("order", {"looked": ["2C", "3C", "4C", "5C"]}, "more cards are looked at"),
        ("search", {"pending": {"player": 1, "count": 10}}, "a count that"),
        ("consecrate", {"pending": {"player": 1, "count": 3, "sent": 2}}, "more cards are sent"),
    ],
)
def test_a_prompt_asks_for_no_more_than_its_power_does(
    kind: str, fields: dict[str, Any], said: str
) -> None:
    position = {"players": 2, "hands": [["9C"], []], "draws": [["8C", "7C"], []]}
    with pytest.raises(BadSetup, match=said):
        _why("king_of_the_dead", {**position, "phase": "prompt", "prompt": kind, **fields})
