"""The sentences for what happens in Regicide and in Regicide Duel alike."""

from collections.abc import Callable, Mapping

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
)
from regicide_tui.games.sentences import Line, Names, detail, head, spaced
from regicide_tui.games.words import counted

Tellers = Mapping[type[Event], Callable[..., Line]]
"""How each kind of event is told, by the `Names` of the players.

A kind that is not there goes without saying.
"""


def tell_by(tellers: Tellers, event: Event, seats: tuple[str, ...]) -> Line | None:
    """Return the sentence of an event, or None for what goes without saying."""
    teller = tellers.get(type(event))
    return teller(event, Names(seats)) if teller else None


def _played(event: CardsPlayed, names: Names) -> Line:
    together = (f" = {event.value}",) if len(event.cards) > 1 else ()
    return head(names.does(event.seat, "play"), *spaced(event.cards), *together)


def _healed(event: DiscardHealed, names: Names) -> Line:
    return detail(f"{counted(event.count, 'card')} healed" if event.count else "nothing to heal")


def _drawn(event: CardsDrawn, names: Names) -> Line:
    if UNKNOWN in event.cards:
        return detail(f"{names.also(event.seat, 'draw', begins=False)} {len(event.cards)}")
    return detail(names.also(event.seat, "draw", begins=False), *spaced(event.cards))


def _paid(event: DamagePaid, names: Names) -> Line:
    return head(names.does(event.seat, "discard"), *spaced(event.cards))


COMMON: Tellers = {
    CardsPlayed: _played,
    DiscardHealed: _healed,
    CardsDrawn: _drawn,
    DamagePaid: _paid,
}
