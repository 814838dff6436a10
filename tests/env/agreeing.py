"""Plays in an environment and on the engine, side by side.

`python -m tests.env.agreeing 1000000` plays so many actions of each game, in about 20 minutes;
it prints each environment that has agreed.
"""

import sys
from random import Random
from typing import Any

from regicide_tui.env.aec import CardGameEnv
from regicide_tui.games import find
from regicide_tui.games.base import take_text
from tests.env.playing import some_numbers

KINDS = [
    *[("regicide", players, whole) for players in (1, 2, 3, 4) for whole in (False, True)],
    *[("duel", 2, whole) for whole in (False, True)],
    *[("king_of_the_dead", players, False) for players in (2, 3, 4)],
]
"""The environments: the game, its number of players, and whether an action is one number."""
_FEW = 12
"""Up to this many legal actions, all of them are compared at each decision."""
_SOMETIMES = 0.03
"""The share of the other decisions at which all are compared."""


def some_options(name: str, players: int, rng: Random) -> dict[str, Any]:
    """Return house rules, mostly the printed ones."""
    options = find(name).options(players)
    return {one.name: rng.choice(one.values) for one in options if rng.random() < 0.2}


def agree(name: str, players: int, whole: bool, actions: int, seed: int = 7) -> None:
    """Assert that an environment allows and does what the engine does."""
    rng, taken = Random(seed), 0
    while taken < actions:
        options = some_options(name, players, rng)
        env = CardGameEnv(name, players, whole=whole, options=options)
        deal = rng.randrange(10**6)
        env.reset(seed=deal)
        taken += _agree_in_a_game(env, find(name).new(players, str(deal), options), rng)


def _agree_in_a_game(env: Any, state: Any, rng: Random) -> int:
    """Play a game to its end. Return the number of actions."""
    game, space = env.game.rules.game, env.game.rules.space
    taken = 0
    while (seat := game.to_act(state)) is not None:
        assert env.agent_selection == f"player_{seat + 1}"
        view = game.view(state, seat)
        legal = game.legal_actions(view)
        complete = game.is_complete(view)
        if complete and (len(legal) <= _FEW or rng.random() < _SOMETIMES):
            found = rows(space, view, ())
            assert len(found) == len(legal)
            assert {space.build(view, row) for row in found} == {*legal}
            assert {space.spell(view, action) for action in legal} == {*found}
        numbers = some_numbers(env.game, rng)
        for number in numbers:
            assert env.game.mask(seat)[number]
            env.step(number)
        action = space.build(view, numbers)
        assert action in legal or not complete
        state = take_text(game, state, game.format(action))[-1].state
        assert env.game.state == state
        taken += 1
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.agents)
    return taken


def rows(space: Any, view: Any, picked: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the numbers of each action that begins with those that are picked."""
    following = space.following(view, picked)
    found = [row for number in following for row in rows(space, view, (*picked, number))]
    return found if following else [picked]


if __name__ == "__main__":
    for kind in KINDS:
        agree(*kind, int(sys.argv[1]) // sum(other[0] == kind[0] for other in KINDS))
        print(*kind, "agrees", flush=True)
