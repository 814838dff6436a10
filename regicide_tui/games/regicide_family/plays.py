"""The values of the cards of Regicide and Regicide Duel, and which can be played together."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from regicide_tui.cards import JESTER, PACK, ROYALS, Card
from regicide_tui.games.base import Pile

_RANK_VALUE = {"A": 1, "T": 10, "J": 10, "Q": 15, "K": 20} | {str(n): n for n in range(2, 10)}
VALUE = {card: _RANK_VALUE[card.rank] for card in PACK} | {JESTER: 0}
"""The value of a card that is played or paid (R-6, R-43, D-5)."""

_JESTER_PRICE = 25

_COMBO_RANKS = "2345"
_COMBO_TOTAL = 10


def total(cards: Pile) -> int:
    """Return the value of these cards together."""
    return sum([VALUE[card] for card in cards])


def price(cards: Pile) -> float:
    """Return how much the loss of these cards costs a player; a Jester costs most."""
    return float(total(cards) + _JESTER_PRICE * cards.count(JESTER))


def is_royal(card: Card) -> bool:
    """Return whether a card is a Jack, Queen or King."""
    return card.rank != "" and card.rank in ROYALS


def are_royals(cards: Iterable[Card]) -> bool:
    """Return whether all these cards are Jacks, Queens and Kings."""
    return all(map(is_royal, cards))


def play_order(card: Card) -> tuple[int, int]:
    """Return the sort key for the cards of a play: highest rank first, then C D H S (R-14)."""
    suit = (card.order - 1) % 4
    return suit - card.order, suit


def is_play(played: Pile, combos: bool = True) -> bool:
    """Return whether these cards may be played together.

    Rulings R-10, R-11, R-12, R-13, R-26, D-4, D-5.
    """
    if len(played) == 1:
        return True
    if not 2 <= len(played) <= 4 or JESTER in played:
        return False
    if len(played) == 2 and (played[0].rank == "A" or played[1].rank == "A"):
        return True
    return (
        combos
        and played[0].rank in _COMBO_RANKS
        and len({card.rank for card in played}) == 1
        and total(played) <= _COMBO_TOTAL
    )


def why_no_play(cards: Pile, combos: bool = True) -> str:
    """Return a sentence that says why these cards may not be played together."""
    if JESTER in cards:
        return "A Jester is always played alone."
    if any(card.rank == "A" for card in cards):
        return "An Ace goes with exactly one other card."
    if not combos:
        return "Combos are off here: only an Ace joins another card."
    if len({card.rank for card in cards}) > 1:
        return "Only equal numbers combine; only an Ace joins another."
    return "A combo is of 2s, 3s, 4s or 5s with a total of at most 10."


def plays(hand: Pile, combos: bool = True) -> list[Pile]:
    """Return every play of an ascending hand once, each in canonical order."""
    found: list[Pile] = [(card,) for card in hand]
    aces = [card for card in hand if card.rank == "A"]
    if aces:
        others = [card for card in hand if card.rank != "A" and card is not JESTER]
        found += [(card, ace) for ace in aces for card in others]
        found += combinations(aces, 2)
    if combos:
        found += _combos(hand)
    return found if len(set(hand)) == len(hand) else list(dict.fromkeys(found))


def _combos(hand: Pile) -> Iterator[Pile]:
    """Yield the combos of equal numbers with a total of at most 10 (R-11)."""
    ranks = [card.rank for card in hand]
    if len(set(ranks)) == len(ranks):
        return
    for rank in _COMBO_RANKS:
        same = [card for card in hand if card.rank == rank]
        for size in range(2, min(len(same), _COMBO_TOTAL // int(rank), 4) + 1):
            yield from combinations(same, size)
