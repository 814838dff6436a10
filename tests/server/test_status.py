"""How the server is: a socket that answers whoever may open its folder, however long the path."""

import asyncio
import stat
from functools import partial
from pathlib import Path

import pytest

from regicide_tui.server.running import status


@pytest.mark.parametrize("length", [1, 60, 120, 200])
async def test_it_answers_in_a_folder_with_a_path_of_any_length(
    tmp_path: Path, length: int
) -> None:
    folder = tmp_path / ("x" * length) / ("y" * length)
    folder.mkdir(parents=True)
    for open_for in (1, 2):  # the second time, the socket of the first is still there
        facts = {"open for, s": open_for}
        server = await status.serve_status(folder, partial(dict, facts))
        assert await status.ask_status(folder) == facts
        assert stat.S_IMODE((folder / status.SOCKET).stat().st_mode) == 0o600
        server.close()
        await server.wait_closed()
    with pytest.raises(status.NotRunning):
        await status.ask_status(folder)


async def test_where_no_server_is_nobody_answers(tmp_path: Path) -> None:
    with pytest.raises(status.NotRunning):
        await status.ask_status(tmp_path / ("x" * 200))


async def test_a_server_that_ends_at_that_moment_is_none(tmp_path: Path) -> None:
    def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_unix_server(hang_up, tmp_path / status.SOCKET)
    with pytest.raises(status.NotRunning):
        await status.ask_status(tmp_path)
    server.close()
    await server.wait_closed()
