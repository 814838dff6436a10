"""The contract of a bot, the levels, and games among bots."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Generic, Protocol, TypeVar

from regicide_tui.digests import blake2b
from regicide_tui.games.base import Event, Game, Json, Outcome, Seat, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class NoAnswer(Exception):
    """The bot can't play from this position, because no deal of the game leads to it."""


class Observation(Value, Generic[S]):
    """Everything that the seat to act has seen of a game.

    `first_view` is the seat's view before any event. `events` are the events as the seat saw them.
    `view` is the seat's current view. A bot gets an observation, never a state.
    """

    first_view: S
    events: tuple[Event, ...]
    view: S
    wishes: Mapping[Seat, bool] = {}
    """While the next player is chosen: which others would like to go next, and which not (R-9)."""


class Chances(Value):
    """The chance of winning, from 0 to 1.

    For a solo player, `win` counts a win with any medal. `gold` is the chance of the gold medal, or
    None if gold can't be won.
    """

    win: float
    gold: float | None = None


def whole_percent(chance: float) -> int:
    """Return a chance as a whole percentage."""
    return round(100 * min(1.0, max(0.0, chance)))


class RatedAction(Value, Generic[A]):
    """An action and a bot's rating of it.

    `chance` is the chance of winning; for a solo player, with any medal. `gold` is the chance of
    the gold medal, or None if gold can't be won. `search_share` is the share of the search spent on
    this action. `aims_at_gold` says whether the bot aims at gold.
    """

    action: A
    chance: float
    search_share: float
    gold: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    """By how much this action seems better than the second best, in a review."""
    equals: tuple[A, ...] = ()
    """Other actions that seem about equally good, in a review."""

    @property
    def chances(self) -> Chances:
        """Both chances."""
        return Chances(self.chance, self.gold)

    @property
    def target_chance(self) -> float:
        """The chance of what the bot aims at: gold, or any win."""
        return self.gold if self.aims_at_gold and self.gold is not None else self.chance


Ranking = tuple[RatedAction[A], ...]
"""Rated actions, the best first."""


class Decision(Value, Generic[A]):
    """The action that a bot takes, and its chance of winning if the bot has one.

    `chance` is the bot's own, without a calibration curve. For a solo player who aims at gold, it
    is the chance of winning without another Jester.
    """

    action: A
    chance: float | None = None


Stopped = Callable[[], bool]
"""Tells a bot whether it should answer at once."""


def never_stop() -> bool:
    """Return False: the search runs to its end."""
    return False


class Bot(ABC, Generic[S, A]):
    """A player. Between two calls, it keeps only working memory."""

    @abstractmethod
    def choose(self, observation: Observation[S], seed: int, stopped: Stopped = never_stop) -> A:
        """Return a legal action of the seat to act.

        `seed` seeds the bot's random numbers. The same observation and the same seed give the same
        action, unless `stopped` returns True before the end. In that case the bot immediately
        returns the best action found so far. Raises `NoAnswer`.
        """

    def decide(
        self, observation: Observation[S], seed: int, stopped: Stopped = never_stop
    ) -> Decision[A]:
        """Return the action of `choose`, with its chance if the bot has one. Raises `NoAnswer`."""
        return Decision(self.choose(observation, seed, stopped))

    def wish(self, seat: Seat, observation: Observation[S], seed: int) -> bool | None:
        """Return whether the bot in this seat would like to go next; None if it says nothing.

        This is called while another seat chooses the next player (R-9). `observation` is that of
        `seat`. Raises `NoAnswer`.
        """
        return None


class Level(Value):
    """A level: its name, the bot's name, and a description of the bot.

    `has_net` says whether the level uses a net. A level without a net plays by a heuristic.
    """

    name: str
    player: str
    character: str
    has_net: bool = True


LEVELS = (
    Level("page", "Pip", "a cautious page, who looks at the next attack and no further", False),
    Level("squire", "Rosalind", "a squire with a good eye and no patience"),
    Level("knight", "Sir Aldous", "a knight who thinks before he draws"),
    Level("captain", "Captain Vane", "a captain who has seen castles fall"),
    Level("marshal", "Old Marshal", "a marshal who takes all the time he needs"),
)


