"""What a seat knows of a game of King of the Dead, as an encoded state with gaps."""

from collections import Counter
from itertools import accumulate, chain

from regicide_tui.bots.arrays import ints_of
from regicide_tui.bots.base import Observation
from regicide_tui.bots.king_of_the_dead.encoded import layout
from regicide_tui.bots.king_of_the_dead.encoded.cards import card_number
from regicide_tui.bots.king_of_the_dead.encoded.determinize import InformationSet
from regicide_tui.bots.king_of_the_dead.encoded.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.memory import Memory
from regicide_tui.cards import PACK, UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.games.king_of_the_dead.piles import hidden_cards
from regicide_tui.games.king_of_the_dead.state import State


def infer_information_set(observation: Observation[State]) -> InformationSet:
    """Return what the seat to act knows from what it has seen."""
    view = observation.view
    gaps, gap_ends = _find_gaps(view)
    pool = hidden_cards(view)
    owned: list[list[Card]] = []
    for cards in Memory(observation).hidden:
        # Who joins late may take cards for a player's that were banished long ago.
        possible = Counter(cards) & pool
        pool -= possible
        owned.append([*possible.elements()])
    places = len(gaps) + len(view.gate) + (view.newcomer is UNKNOWN)
    anywhere = [*pool.elements()]
    while len(anywhere) + sum(map(len, owned)) < places:
        anywhere += PACK  # a position with more cards than the packs have
    encoded = encode_state(view)
    if view.newcomer is UNKNOWN:
        encoded[layout.NEWCOMER] = layout.JOKER
    return InformationSet(
        encoded,
        ints_of(gaps),
        ints_of(gap_ends),
        ints_of(map(card_number, chain(*owned, anywhere))),
        ints_of(accumulate(map(len, owned))),
        len(view.gate),
        int(view.newcomer is UNKNOWN),
    )


def _find_gaps(view: State) -> tuple[list[int], list[int]]:
    """Return the indices of the hidden cards of hands and draw piles, and where each seat's end."""
    gaps: list[int] = []
    ends: list[int] = []
    for seat, side in enumerate(view.sides):
        gaps += _unknown(side.hand, layout.HANDS + seat)
        gaps += _unknown(side.draws[::-1], layout.DRAWS + seat)
        ends.append(len(gaps))
    return gaps, ends


def _unknown(cards: Pile, pile: int) -> list[int]:
    """Return the indices of the unknown cards of a pile, which is given from the bottom up."""
    first = layout.CARDS + pile * layout.ROOM
    return [first + place for place, card in enumerate(cards) if card is UNKNOWN]
