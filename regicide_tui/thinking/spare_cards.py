"""Chooses the advised action among equally good ones: the one that takes the cheapest cards."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.bots.base import RatedAction
from regicide_tui.games.base import AnyGame, Pile, Value
from regicide_tui.games.piles import drop_needless_cards

NOISE = 0.01
"""Chances that differ by no more than this may differ by accident of the search."""


def spare_cards(
    game: AnyGame, view: Value, ranked: Sequence[RatedAction[Value]]
) -> tuple[RatedAction[Value], ...]:
    """Return rated actions without their needless cards, each action once.

    The first one is the best, or one with the same effect and an equal chance that leaves the
    better hand.
    """
    found: dict[Value, RatedAction[Value]] = {}
    for one in ranked:
        action = drop_needless_cards(game, view, one.action)
        found.setdefault(action, replace(one, action=action))
    choices = [*found.values()]
    if not choices:
        return ()
    first = _cheapest(game, view, choices)
    return (first, *[one for one in choices if one is not first])


def _cheapest(
    game: AnyGame, view: Value, choices: Sequence[RatedAction[Value]]
) -> RatedAction[Value]:
    """Return the first action, or an equal one that takes cheaper cards."""
    best = choices[0]
    effect = game.effect(view, best.action)
    equal = [
        one
        for one in choices
        if one.target_chance >= best.target_chance - NOISE
        and game.effect(view, one.action) == effect
    ]
    return min(equal, key=lambda one: game.price(_cards(one.action)))


def _cards(action: Value) -> Pile:
    """Return the cards that an action takes from the hand."""
    return tuple([card for card in getattr(action, "cards", ()) if card is not None])
