"""`python -m regicide_tui.bots.training.calibrate --game G --players N --games M --out FILE`.

Plays games among marshals, or among bots of the level after `--by`. At every eighth action, or as
often as `--every` says, it records the chances predicted by each predictor, and how the game ended.
The same command continues an interrupted run: a file belongs to one set of arguments. With `--of`,
only the predictions of some levels, or of the review, are recorded: a marshal's search takes a
hundred times as long as a knight's. With `--fit`, the curves of the net in the package are fitted
to FILE; predictors that aren't recorded keep their curves, and a level without one gets that of the
strongest recorded one. With `--table`, the predictions in FILE are calibrated by these curves and
compared with the shares of games won.
"""

import argparse
import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from regicide_tui.bots.base import (
    LEVELS,
    Bot,
    Chances,
    Observation,
    Stopped,
    never_stop,
    play_bot_game,
)
from regicide_tui.bots.calibration import (
    Curve,
    Curves,
    Pair,
    fit,
    group_by_chance,
    load_curves,
    save_curves,
)
from regicide_tui.bots.library import LOADED
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.roster import (
    REVIEW,
    AnySearchBot,
    list_levels,
    make_bot,
    review_level,
)
from regicide_tui.bots.search_bot import SearchBot
from regicide_tui.games import find, names
from regicide_tui.games.base import Game, Outcome, Seat, Value

PLAYED_BY = "marshal"
TARGETS = ("win", "gold")
_GOLD = "gold"
EVERY = 8
"""Positions of one game share its result, so by default only every eighth is recorded."""
_DECILES = 10

Row = dict[str, str]
"""A recorded position: its game, that game's result, and the predictions of each predictor."""


class Recorded(NamedTuple):
    """A position of a game: the actions before it, the seat that acts, and the predictions."""

    actions: int
    seat: Seat
    predicted: Mapping[str, Chances]


def list_predictors(game: str, players: int) -> tuple[str, ...]:
    """Return the predictors of chances in this game: levels with a net, and the review."""
    levels = [one.name for one in list_levels(game, players) if one.has_net]
    return (*levels, REVIEW) if review_level(game, players) else tuple(levels)


def _make_search_bot(game: str, level: str, players: int) -> AnySearchBot:
    bot = make_bot(game, level, players)
    assert isinstance(bot, SearchBot)
    return bot


class RecordingBot(Bot[Value, Value]):
    """Plays at a level, and records the predictions at every `every`th action of a game."""

    def __init__(
        self,
        game: Game[Value, Value],
        players: int,
        level: str,
        predictors: Sequence[str],
        every: int,
    ) -> None:
        self._game = game
        self._every = every
        self._player = make_bot(game.name, level, players)
        self._advisers = {
            level: _make_search_bot(game.name, level, players)
            for level in predictors
            if level != REVIEW
        }
        reviews = REVIEW in predictors
        level = review_level(game.name, players)
        self._reviewer = _make_search_bot(game.name, level, players) if reviews else None
        self._first = self._actions = 0
        self.positions: list[Recorded] = []

    def begin(self, number: int) -> None:
        """Begin the game with this number, which determines the first recorded action."""
        self._first, self._actions, self.positions = number % self._every, 0, []

    def choose(
        self, observation: Observation[Value], seed: int, stopped: Stopped = never_stop
    ) -> Value:
        """Return the action of the bot that plays."""
        if (self._actions - self._first) % self._every == 0:
            seat = self._game.to_act(observation.view)
            assert seat is not None  # a seat must act
            found = Recorded(self._actions, seat, self._predict(observation, seed))
            self.positions.append(found)
        self._actions += 1
        return self._player.choose(observation, seed, stopped)

    def wish(self, seat: Seat, observation: Observation[Value], seed: int) -> bool | None:
        """Return the wish of the bot that plays."""
        return self._player.wish(seat, observation, seed)

    def _predict(self, observation: Observation[Value], seed: int) -> dict[str, Chances]:
        """Return each predictor's chances for the action it considers best."""
        found = {
            level: bot.rank(observation, seed)[0].chances for level, bot in self._advisers.items()
        }
        if self._reviewer is not None:
            found[REVIEW] = self._reviewer.review(observation, None, seed)[0].chances
        return found


def play_games(
    game: str,
    players: int,
    games: int,
    seed: str,
    out: Path,
    level: str = PLAYED_BY,
    predictors: Sequence[str] = (),
    every: int = EVERY,
) -> None:
    """Play games among bots of a level, and add the positions of each to a file.

    Without `predictors`, all predictors are recorded. Raises `ValueError` if the file has other
    predictors.
    """
    predictors = predictors or list_predictors(game, players)
    recorder = RecordingBot(find(game), players, level, predictors, every)
    known = read_positions(out) if out.exists() else []
    columns = _head(predictors)
    done = int(known[-1]["seed"].rpartition("-")[2]) if known else 0
    if 0 < done < games and [*known[0]] != columns:
        raise ValueError(f"{out} contains other predictors. Choose another --out.")
    with out.open("a", newline="") as file:
        writer = csv.DictWriter(file, columns)
        if not done:
            writer.writeheader()
        for number in range(done + 1, games + 1):
            recorder.begin(number)
            played = play_bot_game(find(game), [recorder] * players, f"{seed}-{number}")
            won = _win_shares(find(game), played.outcome)
            writer.writerows(
                [_row(played.seed, one, won, played.outcome) for one in recorder.positions]
            )
            file.flush()


def _head(predictors: Sequence[str]) -> list[str]:
    columns = [_column(one, target) for one in predictors for target in TARGETS]
    return ["seed", "actions", *TARGETS, *columns]


def _column(predictor: str, target: str) -> str:
    return f"{predictor} {target}"


