"""Chooses numbers for the tests of the environments, at random or half well."""

from collections.abc import Callable
from random import Random
from typing import Any

from regicide_tui.bots.duel.heuristic import list_candidates
from regicide_tui.env.actions.action_space import Picked
from regicide_tui.env.env_game import EnvGame
from tests.bots.best import best_candidate
from tests.bots.regicide.games import some_action
from tests.loose import loose


def _best_in_duel(state: Any, rng: Random) -> Any:
    return best_candidate(list_candidates(state))


_CHOOSERS: dict[str, Callable[[Any, Random], Any]] = {
    "regicide": some_action,
    "duel": _best_in_duel,
}
"""Who chooses actions with which games last longer than random ones."""


def some_numbers(game: EnvGame, rng: Random) -> Picked:
    """Return the numbers that choose some action for the seat that must act."""
    space, view = game.rules.space, game.rules.game.view(game.state, game.seat)
    choose = _CHOOSERS.get(game.rules.game.name)
    if choose and rng.random() < 0.6:
        return space.spell(view, choose(loose(game.state), rng))
    picked: Picked = ()
    while following := space.following(view, picked):
        picked = (*picked, rng.choice(following))
    return picked
