"""How the server is: a socket that answers whoever may open its folder, however long the path."""

import asyncio
import stat
from functools import partial
from pathlib import Path

import pytest

from regicide_tui.server.operator import serve
from regicide_tui.server.running import status


@pytest.mark.parametrize("length", [1, 60, 120, 200])
async def test_it_answers_in_a_folder_with_a_path_of_any_length(
    tmp_path: Path, length: int
) -> None:
    folder = tmp_path / ("x" * length) / ("y" * length)
    folder.mkdir(parents=True)
    socket = folder / status.socket_name(2222)
    socket.touch()  # left by a server that was killed
    for open_for in (1, 2):
        facts = {"open for, s": open_for}
        stop = await status.serve_status(folder, 2222, partial(dict, facts))
        assert await status.ask_all(folder) == {2222: facts}
        assert stat.S_IMODE(socket.stat().st_mode) == 0o600
        stop()
        assert not socket.exists()
    assert await status.ask_all(folder) == {}


async def test_where_no_server_is_nobody_answers(tmp_path: Path) -> None:
    assert await status.ask_all(tmp_path / ("x" * 200)) == {}
    with pytest.raises(status.NotRunning, match="No server is running here"):
        await serve.read_status(tmp_path)


async def test_a_server_that_was_killed_or_ends_at_that_moment_is_none(tmp_path: Path) -> None:
    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_unix_server(hang_up, tmp_path / status.socket_name(2222))
    (tmp_path / status.socket_name(2223)).touch()
    assert await status.ask_all(tmp_path) == {}
    server.close()
    await server.wait_closed()


async def test_of_several_servers_in_a_folder_each_has_its_status(tmp_path: Path) -> None:
    stops = [
        await status.serve_status(tmp_path, port, partial(dict, {"sessions": port % 10}))
        for port in (2232, 2231)
    ]
    assert await serve.read_status(tmp_path) == "port 2231\nsessions  1\n\nport 2232\nsessions  2"
    assert await serve.read_status(tmp_path, 2232) == "sessions  2"
    with pytest.raises(status.NotRunning):
        await serve.read_status(tmp_path, 2222)
    for stop in stops:
        stop()
