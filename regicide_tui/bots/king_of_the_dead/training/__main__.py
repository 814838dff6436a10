"""`python -m regicide_tui.bots.king_of_the_dead.training --players N --out FOLDER` trains a net.

Training begins from nothing. The same command makes the same net. If it was interrupted, the same
command continues it. docs/bots.md describes it.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from regicide_tui.bots.king_of_the_dead.encoded.features import INPUTS
from regicide_tui.bots.king_of_the_dead.training.learning import Learner, TrainingStage
from regicide_tui.bots.net import Net, new_net
from regicide_tui.bots.training.run_files import RunFiles

GAME = "king_of_the_dead"
FIRST_LAYER, SECOND_LAYER = 32, 16
"""The sizes of the hidden layers."""


def _schedule(players: int, first: int, second: int) -> tuple[TrainingStage, ...]:
    """Return the two stages of training for this number of players, with these numbers of games.

    A game is long and looking ahead takes long. So at first the players go by a heuristic.
    """
    player_counts = (players,)
    return (
        TrainingStage(
            first, heuristic_share=1.0, noise=2.0, td_lambda=0.95, player_counts=player_counts
        ),
        TrainingStage(
            second,
            heuristic_share=0.85,
            noise=1.5,
            td_lambda=0.95,
            learning_rate=5e-4,
            player_counts=player_counts,
        ),
    )


SCHEDULES = {
    2: _schedule(2, 3_000, 3_000),
    3: _schedule(3, 1_000, 500),
    4: _schedule(4, 1_000, 500),
}
REPORT_EVERY = 250
"""After this many games, a line is logged and the run is saved."""


class Run:
    """A run of training: what learns, in which stage, and the seconds that it took so far."""

    def __init__(self, players: int, folder: Path) -> None:
        self.files = RunFiles(folder, GAME, players)
        self.net = new_net(INPUTS, FIRST_LAYER, SECOND_LAYER, 1)
        self.stage = 1
        self.learner = Learner(self.net, self.stage)
        self.seconds = 0.0
        if self.files.state.exists():
            self._resume()

    def _resume(self) -> None:
        with np.load(self.files.state) as kept:
            progress = json.loads(str(kept["progress"]))
            for name, part in zip(Net._fields, self.net, strict=True):
                part[:] = kept[name]
            self.begin(progress["course"])
            learner = self.learner
            for number in range(len(self.net)):
                learner.adam.mean[number][:] = kept[f"mean_{number}"]
                learner.adam.square[number][:] = kept[f"square_{number}"]
        self.seconds = progress["seconds"]
        learner.games, learner.adam.steps = progress["games"], progress["steps"]
        version, words, following = progress["luck"]
        learner.rng.setstate((version, tuple(words), following))
        learner.order.bit_generator.state = progress["order"]

    def begin(self, stage: int) -> None:
        """Begin a stage. Stages are counted from 1."""
        self.stage = stage
        self.learner = Learner(self.net, stage)

    def keep(self) -> None:
        """Save the run, so that it can be continued."""
        learner = self.learner
        progress = {
            "course": self.stage,
            "games": learner.games,
            "steps": learner.adam.steps,
            "seconds": self.seconds,
            "luck": learner.rng.getstate(),
            "order": learner.order.bit_generator.state,
        }
        self.files.keep(
            progress=np.array(json.dumps(progress)),
            **self.net._asdict(),
            **{f"mean_{number}": part for number, part in enumerate(learner.adam.mean)},
            **{f"square_{number}": part for number, part in enumerate(learner.adam.square)},
        )

    def publish(self) -> Path:
        """Write the file of weights and return its path."""
        about = {"course": self.stage, "games": self.learner.games}
        return self.files.publish(self.net, about)


def train(run: Run, schedule: tuple[TrainingStage, ...], report_every: int = REPORT_EVERY) -> Path:
    """Go through the rest of the schedule and write the net. Return the path of its file."""
    for number, stage in enumerate(schedule[run.stage - 1 :], run.stage):
        if number > run.stage:
            run.begin(number)
        learner = run.learner
        while learner.games < stage.games:
            begun = time.process_time()
            error = learner.learn(stage)
            run.seconds += time.process_time() - begun
            if learner.games % report_every == 0 or learner.games == stage.games:
                run.files.note(
                    f"{run.seconds:6.0f} s  course {run.stage}  games {learner.games:6d}"
                    f"  error {error:.4f}"
                )
                run.keep()
    return run.publish()


def main() -> None:
    """Read the command line and train the net."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.king_of_the_dead.training")
    parser.add_argument("--players", type=int, choices=sorted(SCHEDULES), default=2)
    parser.add_argument("--out", type=Path, required=True, help="a folder for weights and log")
    given = parser.parse_args()
    train(Run(given.players, given.out), SCHEDULES[given.players])


if __name__ == "__main__":
    main()
