"""The plan of a simulation, and the results of its games. A game's number determines it."""

import shlex
from collections.abc import Mapping

from regicide_tui.games.base import Json, Seat, Value
from regicide_tui.thinking.external_bot import SECONDS

GOLD = "gold"
"""The best medal of a solo player."""


class Plan(Value):
    """Games among the same bots. Game number 7 has the seed `SEED-7`.

    With `around`, each deal is played once for each seat, and the bots move on by one seat. For two
    players, games 1 and 2 have the seed `SEED-1`, and in game 2 the bots have swapped seats.
    """

    game: str
    bots: tuple[str, ...]
    """The bot in each seat of game 1: `LEVEL`, `LEVEL:EVALUATIONS` or `program:COMMAND`."""
    seed: str
    options: Mapping[str, Json] = {}
    around: bool = False
    program_seconds: float = SECONDS
    """How many seconds a program may think about an action."""
    recorded: bool = False
    """Whether the decisions of all seats are recorded."""

    def columns(self, number: int) -> dict[str, str]:
        """Return the columns of a game's row that are known before it is played."""
        house_rules = [
            f"{name}={str(value).lower()}" for name, value in sorted(self.options.items())
        ]
        return {
            "game": self.game,
            "bots": shlex.join(self.bots[place] for place in self.seating(number)),
            "house_rules": " ".join(house_rules),
        }

    def seed_of(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}-{1 + (number - 1) // len(self.bots) if self.around else number}"

    def seating(self, number: int) -> tuple[int, ...]:
        """Return the index in `bots` of the bot in each seat of a game."""
        seats = range(len(self.bots))
        moved = number - 1 if self.around else 0
        return tuple([(seat + moved) % len(seats) for seat in seats])


class Row(Value):
    """The result of one game. `winners` are seats, from 0. `figures` are the game's own counts.

    If a foreign program ended the game by a fault, `fault` describes it, `fault_seat` is the
    program's seat, and the reason is `fault`.
    """

    number: int
    seed: str
    won: bool
    winners: tuple[Seat, ...]
    medal: str
    reason: str
    turns: int
    actions: int
    figures: Mapping[str, int]
    fault_seat: Seat | None = None
    fault: str = ""


class RecordedDecision(Value):
    """One decision: what the seat saw, its legal actions, and what its bot did.

    `step` counts the decisions of the game from 1. `view` is JSON as in the protocol. `legal` are
    all legal actions, or only some if `complete` is false. `choice` is None if a program ended the
    game by a fault. `chance` is the bot's own chance of winning, if it has one. The times are in
    seconds.
    """

    step: int
    seat: Seat
    bot: str
    view: str
    legal: tuple[str, ...]
    complete: bool
    choice: str | None
    chance: float | None
    processor_seconds: float | None
    wall_seconds: float


class GameResult(Value):
    """The result of one game of a simulation.

    `thinking` contains, for each seat, the known processor time of each of its actions in
    milliseconds. `decisions` are those of all seats, if they are recorded.
    """

    row: Row
    thinking: tuple[tuple[float, ...], ...]
    decisions: tuple[RecordedDecision, ...] = ()