def _win_shares(game: Game[Value, Value], outcome: Outcome) -> dict[Seat, float]:
    """Return each winner's share of the win. Opponents divide it, partners win together."""
    part = 1 / max(1, len(outcome.winners)) if game.rivals else 1.0
    return dict.fromkeys(outcome.winners, part)


def _row(seed: str, found: Recorded, won: Mapping[Seat, float], outcome: Outcome) -> Row:
    """Return a position as a row. Without a chance of gold, that column is empty."""
    row = {
        "seed": seed,
        "actions": str(found.actions),
        "win": f"{won.get(found.seat, 0.0):.4f}",
        "gold": f"{outcome.medal == _GOLD:d}",
    }
    for predictor, chances in found.predicted.items():
        row[_column(predictor, "win")] = f"{chances.win:.4f}"
        gold = "" if chances.gold is None else f"{chances.gold:.4f}"
        row[_column(predictor, "gold")] = gold
    return row


def read_positions(file: Path) -> list[Row]:
    """Return the positions in a file."""
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


def read_pairs(positions: Sequence[Row], predictor: str, target: str) -> list[Pair]:
    """Return a predictor's predictions of a target, each with the share of it that was won."""
    column = _column(predictor, target)
    return [(float(one[column]), float(one[target])) for one in positions if one[column]]


def fit_curves(positions: Sequence[Row], predictors: Sequence[str]) -> dict[str, Curves]:
    """Return the curves of these predictors; without predictions, one that changes nothing."""
    return {
        one: Curves(
            *[
                fit(pairs) if (pairs := read_pairs(positions, one, target)) else Curve()
                for target in TARGETS
            ]
        )
        for one in predictors
    }


def _recorded_predictors(game: str, players: int, positions: Sequence[Row]) -> list[str]:
    """Return a file's predictors, with the levels in order of strength, then the review."""
    predictors = list_predictors(game, players)
    return [one for one in predictors if positions and _column(one, TARGETS[0]) in positions[0]]


def _complete(game: str, players: int, fitted: Mapping[str, Curves]) -> dict[str, Curves]:
    """Return the curves of every predictor of a game.

    Those in `fitted` are used. Other predictors keep their own; without any, they get those of the
    strongest level in `fitted`.
    """
    levels = [one for one in fitted if one != REVIEW]
    shared = fitted[levels[-1]] if levels else Curves()
    known = {one: load_curves(game, players, one) for one in list_predictors(game, players)}
    return {
        one: fitted.get(one, curves if curves != Curves() else shared)
        for one, curves in known.items()
    }


def format_comparison(pairs: Sequence[Pair], curve: Curve) -> Iterator[str]:
    """Yield a table of ten groups of equal size, by prediction, with the share won in each."""
    corrected = [(curve.correct(predicted), won) for predicted, won in pairs]
    yield "| said, from | to | mean | positions | won | difference |"
    yield "|---|---|---|---|---|---|"
    for group in group_by_chance(corrected, _DECILES):
        said, won = fmean(chance for chance, _ in group), fmean(share for _, share in group)
        yield (
            f"| {100 * group[0][0]:.1f} | {100 * group[-1][0]:.1f} | {100 * said:.1f} "
            f"| {len(group)} | {100 * won:.1f} | {100 * (won - said):+.1f} |"
        )


def main() -> None:
    """Read the command line, play the missing games, and fit or compare as requested."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training.calibrate")
    levels = [one.name for one in LEVELS if one.has_net]
    predictors = (*levels, REVIEW)
    parser.add_argument("--game", choices=names(), default="regicide")
    parser.add_argument("--players", type=int, choices=(1, 2, 3, 4), required=True)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument(
        "--seed", default="calibrate", help="games have the seeds SEED-1, SEED-2, ..."
    )
    parser.add_argument("--by", choices=levels, default=PLAYED_BY, help="level that plays")
    parser.add_argument(
        "--of",
        nargs="+",
        choices=predictors,
        default=(),
        help="predictors to record",
    )
    parser.add_argument(
        "--every", type=int, default=EVERY, metavar="N", help="record every Nth action"
    )
    parser.add_argument("--out", type=Path, required=True, help="CSV file of positions")
    parser.add_argument("--fit", action="store_true", help="fit the curves and save them")
    parser.add_argument("--table", action="store_true", help="compare predictions with results")
    given = parser.parse_args()
    if given.every < 1:
        parser.error("--every must be at least 1")
    if given.games and not LOADED:
        parser.error("Bots need the library of compiled functions, which is missing.")
    try:
        play_games(
            given.game,
            given.players,
            given.games,
            given.seed,
            given.out,
            given.by,
            given.of,
            given.every,
        )
    except ValueError as error:
        parser.error(str(error))
    positions = read_positions(given.out)
    if given.fit:
        recorded = _recorded_predictors(given.game, given.players, positions)
        curves = _complete(given.game, given.players, fit_curves(positions, recorded))
        save_curves(given.game, given.players, curves, chances_file())
    if given.table:
        print("\n".join(_tables(given.game, given.players, positions)))  # noqa: T201


def _tables(game: str, players: int, positions: Sequence[Row]) -> Iterator[str]:
    """Yield a table for each predictor and target."""
    games = len({one["seed"] for one in positions})
    for predictor in _recorded_predictors(game, players, positions):
        curves = load_curves(game, players, predictor)
        for target, curve in zip(TARGETS, (curves.win, curves.gold), strict=True):
            if pairs := read_pairs(positions, predictor, target):
                yield (
                    f"\n{game}, {players} players, {predictor}, {target}: "
                    f"{len(pairs)} positions of {games} games\n"
                )
                yield from format_comparison(pairs, curve)


if __name__ == "__main__":
    main()
