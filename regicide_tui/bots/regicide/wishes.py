"""Wishes: who would like to go next after a Jester, and what that tells who chooses (R-9)."""

from collections.abc import Iterable, Mapping
from math import inf, log
from typing import TypeVar

from regicide_tui.bots.arrays import Ints, ints
from regicide_tui.bots.base import RatedAction
from regicide_tui.bots.encoded.determinize import InformationSet, determinize
from regicide_tui.bots.encoded.evaluation import Workspace, evaluate_legal_actions
from regicide_tui.bots.encoded.layout import LENGTH, PLAYERS, TURN
from regicide_tui.bots.net import Net
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.regicide.state import Choose

A = TypeVar("A", bound=Value)

_GUESSES = 32
"""How often the hidden cards are guessed for a wish."""
_WEIGHT = 1.0
"""By how much a wish changes the logarithm of the odds that order choices (docs/strength.md)."""
_SURE = 1e-4
"""No chance counts as surer than this: the logarithm of its odds would be infinite."""


def would_like_to_go_next(
    seat: Seat, information: InformationSet, net: Net, workspace: Workspace, rng: Ints
) -> bool:
    """Tell whether the turn seems worth more at this seat than at each of the others.

    `information` is what the seat would know if it had the turn now.
    """
    encoded = ints(LENGTH)
    values = [0.0] * information.encoded[PLAYERS]
    for _ in range(_GUESSES):
        determinize(information, encoded, rng)
        for other in range(len(values)):
            encoded[TURN] = other
            count = evaluate_legal_actions(encoded, net, workspace)
            values[other] += max(workspace.values[:count], default=0.0)
    own, values[seat] = values[seat], -inf
    return own > max(values)


def heed(rated: Iterable[RatedAction[A]], wishes: Mapping[Seat, bool]) -> list[RatedAction[A]]:
    """Return choices of the next player, the best first, in the order that follows from wishes.

    Their chances stay what the search says: nobody has measured what games are worth after a wish.
    Seats that have said nothing keep their order.
    """
    choices = [*rated]
    most = choices[0].chance  # an action that was tried less has a higher one by accident
    return sorted(choices, key=lambda one: _log_odds(one, most, wishes), reverse=True)


def _log_odds(one: RatedAction[A], most: float, wishes: Mapping[Seat, bool]) -> float:
    """Return the logarithm of the odds of winning, `most` at most, as a wish changes it."""
    chance = min(1 - _SURE, max(_SURE, min(one.chance, most)))
    odds = log(chance / (1 - chance))
    wish = wishes.get(one.action.seat) if isinstance(one.action, Choose) else None
    return odds if wish is None else odds + (_WEIGHT if wish else -_WEIGHT)
