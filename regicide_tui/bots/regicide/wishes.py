"""Wishes: who would like to go next after a Jester, and what that tells who chooses (R-9)."""

from collections.abc import Iterable, Mapping
from math import exp, log
from typing import TypeVar

import numpy as np
from msgspec.structs import replace

from regicide_tui.bots.base import RatedAction
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.encoded.determinize import InformationSet, determinize
from regicide_tui.bots.encoded.evaluation import Workspace, evaluate_legal_actions
from regicide_tui.bots.encoded.layout import LENGTH, PLAYERS, TURN
from regicide_tui.bots.net import Net
from regicide_tui.games.base import Seat, Value
from regicide_tui.games.regicide.actions import Choose

A = TypeVar("A", bound=Value)

_GUESSES = 32
"""How often the hidden cards are guessed for a wish."""
_WEIGHT = 1.0
"""By how much a wish changes the logarithm of the odds of winning. docs/strength.md says why."""
_SURE = 1e-4
"""No chance counts as surer than this."""


def would_like_to_go_next(
    seat: Seat, information: InformationSet, net: Net, workspace: Workspace, rng: Ints
) -> bool:
    """Tell whether the turn seems worth more at this seat than at each of the others.

    `information` is what the seat would know if it had the turn now.
    """
    encoded = np.zeros(LENGTH, dtype=np.int64)
    values = np.zeros(int(information.encoded[PLAYERS]))
    for _ in range(_GUESSES):
        determinize(information, encoded, rng)
        for other in range(values.size):
            encoded[TURN] = other
            count = evaluate_legal_actions(encoded, net, workspace)
            values[other] += workspace.values[:count].max(initial=0)
    own, values[seat] = values[seat], -np.inf
    return bool(own > values.max())


def heed(rated: Iterable[RatedAction[A]], wishes: Mapping[Seat, bool]) -> list[RatedAction[A]]:
    """Return rated choices of the next player with the chances that follow from wishes.

    The best one comes first. Of a seat that has said nothing, nothing changes.
    """
    heeded = [_heeded(one, wishes) for one in rated]
    return sorted(heeded, key=lambda one: one.chance, reverse=True)


def _heeded(one: RatedAction[A], wishes: Mapping[Seat, bool]) -> RatedAction[A]:
    wish = wishes.get(one.action.seat) if isinstance(one.action, Choose) else None
    if wish is None:
        return one
    chance = min(1 - _SURE, max(_SURE, one.chance))
    odds = log(chance / (1 - chance)) + (_WEIGHT if wish else -_WEIGHT)
    return replace(one, chance=1 / (1 + exp(-odds)))
