"""The folder `saves`: its examples show what they say, its puzzles have one solution each.

After a change that means to change the examples: `python -m tests.make_saves`.
"""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.cards import JESTER, PACK
from regicide_tui.games.base import Event, Json, Step
from regicide_tui.games.practice import Puzzle
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.puzzles import BY_HAND as PUZZLES
from regicide_tui.games.regicide.puzzles import (
    NO_PROGRESS,
    Goal,
    Progress,
    RegicidePuzzle,
    add_events,
    judge,
)
from regicide_tui.games.regicide.state import (
    OVER,
    AttackBlocked,
    CardsDrawn,
    EnemyDefeated,
    JesterFlipped,
    State,
)
from regicide_tui.play.practice import set_up_puzzle
from regicide_tui.play.saves.files import read, read_unproved
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.make_saves import EXAMPLES, FOLDER, FORMAT_1, RIVAL_PUZZLES, SOLUTIONS, make

ALL_PUZZLES = [*PUZZLES, *RIVAL_PUZZLES]
FILES = sorted(FOLDER.glob("*.save"))
LONGEST_NAME = 60


def open_save(name: str) -> Table:
    return read(FOLDER / f"{name}.save")


def position(saved: Table) -> dict[str, Any]:
    return saved.history.game.position(saved.history.state)


def legal(saved: Table) -> list[str]:
    game = saved.history.game
    return [game.format(action) for action in game.legal_actions(saved.history.state)]


def last_events(saved: Table) -> tuple[Event, ...]:
    return saved.history.moves[-1].events


# ---------------------------------------------------------------- the folder


def test_the_folder_holds_what_the_maker_makes() -> None:
    made = [one.file for one in EXAMPLES]
    made += [*[puzzle.key for puzzle in ALL_PUZZLES], FORMAT_1]
    assert sorted(path.stem for path in FILES) == sorted(made)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_save_opens_and_has_a_fitting_name(path: Path) -> None:
    saved = read(path)
    assert 0 < len(saved.name) <= LONGEST_NAME


def test_the_readme_names_every_save_and_its_title() -> None:
    rows = (FOLDER / "README.md").read_text(encoding="utf-8").splitlines()
    for path in FILES:
        found = [row for row in rows if row.startswith(f"| `{path.name}` ")]
        assert len(found) == 1, path.name
        assert read(path).name in found[0]


def test_the_maker_makes_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {read_unproved(path).app for path in FILES if path.stem != FORMAT_1}
    assert len(versions) == 1
    monkeypatch.setattr("regicide_tui.play.saves.codec.__version__", versions.pop())
    make(tmp_path)
    for path in FILES:
        if path.stem != FORMAT_1:
            assert (tmp_path / path.name).read_bytes() == path.read_bytes(), path.name


def test_the_maker_leaves_the_save_of_format_1_alone(tmp_path: Path) -> None:
    path = tmp_path / f"{FORMAT_1}.save"
    path.write_bytes(b"for ever")
    make(tmp_path)
    assert path.read_bytes() == b"for ever"


# ---------------------------------------------------------------- the examples


def _shows_fresh(saved: Table) -> None:
    now = position(saved)
    assert saved.history.start.position is None
    assert (now["players"], now["hand_counts"], len(now["castle"])) == (1, [8], 11)
    assert saved.history.moves == ()


def _shows_paying(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["enemy"], now["due"], now["shield"]) == ("suffer", "QH", 7, 8)
    assert now["players"] == 1
    assert sum(action.startswith("pay ") for action in legal(saved)) > 15


def _shows_jester(saved: Table) -> None:
    now = position(saved)
    assert (now["players"], now["phase"], now["immunity_cancelled"]) == (3, "choose", True)
    assert legal(saved) == [">P1", ">P2", ">P3"]


def _shows_yield(saved: Table) -> None:
    now = position(saved)
    assert (now["players"], now["phase"]) == (4, "play")
    assert now["yielded"] == [False, False, False, True]
    assert "yield" in legal(saved)


def _shows_shield(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["enemy"], now["shield"], now["due"]) == ("play", "QD", 17, 0)
    assert [one for one in last_events(saved) if isinstance(one, AttackBlocked)]


