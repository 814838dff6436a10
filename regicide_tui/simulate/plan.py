"""The plan of a simulation, and the result of one game. The number of a game determines it."""

from collections.abc import Mapping, Sequence

from regicide_tui import games
from regicide_tui.bots.bot_game import play_bot_game
from regicide_tui.bots.factories import AnyBot
from regicide_tui.bots.roster import make_bot
from regicide_tui.games import optional
from regicide_tui.games.base import Json, Value


class Plan(Value, frozen=True):
    """Games among the same bots. Game number 7 is dealt from `SEED-7`.

    With `around`, each deal is played once for each seat, and the bots move on by one seat. For two
    players, games 1 and 2 are dealt from `SEED-1`, and in game 2 the bots have changed places.
    """

    game: str
    bots: tuple[str, ...]
    """The bot in each seat of game 1: a level, or `LEVEL:EVALUATIONS`."""
    seed: str
    options: Mapping[str, Json] = {}
    around: bool = False

    def columns(self, number: int) -> dict[str, str]:
        """Return the columns of a game's row that are known before it is played."""
        house_rules = [
            f"{name}={str(value).lower()}" for name, value in sorted(self.options.items())
        ]
        return {
            "game": self.game,
            "bots": " ".join(self.bots[place] for place in self.seating(number)),
            "house_rules": " ".join(house_rules),
        }

    def seed_of(self, number: int) -> str:
        """Return the seed of a game."""
        return f"{self.seed}-{1 + (number - 1) // len(self.bots) if self.around else number}"

    def seating(self, number: int) -> tuple[int, ...]:
        """Return for each seat of a game the index of its bot in `bots`."""
        seats = range(len(self.bots))
        moved = number - 1 if self.around else 0
        return tuple([(seat + moved) % len(seats) for seat in seats])


class Row(Value, frozen=True):
    """The result of one game. `winners` are seats, from 0. `figures` are what the game counts."""

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
    """Play the games with these numbers. Raises `KeyError` for an unknown bot, and `BadWeights`."""
    game = games.find(plan.game)
    bots = [_player(plan, name) for name in plan.bots]
    rows: list[Row] = []
    for number in numbers:
        seated_bots = [bots[place] for place in plan.seating(number)]
        played = play_bot_game(game, seated_bots, plan.seed_of(number), dict(plan.options))
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
    """Parse `LEVEL` or `LEVEL:EVALUATIONS`. Raises `ValueError` if no number follows the colon."""
    level, colon, evaluations = bot.partition(":")
    if colon and not (evaluations.isascii() and evaluations.isdecimal()):
        raise ValueError
    return level, int(evaluations) if colon else None


def _player(plan: Plan, name: str) -> AnyBot:
    level, evaluations = level_and_evaluations(name)
    return make_bot(plan.game, level, len(plan.bots), evaluations)
