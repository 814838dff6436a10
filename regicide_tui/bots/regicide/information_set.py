"""What a seat knows in Regicide, as an encoded state with gaps."""

from regicide_tui.bots.arrays import ints_of
from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.encoded import layout
from regicide_tui.bots.encoded.determinize import InformationSet, build_information_set, list_places
from regicide_tui.bots.encoded.encoding import card_number, encode_cards, number_cards
from regicide_tui.bots.regicide.encoding import encode_view
from regicide_tui.bots.regicide.layout import PUBLIC
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State


def infer_information_set(memory: Memory, view: State) -> InformationSet:
    """Return what is known from a view and from memory.

    Raises `NoAnswer` if the cards are not those of one pack.
    """
    encoded = encode_view(view)
    places = list_places(memory.hands, memory.tavern, memory.discard)
    seen = [(place, card) for place, card in places if isinstance(card, Card)]
    table = [card for play in view.table for card in play.cards]
    numbers = number_cards([card for _, card in seen], table.count(JESTER))
    for (place, _), number in zip(seen, numbers, strict=True):
        encoded[place] = number
    encoded[PUBLIC] = encode_cards(tuple(memory.public))
    own = layout.HANDS + view.turn * layout.HAND_ROOM
    end = own + len(view.hands[view.turn])
    encoded[own:end] = ints_of(sorted(encoded[own:end]))
    gone = [*table, *[card for _, card in seen], *([view.enemy] if view.enemy else [])]
    if len(set(gone)) + max(0, gone.count(JESTER) - 1) < len(gone):
        raise NoAnswer
    return build_information_set(encoded, places, _unseen(gone, len(view.hands), memory))


def _unseen(gone: list[Card], players: int, memory: Memory) -> list[tuple[int, int]]:
    """Return the cards that can be anywhere, each after the shuffle since which it is hidden."""
    pool = [(memory.hidden_since[card], card_number(card)) for card in PACK if card not in gone]
    shown = gone.count(JESTER)
    # Two Jesters look the same. While one is in sight, the other counts as never seen.
    hidden_since = memory.hidden_since[JESTER] if shown == 0 else 0
    jesters = range(shown, TAVERN_JESTERS[players])
    return pool + [(hidden_since if number == 0 else 0, number) for number in jesters]
