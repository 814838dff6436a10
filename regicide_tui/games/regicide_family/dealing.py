"""The deal and the hidden cards of Regicide and Regicide Duel."""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.cards import DIAMONDS, JESTER, PACK, ROYALS, UNKNOWN, Card, ascending
from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.piles import hide_all, hide_below_top, hide_other_hands, shuffled
from regicide_tui.games.regicide_family.plays import is_royal

_TIERS = tuple(tuple(card for card in PACK if card.rank == rank) for rank in ROYALS)
_NUMBERS = tuple(card for card in PACK if card.rank not in ROYALS)


class FamilyState(Value):
    """The common part of the states of both games. Piles have the top first, hands the lowest card.

    In a view, cards that the seat may not know are `UNKNOWN`, `seed` is None and `shuffles` is 0.
    """

    seed: str | None
    shuffles: int
    """The number of shuffles that were made with the seed so far."""
    hands: tuple[Pile, ...]
    tavern: Pile
    castle: Pile
    discard: Pile
    turn: Seat


F = TypeVar("F", bound=FamilyState)


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


def hide_piles(state: F, seat: Seat | None, known: int = 0) -> F:
    """Return a state as a seat, or a spectator (None), sees it.

    The other hands, the Castle and the discard pile below its top card are hidden, and so is the
    Tavern below its `known` top cards (R-7, R-8, D-20).
    """
    return replace(
        state,
        seed=None,
        shuffles=0,
        hands=hide_other_hands(state.hands, seat),
        tavern=state.tavern[:known] + hide_all(state.tavern[known:]),
        castle=hide_all(state.castle),
        discard=hide_below_top(state.discard),
    )


def guess_cards(view: F, pack: Counter[Card], laid: Iterable[Card], rng: Random) -> F:
    """Return a state with random cards for the unknown ones, and a seed for later shuffles.

    `pack` are the cards of the game, and `laid` are those that are open elsewhere. The Castle gets
    Kings below Queens below Jacks, as at the deal. All other unknown cards come from the rest of
    the pack. If the pack has too few cards, a second one is added.
    """
    piles = [*view.hands, view.tavern, view.discard]
    seen = Counter([*laid, *[card for pile in piles for card in pile if card is not UNKNOWN]])
    wanted = len(view.castle) + sum([pile.count(UNKNOWN) for pile in piles])
    pool = list((pack - seen).elements())
    while len(pool) < wanted or sum(map(is_royal, pool)) < len(view.castle):
        pool = [*pool, *PACK]
    rng.shuffle(pool)
    castle = _build_castle(pool, len(view.castle))
    for card in castle:
        pool.remove(card)

    def fill(pile: Pile) -> Pile:
        return tuple([pool.pop() if card is UNKNOWN else card for card in pile])

    return replace(
        view,
        seed=f"{rng.getrandbits(128):032x}",
        castle=castle,
        hands=tuple([ascending(fill(hand)) for hand in view.hands]),
        tavern=fill(view.tavern),
        discard=fill(view.discard),
    )


def _build_castle(pool: Sequence[Card], size: int) -> Pile:
    """Return a Castle built from the bottom up, with the right rank if one is left."""
    royals = [card for card in pool if is_royal(card)]
    castle: list[Card] = []
    for depth in range(size):
        rank = ROYALS[-1 - min(depth // 4, 2)]
        place = next((i for i, card in enumerate(royals) if card.rank == rank), 0)
        castle.insert(0, royals.pop(place))
    return tuple(castle)
