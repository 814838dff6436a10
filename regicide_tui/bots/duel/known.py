"""What a seat knows in a Duel, as a row with gaps."""

from regicide_tui.bots.base import NoAnswer, Sight
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.duel.translate import public_row
from regicide_tui.bots.places import Slot
from regicide_tui.bots.rows.guess import Known, known_by, places_of
from regicide_tui.bots.rows.translate import number_of
from regicide_tui.cards import PACK, Card
from regicide_tui.games.duel.state import State, holder


def known_to(sight: Sight[State]) -> Known:
    """Return what is known from what a seat has seen.

    Raises `NoAnswer` for a position that one pack of cards does not make.
    """
    view, memory = sight.view, Memory(sight)
    seat, row = holder(view), public_row(view)
    rival, tavern, discard = memory.hidden()
    own: list[Slot] = [*view.hands[seat]]
    places = places_of((rival, own) if seat else (own, rival), tavern, discard)
    gone = [card for plays in (*view.shields, (view.played,)) for cards in plays for card in cards]
    for place, slot in places:
        if isinstance(slot, Card):
            row[place] = number_of(slot)
            gone.append(slot)
    if len(set(gone)) < len(gone):
        raise NoAnswer
    pool = [(memory.since[card], number_of(card)) for card in PACK if card not in gone]
    return known_by(row, places, pool)
