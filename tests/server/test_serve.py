"""Opening a server."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.operator import serve
from regicide_tui.server.operator.table_logs import NoTable
from regicide_tui.server.running import process
from regicide_tui.server.running.server import Server
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.clients import KEY, OTHER_KEY, Mirror, connect, open_server, session, visit
from tests.server.waiting import PATIENCE


@pytest.mark.parametrize("host", ["a\x00b", "a" * 64, f"{'a' * 64}.example", "a..b"])
async def test_a_host_that_can_be_no_name_is_told_with_its_place_and_a_reason(
    tmp_path: Path, host: str
) -> None:
    config, store = Config(host=host, port=0), SqliteStore(tmp_path / "house.db")
    server = Server(tmp_path, config, store, Mirror)
    with pytest.raises(
        OSError, match=r"^.*The server can't listen at .*, port 0: [a-z ]+\."
    ) as found:
        await process.listen(server, config)
    assert "\x00" not in str(found.value)
    await server.close()
    await store.close()


async def test_no_table_is_closed_behind_the_back_of_a_server(tmp_path: Path) -> None:
    with (
        serve.lock_folder(tmp_path),
        pytest.raises(serve.AlreadyOpen, match="Stop it first"),
    ):
        await serve.close_table(tmp_path, tmp_path / "house.db", "table")
    with pytest.raises(NoTable, match="no open table"):
        await serve.close_table(tmp_path, tmp_path / "house.db", "table")


async def test_whoever_comes_while_a_server_is_drained_reads_why_they_can_not_stay(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server, connect(server) as connection:
        await server.drain(PATIENCE, asyncio.Event())
        client = await session(connection)
        assert b"This server is about to be restarted." in await client.ends()
        with pytest.raises(OSError, match="Connect call failed"):
            await connect(server)


async def test_a_drain_ends_when_its_time_is_over_or_somebody_hurries_it(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, visit(server):
        await server.drain(0.01, asyncio.Event())
        hurry = asyncio.Event()
        hurry.set()
        async with asyncio.timeout(PATIENCE):
            await server.drain(PATIENCE * 2, hurry)
        assert server.sessions == 1


async def test_the_operator_reads_how_many_keys_open_a_name(tmp_path: Path) -> None:
    place = tmp_path / "house.db"
    assert await serve.add_key(place, "ada", key_line(KEY)) == "ada has 1 key now."
    assert await serve.add_key(place, "ada", key_line(OTHER_KEY)) == "ada has 2 keys now."
    assert await serve.drop_key(place, "ada", key_line(KEY)) == "ada has 1 key now."
