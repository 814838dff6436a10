"""The figures of a whole game of King of the Dead, for the statistics."""

from collections import Counter
from collections.abc import Iterable

from regicide_tui.games.base import Event
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    GameEnded,
    PowerPlayed,
    RoundBegan,
    RunScored,
)


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of rounds, cards scored, powers played and purchases, and the points.

    `points` are those of the winner; `points_1` and so on are those of each player.
    """
    counts: Counter[type[Event]] = Counter()
    free = 0
    points: tuple[int, ...] = ()
    for event in events:
        counts[type(event)] += 1
        if isinstance(event, CardBought):
            free += not event.paid
        if isinstance(event, GameEnded):
            points = event.points
    return {
        "rounds": counts[RoundBegan] + 1,
        "scored": counts[RunScored],
        "powers": counts[PowerPlayed],
        "purchases": counts[CardBought] - free,
        "points": max(points, default=0),
        **{f"points_{player}": one for player, one in enumerate(points, 1)},
    }
