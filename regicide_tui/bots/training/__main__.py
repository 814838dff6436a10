"""Training: `python -m regicide_tui.bots.training --game G --players N --out FOLDER`.

It makes weights from nothing, for the games that bots play on rows. An interrupted run goes on
where it was when the same command is given again. docs/bots.md tells more.
"""

import argparse
import time
from pathlib import Path

import numpy as np

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net, fresh_net
from regicide_tui.bots.rows.games import GAMES, INPUTS
from regicide_tui.bots.rows.layout import DUEL
from regicide_tui.bots.rows.player import new_desk
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
from regicide_tui.bots.training.self_play import NOBODY, Table, new_trail, practise


class Run:
    """A run of training: the net, the luck, and how many games of each stage are done.

    `mean` is the mean of the nets after each epoch of the last stage. A learning net wavers from
    game to game around what it knows; their mean is steadier, and it is what plays.
    """

    def __init__(self, game: str, players: int, folder: Path, seed: int) -> None:
        self.files = RunFiles(folder, game, players)
        self.game, self.players = game, players
        self.net = fresh_net(INPUTS[game], FIRST_LAYER, SECOND_LAYER, seed)
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
        games = sum(stage.games for stage in PLANS[self.game, self.players])
        self.files.publish(self.mean, {"games": games})


def train(run: Run, plan: tuple[Stage, ...], epoch: int = EPOCH, exam: int = EXAM) -> None:
    """Go through the stages of a plan from where the run is, then measure what was learned.

    So many games are an `epoch`, after which the run is kept and a line is logged.
    """
    desk, trail = new_desk(LEAN), new_trail()
    game = GAMES[run.game]
    while run.stage < len(plan):
        stage = plan[run.stage]
        table = Table(game, stage.players, np.array(stage.jesters), NOBODY)
        while run.done < stage.games:
            begun = time.perf_counter()
            rate = stage.rate(run.done)
            stray = stage.stray * (1 - run.done / stage.games)
            won, way, error = practise(run.net, desk, trail, table, epoch, stray, rate, run.luck)
            run.done += epoch
            if stage is plan[-1]:
                run.average()
            run.seconds += time.perf_counter() - begun
            run.keep()
            run.files.note(
                f"{run.seconds:6.0f} s  players {stage.players}  games {run.done:7d}"
                f"  won {won:.4f}  way {way:.4f}  error {error:.4f}  rate {rate:.5f}"
            )
        run.stage, run.done = run.stage + 1, 0
    for title, table in _exams(game, plan[-1]):
        won, way, _ = practise(run.mean, desk, trail, table, exam, 0.0, 0.0, run.luck)
        run.files.note(f"exam of {exam} games, {title}: won {won:.4f}  way {way:.4f}")


def _exams(game: int, last: Stage) -> list[tuple[str, Table]]:
    """Return what is measured at the end, with its title."""
    if game == DUEL:
        return [("against rules of thumb", Table(game, last.players, np.array([0]), 1))]
    return [
        (f"solo Jesters {held}", Table(game, last.players, np.array([held]), NOBODY))
        for held in sorted(set(last.jesters))
    ]


def main() -> None:
    """Read the command line and train."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.training")
    parser.add_argument("--game", choices=list(GAMES), default="regicide")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True, help="a folder for weights and log")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    key = (given.game, given.players)
    if key not in PLANS:
        parser.error(f"There is no plan for {given.game} with {given.players} players.")
    run = Run(*key, given.out, given.seed)
    train(run, PLANS[key])
    run.publish()


if __name__ == "__main__":
    main()
