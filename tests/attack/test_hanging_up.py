"""Whoever hangs up is gone, at whatever moment they do."""

import asyncio
import signal
from pathlib import Path
from random import Random

import asyncssh
import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import Account
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.nameless import Kind
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh import connection as connection_module
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.attack.visitors import Server as Process
from tests.server.clients import connect, open_server, session
from tests.server.gatherings import api_of, begin
from tests.server.visitors import Person
from tests.server.waiting import until

_MANY = Limits(
    logins_a_minute=100_000,
    connections=1000,
    connections_by_address=1000,
    new_names_by_address=100_000,
    guests_by_address=100_000,
)


async def test_who_hangs_up_while_their_name_is_saved_has_it_and_leaves_no_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with open_server(tmp_path) as server:
        asked, kept, choose = asyncio.Event(), asyncio.Event(), server.reception.accounts.choose

        async def slowly(name: str, key: str, *, listed: bool = False) -> Account:
            asked.set()
            await kept.wait()
            return await choose(name, key, listed=listed)

        with monkeypatch.context() as patched:
            patched.setattr(server.reception.accounts, "choose", slowly)
            connection = await connect(server, "cyd", key)
            client = await session(connection)
            await client.shows("< Size")
            client.process.stdin.write(b"n")
            await asked.wait()
            connection.abort()
            await until(lambda: server.reception.limiter.connections == 0)
            assert not server.reception.limiter.failures_of_address.failures
            kept.set()
            await until(lambda: len(server.reception.visitors) == 0)
        async with connect(server, "play", key) as connection:
            await (await session(connection)).shows("<cyd")
            assert len(server.reception.visitors) == 1
        assert not server.reception.nameless.count(Kind.NAMING)


@pytest.mark.parametrize("seed", range(3))
async def test_who_hangs_up_at_any_moment_leaves_nothing(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    async with open_server(tmp_path, guests=True, limits=_MANY) as server:

        async def come_and_go(name: str) -> None:
            connection = await connect(server, name, asyncssh.generate_private_key("ssh-ed25519"))
            coming = asyncio.ensure_future(session(connection))
            await asyncio.sleep(random.choice((0, 0.001, 0.003, 0.01, 0.03)))
            connection.abort()
            await asyncio.wait([coming])
            coming.exception()

        for number in range(15):
            await come_and_go(random.choice(("guest", f"seven-{number}")))
        await until(lambda: server.reception.limiter.connections == 0)
        await until(lambda: len(server.reception.visitors) == 0)
        assert not server.reception.guest_names.taken


async def test_whose_session_is_over_holds_no_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection_module, "SHELL_SECONDS", 0.2)
    async with open_server(tmp_path) as server, connect(server) as connection:
        client = await session(connection)
        await client.shows("<ada")
        client.process.stdin.write(b"q")
        await client.ends()
        await until(lambda: server.reception.limiter.connections == 0)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["?", ":"])
async def test_who_hangs_up_while_a_screen_opens_has_not_crashed_at_their_table(
    services: Services, key: str
) -> None:
    table = await begin(services)
    for steps in range(0, 40, 2):
        ada = Person(services, "ada")
        ada.come()
        await ada.sees("turn ")
        ada.type(key)
        for _ in range(steps):
            await asyncio.sleep(0)  # at which step the screen is half open, Textual decides
        await ada.drop()
        assert not api_of(services, "ada").visit.has_crashed(table)
        assert "crash" not in ada.journal.getvalue()


@pytest.mark.processes
@pytest.mark.parametrize(
    "milliseconds", [0, 10, *[pytest.param(one, marks=pytest.mark.attack) for one in (2, 5, 30)]]
)
async def test_a_server_that_is_killed_while_a_name_is_saved_has_all_of_it_or_nothing(
    tmp_path: Path, milliseconds: int
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    house = Process(tmp_path)
    try:
        for run in range(2):
            connection = await asyncssh.connect(
                *("127.0.0.1", house.port),
                username="cyd",
                client_keys=[key],
                known_hosts=None,
                config=None,
                agent_path=None,
            )
            client = await session(connection)
            await client.until(lambda raw: b"CHOOSE YOUR" in raw or b"cyd" in raw)
            if b"CHOOSE YOUR" in client.raw:
                client.process.stdin.write(b"\r")
            if run == 0:
                await asyncio.sleep(milliseconds / 1000)  # the moment of the kill
                house.end(signal.SIGKILL)
                house = Process(tmp_path)
            else:
                await client.shows("HERE")
            connection.abort()
    finally:
        house.end(signal.SIGKILL)
    (database,) = tmp_path.rglob("house.db")
    store = SqliteStore(database)
    accounts = await Accounts(store).list_all()
    await store.close()
    assert [(one.name, one.keys) for one in accounts.values()] == [("cyd", (key_line(key),))]