def _shows_exact(saved: Table) -> None:
    now = position(saved)
    fallen = [one for one in last_events(saved) if isinstance(one, EnemyDefeated)]
    assert fallen[0].exact
    assert now["tavern_known"] == 1
    assert now["tavern"][0] == fallen[0].enemy.text == "QC"


def _shows_flip(saved: Table) -> None:
    now = position(saved)
    assert (now["players"], now["phase"], now["due"]) == (1, "suffer", 15)
    assert now["hands"] == [["2S", "3H", "9D"]]
    assert legal(saved) == ["flip"]


def _shows_last_king(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["enemy"], now["castle"]) == ("play", "KD", [])
    assert now["remaining"] == 6


def _shows_won(saved: Table) -> None:
    now = position(saved)
    assert (now["result"], now["medal"], now["jesters_unused"]) == ("won", "gold", 2)
    assert saved.history.start.position is None


def _shows_lost(saved: Table) -> None:
    now = position(saved)
    assert (now["players"], now["result"], now["reason"]) == (2, "lost", "cannot_pay")
    assert now["enemy"] == "KS"


def _shows_long(saved: Table) -> None:
    assert saved.turn == 26
    assert position(saved)["phase"] == "play"


def _shows_duel(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["due"], now["shield_values"]) == ("pay", 20, [0, 11])
    assert len(legal(saved)) == 47


def _shows_duel_over(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["reason"], now["winner"]) == ("over", "cannot_pay", 2)
    assert now["hand_counts"] == [0, 2]
    assert saved.match.score() == (1, 1)


def _shows_king(saved: Table) -> None:
    now = position(saved)
    assert (now["players"], now["phase"], now["prompt"]) == (3, "prompt", "corrupt")
    assert now["looked"] == ["6C", "TH"]
    assert sum(now["points"]) == 44


def _shows_king_over(saved: Table) -> None:
    now = position(saved)
    assert (now["phase"], now["final_round"]) == ("over", True)
    assert (now["points"], now["winners"]) == ([20, 25], [2])


SHOWN: dict[str, Callable[[Table], None]] = {
    "example-fresh": _shows_fresh,
    "example-paying": _shows_paying,
    "example-jester": _shows_jester,
    "example-yield": _shows_yield,
    "example-shield": _shows_shield,
    "example-exact": _shows_exact,
    "example-flip": _shows_flip,
    "example-last-king": _shows_last_king,
    "example-won": _shows_won,
    "example-lost": _shows_lost,
    "example-long": _shows_long,
    "example-duel": _shows_duel,
    "example-duel-over": _shows_duel_over,
    "example-king": _shows_king,
    "example-king-over": _shows_king_over,
}


@pytest.mark.parametrize("name", [example.file for example in EXAMPLES])
def test_an_example_shows_what_it_says(name: str) -> None:
    saved = open_save(name)
    SHOWN[name](saved)
    assert saved.history.cursor == len(saved.history.moves)


# ---------------------------------------------------------------- the puzzles

Line = tuple[str, ...]


def lines_to(goal: Goal, start: State) -> list[Line]:
    """Try everything; return every line of actions that reaches the goal.

    A line that draws a card not known to the player fails the test: a puzzle is no lottery.
    """
    found: dict[tuple[State, Progress], list[Line]] = {}

    def explore(state: State, tally: Progress) -> list[Line]:
        if (state, tally) not in found:
            found[state, tally] = [
                (GAME.format(action), *rest)
                for action in GAME.legal_actions(state)
                for rest in after(state, tally, GAME.reduce(state, action))
            ]
        return found[state, tally]

    def after(state: State, tally: Progress, step: Step[State]) -> list[Line]:
        tally = add_events(tally, step.events)
        verdict = judge(goal, tally, step.events, step.state)
        assert drawn(step) <= state.tavern_known, "luck"
        if verdict is None:
            assert step.state.phase is not OVER
            return explore(step.state, tally)
        return [()] if verdict.reached else []

    return explore(start, NO_PROGRESS)


def drawn(step: Step[State]) -> int:
    """Return how many cards were drawn."""
    draws = [event for event in step.events if isinstance(event, CardsDrawn | JesterFlipped)]
    return sum(len(event.cards) for event in draws)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
def test_a_puzzle_has_one_solution(puzzle: RegicidePuzzle) -> None:
    assert lines_to(puzzle.goal, loose(set_up_puzzle(puzzle).history.first)) == [
        SOLUTIONS[puzzle.key]
    ]


