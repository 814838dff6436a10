"""A server loads at its start all that its visitors may need."""

import subprocess
import sys

import pytest

_VISITS = """
import asyncio, sys, tempfile
from pathlib import Path

import regicide_tui.server.running.process
from regicide_tui.server.running.loading import load_everything
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin
from tests.server.visitors import visiting

LISTS = "nDzlpgSix:="

async def visit(folder):
    store = SqliteStore(folder / "house.db")
    services = Services(store, pause=0, return_seconds=0)
    await services.open()
    load_everything()
    before = {*sys.modules}
    async with visiting(services, ADA) as [ada]:
        for key in LISTS:
            await ada.press(key, "enter", "escape", "escape")
        await ada.press("b")
    for game in ("regicide", "duel", "king_of_the_dead"):
        await begin(services, game)
        async with visiting(services, ADA, BEA) as people:
            for one in people:
                await one.press("1", "enter", "?", "escape", "h", "t", "escape", "m")
    await services.close()
    await store.close()
    return {*sys.modules} - before

late = asyncio.run(visit(Path(tempfile.mkdtemp())))
found = sorted(one for one in late if not one.startswith("tests."))
print(*found, file=sys.__stdout__)  # Textual leaves another one
"""


@pytest.mark.processes
def test_a_visit_imports_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _VISITS], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
