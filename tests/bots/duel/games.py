"""Games for the tests of encoded states, played at random or half well."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from regicide_tui.bots.duel.heuristic import list_candidates
from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.plays import Pay, Play
from tests.bots.best import best_candidate
from tests.loose import loose

GAME = find("duel")


def some_options(rng: Random) -> dict[str, Json]:
    """Return house rules, mostly the printed ones."""
    return {"overpay": rng.choice(["one_at_a_time"] * 3 + ["minimal", "free"])}


def walk(
    rng: Random, rules: dict[str, Json], defeated: int = 0
) -> Iterator[tuple[State, Play | Pay]]:
    """Yield each state of a game with the action that is taken there.

    With `defeated` so many royals lie in the discard from the beginning: at random few games empty
    the Castle.
    """
    state: State = loose(GAME.new(2, str(rng.random()), rules))
    state = replace(state, discard=state.castle[:defeated], castle=state.castle[defeated:])
    daring = rng.random()
    while GAME.outcome(state) is None:
        careful = rng.random() < daring
        action = (
            best_candidate(list_candidates(state))
            if careful
            else rng.choice(GAME.legal_actions(state))
        )
        yield state, loose(action)
        state = loose(GAME.reduce(state, action).state)
