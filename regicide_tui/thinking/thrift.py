"""Which of the actions that a bot thinks equally good is advised: the one that spares the hand."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.bots.base import Choice
from regicide_tui.games.base import AnyGame, Pile, Value
from regicide_tui.games.needless_cards import drop_needless_cards

NOISE = 0.01
"""Chances that differ by no more than this may differ by the luck of the thoughts alone."""


def thrifty(
    game: AnyGame, view: Value, ranked: Sequence[Choice[Value]]
) -> tuple[Choice[Value], ...]:
    """Return ranked actions without their needless cards, each action once.

    The first one is the best, or one with the same effect and an equal chance that leaves the
    better hand.
    """
    found: dict[Value, Choice[Value]] = {}
    for one in ranked:
        action = drop_needless_cards(game, view, one.action)
        found.setdefault(action, replace(one, action=action))
    choices = [*found.values()]
    if not choices:
        return ()
    first = _cheapest(game, view, choices)
    return (first, *[one for one in choices if one is not first])


def _cheapest(game: AnyGame, view: Value, choices: Sequence[Choice[Value]]) -> Choice[Value]:
    """Return the first action, or an equal one that takes cheaper cards."""
    best = choices[0]
    effect = game.effect(view, best.action)
    equal = [
        one
        for one in choices
        if one.merit >= best.merit - NOISE and game.effect(view, one.action) == effect
    ]
    return min(equal, key=lambda one: game.price(_cards(one.action)))


def _cards(action: Value) -> Pile:
    """Return the cards that an action takes from the hand."""
    return tuple([card for card in getattr(action, "cards", ()) if card is not None])
