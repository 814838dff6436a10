"""Regenerates the example games and puzzles of the folder `saves`.

    python -m tests.make_saves [FOLDER]

writes the same bytes every time. `format-1.save` is written only if it is missing: it proves that
saves of format 1 stay readable, so it is never written again.
"""

import sys
from collections.abc import Mapping
from pathlib import Path

from regicide_tui.games.base import Json
from regicide_tui.games.duel.puzzles import BY_HAND as DUELS
from regicide_tui.games.king_of_the_dead.puzzles import BY_HAND as KINGS
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.puzzles import BY_HAND as PUZZLES
from regicide_tui.games.regicide.state import (
    ATTACK,
    CHOOSE,
    OVER,
    PLAY,
    SUFFER,
    Action,
    AttackBlocked,
    EnemyDefeated,
    Flip,
    Pay,
    State,
    may_yield,
    remaining,
    shield,
)
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.play.history import History, Start, replay
from regicide_tui.play.practice import set_up_puzzle
from regicide_tui.play.saves import files
from regicide_tui.play.table import Table
from tests.examples import NAMES, RIVALS, Example, last_events, play
from tests.loose import loose

FOLDER = Path(__file__).parents[1] / "saves"


# ---------------------------------------------------------------- a greedy player

_LOST = -1_000_000


def greedy(state: State) -> Action:
    """Return the best action for the team, using all cards."""
    return max(
        GAME.legal_actions(state), key=lambda action: _ahead(GAME.reduce(state, action).state)
    )


def _ahead(state: State) -> int:
    """Return the value of a state, after paying for the attack if there is one."""
    if state.phase is not SUFFER:
        return _worth(state)
    pays = [action for action in GAME.legal_actions(state) if isinstance(action, Pay)]
    cheapest = sorted(pays, key=lambda action: total(action.cards))[:3]
    if not cheapest:
        return _LOST // 2  # a flip may save the game
    return max(_worth(GAME.reduce(state, action).state) for action in cheapest)


def _worth(state: State) -> int:
    """Return the value of a state to the team: weighted castle, damage, shield and cards."""
    if state.enemy is None:
        return -_LOST
    if state.phase is OVER:
        return _LOST
    held = sum(60 * total(hand) + 200 * len(hand) for hand in state.hands)
    shielded = 15 * min(shield(state), ATTACK[state.enemy.rank]) * remaining(state)
    ahead = 6000 * (len(state.castle) + 1) - 150 * state.damage
    return held + shielded - ahead + 200 * len(state.tavern) + 8000 * state.jesters_unused


# ---------------------------------------------------------------- the examples


def _fresh(history: History) -> bool:
    return not history.moves


def _paying(history: History) -> bool:
    """Half the castle is taken, and there are many ways to pay what the shield leaves."""
    state: State = loose(history.state)
    many = len(GAME.legal_actions(state)) >= 15
    return state.phase is SUFFER and len(state.castle) <= 6 and bool(shield(state)) and many


def _choosing(history: History) -> bool:
    state: State = loose(history.state)
    return state.phase is CHOOSE


def _yielding(history: History) -> bool:
    state: State = loose(history.state)
    return state.phase is PLAY and any(state.yielded) and may_yield(state)


def _shielded(history: History) -> bool:
    """A play has just raised the shield to cover everything, late in the game."""
    covered = any(isinstance(event, AttackBlocked) for event in last_events(history))
    return covered and len(loose(history.state).castle) <= 6


def _exact(history: History) -> bool:
    return any(isinstance(event, EnemyDefeated) and event.exact for event in last_events(history))


def _must_flip(history: History) -> bool:
    return _stuck(loose(history.state))


def _stuck(state: State) -> bool:
    """Return whether a hand can't pay, late in a game, and only a Jester helps."""
    held = state.phase is SUFFER and state.hands[0] and len(state.castle) <= 4
    return bool(held) and GAME.legal_actions(state) == [Flip()]


