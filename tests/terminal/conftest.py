"""Terminals to test in, each with a data folder of its own."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.terminal.terminal import PROGRAM, Terminal

Start = Callable[..., Terminal]
"""Runs the program with these arguments in a terminal."""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Run the real program; whatever still runs at the end is killed."""
    with ExitStack() as terminals:

        def run(
            *arguments: str,
            size: tuple[int, int] = (80, 24),
            motion: bool = False,
            unled: bool = False,
            deaf: bool = False,
            **more: str,
        ) -> Terminal:
            # Without motion a picture is whole as soon as it changes.
            still = [] if motion else ["--no-motion"]
            command = [*PROGRAM, *still, *arguments]
            terminal = Terminal(command, tmp_path, size, unled=unled, deaf=deaf, **more)
            return terminals.enter_context(terminal)

        yield run
