"""Guessing at what a view leaves open, in Regicide and in Regicide Duel."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from regicide_tui.cards import PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Pile
from regicide_tui.games.regicide_family.plays import ROYALS, is_royal


class Guess:
    """Cards for all unknown places of a view, at random, and a seed for what comes.

    `pack` is what the game is played with, `castle` the hidden Castle, `others` all other piles.
    The Castle gets Kings below Queens below Jacks, as at the deal; all other unknown places
    share what is left of the pack. For a position that no pack can fill, a second one is opened.
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
        self.castle = _castle_of(pool, len(castle))
        for card in self.castle:
            pool.remove(card)
        self._pool = pool
        self.seed = f"{rng.getrandbits(128):032x}"

    def fill(self, pile: Pile) -> Pile:
        """Return the pile with a card for each unknown one."""
        return tuple([self._pool.pop() if card is UNKNOWN else card for card in pile])

    def fill_hands(self, hands: tuple[Pile, ...]) -> tuple[Pile, ...]:
        """Return the hands with a card for each unknown one."""
        return tuple([ascending(self.fill(hand)) for hand in hands])


def _castle_of(pool: Sequence[Card], size: int) -> Pile:
    """Build a Castle from the bottom up: of the wanted rank where there is one left."""
    royals = [card for card in pool if is_royal(card)]
    castle: list[Card] = []
    for depth in range(size):
        rank = ROYALS[-1 - min(depth // 4, 2)]
        place = next((i for i, card in enumerate(royals) if card.rank == rank), 0)
        castle.insert(0, royals.pop(place))
    return tuple(castle)
