"""The figures of a whole game of Regicide Duel, for the statistics."""

from collections.abc import Iterable

from regicide_tui.games.base import Event
from regicide_tui.games.duel.events import AttackMade, CastleCardDrawn, ShieldDestroyed


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Return the counts of destroyed shields and of drawn Castle cards, and the largest attack."""
    seen = list(events)
    attacks = [event.attack for event in seen if isinstance(event, AttackMade)]
    return {
        "shields": sum(isinstance(event, ShieldDestroyed) for event in seen),
        "castle": sum(isinstance(event, CastleCardDrawn) for event in seen),
        "attack": max(attacks, default=0),
    }
