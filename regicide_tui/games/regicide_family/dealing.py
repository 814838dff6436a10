"""Deals Regicide and Regicide Duel: the Castle, the first player, the hands and the Tavern."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ROYALS, UNKNOWN, Card, ascending
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.piles import shuffled
from regicide_tui.games.regicide_family.plays import is_royal

_TIERS = tuple(tuple(card for card in PACK if card.rank == rank) for rank in ROYALS)
_NUMBERS = tuple(card for card in PACK if card.rank not in ROYALS)


class Deal(Value):
    """The dealt cards: the Castle of twelve royals, Jacks first, the hands and the Tavern.

    `shuffles` is the number of shuffles that were made with the seed.
    """

    castle: Pile
    first: Seat
    hands: tuple[Pile, ...]
    tavern: Pile
    shuffles: int


def deal_cards(
    seed: str,
    players: int,
    hand_size: int,
    *,
    jesters: int,
    first_player: str | int,
    diamond_redeal: bool,
) -> Deal:
    """Return a deal with full hands (R-1, R-2, R-3, R-4, R-5, D-1, D-2, D-3).

    The same arguments give the same deal in every version of the program.
    """
    castle: Pile = ()
    for number, tier in enumerate(_TIERS):
        castle += shuffled(tier, seed, number)
    shuffles = len(_TIERS)
    drawn = shuffled(range(players), seed, shuffles)[0]
    first = drawn if first_player == "random" else int(first_player) - 1

    deck = [*_NUMBERS, *[JESTER] * jesters]
    dealt = hand_size * players
    while True:
        shuffles += 1
        tavern = shuffled(deck, seed, shuffles)
        cards = tavern[:dealt]
        if not diamond_redeal or any(card.suit is DIAMONDS for card in cards):
            break
    hands = tuple([ascending(cards[seat::players]) for seat in range(players)])
    return Deal(castle, first, hands, tavern[dealt:], shuffles + 1)


class Determinization:
    """Random cards for all unknown cards of a view, and a seed for later shuffles.

    `pack` are the cards of the game, `castle` is the hidden Castle, `others` are all other piles.
    The Castle gets Kings below Queens below Jacks, as at the deal. All other unknown cards come
    from the rest of the pack. If the pack has too few cards, a second one is added.
    """

    castle: Pile
    seed: str

    def __init__(
        self, pack: Counter[Card], castle: Pile, others: Sequence[Pile], rng: Random
    ) -> None:
        seen = Counter([card for pile in others for card in pile if card is not UNKNOWN])
        wanted = len(castle) + sum([pile.count(UNKNOWN) for pile in others])
        pool = list((pack - seen).elements())
        while len(pool) < wanted or sum(map(is_royal, pool)) < len(castle):
            pool = [*pool, *PACK]
        rng.shuffle(pool)
        self.castle = _build_castle(pool, len(castle))
        for card in self.castle:
            pool.remove(card)
        self._pool = pool
        self.seed = f"{rng.getrandbits(128):032x}"

    def fill(self, pile: Pile) -> Pile:
        """Return the pile with a random card for each unknown one."""
        return tuple([self._pool.pop() if card is UNKNOWN else card for card in pile])

    def fill_hands(self, hands: tuple[Pile, ...]) -> tuple[Pile, ...]:
        """Return the hands with a random card for each unknown one."""
        return tuple([ascending(self.fill(hand)) for hand in hands])


def _build_castle(pool: Sequence[Card], size: int) -> Pile:
    """Return a Castle built from the bottom up, with the right rank if one is left."""
    royals = [card for card in pool if is_royal(card)]
    castle: list[Card] = []
    for depth in range(size):
        rank = ROYALS[-1 - min(depth // 4, 2)]
        place = next((i for i, card in enumerate(royals) if card.rank == rank), 0)
        castle.insert(0, royals.pop(place))
    return tuple(castle)
