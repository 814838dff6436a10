"""Machine code and Python play the same games on rows of numbers."""

import os
import subprocess
import sys

import pytest

from regicide_tui.bots.compiled import JIT

GAMES = """
import numpy as np
from regicide_tui.bots.luck import below, luck_of
from regicide_tui.bots.net import MOST_INPUTS
from regicide_tui.bots.rows.games import deal, features, legal, take
from regicide_tui.bots.rows.layout import DUEL, LENGTH, MOST_ACTIONS, NONE, REGICIDE, RESULT, TURN
luck, row = luck_of(9), np.zeros(LENGTH, dtype=np.int64)
found, on = np.zeros(MOST_ACTIONS, dtype=np.int64), np.zeros(MOST_INPUTS, dtype=np.int64)
total = 0
for game in range(60):
    kind = DUEL if game % 3 == 0 else REGICIDE
    deal(row, kind, game % 4 + 1, 2 if game % 4 == 0 else 0, luck)
    while row[RESULT] == NONE:
        count = legal(row, found)
        for action in found[:count]:
            size = features(row, int(row[TURN]), int(action), on)
            total = (total * 31 + int(on[: max(0, size)].sum()) + size) % 1_000_003
        take(row, int(found[below(luck, count)]), luck)
    total = (total * 31 + int(row.sum())) % 1_000_003
print(total)
"""


def _total(**environment: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", GAMES],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout


@pytest.mark.skipif(not JIT, reason="numba is not installed: there is one way only")
def test_machine_code_and_python_play_the_same_games() -> None:
    assert _total() == _total(NUMBA_DISABLE_JIT="1")
