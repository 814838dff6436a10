"""`python -m regicide_tui.bots.training.calibrate --players N --games M --seed S --out FILE`.

Plays games among knights. At every eighth action it records the predicted chances of winning, and
how the game ended. If it was interrupted, the same command continues it. With `--fit`, the chances
in FILE become the curve of the net in the package. With `--table`, they are corrected by that curve
and compared with the shares of games won.
"""

import argparse
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from regicide_tui.bots.base import Bot, Observation, never_stop
from regicide_tui.bots.bot_game import play_bot_game
from regicide_tui.bots.calibration import Curve, Pair, fit, group_by_chance, load_curve
from regicide_tui.bots.compiled import JIT, NOT_READY
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.roster import Reviewer, make_bot
from regicide_tui.bots.weights import read_digest
from regicide_tui.games import find
from regicide_tui.games.base import Value

PLAYED_BY = "knight"
RATED_LEVELS = ("squire", "knight")
"""The levels whose predictions are recorded."""
_EVERY = 8
"""Positions of one game end alike, so only every eighth is recorded."""
_DECILES = 10
_HEAD = ("seed", "actions", "won", *RATED_LEVELS)

Position = dict[str, str]


def _make_rater(level: str, players: int) -> Reviewer:
    rater = make_bot("regicide", level, players)
    assert isinstance(rater, Reviewer)
    return rater


class RecordingBot(Bot[Value, Value]):
    """Plays as a knight, and records the predictions at every eighth action of a game."""

    def __init__(self, players: int) -> None:
        self._player = make_bot("regicide", PLAYED_BY, players)
        self._raters = [_make_rater(one, players) for one in RATED_LEVELS]
        self._actions = 0
        self.positions: list[tuple[int, list[float]]] = []

    def begin(self, first: int) -> None:
        """Begin a game. The action with the number `first` is the first one recorded."""
        self._actions, self.positions = -first, []

    def choose(
        self, observation: Observation[Value], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Value:
        """Return the knight's action."""
        if self._actions % _EVERY == 0:
            predicted = [level.review(observation, None, seed)[0].chance for level in self._raters]
            self.positions.append((self._actions, predicted))
        self._actions += 1
        return self._player.choose(observation, seed, stopped)


def play_games(players: int, games: int, seed: str, out: Path) -> None:
    """Play games, and add the positions of each to a file."""
    recorder = RecordingBot(players)
    done = _games_in(out)
    with out.open("a", newline="") as file:
        writer = csv.writer(file)
        if not done:
            writer.writerow(_HEAD)
        for number in range(done + 1, games + 1):
            recorder.begin(number % _EVERY)
            played = play_bot_game(find("regicide"), [recorder] * players, f"{seed}-{number}")
            won = int(played.outcome.won)
            writer.writerows(
                [
                    (played.seed, at, won, *[f"{one:.4f}" for one in predicted])
                    for at, predicted in recorder.positions
                ]
            )
            file.flush()


def _games_in(out: Path) -> int:
    """Return how many games a file has."""
    positions = read_positions(out) if out.exists() else []
    return int(positions[-1]["seed"].rpartition("-")[2]) if positions else 0


def read_positions(file: Path) -> list[Position]:
    """Return the positions of a file."""
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


def read_pairs(positions: Sequence[Position], level: str) -> list[Pair]:
    """Return the predictions of a level, each with whether the game was won."""
    return [(float(one[level]), one["won"] == "1") for one in positions]


def save_curves(players: int, positions: Sequence[Position], file: Path) -> None:
    """Fit the curves of the levels to positions, and save them beside the weights."""
    known = json.loads(file.read_text()) if file.is_file() else {}
    curves = {level: fit(read_pairs(positions, level)) for level in RATED_LEVELS}
    known[f"regicide-{players}"] = {
        "net": read_digest("regicide", players),
        **{level: {"said": one.predicted, "won": one.won} for level, one in curves.items()},
    }
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def format_comparison(pairs: Sequence[Pair], curve: Curve) -> Iterator[str]:
    """Yield a table of ten groups of equal size, by prediction, with the share won in each."""
    corrected = [(curve.correct(predicted), won) for predicted, won in pairs]
    yield "| said, from | to | mean | positions | won | difference |"
    yield "|---|---|---|---|---|---|"
    for group in group_by_chance(corrected, _DECILES):
        chances, won = np.array(group, dtype=float).T
        apart = 100 * (won.mean() - chances.mean())
        yield (
            f"| {100 * chances[0]:.1f} | {100 * chances[-1]:.1f} | {100 * chances.mean():.1f} "
            f"| {len(group)} | {100 * won.mean():.1f} | {apart:+.1f} |"
        )


def main() -> None:
    """Read the command line, play the missing games, and do what is asked."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training.calibrate")
    parser.add_argument("--players", type=int, choices=(1, 2, 3, 4), required=True)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument(
        "--seed", default="calibrate", help="games are dealt from SEED-1, SEED-2 .."
    )
    parser.add_argument("--out", type=Path, required=True, help="a CSV file of positions")
    parser.add_argument("--fit", action="store_true", help="keep curves beside the weights")
    parser.add_argument("--table", action="store_true", help="compare what is said and what is won")
    given = parser.parse_args()
    if given.games and not JIT:
        parser.error(NOT_READY)
    play_games(given.players, given.games, given.seed, given.out)
    positions = read_positions(given.out)
    if given.fit:
        save_curves(given.players, positions, chances_file())
    for level in RATED_LEVELS if given.table else ():
        games = len({one["seed"] for one in positions})
        print(f"\n{given.players} players, {level}, {len(positions)} positions of {games} games\n")  # noqa: T201
        curve = load_curve("regicide", given.players, level)
        print("\n".join(format_comparison(read_pairs(positions, level), curve)))  # noqa: T201


if __name__ == "__main__":
    main()
