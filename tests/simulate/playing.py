"""Games of a simulation for tests."""

from collections.abc import Sequence
from contextlib import suppress

import psutil

from regicide_tui.simulate.plan import Plan, Row
from regicide_tui.simulate.players import play_games


def play(plan: Plan, numbers: Sequence[int]) -> list[Row]:
    """Return the rows of games that are played in this process."""
    return [result.row for result in play_games(plan, numbers)]


def command_lines(process: psutil.Process) -> list[str]:
    """Return the command lines of all processes that a process has started, and of theirs."""
    found: list[str] = []
    for one in process.children(recursive=True):
        with suppress(psutil.Error):  # it has just ended
            found.append(" ".join(one.cmdline()))
    return found
