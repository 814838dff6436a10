"""A game of Regicide Duel looked back at: its figures."""

from collections.abc import Iterable

from regicide_tui.games.base import Event
from regicide_tui.games.duel.events import AttackMade, CastleCardDrawn, ShieldDestroyed


def figures(events: Iterable[Event]) -> dict[str, int]:
    """Count the shields that fell and the Castle's cards drawn; name the largest attack."""
    seen = list(events)
    attacks = [event.attack for event in seen if isinstance(event, AttackMade)]
    return {
        "shields": sum(isinstance(event, ShieldDestroyed) for event in seen),
        "castle": sum(isinstance(event, CastleCardDrawn) for event in seen),
        "attack": max(attacks, default=0),
    }
