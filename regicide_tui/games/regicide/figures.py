"""The figures of a whole game of Regicide, for the statistics."""

from collections.abc import Iterable

from regicide_tui.games.base import Event
from regicide_tui.games.regicide.events import EnemyDefeated, JesterFlipped


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of royals defeated, of exact kills and of solo Jesters flipped."""
    seen = list(events)
    defeats = [event for event in seen if isinstance(event, EnemyDefeated)]
    return {
        "royals": len(defeats),
        "exact": sum(event.exact for event in defeats),
        "jesters": sum(isinstance(event, JesterFlipped) for event in seen),
    }
