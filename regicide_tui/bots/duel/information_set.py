"""What a seat knows in a Duel, as an encoded state with gaps."""

from regicide_tui.bots.base import NoAnswer, Observation
from regicide_tui.bots.duel.encoding import encode_view
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.encoded.determinize import InformationSet, build_information_set, list_places
from regicide_tui.bots.encoded.encoding import card_number
from regicide_tui.bots.known_piles import CardOrShuffle
from regicide_tui.cards import PACK, Card
from regicide_tui.games.duel.state import State, holder


def infer_information_set(observation: Observation[State]) -> InformationSet:
    """Return what is known from what a seat has seen.

    Raises `NoAnswer` if the cards are not those of one pack.
    """
    view, memory = observation.view, Memory(observation)
    seat, encoded = holder(view), encode_view(view)
    rival, tavern, discard = memory.hidden()
    own: list[CardOrShuffle] = [*view.hands[seat]]
    places = list_places((rival, own) if seat else (own, rival), tavern, discard)
    gone = [card for plays in (*view.shields, (view.played,)) for cards in plays for card in cards]
    for place, slot in places:
        if isinstance(slot, Card):
            encoded[place] = card_number(slot)
            gone.append(slot)
    if len(set(gone)) < len(gone):
        raise NoAnswer
    pool = [(memory.hidden_since[card], card_number(card)) for card in PACK if card not in gone]
    return build_information_set(encoded, places, pool)
