"""Training: `python -m regicide_tui.bots.training --game G --players N --out FOLDER`.

It trains weights from scratch. The same command continues an interrupted run. See docs/bots.md.
"""

import argparse
import pickle
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias, cast

from regicide_tui.bots.base import play_bot_game
from regicide_tui.bots.duel.bot import DuelBot
from regicide_tui.bots.encoded import games
from regicide_tui.bots.encoded import search as evaluation
from regicide_tui.bots.king_of_the_dead import features
from regicide_tui.bots.king_of_the_dead import search as king_search
from regicide_tui.bots.king_of_the_dead.bot import KingBot
from regicide_tui.bots.library import LOADED, Ints, floats_of, ints_of
from regicide_tui.bots.net import Net, encode_net
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.roster import AnyBot, default_evaluations, make_bot
from regicide_tui.bots.training import king_self_play, self_play
from regicide_tui.bots.training.adam import Adam, new_adam, new_net
from regicide_tui.bots.training.schedules import (
    EPOCH,
    LAYERS,
    PROGRESS_WEIGHT,
    SCHEDULES,
    TEST_GAMES,
    Stage,
)
from regicide_tui.bots.training.self_play import GameSetup
from regicide_tui.games import find
from regicide_tui.games.base import Json

KING_OF_THE_DEAD = "king_of_the_dead"
INPUTS = {**games.INPUTS, KING_OF_THE_DEAD: features.INPUTS}
"""The number of inputs of each game's nets."""

TrainGames: TypeAlias = Callable[
    [Net, Adam, GameSetup, int, float, float, Ints], tuple[float, float, float]
]
"""Plays games and trains a net on them. The arguments are the net, its Adam state, the setup, the
number of games, the share of random actions, the learning rate, and random numbers. With a rate of
0, the net doesn't learn. It returns the share of games that the first seat won, the mean progress,
and the mean squared error."""


def find_trainer(game: str) -> TrainGames:
    """Return the function that trains nets of this game."""
    if game == KING_OF_THE_DEAD:
        return partial(
            king_self_play.train_games,
            king_search.new_workspace(),
            king_self_play.new_trajectory(),
        )
    return partial(
        self_play.train_games,
        games.GAMES[game],
        evaluation.new_workspace(PROGRESS_WEIGHT),
        self_play.new_trajectory(),
    )


class State(NamedTuple):
    """The state of a run: see `Run`. `progress` contains its four counts."""

    net: Net
    mean: Net
    adam: Adam
    rng: Ints
    progress: tuple[int, int, int, int]
    won: float
    seconds: float


