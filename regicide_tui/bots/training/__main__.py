"""`python -m regicide_tui.bots.training --players N --out FOLDER` makes the weights from nothing.

An interrupted run goes on where it was when the same command is given again. docs/bots.md tells
more.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net, fresh_net
from regicide_tui.bots.regicide.features import INPUTS
from regicide_tui.bots.regicide.player import new_desk
from regicide_tui.bots.training.plans import (
    EPOCH,
    EXAM,
    FIRST_LAYER,
    LEAN,
    PLANS,
    SECOND_LAYER,
    Stage,
)
from regicide_tui.bots.training.run_files import RunFiles
from regicide_tui.bots.training.self_play import new_trail, practise


class Run:
    """A run of training: the net, the luck, and how many games of each stage are done.

    `mean` is the mean of the nets after each epoch of the last stage. A learning net wavers from
    game to game around what it knows; their mean is steadier, and it is what plays.
    """

    def __init__(self, players: int, folder: Path, seed: int) -> None:
        self.files = RunFiles(folder, "regicide", players)
        self.players = players
        self.net = fresh_net(INPUTS, FIRST_LAYER, SECOND_LAYER, seed)
        self.mean = self.net
        self.luck = luck_of(seed)
        self.stage = self.done = self.averaged = 0
        self.seconds = 0.0
        if self.files.state.exists():
            with np.load(self.files.state) as kept:
                self.net = Net(*[kept[name] for name in Net._fields])
                self.mean = Net(*[kept[f"mean_{name}"] for name in Net._fields])
                self.luck = kept["luck"]
                self.stage, self.done, self.averaged = map(int, kept["progress"])
                self.seconds = float(kept["seconds"])

    def keep(self) -> None:
        """Write how far the run is, so that it can go on after an interruption."""
        self.files.keep(
            luck=self.luck,
            progress=np.array([self.stage, self.done, self.averaged]),
            seconds=np.array(self.seconds),
            **self.net._asdict(),
            **{f"mean_{name}": part for name, part in self.mean._asdict().items()},
        )

    def average(self) -> None:
        """Count the net as it is now into the mean."""
        self.averaged += 1
        share = np.float32(1 / self.averaged)
        pairs = zip(self.mean, self.net, strict=True)
        self.mean = Net(*[mean + share * (now - mean) for mean, now in pairs])

    def publish(self) -> None:
        """Write the file of weights."""
        games = sum(stage.games for stage in PLANS[self.players])
        self.files.publish(self.mean, {"games": games})


def train(run: Run, plan: tuple[Stage, ...], epoch: int = EPOCH, exam: int = EXAM) -> None:
    """Go through the stages of a plan from where the run is, then measure what was learned.

    So many games are an `epoch`, after which the run is kept and a line is logged.
    """
    desk, trail = new_desk(LEAN), new_trail()
    while run.stage < len(plan):
        stage = plan[run.stage]
        jesters = np.array(stage.jesters)
        while run.done < stage.games:
            begun = time.perf_counter()
            rate = stage.rate(run.done)
            stray = stage.stray * (1 - run.done / stage.games)
            won, way, error = practise(
                run.net, desk, trail, stage.players, jesters, epoch, stray, rate, run.luck
            )
            run.done += epoch
            if stage is plan[-1]:
                run.average()
            run.seconds += time.perf_counter() - begun
            run.keep()
            run.files.note(
                f"{run.seconds:6.0f} s  players {stage.players}  games {run.done:7d}"
                f"  won {won:.4f}  royals {12 * way:5.2f}  error {error:.4f}  rate {rate:.5f}"
            )
        run.stage, run.done = run.stage + 1, 0
    for held in sorted(set(plan[-1].jesters)):
        won, way, _ = practise(
            run.mean, desk, trail, run.players, np.array([held]), exam, 0.0, 0.0, run.luck
        )
        run.files.note(
            f"exam of {exam} games, solo Jesters {held}: won {won:.4f}  royals {12 * way:.2f}"
        )


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training")
    parser.add_argument("--players", type=int, choices=sorted(PLANS), required=True)
    parser.add_argument("--out", type=Path, required=True, help="a folder for weights and log")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    run = Run(given.players, given.out, given.seed)
    train(run, PLANS[given.players])
    run.publish()


if __name__ == "__main__":
    main()
