"""One game as the environments play it: with numbers as actions and observations."""

from collections.abc import Callable, Mapping
from copy import copy
from numbers import Integral
from operator import index
from typing import Literal, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from regicide_tui import games
from regicide_tui.env.actions.action_space import ActionSpace, Picked
from regicide_tui.env.actions.king_of_the_dead import KingSpace
from regicide_tui.env.actions.play_and_pay import duel_space, regicide_space
from regicide_tui.env.observations import duel, king_of_the_dead, regicide
from regicide_tui.env.observations.blocks import Blocks, Numbers
from regicide_tui.games.base import AnyGame, BadSetup, Json, Outcome, Seat, Value, of_kind
from regicide_tui.games.regicide.state import ROYAL_COUNT, State, fallen

Mask = npt.NDArray[np.int8]
Reward = Literal["win", "royals"]
"""What to reward: a win, or in Regicide each defeated royal."""

LIMIT = 1000
"""The default number of actions after which a game is truncated."""


class EnvRules(NamedTuple):
    """What the environments know about one game."""

    game: AnyGame
    space: ActionSpace[Value, Value]
    blocks: Blocks
    observe: Callable[[Value, Seat, Picked], Numbers]


def check_limit(limit: int | None) -> None:
    """Raise `ValueError` for a limit that is neither None nor an integer of at least 1."""
    if limit is not None and not (isinstance(limit, Integral) and limit >= 1):
        raise ValueError("The limit must be a whole number of at least 1, or None.")


def find_rules(name: str, *, whole: bool = False) -> EnvRules:
    """Return what the environments know about the game called `name`.

    With `whole`, an action is one number and not several. Raises `KeyError` for an unknown game,
    and `ValueError` for one without an environment, or without numbers for whole actions.
    """
    game = games.find(name)
    match name:
        case "regicide":
            return _rules(
                game, regicide_space(game, whole=whole), regicide.BLOCKS, regicide.observe
            )
        case "duel":
            return _rules(game, duel_space(game, whole=whole), duel.BLOCKS, duel.observe)
        case "king_of_the_dead" if not whole:
            king = king_of_the_dead
            return _rules(game, KingSpace(), king.BLOCKS, king.observe)
        case "king_of_the_dead":
            raise ValueError(f"{game.title} has too many actions: choose them card by card.")
    raise ValueError(f"{game.title} has no environment.")


def _rules(game: AnyGame, space: object, blocks: Blocks, observe: object) -> EnvRules:
    # A game only gets its own views, so the types of one game can stand in for those of all.
    return EnvRules(
        game,
        cast("ActionSpace[Value, Value]", space),
        blocks,
        cast("Callable[[Value, Seat, Picked], Numbers]", observe),
    )


class EnvGame:
    """A game played by numbers. Start by dealing one."""

    def __init__(
        self,
        rules: EnvRules,
        players: int,
        *,
        options: Mapping[str, Json] | None = None,
        reward: Reward = "win",
        limit: int | None = LIMIT,
    ) -> None:
        """Prepare games with these settings. Raises `ValueError` for invalid ones."""
        if reward not in ("win", "royals"):
            raise ValueError("The reward must be 'win' or 'royals'.")
        if reward == "royals" and rules.game.rivals:
            raise ValueError("Only Regicide can reward royals.")
        check_limit(limit)
        self.rules = rules
        self.players = players
        self._options = dict(options or {})
        self._reward = reward
        self._limit = limit
        self.deal("")

    def __deepcopy__(self, memo: object) -> "EnvGame":
        return copy(self)  # all its values are immutable

    def deal(self, seed: str) -> None:
        """Deal the same game as this seed in the app. Raises `ValueError`."""
        try:
            self.begin(self.rules.game.new(self.players, seed, self._options))
        except BadSetup as error:
            raise ValueError(error.message) from None

    def begin(self, state: Value) -> None:
        """Begin a game from a state."""
        self.state = state
        self.actions = 0
        """The number of actions taken in the game."""
        self._begin_action()

    def _begin_action(self) -> None:
        self.seat = self.rules.game.to_act(self.state)
        """The seat that must act; None once the game is over."""
        self._view = self.rules.game.view(self.state, self.seat)
        self._pick(())

    def _pick(self, picked: Picked) -> None:
        self.picked = picked
        """The numbers chosen so far of an incomplete action."""
        over = self.seat is None
        self.legal = [] if over else self.rules.space.following(self._view, picked)
        """The numbers that the seat to act can choose now, ascending."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it continues."""
        return self.rules.game.outcome(self.state)

    @property
    def is_truncated(self) -> bool:
        """Whether the game has reached its limit and is not over."""
        return self.seat is not None and self._limit is not None and self.actions >= self._limit

    def choose(self, number: int) -> list[float]:
        """Choose a number for the seat to act. Return the rewards of all seats for it.

        Raises `TypeError` for a number that is not an integer, and `ValueError` if it is not legal
        or does not exist. After an error, the game is unchanged.
        """
        number = index(number)
        if number not in self.legal:
            raise ValueError(f"{number} is not legal: {self.rules.space.describe(number)}.")
        self._pick((*self.picked, number))
        if self.legal:
            return [0.0] * self.players
        before = self.state
        action = self.rules.space.build(self._view, self.picked)
        self.state = self.rules.game.reduce(before, action).state
        self.actions += 1
        self._begin_action()
        return self._rewards(before)

    def _rewards(self, before: Value) -> list[float]:
        if self._reward == "royals":
            defeated = fallen(of_kind(State, self.state)) - fallen(of_kind(State, before))
            return [defeated / ROYAL_COUNT] * self.players
        outcome = self.outcome
        if outcome is None:
            return [0.0] * self.players
        if not self.rules.game.rivals:
            return [float(outcome.won)] * self.players
        return share_win(outcome.winners, self.players)

    def observe(self, seat: Seat) -> Numbers:
        """Return what a seat sees now."""
        acts = seat == self.seat
        view = self._view if acts else self.rules.game.view(self.state, seat)
        return self.rules.observe(view, seat, self.picked if acts else ())

    def mask(self, seat: Seat) -> Mask:
        """Return 1 for each number that a seat can choose now, and 0 for all others."""
        mask = np.zeros(self.rules.space.size, dtype=np.int8)
        if seat == self.seat and not self.is_truncated:
            mask[self.legal] = 1
        return mask

    def as_text(self, seat: Seat | None = None) -> str:
        """Return the position as text, one line per part: what a seat sees, or everything."""
        shown = self.state if seat is None else self.rules.game.view(self.state, seat)
        position = self.rules.game.position(shown)
        lines = [f"{name}: {_as_text(value)}" for name, value in position.items() if value]
        chosen = self.picked if seat in (None, self.seat) else ()
        picked = [self.rules.space.describe(number) for number in chosen]
        return "\n".join([*lines, *([f"picked: {', '.join(picked)}"] if picked else [])])


def _as_text(value: Json) -> str:
    if isinstance(value, Mapping):
        return ", ".join([f"{name} {_as_text(one)}" for name, one in value.items()])
    if not isinstance(value, list):
        return "-" if value is None else str(value)
    inner = [_as_text(one) for one in value]
    return " | ".join(inner) if any(isinstance(one, list) for one in value) else " ".join(inner)


def share_win(winners: tuple[Seat, ...], players: int) -> list[float]:
    """Return the rewards of opponents: winners share what the others lose; the sum is 0."""
    lost = 1 / (players - 1)
    won = lost * (players - len(winners)) / len(winners)
    return [won if seat in winners else -lost for seat in range(players)]
