"""Questions to bots, answered in this process."""

import subprocess
import sys
from typing import Any

import pytest

from regicide_tui.bots import players, roster
from regicide_tui.bots.regicide.page import options
from regicide_tui.bots.search.greedy import Greedy
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


@pytest.mark.parametrize(("effort", "evaluations"), [(1.0, 2_000), (3.0, 6_000), (0.0004, 1)])
def test_a_level_thinks_as_long_as_it_is_told(
    effort: float, evaluations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def learned(_: int, evaluations: int) -> Any:
        asked.append(evaluations)
        return Greedy(options)

    usual = players.MAKERS["regicide"]
    monkeypatch.setattr(roster, "MAKERS", {"regicide": usual._replace(learned=learned)})
    table = Table(game(2, moves=0))
    seat = table.to_act
    assert seat is not None
    answer(question(table, seat, "knight", 1, effort=effort))
    assert asked == [evaluations]


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
