"""How good the best action and the one that was done are, by several searches of the same decision.

One search alone is a sample: with other random numbers it finds other chances, and perhaps another
best action. Several rounds give the means, and tell how far chance alone moves their difference.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.bots.base import RatedAction
from regicide_tui.games.base import Value

NOTICEABLE_COST = 0.02
"""The least difference of two chances that is worth telling."""
_FEWEST, _MOST = 4, 12
"""The rounds of a decision that seems to have cost something. Others have at least half of them."""
_STANDARD_ERRORS = 2.5
"""Half the width of an interval for a mean of few rounds, in standard errors: about 95%."""

_ERROR_OF_ONE = 0.05
"""The assumed error of a single round. In plain Python there may be time for only one."""

Pair = tuple[RatedAction[Value], RatedAction[Value]]
"""The best action, and the one that was done."""
Chance = Callable[[RatedAction[Value]], float]
"""Returns the chance by which a decision is judged."""


class Measured(NamedTuple):
    """The best action and the one that was done, with their mean chances.

    `others` are more actions that seemed best in some round, or as good. `error` is by how much the
    difference of the two chances may be an accident of the search.
    """

    best: RatedAction[Value]
    own: RatedAction[Value]
    others: tuple[Value, ...]
    error: float


def measure(search: Callable[[int], Pair], chance: Chance, is_late: Callable[[], bool]) -> Measured:
    """Return the means of several rounds; `search` is given the number of the round.

    There is one round at least, and no more once it `is_late`.
    """
    rounds = [search(0)]
    while not (_is_settled(rounds, chance) or is_late()):
        rounds.append(search(len(rounds)))
    aim = rounds[0][0].aims_at_gold
    found = Counter([best.action for best, _ in rounds]).most_common(1)[0][0]
    bests = [best for best, _ in rounds]
    best = next(one for one in bests if one.action == found)
    lead = fmean([one.lead if one.action == found else 0.0 for one in bests])
    others = [one for each in bests for one in (each.action, *each.equals) if one != found]
    return Measured(
        replace(_mean(best, bests), lead=lead, aims_at_gold=aim),
        replace(_mean(rounds[0][1], [own for _, own in rounds]), aims_at_gold=aim),
        tuple(dict.fromkeys(others)),
        _error([chance(best) - chance(own) for best, own in rounds]),
    )


def _is_settled(rounds: Sequence[Pair], chance: Chance) -> bool:
    """Tell whether more rounds would hardly change what is said of a decision."""
    chances = [chance(best) for best, _ in rounds]
    costs = [chance(best) - chance(own) for best, own in rounds]
    cost, error, fewest = fmean(costs), _error(costs), _FEWEST if any(costs) else _FEWEST // 2
    if len(rounds) < fewest:
        return False
    is_clear = cost > error or cost + error < NOTICEABLE_COST or not any(costs)
    return len(rounds) >= _MOST or (is_clear and _error(chances) < NOTICEABLE_COST)


def _error(samples: Sequence[float]) -> float:
    """Return by how much the mean of samples may be off."""
    if len(samples) == 1:
        return _ERROR_OF_ONE
    return _STANDARD_ERRORS * stdev(samples) / sqrt(len(samples))


def _mean(one: RatedAction[Value], found: Sequence[RatedAction[Value]]) -> RatedAction[Value]:
    """Return an action with the mean chances of several ones."""
    gold = None if one.gold is None else fmean([each.gold or 0.0 for each in found])
    return replace(one, chance=fmean([each.chance for each in found]), gold=gold)
