"""Questions to bots, answered in this process."""

import subprocess
import sys

from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import answer, question
from tests.play.games import game


def test_who_can_tell_nothing_at_a_glance_tells_nothing() -> None:
    table = Table(game(2, moves=0))
    assert answer(question(table, 0, "page", 1, glance=True)) == ()


def test_at_a_glance_all_that_can_be_done_is_weighed() -> None:
    table = Table(game(2, moves=0))
    seat = table.to_act
    assert seat is not None
    weighed = answer(question(table, seat, "squire", 1, glance=True))
    assert {one.action for one in weighed} == set(table.game.legal_actions(table.view(seat)))
    assert all(0 <= one.chance <= 1 for one in weighed)


def test_before_somebody_thinks_nothing_is_loaded_that_only_bots_need() -> None:
    script = (
        "import sys\n"
        "import regicide_tui.tui.app, regicide_tui.tui.regicide.table\n"
        "import regicide_tui.tui.companions\n"
        "sys.exit(' '.join({'numpy', 'numba'} & set(sys.modules)) or 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=False
    )
    assert (ended.stderr, ended.returncode) == (b"", 0)
