"""`python -m regicide_tui.bots.training.calibrate --players N --games M --seed S --out FILE`.

Plays games among knights and writes down, at every few actions, what chance of winning is said and
how the game ended. The same command goes on where it was interrupted. With `--fit`, the chances of
FILE become the curve of the net in the package; with `--table`, they are compared with the shares
that were won, corrected by that curve.
"""

import argparse
import csv
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from regicide_tui.bots.base import Bot, Sight, never
from regicide_tui.bots.calibration import Curve, Pair, by_chance, curve_of, fit
from regicide_tui.bots.contest import contest
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.roster import Judge, player_of
from regicide_tui.bots.weights import digest_of
from regicide_tui.games import find
from regicide_tui.games.base import Value

PLAYED_BY = "knight"
JUDGES = ("squire", "knight")
"""The levels whose chances are looked at."""
_EVERY = 8
"""Positions of one game end alike, so not all of them are looked at."""
_DECILES = 10
_HEAD = ("seed", "actions", "won", *JUDGES)

Position = dict[str, str]


def _judge(level: str, players: int) -> Judge:
    judge = player_of("regicide", level, players)
    assert isinstance(judge, Judge)
    return judge


class Witness(Bot[Value, Value]):
    """Plays as a knight, and notes what the judges say at every few actions of a game."""

    def __init__(self, players: int) -> None:
        self._player = player_of("regicide", PLAYED_BY, players)
        self._judges = [_judge(one, players) for one in JUDGES]
        self._actions = 0
        self.notes: list[tuple[int, list[float]]] = []

    def begin(self, first: int) -> None:
        """A game begins, of which the action `first` is the first that is looked at."""
        self._actions, self.notes = -first, []

    def choose(self, sight: Sight[Value], seed: int, stopped: Callable[[], bool] = never) -> Value:
        """Answer as the knight would."""
        if self._actions % _EVERY == 0:
            said = [judge.appraise(sight, None, seed)[0].chance for judge in self._judges]
            self.notes.append((self._actions, said))
        self._actions += 1
        return self._player.choose(sight, seed, stopped)


def play(players: int, games: int, seed: str, out: Path) -> None:
    """Play games, and add the positions of each to a file."""
    witness = Witness(players)
    done = _games_in(out)
    with out.open("a", newline="") as file:
        writer = csv.writer(file)
        if not done:
            writer.writerow(_HEAD)
        for number in range(done + 1, games + 1):
            witness.begin(number % _EVERY)
            played = contest(find("regicide"), [witness] * players, f"{seed}-{number}")
            won = int(played.outcome.won)
            writer.writerows(
                [
                    (played.seed, at, won, *[f"{one:.4f}" for one in said])
                    for at, said in witness.notes
                ]
            )
            file.flush()


def _games_in(out: Path) -> int:
    """Return how many games a file has."""
    positions = read(out) if out.exists() else []
    return int(positions[-1]["seed"].rpartition("-")[2]) if positions else 0


def read(file: Path) -> list[Position]:
    """Return the positions of a file."""
    with file.open(newline="") as lines:
        return list(csv.DictReader(lines))


def pairs_of(positions: Sequence[Position], judge: str) -> list[Pair]:
    """Return what a judge said, each with whether the game was won."""
    return [(float(one[judge]), one["won"] == "1") for one in positions]


def keep(players: int, positions: Sequence[Position], file: Path) -> None:
    """Fit the curves of the judges to positions, and keep them beside the weights."""
    known = json.loads(file.read_text()) if file.is_file() else {}
    curves = {judge: fit(pairs_of(positions, judge)) for judge in JUDGES}
    known[f"regicide-{players}"] = {
        "net": digest_of("regicide", players),
        **{judge: {"said": one.said, "won": one.won} for judge, one in curves.items()},
    }
    file.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


def table(pairs: Sequence[Pair], curve: Curve) -> Iterator[str]:
    """Tell, in ten groups of equal size by what is said, how many were won."""
    corrected = [(curve.correct(said), won) for said, won in pairs]
    yield "| said, from | to | mean | positions | won | difference |"
    yield "|---|---|---|---|---|---|"
    for group in by_chance(corrected, _DECILES):
        said, won = np.array(group, dtype=float).T
        apart = 100 * (won.mean() - said.mean())
        yield (
            f"| {100 * said[0]:.1f} | {100 * said[-1]:.1f} | {100 * said.mean():.1f} "
            f"| {len(group)} | {100 * won.mean():.1f} | {apart:+.1f} |"
        )


def main() -> None:
    """Read the command line, play what is missing, and do with it what is asked."""
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
    play(given.players, given.games, given.seed, given.out)
    positions = read(given.out)
    if given.fit:
        keep(given.players, positions, chances_file())
    for judge in JUDGES if given.table else ():
        games = len({one["seed"] for one in positions})
        print(f"\n{given.players} players, {judge}, {len(positions)} positions of {games} games\n")  # noqa: T201
        curve = curve_of("regicide", given.players, judge)
        print("\n".join(table(pairs_of(positions, judge), curve)))  # noqa: T201


if __name__ == "__main__":
    main()
