"""How the server is: a socket that answers whoever may open its folder, however long the path."""

import asyncio
import socket
import stat
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from functools import partial
from pathlib import Path
from threading import Event

import pytest

from regicide_tui.server.running.status import (
    LoopMonitor,
    NotRunning,
    describe_statuses,
    read_statuses,
    serve_status,
)
from tests.server.waiting import PATIENCE, until


async def read_status(folder: Path, port: int | None = None) -> str:
    """Return what the operator reads."""
    return describe_statuses(await read_statuses(folder, port))


def serving(
    folder: Path, status: Mapping[str, object], port: int = 2222
) -> AbstractAsyncContextManager[None]:
    """Serve a status in a folder."""
    return serve_status(folder, port, partial(dict, status))


@pytest.mark.parametrize("length", [1, 60, 120, 200])
async def test_it_answers_in_a_folder_with_a_path_of_any_length(
    tmp_path: Path, length: int
) -> None:
    folder = tmp_path / ("x" * length) / ("y" * length)
    folder.mkdir(parents=True)
    for sessions in (1, 2):
        async with serving(folder, {"open for, s": 3, "sessions": sessions}):
            assert await read_status(folder) == f"open for, s  3\nsessions     {sessions}"
            (socket,) = folder.iterdir()
            assert stat.S_IMODE(socket.stat().st_mode) == 0o600
        assert not [*folder.iterdir()]
    with pytest.raises(NotRunning, match="No server is running here"):
        await read_status(folder)


async def test_names_are_one_line(tmp_path: Path) -> None:
    async with serving(tmp_path, {"people": 2, "names": ["ada", "guest-7kq2mz"]}):
        assert await read_status(tmp_path) == "people  2\nnames   ada, guest-7kq2mz"


async def test_where_no_server_is_nobody_answers(tmp_path: Path) -> None:
    with pytest.raises(NotRunning):
        await read_status(tmp_path / ("x" * 200))


async def test_a_server_that_was_killed_or_ends_at_that_moment_is_none(tmp_path: Path) -> None:
    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    ending = await asyncio.start_unix_server(hang_up, tmp_path / "status-2222.sock")
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(f"{tmp_path}/status-2223.sock")
    with pytest.raises(NotRunning):
        await read_status(tmp_path)
    ending.close()
    await ending.wait_closed()
    async with serving(tmp_path, {"sessions": 1}, 2223):
        assert await read_status(tmp_path) == "sessions  1", "its socket is replaced"


async def test_of_several_servers_in_a_folder_each_has_its_status(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, {"sessions": 2}, 2232),
        serving(tmp_path, {"sessions": 1}, 2231),
    ):
        assert await read_status(tmp_path) == "port 2231\nsessions  1\n\nport 2232\nsessions  2"
        assert await read_status(tmp_path, 2232) == "sessions  2"
        with pytest.raises(NotRunning):
            await read_status(tmp_path, 2222)


async def test_a_pause_of_the_loop_is_measured() -> None:
    monitor = LoopMonitor()
    measuring = asyncio.create_task(monitor.measure())
    await asyncio.sleep(0)
    Event().wait(0.2)  # holds up the loop
    await until(lambda: monitor.longest > 0)
    assert 0.1 < monitor.longest < PATIENCE
    assert monitor.lately <= monitor.longest
    measuring.cancel()
