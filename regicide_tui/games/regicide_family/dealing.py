"""Deals Regicide and Regicide Duel: the Castle, the first player, the hands and the Tavern."""

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ROYALS, ascending
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.chance import shuffled

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
