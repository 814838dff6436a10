"""The log sentences that Regicide and Regicide Duel share."""

from regicide_tui.cards import UNKNOWN
from regicide_tui.games.regicide_family.events import (
    CardsDrawn,
    CardsPlayed,
    DamagePaid,
    DiscardHealed,
)
from regicide_tui.games.sentences import (
    EventSentences,
    LogSentence,
    PlayerNames,
    detail,
    head,
    spaced,
)
from regicide_tui.games.words import counted


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
