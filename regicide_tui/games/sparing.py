"""Cards that an action takes from the hand without need.

A game says with `effect` what an action brings about. A card is needless if the action has the same
effect without it. Previews and hints share this, so no hint takes a card of which the preview says
`even without`.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Game, Pile, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


def spare_cards(cards: Pile, enough: Callable[[Pile], bool]) -> Pile:
    """Return each card without which the others are still enough, in the order of the cards."""
    return tuple([card for card in dict.fromkeys(cards) if enough(_left(cards, card))])


def needless(game: Game[S, A], view: S, action: A) -> Pile:
    """Return each card that a legal action takes and does not need."""
    cards: Pile = getattr(action, "cards", ())
    if len(cards) < 2 or None in cards:
        return ()
    effect = game.effect(view, action)
    return spare_cards(cards, lambda left: game.effect(view, _with(action, left)) == effect)


def lean(game: Game[S, A], view: S, action: A) -> A:
    """Return a legal action without its needless cards: the dearest of them stay in the hand."""
    while spare := needless(game, view, action):
        dearest = max(spare, key=lambda card: game.price((card,)))
        action = _with(action, _left(action.cards, dearest))  # type: ignore[attr-defined]
    return action


def _with(action: A, cards: Pile) -> A:
    changed: A = replace(action, cards=cards)
    return changed


def _left(cards: Pile, spare: Card) -> Pile:
    place = cards.index(spare)
    return cards[:place] + cards[place + 1 :]
