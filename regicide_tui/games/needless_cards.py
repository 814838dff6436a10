"""The cards of an action that the action does not need.

The function `effect` of a game returns what an action does. A card is needless if the action has
the same effect without it. Previews and hints both use this module, so no hint contains a card that
the preview calls needless.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Game, Pile, Value

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
