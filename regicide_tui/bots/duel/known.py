"""What a seat knows in a Duel, as a row with gaps."""

from regicide_tui.bots.base import NoAnswer, Sight
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.duel.translate import public_row
from regicide_tui.bots.places import Slot
from regicide_tui.bots.rows import layout as at
from regicide_tui.bots.rows.guess import Known, known_by
from regicide_tui.bots.rows.translate import number_of
from regicide_tui.cards import PACK, Card
from regicide_tui.games.duel.state import State, holder, other


def known_to(sight: Sight[State]) -> Known:
    """Return what is known from what a seat has seen.

    Raises `NoAnswer` for a position that one pack of cards does not make.
    """
    view, memory = sight.view, Memory(sight)
    seat, row = holder(view), public_row(view)
    rival, tavern, discard = memory.hidden()
    piles: list[tuple[int, list[Slot]]] = [
        (_hand(seat), [*view.hands[seat]]),
        (_hand(other(seat)), rival),
        (at.TAVERN, tavern[::-1]),
        (at.DISCARD, discard),
    ]
    places = [(first + place, slot) for first, pile in piles for place, slot in enumerate(pile)]
    gone = [card for plays in (*view.shields, (view.played,)) for cards in plays for card in cards]
    for place, slot in places:
        if isinstance(slot, Card):
            row[place] = number_of(slot)
            gone.append(slot)
    if len(set(gone)) < len(gone):
        raise NoAnswer
    pool = [(memory.since[card], number_of(card)) for card in PACK if card not in gone]
    return known_by(row, places, pool)


def _hand(seat: int) -> int:
    return at.HANDS + seat * at.HAND_ROOM