def _careless(state: State) -> Action:
    """Return an action that only a Jester can make up for, or else a good one."""
    for action in GAME.legal_actions(state):
        if _stuck(GAME.reduce(state, action).state):
            return action
    return greedy(state)


def _last_king(history: History) -> bool:
    state: State = loose(history.state)
    return state.phase is PLAY and not state.castle and remaining(state) <= 8


def _won(history: History) -> bool:
    state: State = loose(history.state)
    return state.result == "won"


def _lost(history: History) -> bool:
    state: State = loose(history.state)
    return state.result == "lost"


def _long(history: History) -> bool:
    turns = Table(history, NAMES).turn - 1
    return turns >= 25 and loose(history.state).phase is PLAY


EXAMPLES = (
    Example("example-fresh", "A fresh deal, alone", 1, "7F3K", _fresh, greedy),
    Example("example-paying", "Alone: how to pay for the Queen's attack?", 1, "5", _paying, greedy),
    Example(
        "example-jester", "Three players: who is next after the Jester?", 3, "13", _choosing, greedy
    ),
    Example(
        "example-yield", "Four players: one yielded, and you may, too", 4, "5", _yielding, greedy
    ),
    Example("example-shield", "The shield covers the whole attack", 2, "14", _shielded, greedy),
    Example("example-exact", "An exact kill: the royal tops the Tavern", 2, "5", _exact, greedy),
    Example(
        "example-flip", "Alone: one short, and only a Jester helps", 1, "14", _must_flip, _careless
    ),
    Example(
        "example-last-king", "The last King has little health left", 3, "43", _last_king, greedy
    ),
    Example("example-won", "Won alone, for a gold medal", 1, "10278", _won, greedy),
    Example("example-lost", "Lost by two players, who can't pay the King", 2, "8", _lost, greedy),
    Example("example-long", "A long game: 25 turns are played", 4, "2", _long, greedy),
    *RIVALS,
)


# ---------------------------------------------------------------- the puzzles


RIVAL_PUZZLES = [*DUELS, *KINGS]

SOLUTIONS: Mapping[str, tuple[str, ...]] = {
    puzzle.key: puzzle.line for puzzle in [*PUZZLES, *RIVAL_PUZZLES]
}


# ---------------------------------------------------------------- the save of format 1

FORMAT_1 = "format-1"
_FORMAT_1_OPTIONS: Mapping[str, Json] = {
    "diamond_redeal": False,
    "overpay": "free",
    "first_player": 3,
}
_FORMAT_1_ACTIONS = """
9S, pay 2H, 7C, 7S+AD, pay 3H, 2C+2D+2S, 6S, pay 6C, 5D, pay 3C 3S 6H, 8C+AH, 5C+5S,
7D+AC, pay 6D TH, TC, 9D, pay 7H 8H, JH+AS, pay 8S, TS, JS, pay 5H, 4H+4S, yield, yield,
3D, 9C, *, >P1, 8D, pay QC, TD, pay 2C 6S 7S, 6C+AD
"""


def format_1() -> Table:
    """Return a game with everything a save of format 1 can contain, with four moves undone."""
    start = Start("regicide", 3, "F1-398", _FORMAT_1_OPTIONS)
    actions = [" ".join(action.split()) for action in _FORMAT_1_ACTIONS.split(",")]
    history = replay(loose(GAME), start, actions, len(actions) - 4)
    name = "Format 1: three players, four moves undone"
    return Table(history, ("Ada", "Björn", "Cléo"), name, saved=1_750_000_000, undos=7)


def make(folder: Path) -> None:
    """Write all saves into a folder; the one of format 1 only if it is missing."""
    for example in EXAMPLES:
        files.write(folder / f"{example.file}.save", play(example))
    for puzzle in [*PUZZLES, *RIVAL_PUZZLES]:
        files.write(folder / f"{puzzle.key}.save", set_up_puzzle(puzzle))
    if not (folder / f"{FORMAT_1}.save").exists():
        files.write(folder / f"{FORMAT_1}.save", format_1())


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
