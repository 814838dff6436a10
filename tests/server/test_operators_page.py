"""The commands of docs/host-your-own.md for a backup and its restore do what the page says."""

import asyncio
import os
import re
import sys
from pathlib import Path

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, begin, first_action
from tests.server.waiting import PATIENCE

PAGE = Path(__file__).parents[2] / "docs" / "host-your-own.md"
KEY = "ssh-ed25519 AAAA"


def script_of(name: str) -> str:
    """Return the commands of the page that begin with this comment."""
    blocks: list[str] = re.findall(r"```sh\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (found,) = [block for block in blocks if block.startswith(f"# {name}\n")]
    return found


async def follow(name: str, data: Path, backup: Path) -> str:
    """Run the commands of the page on the server of a folder; return what they print."""
    variables = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(data),
        "REGICIDE_TUI_DATA_DIR": str(data),
        "HOUSE": str(data / "house"),
        "BACKUP": str(backup),
    }
    process = await asyncio.create_subprocess_exec(
        *("sh", "-e", "-c", script_of(name)),
        env=variables,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(PATIENCE):
        printed, _ = await process.communicate()
    assert process.returncode == 0, printed.decode()
    return printed.decode()


async def act(services: Services, table: str) -> None:
    """Take an action at a table."""
    name, action = first_action(services.tables.whole(table))
    await services.commands.do(table, name, commands.Act(action))


def moves(services: Services, table: str) -> int:
    """Return how many actions were taken at a table."""
    game = services.tables.whole(table).game
    assert game is not None
    return game.moves


@pytest.mark.slow
async def test_a_backup_of_a_running_server_is_restored_in_another_folder(tmp_path: Path) -> None:
    first, second, backup = tmp_path / "first", tmp_path / "second", tmp_path / "backup"
    for data in (first, second):
        (data / "house").mkdir(parents=True)
    store = SqliteStore(first / "house" / "house.db")
    load_host_key(first / "house" / "host_key")
    await Accounts(store).add_key(ADA, KEY)
    services = Services(store, pause=0)
    await services.open()
    table, over = await begin(services, "duel"), await begin(services, "duel")
    await services.commands.do(over, BEA, commands.Resign())
    await act(services, table)
    await follow("backup", first, backup)
    await act(services, table)
    assert moves(services, table) == 2, "the server runs on"
    (second / "house" / "house.db-wal").write_bytes(b"of another server")

    printed = await follow("restore", second, backup)
    assert "no fault" in printed
    assert f"{table}  duel for 2, playing: ada, bea" in printed
    assert f"ada  {KEY}" in printed
    (before,) = second.glob("house.before-*")
    assert (before / "house.db-wal").exists()
    for one in (*backup.iterdir(), *(second / "house").iterdir()):
        assert one.stat().st_mode & 0o077 == 0, f"others can read {one.name}"
    key = (first / "house" / "host_key").read_bytes()
    assert (second / "house" / "host_key").read_bytes() == key

    restored = SqliteStore(second / "house" / "house.db")
    later = Services(restored, pause=0)
    await later.open()
    await later.tables.read(table)
    assert moves(later, table) == 1, "as it was at the backup"
    assert [one.winners for one in later.tables.results.finished] == [(ADA,)]
    await act(later, table)
    await later.close()
    await restored.close()
    await services.close()
    await store.close()
