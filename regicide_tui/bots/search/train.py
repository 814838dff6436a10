"""`python -m regicide_tui.bots.search.train --game G --out FOLDER` makes a net from nothing.

The same command makes the same net. docs/bots.md tells more.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from regicide_tui.bots.duel.judge import DuelJudge
from regicide_tui.bots.king_of_the_dead.judge import KingJudge
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.search.learning import Course, learn
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.bots.weights import write_net

JUDGES: dict[str, type[NetJudge[Any, Any]]] = {"duel": DuelJudge, "king_of_the_dead": KingJudge}
COURSES = {
    "duel": (Course(30_000, lesson=100, trace=0.9),),
    # A game of King of the Dead is long, and a look ahead is dear: by rules of thumb first.
    "king_of_the_dead": (
        Course(3_000, whim=1.0, stray=0.0, mood=2.0, trace=0.95),
        Course(3_000, whim=0.85, stray=0.0, mood=1.5, trace=0.95, speed=5e-4),
    ),
}
PLAYERS = 2

LAYERS = {"duel": (64, 32), "king_of_the_dead": (32, 16)}
_REPORT = 250


def train(game: str, courses: tuple[Course, ...], folder: Path) -> Path:
    """Make the net of a game and write it, again and again on the way; return the file."""
    kind = JUDGES[game]
    judge = kind(fresh_net(kind.inputs, *LAYERS[game], 1))
    folder.mkdir(parents=True, exist_ok=True)
    file, log = folder / f"{game}-{PLAYERS}.net", folder / f"{game}-{PLAYERS}.log"
    begun = time.process_time()
    for seed, course in enumerate(courses, 1):
        for games, error in learn(judge, course, seed):
            if games % _REPORT == 0 or games == course.games:
                seconds = time.process_time() - begun
                line = f"course {seed}, {games} games, error {error:.4f}, {seconds:.0f} s"
                print(line, flush=True)  # noqa: T201
                with log.open("a") as out:
                    out.write(line + "\n")
                file.write_bytes(
                    write_net(judge.net, game, PLAYERS, {"course": seed, "games": games})
                )
    return file


def main() -> None:
    """Read the command line and make the net."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.search.train")
    parser.add_argument("--game", choices=list(JUDGES), required=True)
    parser.add_argument("--out", type=Path, default=Path("weights"))
    given = parser.parse_args()
    train(given.game, COURSES[given.game], given.out)


if __name__ == "__main__":
    main()
