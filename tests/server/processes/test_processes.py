"""Real servers on one database, real clients, and processes that die."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncssh
import pytest

from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.storage.postgres import PostgresStore
from tests.attack.walking import Walker
from tests.chaos.network import Port
from tests.chaos.servers import ServerProcess, running
from tests.loose import loose
from tests.server.clients import KEY, OTHER_KEY
from tests.server.gatherings import ADA, BEA, begin
from tests.server.postgres import Cluster
from tests.server.waiting import PATIENCE

_SETTINGS = "drain_seconds = 60\npars = false\n"


class Way(NamedTuple):
    """What a client needs of a server."""

    port: int


async def prepare(url: str) -> str:
    """Make accounts for ada and bea, and a table at which both play; return the table."""
    store = await PostgresStore.open(url)
    accounts = Accounts(store)
    for name, key in ((ADA, KEY), (BEA, OTHER_KEY)):
        await accounts.add_key(name, key_line(key))
    services = Services(store)
    await services.open()
    table = await begin(services)
    await services.close()
    await store.close()
    return table


async def come(server: ServerProcess, name: str, key: asyncssh.SSHKey) -> Walker:
    """Let somebody come who has an account."""
    way = Way(server.host.port)
    walker = Walker(way, name, key=key, takes_name=False)  # type: ignore[arg-type]
    await walker.come()
    return walker


@asynccontextmanager
async def playing(
    folder: Path, url: str
) -> AsyncIterator[tuple[list[ServerProcess], Walker, Walker]]:
    """Run two servers that drain for long; ada and bea look at their table, each at one of them."""
    hosts = [Port(number) for number in (1, 2)]
    with running(hosts, [url, url], folder, _SETTINGS) as servers:
        ada, bea = await come(servers[0], ADA, KEY), await come(servers[1], BEA, OTHER_KEY)
        await ada.sees("turn 1")
        await bea.sees("turn 1", "ada is to play")
        yield servers, ada, bea


async def actions_of(url: str, table: str) -> list[str]:
    """Return the actions in the log of a table, in order, while the servers run."""
    store = await PostgresStore.open(url)
    entries = await store.read(f"table/{table}")
    await store.close()
    assert [entry.version for entry in entries] == [*range(1, len(entries) + 1)]
    found = [loose(entry.body)["events"][0] for entry in entries]
    return [event["action"] for event in found if event["event"] == "ActionTaken"]


@pytest.mark.processes
async def test_a_server_that_dies_takes_nothing_with_it_and_its_people_come_back(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.new_url()
    table = await prepare(url)
    async with playing(tmp_path, url) as [servers, ada, bea]:
        await ada.press("1", "enter")
        await bea.sees("ada plays A♣", "ada is to pay 10")
        servers[0].kill()
        await bea.sees("ada is away", "ada is to pay 10")
        ada = await come(servers[1], ADA, KEY)
        await ada.sees("You play A♣", "Pick cards to discard")
        await ada.press("5", "6", "enter")
        await bea.sees("turn 2", "play 2♣")
        assert await actions_of(url, table) == ["AC", "pay 4D 6D"]
        servers[1].send(signal.SIGTERM)
        await ada.sees("This server is about to restart")
        await bea.sees("This server is about to restart")
        servers[1].send(signal.SIGINT)  # who sends it does not want to wait
        assert await asyncio.to_thread(servers[1].ends) == 0
        assert not any(server.has_crashed for server in servers)


@pytest.mark.processes
async def test_a_server_that_is_told_to_end_hands_its_people_to_the_other_one(
    tmp_path: Path, cluster: Cluster
) -> None:
    url = cluster.new_url()
    table = await prepare(url)
    async with playing(tmp_path, url) as [servers, ada, bea]:
        servers[0].send(signal.SIGTERM)
        await ada.sees("another server: reconnect.")
        await ada.press("1", "enter")
        await bea.sees("ada plays A♣", "ada is to pay 10")

        again = await come(servers[1], ADA, KEY)
        await again.sees("You play A♣", "Pick cards to discard")
        async with asyncio.timeout(PATIENCE):
            while await ada.look():
                pass
        assert "You connected in another window." in ada.page
        assert await asyncio.to_thread(servers[0].ends) == 0
        await again.press("5", "6", "enter")
        await bea.sees("turn 2", "play 2♣")
        assert "about to restart" not in bea.page
        assert await actions_of(url, table) == ["AC", "pay 4D 6D"]
