"""A channel that would cost the server much for every picture is not opened."""

from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.ssh.server import Server
from tests.server.clients import connect, open_server, session


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """An open server with the mirror in it, for real clients."""
    async with open_server(tmp_path) as server:
        yield server


@pytest.mark.parametrize("size", [1, 64, 1023])
async def test_who_takes_but_a_few_bytes_at_once_gets_no_session(server: Server, size: int) -> None:
    """Each picture would be thousands of packets, and everybody would wait for seconds."""
    async with connect(server) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await session(connection, max_pktsize=size)


@pytest.mark.parametrize("size", [1024, 32 * 1024, 2**31])
async def test_who_takes_more_at_once_comes_in(server: Server, size: int) -> None:
    async with connect(server) as connection:
        await (await session(connection, max_pktsize=size)).shows("<ada")
