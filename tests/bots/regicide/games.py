"""Games for the tests of encoded states, played at random or half well."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.games.regicide.rules import PlayPreview, preview
from regicide_tui.games.regicide.state import Action, Play, State
from tests.loose import loose

GAME = find("regicide")


def some_options(rng: Random) -> dict[str, Json]:
    """Return house rules, mostly the printed ones."""
    return {
        "combos": rng.random() < 0.8,
        "solo_yield": rng.random() < 0.3,
        "overpay": rng.choice(["one_at_a_time"] * 3 + ["minimal", "free"]),
    }


def some_action(state: State, rng: Random) -> Action:
    """Return a random action, often one that hurts the enemy."""
    actions = GAME.legal_actions(state)
    picked: list[Action] = rng.choices(loose(actions), k=4)
    return (
        max(picked, key=lambda action: _daring(state, action)) if rng.random() < 0.4 else picked[0]
    )


def _daring(state: State, action: Action) -> float:
    match action:
        case Play(cards):
            effect = preview(state, cards)
            assert isinstance(effect, PlayPreview)
            return effect.kills * 100 + effect.exact * 100 - effect.due + (effect.drawn or 0)
        case _:
            return -len(getattr(action, "cards", ()))


def walk(
    rng: Random, players: int, options: dict[str, Json], defeated: int = 0
) -> Iterator[tuple[State, Action]]:
    """Yield each state of a game with the action that is taken there.

    With `defeated` so many royals lie in the discard from the beginning: at random no game gets as
    far as the Kings.
    """
    state: State = loose(GAME.new(players, str(rng.random()), options))
    royals = state.enemy, *state.castle
    state = replace(
        state,
        discard=royals[:defeated],
        enemy=royals[defeated],
        castle=royals[defeated + 1 :],
    )
    while GAME.outcome(state) is None:
        action = some_action(state, rng)
        yield state, action
        state = loose(GAME.reduce(state, action).state)
