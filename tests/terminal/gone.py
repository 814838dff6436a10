"""A terminal that is taken away: tries at random moments of every kind of screen."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random
from subprocess import Popen
from time import monotonic, sleep
from typing import NamedTuple

from tests.terminal.terminal import PROGRAM, Terminal

LONGEST = 10.0
"""Seconds after which a program that has lost its terminal is taken to stay for ever."""
_STEP = 0.005


class Ending(NamedTuple):
    """How a program ended: after how many seconds, and with which code."""

    seconds: float
    code: int | None


class Scene(NamedTuple):
    """Where the terminal is taken away: how the app is begun, what it shows, what is typed."""

    arguments: tuple[str, ...] = ()
    shows: str = "Learn"
    keys: tuple[str, ...] = ()


_BOTS = ("--bots", "marshal", "--names", "ada")
SCENES = {
    "menu": Scene(),
    "palette": Scene(keys=(":",)),
    "help": Scene(keys=("?",)),
    "new game": Scene(keys=("n",)),
    "lessons": Scene(keys=("l",)),
    "lesson": Scene(keys=("l", "enter")),
    "lesson, later": Scene(keys=("l", "enter", "enter", "enter")),
    "puzzles": Scene(keys=("p",)),
    "settings": Scene(keys=("o",)),
    "table": Scene(("new",), "q quit", ("enter",)),
    "table, palette": Scene(("new",), "q quit", (":",)),
    "motion": Scene(("new", "--seed", "7F3K"), "q quit", ("1", "enter")),
    "duel": Scene(("new", "--game", "duel"), "q quit", ("enter",)),
    "king": Scene(("new", "--game", "king_of_the_dead"), "q quit", ("enter",)),
    "bot": Scene(("new", "--game", "duel", *_BOTS), "q quit", ("1", "enter", "enter")),
    "hint": Scene(("new",), "q quit", ("h",)),
}


def taken_away(folder: Path, scene: Scene, random: Random, *, led: bool = True) -> Ending:
    """Take the terminal away while the app starts, or later; return how it ended.

    The app begins with SIGHUP ignored. It has ended once no process of its own, such as the one in
    which bots think, is left.
    """
    command: Sequence[str] = (*PROGRAM, *scene.arguments)
    with Terminal(command, folder, unled=not led, deaf=True) as terminal:
        if random.random() < 0.4:
            _wait(terminal, random.uniform(0.0, 1.5))
        else:
            terminal.shows(scene.shows)
            for key in scene.keys[: random.randint(0, len(scene.keys))]:
                terminal.press(key)
                _wait(terminal, random.choice((0.0, 0.02, 0.3)))
            _wait(terminal, random.choice((0.0, 0.01, 0.1, 0.4)))
        terminal.close()
        began = monotonic()
        while _is_left(terminal.process):
            if monotonic() - began > LONGEST:
                os.killpg(terminal.process.pid, signal.SIGKILL)
                break
            sleep(_STEP)
        return Ending(monotonic() - began, terminal.process.returncode)


def _is_left(process: "Popen[bytes]") -> bool:
    """Tell whether a process that leads a group, or another of its group, still runs."""
    process.poll()
    try:
        os.killpg(process.pid, 0)
    except ProcessLookupError:
        return False
    return True


def _wait(terminal: Terminal, seconds: float) -> None:
    """Let time pass, while the terminal goes on reading."""
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        terminal.read(left)
