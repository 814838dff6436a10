"""What is to be played, and how one game of it went. A game is known by its number alone."""

from collections.abc import Mapping, Sequence

from regicide_tui import games
from regicide_tui.bots.contest import contest
from regicide_tui.bots.roster import player_of
from regicide_tui.games.base import Json, Value


class Plan(Value, frozen=True):
    """Games among the same bots: game number 7 is dealt from `SEED-7`."""

    game: str
    bots: tuple[str, ...]
    """The level of the bot in each seat."""
    seed: str
    options: Mapping[str, Json] = {}

    @property
    def columns(self) -> dict[str, str]:
        """What is the same in all rows."""
        house_rules = [
            f"{name}={str(value).lower()}" for name, value in sorted(self.options.items())
        ]
        return {
            "game": self.game,
            "bots": " ".join(self.bots),
            "house_rules": " ".join(house_rules),
        }

    def seed_of(self, number: int) -> str:
        """Return what a game is dealt from."""
        return f"{self.seed}-{number}"


class Row(Value, frozen=True):
    """How one game went. `winners` are seats, from 0; `figures` is what the game counts."""

    number: int
    seed: str
    won: bool
    winners: tuple[int, ...]
    medal: str
    reason: str
    turns: int
    actions: int
    figures: Mapping[str, int]


def play(plan: Plan, numbers: Sequence[int]) -> list[Row]:
    """Play these games. Raises `KeyError` for a bot that there is not, and `BadWeights`."""
    game = games.find(plan.game)
    seats = len(plan.bots)
    bots = [player_of(plan.game, level, seats) for level in plan.bots]
    rows: list[Row] = []
    for number in numbers:
        played = contest(game, bots, plan.seed_of(number), dict(plan.options))
        end = played.outcome
        rows.append(
            Row(
                number,
                played.seed,
                end.won,
                tuple(end.winners),
                end.medal or "",
                end.reason,
                1 + sum(event.begins_turn for event in played.events),
                len(played.actions),
                dict(game.figures(played.events)),
            )
        )
    return rows