@pytest.mark.parametrize("puzzle", ALL_PUZZLES, ids=lambda puzzle: puzzle.key)
def test_a_puzzle_in_the_folder_is_the_one_in_the_app(puzzle: Puzzle) -> None:
    saved = open_save(puzzle.key)
    assert saved == set_up_puzzle(puzzle)
    assert saved.history.moves == ()
    assert len(saved.name) <= LONGEST_NAME


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
def test_a_puzzle_is_laid_with_one_pack(puzzle: RegicidePuzzle) -> None:
    state: State = loose(open_save(puzzle.key).history.first)
    assert state.enemy is not None
    piles = [*state.hands, state.castle, state.tavern, state.discard, (state.enemy,)]
    piles += [play.cards for play in state.table]
    laid = [card for pile in piles for card in pile if card is not JESTER]
    assert Counter(laid) == Counter(PACK)


def test_a_solution_that_is_not_the_only_one_would_be_found() -> None:
    easy: dict[str, Json] = {"players": 1, "hands": [["9C", "9D"]], "enemy": "KS", "damage": 31}
    puzzle = PUZZLES[1]
    assert lines_to(puzzle.goal, GAME.load(easy, "puzzle", {})) == [("9C",), ("9D",)]
    with pytest.raises(AssertionError, match="luck"):
        lines_to(puzzle.goal, GAME.load({**easy, "tavern": ["2C"]}, "puzzle", {}))


# ---------------------------------------------------------------- the save of format 1


def test_the_save_of_format_1_opens_for_ever() -> None:
    saved = open_save(FORMAT_1)
    history = saved.history
    assert saved.name == "Format 1: three players, four moves undone"
    assert saved.seats == ("Ada", "Björn", "Cléo")
    assert (saved.saved, saved.undos) == (1_750_000_000, 7)
    assert (history.start.players, history.start.seed) == (3, "F1-398")
    assert history.start.options == {"diamond_redeal": False, "overpay": "free", "first_player": 3}
    assert (len(history.moves), history.cursor) == (34, 30)
    assert [history.game.format(move.action) for move in history.moves[:3]] == [
        "9S",
        "pay 2H",
        "7C",
    ]
    undone = [history.game.format(move.action) for move in history.moves[30:]]
    assert undone == ["pay QC", "TD", "pay 2C 6S 7S", "6C+AD"]


def test_the_save_of_format_1_comes_to_the_same_position() -> None:
    tavern = "3H 6C JD 2D 6D 8C 6S 9S 7H 6H 7C TH QH AC 5S 9D 8H 5C TC AH 8S JH"
    assert position(open_save(FORMAT_1)) == {
        "players": 3,
        "hands": [
            ["2H", "3C", "4D", "9H", "QC"],
            ["2C", "4C", "7S", "TD"],
            ["AD", "3S", "JC"],
        ],
        "enemy": "QS",
        "castle": ["KH", "KS", "KD", "KC"],
        "tavern": tavern.split(),
        "discard": ["9C", "3D", "4S", "4H", "JS", "QD", "2S", "TS", "5H", "5D", "7D", "AS"],
        "table": ["3:*", "1:8D"],
        "damage": 8,
        "immunity_cancelled": True,
        "turn": 1,
        "phase": "suffer",
        "yielded": [False, False, False],
        "tavern_known": 0,
        "result": None,
        "reason": None,
        "remaining": 22,
        "shield": 0,
        "due": 15,
        "hand_counts": [5, 4, 3],
        "medal": None,
        "seed": "F1-398",
        "shuffles": 8,
    }


def test_the_undone_moves_of_the_save_of_format_1_can_be_redone() -> None:
    history = open_save(FORMAT_1).history
    last = GAME.position(loose(history.at(len(history.moves)).state))
    assert last["hands"] == [
        ["2H", "3C", "4D", "8C", "9H", "JD"],
        ["2D", "3H", "4C", "6H", "TH", "QH"],
        ["3S", "6D", "7C", "7H", "9S", "JC"],
    ]
    assert (last["enemy"], last["damage"], last["turn"]) == ("KH", 0, 3)
    assert loose(last["discard"])[:6] == ["AD", "6C", "TD", "8D", "*", "QS"]
    assert last["tavern"] == ["AC", "5S", "9D", "8H", "5C", "TC", "AH", "8S", "JH"]
