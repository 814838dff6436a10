"""Crowds of guests and of new keys: real clients of several addresses, and whom they keep out."""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.ssh.server import Server
from tests.server.clients import KEY, Client, Listener, connect, open_server, session
from tests.server.waiting import PATIENCE, until

pytestmark = pytest.mark.processes


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


class Crowd:
    """Visitors who stay until the test is over."""

    def __init__(self, server: Server, held: AsyncExitStack) -> None:
        self._server = server
        self._held = held

    async def connect(self, name: str, address: str, **more: Any) -> asyncssh.SSHClientConnection:
        """Connect from an address."""
        key = more.pop("key", None) or new_key()
        if name == "guest":
            more = {"client_keys": None, **more}
        connection = await connect(self._server, name, key, local_addr=(address, 0), **more)
        self._held.callback(connection.abort)
        result: asyncssh.SSHClientConnection = connection
        return result

    async def come(self, name: str, address: str, **more: Any) -> Client:
        """Connect from an address, and ask for a terminal."""
        return await session(await self.connect(name, address, **more))

    async def ada_comes(self, address: str) -> None:
        """Come as ada, who has a name, and see the app."""
        await (await self.come("ada", address, key=KEY)).shows("<ada")


@pytest.fixture
async def journal() -> io.StringIO:
    """The journal of the server."""
    return io.StringIO()


@pytest.fixture
async def crowd(tmp_path: Path, journal: io.StringIO) -> AsyncIterator[Crowd]:
    """Nobody yet, at a server with the default limits that lets guests in."""
    async with open_server(tmp_path, journal, guests=True) as server, AsyncExitStack() as held:
        yield Crowd(server, held)


@pytest.mark.parametrize("name", ["guest", "cyd"])
async def test_those_without_a_name_keep_no_name_of_their_address_out(
    crowd: Crowd, name: str
) -> None:
    seen = []
    for _ in range(20):
        client = await crowd.come(name, "127.0.0.1")
        await client.until(lambda raw: b"<" in raw or b"from your address" in raw)
        seen.append(b"from your address" in client.raw)
    assert seen == [False] * 10 + [True] * 10, "the others are told why"
    await crowd.ada_comes("127.0.0.1")


async def test_connections_of_guests_without_a_window_keep_no_name_out(crowd: Crowd) -> None:
    for _ in range(20):
        await crowd.connect("guest", "127.0.0.1")
    await crowd.ada_comes("127.0.0.1")


async def test_a_few_addresses_take_no_place_of_others_who_choose_a_name(
    tmp_path: Path, journal: io.StringIO
) -> None:
    limits = Limits(guests_in_all=6)
    async with (
        open_server(tmp_path, journal, guests=True, limits=limits) as server,
        AsyncExitStack() as held,
    ):
        crowd = Crowd(server, held)
        many = [await crowd.come("cyd", f"127.0.0.{number // 3 + 1}") for number in range(6)]
        for one in many:
            await one.shows("< Size")
        late = await crowd.come("dee", "127.0.0.9")
        await late.shows("< Size")
        (sent_away,) = [one for one in many if one is many[2]]
        assert b"someone from another address needs" in await sent_away.ends()
        await until(lambda: "made room" in journal.getvalue())


async def test_a_window_that_is_closed_for_a_newer_one_of_its_name_says_so(crowd: Crowd) -> None:
    first = await crowd.come("ada", "127.0.0.1", key=KEY)
    await first.shows("<ada")
    for _ in range(4):
        await crowd.connect("ada", "127.0.0.1", key=KEY)
    assert b"too many other windows" in await first.ends()


async def test_a_connection_without_a_window_that_is_closed_for_a_newer_one_says_so(
    crowd: Crowd,
) -> None:
    ended: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()

    class Ending(Listener):
        def connection_lost(self, exc: Exception | None) -> None:
            ended.set_result(exc)

    await crowd.connect("ada", "127.0.0.1", key=KEY, client_factory=Ending)
    for _ in range(4):
        await crowd.connect("ada", "127.0.0.1", key=KEY)
    async with asyncio.timeout(PATIENCE):
        assert "too many other windows" in str(await ended)
