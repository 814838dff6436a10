"""Examples for the folder `saves`: their definition, and those of the competitive games."""

from collections.abc import Callable
from typing import Any, NamedTuple

from regicide_tui.games import find
from regicide_tui.games.base import Event, Seat
from regicide_tui.games.duel import GAME as DUEL
from regicide_tui.games.duel.state import PAY, actor, other, shield
from regicide_tui.games.duel.state import State as DuelState
from regicide_tui.games.king_of_the_dead import GAME as KING
from regicide_tui.games.king_of_the_dead.actions import Answer, Buy, EndTurn, Play, Recall, Score
from regicide_tui.games.king_of_the_dead.state import NUMBER
from regicide_tui.games.king_of_the_dead.state import State as KingState
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.play.history import History, Match, Result, Start, begin
from regicide_tui.play.table import Table
from tests.loose import loose

NAMES = ("Ada", "Bea", "Cy", "Dot")


class Example(NamedTuple):
    """A game that is played from a seed until it reaches the desired position."""

    file: str
    name: str
    players: int
    seed: str
    shows: Callable[[History], bool]
    player: Callable[[Any], Any]
    game: str = "regicide"
    match: Match = Match()


def play(example: Example) -> Table:
    """Play the game of an example."""
    game = find(example.game)
    history = begin(game, Start(example.game, example.players, example.seed, {}))
    while not example.shows(history):
        assert not history.over, f"{example.file}: seed {example.seed} does not reach it"
        history = history.take_text(game.format(example.player(history.state)))
    return Table(history, NAMES[: example.players], example.name, match=example.match)


def last_events(history: History) -> tuple[Event, ...]:
    """Return the events of the last action."""
    return history.moves[-1].events if history.moves else ()


# ---------------------------------------------------------------- a duel


def duelist(state: DuelState) -> Any:
    """Return the best action for the player to act, using all cards."""
    seat = actor(state)
    assert seat is not None
    return max(
        DUEL.legal_actions(state), key=lambda action: _lead(DUEL.reduce(state, action).state, seat)
    )


def _lead(state: DuelState, seat: Seat) -> int:
    """Return a player's lead over the other one."""
    if state.winner is not None:
        return 1000 if state.winner == seat else -1000
    return _worth(state, seat) - _worth(state, other(seat))


def _worth(state: DuelState, seat: Seat) -> int:
    due = state.due if actor(state) == seat else 0
    return total(state.hands[seat]) + shield(state, seat) - due


def _much_to_pay(history: History) -> bool:
    state: DuelState = loose(history.state)
    raised = any(state.shields)
    return raised and state.phase is PAY and len(DUEL.legal_actions(state)) > 40


def _decided(history: History) -> bool:
    return history.over


# ---------------------------------------------------------------- King of the Dead

_KEEN = (EndTurn, Recall, Play, Buy, Answer, Score)
"""The actions that a collector prefers, the best last."""


def collector(state: KingState) -> Any:
    """Return the most rewarding action: a run, then an answer, a purchase, a power."""
    return max(KING.legal_actions(state), key=_gain)


def _gain(action: Any) -> tuple[int, int]:
    high = action.cards[-1] if isinstance(action, Score) else None
    return _KEEN.index(type(action)), NUMBER[high] if high else 0


def _asked(history: History) -> bool:
    """One of three players looks at cards, in the middle of a game."""
    state: KingState = loose(history.state)
    return state.prompt is not None and state.prompt.kind == "corrupt" and len(history.moves) > 60


# ---------------------------------------------------------------- the examples


MATCH = Match((Result(0), Result(1, resigned=True)))
"""Ada won the first duel, and resigned the second one."""

_PAY = "A duel: 20 are due, and there are 47 ways to pay"
_OVER = "The third duel of a match: an empty hand can't pay"

_LOOKS = "King of the Dead: a six or a ten, one is discarded"
_COUNTED = "King of the Dead: 25 to 20 points after the last round"

RIVALS = (
    Example("example-duel", _PAY, 2, "8", _much_to_pay, duelist, "duel"),
    Example("example-duel-over", _OVER, 2, "38", _decided, duelist, "duel", MATCH),
    Example("example-king", _LOOKS, 3, "9", _asked, collector, "king_of_the_dead"),
    Example("example-king-over", _COUNTED, 2, "8", _decided, collector, "king_of_the_dead"),
)