Candidate = tuple[A, float]
"""An action that a bot considers, and its appeal: how good it looks, in an arbitrary unit."""


class HeuristicBot(Bot[S, A]):
    """Takes the action with the greatest appeal, and breaks ties at random."""

    def __init__(self, candidates: Callable[[S], list[Candidate[A]]]) -> None:
        self._list_candidates = candidates

    def choose(self, observation: Observation[S], seed: int, stopped: Stopped = never_stop) -> A:
        """Return an action."""
        rng = Random(seed)  # noqa: S311
        return max(
            self._list_candidates(observation.view),
            key=lambda candidate: (candidate[1], rng.random()),
        )[0]


_LIKELY = 1.96
"""Half the width of a 95% confidence interval in standard errors."""


class PlayedGame(Value):
    """A finished game: its seed, its outcome, its actions, its events."""

    seed: str
    outcome: Outcome
    actions: tuple[str, ...]
    events: tuple[Event, ...]


class Wisher(Protocol, Generic[S]):
    """Someone at a table who may say whether they would like to go next."""

    def wish(self, seat: Seat, observation: Observation[S], seed: int) -> bool | None:
        """Return whether they would like to; None if they say nothing. See `Bot.wish`."""
        ...


class BotGame(Generic[S, A]):
    """A running game among bots. Raises `BadSetup`."""

    def __init__(
        self, game: Game[S, A], players: int, seed: str, options: Mapping[str, Json]
    ) -> None:
        self._game = game
        self._seed = seed
        self._state = game.new(players, seed, options)
        self._first_views = [game.view(self._state, seat) for seat in range(players)]
        self._seen: list[list[Event]] = [[] for _ in range(players)]
        self._wishes: Mapping[Seat, bool] = {}
        """The wishes expressed while the next player is chosen (R-9)."""
        self.actions: list[str] = []
        """The actions so far, in canonical notation."""
        self.events: list[Event] = []
        """All events so far, with all hidden cards."""

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act, or None once the game is over."""
        return self._game.to_act(self._state)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it continues."""
        return self._game.outcome(self._state)

    @property
    def state(self) -> S:
        """The whole state, including all hidden cards. Bots never get it."""
        return self._state

    @property
    def bot_seed(self) -> int:
        """The seed for the random numbers of the bot that must act."""
        return derive_seed(self._seed, len(self.actions))

    def observe(self, seat: Seat) -> Observation[S]:
        """Return what a seat has seen so far."""
        view = self._game.view(self._state, seat)
        return Observation(self._first_views[seat], tuple(self._seen[seat]), view, self._wishes)

    def hear_wishes(self, players: Sequence[Wisher[S]]) -> None:
        """If wishes are allowed now, ask all seats but the one to act for theirs (R-9)."""
        if not self._game.may_wish(self._state):
            return
        said = {
            seat: player.wish(seat, self.observe(seat), self.bot_seed)
            for seat, player in enumerate(players)
            if seat != self.to_act
        }
        self._wishes = {seat: wish for seat, wish in said.items() if wish is not None}

    def check(self, action: A) -> None:
        """Raise `IllegalAction` if the seat that must act can't take an action. Don't take it."""
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
    assert running.outcome is not None  # no seat must act
    return PlayedGame(seed, running.outcome, tuple(running.actions), tuple(running.events))


def derive_seed(seed: str, number: int) -> int:
    """Return the seed for a bot's random numbers before action `number` of a game."""
    return int.from_bytes(blake2b(f"{seed}/{number}".encode(), digest_size=8).digest(), "big")


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% confidence interval of the share of wins (Wilson)."""
    share, square = wins / games, _LIKELY**2 / games
    middle = (share + square / 2) / (1 + square)
    half = _LIKELY * sqrt(share * (1 - share) / games + square / 4 / games) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
