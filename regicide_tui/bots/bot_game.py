"""Plays games among bots. Each bot sees what its seat sees; the engine applies the rules."""

from collections.abc import Sequence
from math import sqrt

from regicide_tui.bots.base import A, Bot, Observation, S
from regicide_tui.games.base import Event, Game, Json, Outcome, Value

_LIKELY = 1.96
"""The number of standard errors on either side that hold 95 of 100 cases."""


class PlayedGame(Value, frozen=True):
    """A game that was played: its seed, how it ended, its actions, its events."""

    seed: str
    outcome: Outcome
    actions: tuple[str, ...]
    events: tuple[Event, ...]


def play_bot_game(
    game: Game[S, A], bots: Sequence[Bot[S, A]], seed: str, options: dict[str, Json] | None = None
) -> PlayedGame:
    """Play one game with a bot in each seat. The same arguments give the same game."""
    state = game.new(len(bots), seed, options or {})
    firsts = [game.view(state, seat) for seat in range(len(bots))]
    seen: list[list[Event]] = [[] for _ in bots]
    actions: list[str] = []
    events: list[Event] = []
    while (seat := game.to_act(state)) is not None:
        observation = Observation(firsts[seat], tuple(seen[seat]), game.view(state, seat))
        action = bots[seat].choose(observation, derive_seed(seed, len(actions)))
        step = game.reduce(state, action)
        actions.append(game.format(game.canonical(state, action)))
        events += step.events
        for other, seen_events in enumerate(seen):
            seen_events += [game.view_event(event, other) for event in step.events]
        state = step.state
    outcome = game.outcome(state)
    assert outcome is not None  # nobody is to act
    return PlayedGame(seed, outcome, tuple(actions), tuple(events))


def derive_seed(seed: str, number: int) -> int:
    """Return the seed of a bot's random numbers before action `number` of a game."""
    from hashlib import blake2b  # imported only when a bot thinks

    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest(), "big")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the interval that holds the true share in 95 of 100 cases (Wilson)."""
    share, square = wins / games, _LIKELY**2 / games
    middle = (share + square / 2) / (1 + square)
    half = _LIKELY * sqrt(share * (1 - share) / games + square / 4 / games) / (1 + square)
    return middle - half, middle + half
