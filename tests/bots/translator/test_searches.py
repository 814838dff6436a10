"""Whole searches in C are those of Python: visits, values, random numbers, all memory."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.bots.library import PYTHON

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_searches_of_all_games_are_the_same() -> None:
    module = "tests.bots.translator.same_searches"
    done = subprocess.run(
        [sys.executable, "-m", module, "2"],
        env={**os.environ, PYTHON: "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == len(("solo", 2, 3, 4, "duel", 2, 3, 4))
