"""Plays games among bots. Each bot sees what its seat sees; the engine applies the rules."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Generic, Protocol

from regicide_tui.bots.base import A, Bot, Observation, S
from regicide_tui.games.base import Event, Game, Json, Outcome, Seat, Value
from regicide_tui.games.optional import may_wish

_LIKELY = 1.96
"""The number of standard errors on either side that hold 95 of 100 cases."""


class PlayedGame(Value):
    """A game that was played: its seed, how it ended, its actions, its events."""

    seed: str
    outcome: Outcome
    actions: tuple[str, ...]
    events: tuple[Event, ...]


class Wisher(Protocol, Generic[S]):
    """Somebody at a table who may say if they would like to go next."""

    def wish(self, seat: Seat, observation: Observation[S], seed: int) -> bool | None:
        """Return whether they would like to; None if they say nothing. `Bot.wish` says more."""
        ...


class BotGame(Generic[S, A]):
    """A game among bots while it is played. Raises `BadSetup`."""

    def __init__(
        self, game: Game[S, A], players: int, seed: str, options: Mapping[str, Json]
    ) -> None:
        self._game = game
        self._seed = seed
        self._state = game.new(players, seed, options)
        self._first_views = [game.view(self._state, seat) for seat in range(players)]
        self._seen: list[list[Event]] = [[] for _ in range(players)]
        self._wishes: Mapping[Seat, bool] = {}
        """What was said while the next player is chosen (R-9)."""
        self.actions: list[str] = []
        """The actions so far, in canonical notation."""
        self.events: list[Event] = []
        """All events so far, as nobody at the table saw them."""

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None once the game is over."""
        return self._game.to_act(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self._game.outcome(self._state)

    @property
    def state(self) -> S:
        """The whole state, also the cards that nobody at the table sees. No bot is given it."""
        return self._state

    @property
    def bot_seed(self) -> int:
        """The seed of the random numbers of the bot that must act."""
        return derive_seed(self._seed, len(self.actions))

    def observe(self, seat: Seat) -> Observation[S]:
        """Return what a seat has seen so far."""
        view = self._game.view(self._state, seat)
        return Observation(self._first_views[seat], tuple(self._seen[seat]), view, self._wishes)

    def hear_wishes(self, players: Sequence[Wisher[S]]) -> None:
        """Let all but the seat to act say if they would like to go next, if they may now (R-9)."""
        if not may_wish(self._game, self._state):
            return
        said = {
            seat: player.wish(seat, self.observe(seat), self.bot_seed)
            for seat, player in enumerate(players)
            if seat != self.to_act
        }
        self._wishes = {seat: wish for seat, wish in said.items() if wish is not None}

    def check(self, action: A) -> None:
        """Raise `IllegalAction` if the seat that must act can't take an action. Take nothing."""
        self._game.reduce(self._state, self._game.in_order(action))

    def take(self, action: A) -> None:
        """Take an action of the seat that must act. Raises `IllegalAction`."""
        action = self._game.in_order(action)
        step = self._game.reduce(self._state, action)
        self.actions.append(self._game.format(self._game.canonical(self._state, action)))
        self.events += step.events
        for seat, seen in enumerate(self._seen):
            seen += [self._game.view_event(event, seat) for event in step.events]
        self._state, self._wishes = step.state, {}


def play_bot_game(
    game: Game[S, A], bots: Sequence[Bot[S, A]], seed: str, options: dict[str, Json] | None = None
) -> PlayedGame:
    """Play one game with a bot in each seat. The same arguments give the same game."""
    running = BotGame(game, len(bots), seed, options or {})
    while (seat := running.to_act) is not None:
        running.hear_wishes(bots)
        running.take(bots[seat].choose(running.observe(seat), running.bot_seed))
    assert running.outcome is not None  # nobody is to act
    return PlayedGame(seed, running.outcome, tuple(running.actions), tuple(running.events))


def derive_seed(seed: str, number: int) -> int:
    """Return the seed of a bot's random numbers before action `number` of a game."""
    from hashlib import blake2b  # imported only when a bot thinks

    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest(), "big")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the interval that holds the true share in 95 of 100 cases (Wilson)."""
    share, square = wins / games, _LIKELY**2 / games
    middle = (share + square / 2) / (1 + square)
    half = _LIKELY * sqrt(share * (1 - share) / games + square / 4 / games) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
