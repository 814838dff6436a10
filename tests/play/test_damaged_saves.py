"""Damaged and hostile saves are refused, or open as the game they say, in little time and memory.

`damaged_saves.py` says how they are made and what is demanded of them.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, repeat
from time import thread_time
from typing import Any

import msgpack
import pytest

from regicide_tui.games.regicide.state import Phase
from regicide_tui.play.saves.codec import MAGIC
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.play.damaged_saves import (
    BOMBS,
    RAW,
    DamagedSave,
    Tree,
    body_of,
    damaged_saves,
    judge,
    pool,
    seal,
    seal_with,
)
from tests.play.games import JESTER_IN_HAND, NAMES, ROOT, set_up

BATCH = 1500
"""The saves of each seed; 6,000 of all four."""
MANY = 7500
"""The saves of each seed in the attack."""
SECONDS = 1.0
MEGABYTES = 100


@pytest.mark.parametrize(
    "batch",
    [
        pytest.param(BATCH, marks=pytest.mark.slow),
        pytest.param(MANY, marks=pytest.mark.attack),
    ],
)
@pytest.mark.parametrize("seeds", [(1, 2), (3, 4)])
def test_thousands_of_damaged_saves_are_refused_or_open_in_time_and_space(
    seeds: tuple[int, ...], batch: int
) -> None:
    with ThreadPoolExecutor() as side_by_side:
        reports = list(side_by_side.map(report_on_a_batch, seeds, repeat(batch)))
    for report in reports:
        assert report["count"] == batch
        assert batch / 20 < report["opened"] < batch / 2, "they are neither whole nor hopeless"
        assert report["slowest"][0] < SECONDS
        assert report["grown_mb"] < MEGABYTES
        assert report["faults"] == {}, json.dumps(report["faults"], indent=1)


def report_on_a_batch(seed: int, batch: int) -> dict[str, Any]:
    """Make and check a batch in a process of its own."""
    program = [sys.executable, "-m", "tests.play.damaged_saves", str(seed), str(batch)]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def places_for_a_bomb() -> dict[str, Tree]:
    """Return bodies of a save, each with a gap at another place."""
    whole = body_of(Table(set_up(JESTER_IN_HAND).take_text("*"), NAMES[:2]))
    start, position = whole["start"], whole["start"]["position"]
    bodies = {part: {**whole, part: RAW} for part in whole}
    bodies |= {f"start {part}": {**whole, "start": {**start, part: RAW}} for part in start}
    for key in ("hands", "enemy", "medal", "remaining"):
        bombed = {**start, "position": {**position, key: RAW}}
        bodies[f"position {key}"] = {**whole, "start": bombed}
        bodies[f"snapshot {key}"] = {**whole, "snapshot": {**whole["snapshot"], key: RAW}}
    bodies["option"] = {**whole, "start": {**start, "options": {"combos": RAW}}}
    bodies["seat"] = {**whole, "seats": ["Ada", RAW]}
    bodies["action"] = {**whole, "actions": [RAW]}
    return bodies


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_goes_off_nowhere_in_a_save(bomb: str) -> None:
    raw = BOMBS[bomb]
    saves = {place: seal_with(body, raw) for place, body in places_for_a_bomb().items()}
    saves["body"] = seal(raw)
    saves["file"] = msgpack.packb([MAGIC, 1])[:-1] + raw
    saves["behind the file"] = seal(body_of(pool()[0])) + raw
    for place, data in saves.items():
        begun_at = thread_time()
        assert judge(DamagedSave(bomb, data)).fault == "", place
        assert thread_time() - begun_at < SECONDS, place


def test_the_damaged_saves_come_from_every_player_count_and_phase() -> None:
    found = {(len(saved.seats), loose(saved.history.state).phase) for saved in pool()}
    always = {Phase.PLAY, Phase.SUFFER, Phase.OVER}
    assert found >= {(players, phase) for players in (1, 2, 3, 4) for phase in always}
    assert found >= {(3, Phase.CHOOSE), (4, Phase.CHOOSE)}


def test_a_seed_always_gives_the_same_damaged_saves() -> None:
    assert list(islice(damaged_saves(7), 200)) == list(islice(damaged_saves(7), 200))
    assert list(islice(damaged_saves(7), 200)) != list(islice(damaged_saves(8), 200))
