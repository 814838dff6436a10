"""What players see while the database can't be reached, and what becomes of their actions."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from regicide_tui.server.storage import postgres
from regicide_tui.server.storage.postgres import PostgresStore
from tests.attack.walking import Walker
from tests.server.clients import NAMES
from tests.server.gatherings import begin
from tests.server.postgres import Cluster, new_cluster, stopped
from tests.server.waiting import PATIENCE, until
from tests.server.whole import House, open_house

pytestmark = pytest.mark.processes

LOST, REACHED = "The server can't reach its database", "The server can reach its database again."


@pytest.fixture
def fragile(needs_postgres: None) -> Iterator[Cluster]:
    """A PostgreSQL that a test may stop or kill."""
    with new_cluster() as cluster:
        yield cluster


def actions(house: House, table: str) -> int:
    """Return how many actions were taken at a table."""
    game = house.services.tables.whole(table).game
    assert game is not None
    return game.moves


@pytest.fixture
async def house(tmp_path: Path, fragile: Cluster) -> AsyncIterator[House]:
    """An open server on a database, in which ada and bea have names."""
    async with open_house(tmp_path, await PostgresStore.open(fragile.url())) as house:
        yield house


@asynccontextmanager
async def at_a_table(house: House) -> AsyncIterator[tuple[str, Walker, Walker]]:
    """Let ada and bea come to their table; yield it, who must act, and who waits."""
    table = await begin(house.services)
    async with AsyncExitStack() as people:
        walkers = [Walker(house.server, name, key=key) for name, key in NAMES.items()]
        for one in walkers:
            await one.come()
            people.push_async_callback(one.go)
            await one.sees("turn 1")
        game = house.services.tables.whole(table).game
        assert game is not None
        assert game.to_act is not None
        acting = house.services.tables[table].seats[game.to_act]
        first, second = sorted(walkers, key=lambda one: one.name != acting)
        yield table, first, second


async def shows_no(walker: Walker, words: str) -> None:
    """Wait until words are gone: the news of an action may stand there, or that all is well."""
    async with asyncio.timeout(PATIENCE):
        while words in walker.page:
            assert await walker.look()


async def test_all_read_that_the_tables_are_being_reached_and_the_action_is_there_once(
    house: House, fragile: Cluster
) -> None:
    async with at_a_table(house) as (table, acting, waiting):
        before = await house.services.store.read(f"table/{table}")
        with stopped(fragile):
            await acting.press("enter")
            await waiting.sees(LOST)
            await acting.sees(LOST)
            assert actions(house, table) == 0, "nothing is shown before it is durable"
        await until(lambda: actions(house, table) == 1)
        for one in (acting, waiting):
            await shows_no(one, LOST)
        assert len(await house.services.store.read(f"table/{table}")) == len(before) + 1


async def test_after_ten_seconds_the_player_reads_that_it_is_not_saved_and_can_act_again(
    house: House, fragile: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "PATIENCE", 0.5)
    async with at_a_table(house) as (table, acting, waiting):
        fragile.kill()
        await acting.press("enter")
        await acting.sees("The server can't save that now")
        assert actions(house, table) == 0
        await waiting.sees(LOST)
        fragile.start()
        await waiting.sees(REACHED)
        await acting.press("enter")
        await until(lambda: actions(house, table) == 1)