class RunFiles:
    """The files of the run for a game and number of players, in a folder that is created."""

    def __init__(self, folder: Path, game: str, players: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._game, self._players = game, players
        self._name = folder / f"{game}-{players}"

    @property
    def _state(self) -> Path:
        return self._name.with_suffix(".state")

    def load(self) -> State | None:
        """Return the state of the run, or None if it hasn't started."""
        if not self._state.exists():
            return None
        return State(*pickle.loads(self._state.read_bytes()))  # noqa: S301  # this tool wrote it

    def keep(self, state: State) -> None:
        """Write the state of the run atomically."""
        new = self._name.with_suffix(".new")
        new.write_bytes(pickle.dumps(tuple(state)))  # without the name of this module
        new.replace(self._state)

    def note(self, line: str) -> None:
        """Write a line to the log and the screen."""
        print(line, flush=True)  # noqa: T201
        with self._name.with_suffix(".log").open("a") as log:
            log.write(line + "\n")

    def publish(self, net: Net, about: Mapping[str, Json]) -> Path:
        """Write the file of weights and return its path. `about` describes the training."""
        file = self._name.with_suffix(".net")
        file.write_bytes(encode_net(net, self._game, self._players, about))
        return file


class Run:
    """A training run: the net, the random numbers, and the number of games played in the stage.

    `won` is the share of games won in the last epoch, and `games` the total number of games.

    `mean` is the mean of the nets after each epoch of the last stage. It is published, since it is
    steadier than a net in training, which varies from game to game.
    """

    def __init__(self, game: str, players: int, folder: Path, seed: int) -> None:
        self.files = RunFiles(folder, game, players)
        self.game, self.players = game, players
        self.net = new_net(INPUTS[game], *LAYERS[game], seed)
        self.mean = self.net
        self.adam = new_adam(self.net)
        self.rng = new_rng(seed)
        self.stage = self.done = self.averaged = self.games = 0
        self.won = self.seconds = 0.0
        if (kept := self.files.load()) is not None:
            self.net, self.mean, self.adam, self.rng = kept.net, kept.mean, kept.adam, kept.rng
            self.stage, self.done, self.averaged, self.games = kept.progress
            self.won, self.seconds = kept.won, kept.seconds

    def keep(self) -> None:
        """Save the run, so that it can be continued. Call this between batches."""
        progress = (self.stage, self.done, self.averaged, self.games)
        self.files.keep(
            State(self.net, self.mean, self.adam, self.rng, progress, self.won, self.seconds)
        )

    def average(self) -> None:
        """Add the current net to the mean."""
        self.averaged += 1
        share, pairs = 1 / self.averaged, zip(self.mean, self.net, strict=True)
        self.mean = Net(
            *[
                floats_of(a + share * (b - a) for a, b in zip(mean, now, strict=True))
                for mean, now in pairs
            ]
        )

    def publish(self) -> None:
        """Write the file of weights."""
        self.files.publish(self.mean, {"games": self.games})


def train(
    run: Run, schedule: tuple[Stage, ...], epoch: int = EPOCH, test_games: int = TEST_GAMES
) -> None:
    """Train for the rest of the schedule, then measure the result.

    After every `epoch` games the run is saved and a line is logged.
    """
    train_games = find_trainer(run.game)
    while run.stage < len(schedule):
        stage = schedule[run.stage]
        setup = GameSetup(stage.players, ints_of(stage.jesters), stage.batch)
        while not stage.is_over(run.done, run.won):
            begun = time.perf_counter()
            rate = stage.rate(run.done)
            random_share = stage.chance_of_random(run.done)
            run.won, progress, error = train_games(
                run.net, run.adam, setup, epoch, random_share, rate, run.rng
            )
            run.done, run.games = run.done + epoch, run.games + epoch
            if stage is schedule[-1]:
                run.average()
            run.seconds += time.perf_counter() - begun
            run.keep()
            run.files.note(
                f"{run.seconds:6.0f} s  players {stage.players}  games {run.done:7d}"
                f"  won {run.won:.4f}  way {progress:.4f}  error {error:.4f}  rate {rate:.5f}"
            )
        run.stage, run.done = run.stage + 1, 0
    for line in _test(run, schedule[-1], train_games, test_games):
        run.files.note(f"exam of {test_games} games, {line}")


def _test(run: Run, last: Stage, train_games: TrainGames, games: int) -> Iterator[str]:
    """Yield the net's results: in Regicide with each number of Jesters, else against pages."""
    if run.game in RIVALS:
        won = win_against_pages(run.game, run.players, run.mean, games)
        yield f"against pages: won {won:.4f}"
        return
    for held in sorted(set(last.jesters)):
        setup = GameSetup(last.players, ints_of([held]), last.batch)
        won, progress, _ = train_games(run.mean, run.adam, setup, games, 0.0, 0.0, run.rng)
        yield f"solo Jesters {held}: won {won:.4f}  way {progress:.4f}"


RIVALS: Mapping[str, Callable[[Net, int], object]] = {"duel": DuelBot, KING_OF_THE_DEAD: KingBot}
"""The bots of the competitive games."""


def win_against_pages(game: str, players: int, net: Net, games: int) -> float:
    """Return the share of games that a squire with this net wins in the first seat."""
    squire = cast("AnyBot", RIVALS[game](net, default_evaluations(game, "squire")))
    bots = [squire, *[make_bot(game, "page", players)] * (players - 1)]
    ends = [play_bot_game(find(game), bots, f"exam-{number}").outcome for number in range(games)]
    return sum((0 in end.winners) / len(end.winners) for end in ends) / games


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training")
    parser.add_argument("--game", choices=list(INPUTS), default="regicide")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="folder for weights and log")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    key = (given.game, given.players)
    if key not in SCHEDULES:
        parser.error(f"There is no schedule for {given.game} with {given.players} players.")
    if not LOADED:
        parser.error("Training needs the library of compiled functions, which is missing.")
    run = Run(*key, given.out, given.seed)
    train(run, SCHEDULES[key])
    run.publish()


if __name__ == "__main__":
    main()
