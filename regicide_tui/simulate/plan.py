"""What is to be played, and how one game of it went. A game is known by its number alone."""

from collections.abc import Mapping, Sequence

from regicide_tui import games
from regicide_tui.bots.contest import contest
from regicide_tui.bots.players import AnyBot
from regicide_tui.bots.roster import player_of
from regicide_tui.games import optional
from regicide_tui.games.base import Json, Value


class Plan(Value, frozen=True):
    """Games among the same bots: game number 7 is dealt from `SEED-7`.

    With `around`, each deal is played once for each seat, and the bots move on by one seat: games
    1 and 2 of two players are dealt from `SEED-1`, and in game 2 they have changed places.
    """

    game: str
    bots: tuple[str, ...]
    """Who sits in each seat of game 1: a level, or `LEVEL:EVALUATIONS`."""
    seed: str
    options: Mapping[str, Json] = {}
    around: bool = False

    def columns(self, number: int) -> dict[str, str]:
        """Return what is known of a game before it is played, for its row."""
        house_rules = [
            f"{name}={str(value).lower()}" for name, value in sorted(self.options.items())
        ]
        return {
            "game": self.game,
            "bots": " ".join(self.bots[place] for place in self.seating(number)),
            "house_rules": " ".join(house_rules),
        }

    def seed_of(self, number: int) -> str:
        """Return what a game is dealt from."""
        return f"{self.seed}-{1 + (number - 1) // len(self.bots) if self.around else number}"

    def seating(self, number: int) -> tuple[int, ...]:
        """Return for each seat of a game the place of its bot in `bots`."""
        seats = range(len(self.bots))
        moved = number - 1 if self.around else 0
        return tuple([(seat + moved) % len(seats) for seat in seats])


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
    bots = [_player(plan, name) for name in plan.bots]
    rows: list[Row] = []
    for number in numbers:
        seated = [bots[place] for place in plan.seating(number)]
        played = contest(game, seated, plan.seed_of(number), dict(plan.options))
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
                dict(optional.figures(game, played.events)),
            )
        )
    return rows


def level_and_evaluations(bot: str) -> tuple[str, int | None]:
    """Read `LEVEL` or `LEVEL:EVALUATIONS`. Raises `ValueError` if no number is behind the colon."""
    level, colon, evaluations = bot.partition(":")
    if colon and not (evaluations.isascii() and evaluations.isdecimal()):
        raise ValueError
    return level, int(evaluations) if colon else None


def _player(plan: Plan, name: str) -> AnyBot:
    level, evaluations = level_and_evaluations(name)
    return player_of(plan.game, level, len(plan.bots), evaluations)
