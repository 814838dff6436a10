"""The log sentences that Regicide and Regicide Duel share."""

from collections.abc import Callable, Mapping

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.base import Event
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
)
from regicide_tui.games.sentences import LogSentence, PlayerNames, detail, head, spaced
from regicide_tui.games.words import counted

EventSentences = Mapping[type[Event], Callable[..., LogSentence]]
"""The function that makes the sentence of each kind of event, from the event and `PlayerNames`.

Other kinds get no sentence.
"""


def tell_event(tellers: EventSentences, event: Event, seats: tuple[str, ...]) -> LogSentence | None:
    """Return the sentence of an event; None if `tellers` has none for its kind."""
    teller = tellers.get(type(event))
    return teller(event, PlayerNames(seats)) if teller else None


def _played(event: CardsPlayed, names: PlayerNames) -> LogSentence:
    together = (f" = {event.value}",) if len(event.cards) > 1 else ()
    return head(names.with_verb(event.seat, "play"), *spaced(event.cards), *together)


def _healed(event: DiscardHealed, names: PlayerNames) -> LogSentence:
    return detail(f"{counted(event.count, 'card')} healed" if event.count else "nothing to heal")


def _drawn(event: CardsDrawn, names: PlayerNames) -> LogSentence:
    if UNKNOWN in event.cards:
        return detail(
            f"{names.detail_with_verb(event.seat, 'draw', begins=False)} {len(event.cards)}"
        )
    return detail(names.detail_with_verb(event.seat, "draw", begins=False), *spaced(event.cards))


def _paid(event: DamagePaid, names: PlayerNames) -> LogSentence:
    return head(names.with_verb(event.seat, "discard"), *spaced(event.cards))


COMMON: EventSentences = {
    CardsPlayed: _played,
    DiscardHealed: _healed,
    CardsDrawn: _drawn,
    DamagePaid: _paid,
}
