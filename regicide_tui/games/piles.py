"""Hands and piles of cards: shuffles, hidden cards, moved cards and needless cards."""

import struct
from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.digests import blake2b
from regicide_tui.games.base import Game, IllegalAction, Pile, PlayerEvent, Seat, Value

T = TypeVar("T")

_TICKETS = struct.Struct(">8Q")


def shuffled(items: Sequence[T], seed: str, number: int) -> tuple[T, ...]:
    """Return the items in the order of shuffle `number` (from 0) of the game with this seed."""
    # A key has at most 64 bytes, and 16 characters have at most 64 bytes.
    key = seed.encode() if len(seed) <= 16 else _shorten(seed.encode())
    tickets: list[int] = []
    for block in range(0, len(items), 8):
        tickets += _TICKETS.unpack(blake2b(b"%d.%d" % (number, block), key=key).digest())
    return tuple([items[place] for place in sorted(range(len(items)), key=tickets.__getitem__)])


def _shorten(key: bytes) -> bytes:
    from hashlib import sha256  # it loads OpenSSL, and few seeds are as long

    return sha256(key).digest()


def lay_on_pile(pile: Pile, cards: tuple[Card, ...]) -> Pile:
    """Return the pile with these cards put on top one by one, in this order."""
    return (*reversed(cards), *pile)


def heal(
    tavern: Pile, discard: Pile, value: int, seed: str | None, number: int
) -> tuple[Pile, Pile, int]:
    """Shuffle the discard pile and put `value` cards of it under the Tavern, unseen (R-32, D-6).

    `number` is the number of the shuffle. A view has no seed: there, shuffled cards are unknown.
    Returns the Tavern, the discard pile, and how many cards moved.
    """
    if seed is None:
        discard = hide_all(discard)
    elif len(discard) > 1:
        discard = shuffled(discard, seed, number)
    healed = discard[:value]
    return tavern + healed, discard[value:], len(healed)


def hide_all(pile: Pile) -> Pile:
    """Return a pile of unknown cards with the same size."""
    return (UNKNOWN,) * len(pile)


def hide_below_top(pile: Pile) -> Pile:
    """Return the pile as seen by players who know only its top card (R-7, D-20)."""
    return pile[:1] + hide_all(pile[1:])


def remove_cards(hand: Pile, some: Pile) -> Pile:
    """Return the hand, or another pile, without these cards.

    Of equal cards in a pile the one nearest the top is removed (K-57).
    Raises `IllegalAction` with `not_in_hand` if the hand does not hold one of them.
    """
    rest = list(hand)
    for card in some:
        if card not in rest:
            raise IllegalAction("not_in_hand", f"{card} is not in the hand.")
        rest.remove(card)
    return tuple(rest)


def replace_at(row: tuple[T, ...], seat: Seat, value: T) -> tuple[T, ...]:
    """Return the tuple with another value at the index of one seat."""
    return (*row[:seat], value, *row[seat + 1 :])


def hide_other_hands(hands: tuple[Pile, ...], seat: Seat | None) -> tuple[Pile, ...]:
    """Return the hands as a seat, or a spectator (None), sees them: only its own is shown."""
    return tuple([hand if place == seat else hide_all(hand) for place, hand in enumerate(hands)])


class TurnBegan(PlayerEvent):
    """A player's turn starts."""

    begins_turn = True


S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def spare_cards(cards: Pile, enough: Callable[[Pile], bool]) -> Pile:
    """Return each card without which the others are still enough, in the given order."""
    return tuple([card for card in dict.fromkeys(cards) if enough(_left(cards, card))])


def needless_cards(game: Game[S, A], view: S, action: A) -> Pile:
    """Return each card of a legal action that the action does not need."""
    cards: Pile = getattr(action, "cards", ())
    if len(cards) < 2 or None in cards:
        return ()
    effect = game.effect(view, action)
    return spare_cards(cards, lambda left: game.effect(view, _with(action, left)) == effect)


def drop_needless_cards(game: Game[S, A], view: S, action: A) -> A:
    """Return a legal action without needless cards; the most expensive ones go first."""
    while spare := needless_cards(game, view, action):
        dearest = max(spare, key=lambda card: game.price((card,)))
        action = _with(action, _left(action.cards, dearest))  # type: ignore[attr-defined]
    return action


def _with(action: A, cards: Pile) -> A:
    changed: A = replace(action, cards=cards)
    return changed


def _left(cards: Pile, spare: Card) -> Pile:
    place = cards.index(spare)
    return cards[:place] + cards[place + 1 :]
