"""Whatever is typed at one's own terminal, however fast, the app goes on."""

import os
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from textual.pilot import Pilot

from regicide_tui.play.paths import find_paths
from tests.tui.conftest import app_at

pytestmark = pytest.mark.processes

SECONDS = float(os.environ.get("WALK_SECONDS", "300"))
_KEYS = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "enter", "tab"),
    *("space", "backspace", "escape", "escape", "ctrl+l", "f1", "question_mark", "ctrl+p"),
    *"abcdefghijklmnoprstuvwxyz0123456789",
)
_AT_ONCE = 12
"""So many keys come at most before the app has dealt with the first of them."""


async def _type(pilot: Pilot[str], random: Random) -> None:
    for _ in range(random.randint(1, _AT_ONCE)):
        pilot.app.simulate_key(random.choice(_KEYS))
    await pilot.pause()


async def _walk(folder: Path, random: Random, keys: int) -> None:
    """Open the app, and type so many handfuls; an error in the app is raised at its end."""
    app = app_at(find_paths(str(folder)))
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(keys):
            if not app.is_running or app._exit:
                return
            await _type(pilot, random)


@pytest.mark.parametrize("seed", range(3))
async def test_random_keys_do_no_harm(tmp_path: Path, seed: int) -> None:
    await _walk(tmp_path, Random(seed), 40)


@pytest.mark.attack
@pytest.mark.timeout(SECONDS + 300)
async def test_random_keys_for_long_do_no_harm(tmp_path: Path) -> None:
    end, seed = monotonic() + SECONDS, 0
    while monotonic() < end:
        seed += 1
        await _walk(tmp_path, Random(f"long {seed}"), 400)
