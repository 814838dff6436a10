"""`python -m regicide_tui.bots.search.train --players N --out FOLDER` makes a net.

It is one of King of the Dead, whose bots think on the engine, and begins from nothing. The same
command makes the same net; an interrupted one goes on where it was when it is given again.
docs/bots.md tells more.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np

from regicide_tui.bots.king_of_the_dead.judge import KingJudge
from regicide_tui.bots.net import Net, fresh_net
from regicide_tui.bots.search.learning import Course, Pupil
from regicide_tui.bots.training.run_files import RunFiles

GAME = "king_of_the_dead"
FIRST_LAYER, SECOND_LAYER = 32, 16
"""The sizes of the hidden layers."""


def _courses(players: int, first: int, second: int) -> tuple[Course, ...]:
    """Return the courses among so many players, of so many games.

    A game is long, and a look ahead is dear: first the players go by rules of thumb.
    """
    tables = (players,)
    return (
        Course(first, whim=1.0, mood=2.0, trace=0.95, tables=tables),
        Course(second, whim=0.85, mood=1.5, trace=0.95, speed=5e-4, tables=tables),
    )


COURSES = {
    2: _courses(2, 3_000, 3_000),
    3: _courses(3, 1_000, 500),
    4: _courses(4, 1_000, 500),
}
REPORT = 250
"""After so many games, a line is logged and all is kept."""


class Run:
    """A run of training: who learns, in which course, and for how long already."""

    def __init__(self, players: int, folder: Path) -> None:
        self.files = RunFiles(folder, GAME, players)
        self.judge = KingJudge(fresh_net(KingJudge.inputs, FIRST_LAYER, SECOND_LAYER, 1))
        self.course = 1
        self.pupil = Pupil(self.judge, self.course)
        self.seconds = 0.0
        if self.files.state.exists():
            self._resume()

    def _resume(self) -> None:
        with np.load(self.files.state) as kept:
            progress = json.loads(str(kept["progress"]))
            for name, part in zip(Net._fields, self.judge.net, strict=True):
                part[:] = kept[name]
            self.begin(progress["course"])
            pupil = self.pupil
            for number in range(len(self.judge.net)):
                pupil.adam.mean[number][:] = kept[f"mean_{number}"]
                pupil.adam.square[number][:] = kept[f"square_{number}"]
        self.seconds = progress["seconds"]
        pupil.games, pupil.adam.steps = progress["games"], progress["steps"]
        version, words, following = progress["luck"]
        pupil.luck.setstate((version, tuple(words), following))
        pupil.order.bit_generator.state = progress["order"]

    def begin(self, course: int) -> None:
        """Begin a course; they are counted from 1."""
        self.course = course
        self.pupil = Pupil(self.judge, course)

    def keep(self) -> None:
        """Write how far the run is, so that it can go on after an interruption."""
        pupil = self.pupil
        progress = {
            "course": self.course,
            "games": pupil.games,
            "steps": pupil.adam.steps,
            "seconds": self.seconds,
            "luck": pupil.luck.getstate(),
            "order": pupil.order.bit_generator.state,
        }
        self.files.keep(
            progress=np.array(json.dumps(progress)),
            **self.judge.net._asdict(),
            **{f"mean_{number}": part for number, part in enumerate(pupil.adam.mean)},
            **{f"square_{number}": part for number, part in enumerate(pupil.adam.square)},
        )

    def publish(self) -> Path:
        """Write the file of weights and return it."""
        about = {"course": self.course, "games": self.pupil.games}
        return self.files.publish(self.judge.net, about)


def train(run: Run, courses: tuple[Course, ...], report: int = REPORT) -> Path:
    """Go through the courses from where the run is, and write the net; return its file."""
    for number, course in enumerate(courses[run.course - 1 :], run.course):
        if number > run.course:
            run.begin(number)
        pupil = run.pupil
        while pupil.games < course.games:
            begun = time.process_time()
            error = pupil.lesson(course)
            run.seconds += time.process_time() - begun
            if pupil.games % report == 0 or pupil.games == course.games:
                run.files.note(
                    f"{run.seconds:6.0f} s  course {run.course}  games {pupil.games:6d}"
                    f"  error {error:.4f}"
                )
                run.keep()
    return run.publish()


def main() -> None:
    """Read the command line and make the net."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.search.train")
    parser.add_argument("--players", type=int, choices=sorted(COURSES), default=2)
    parser.add_argument("--out", type=Path, required=True, help="a folder for weights and log")
    given = parser.parse_args()
    train(Run(given.players, given.out), COURSES[given.players])


if __name__ == "__main__":
    main()
