"""Real servers with two workers, real clients, and processes that die."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import asyncssh
import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.operator import serve
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import LogEntry
from tests.attack.walking import Walker
from tests.loose import loose
from tests.server.clients import KEY, OTHER_KEY
from tests.server.gatherings import ADA, BEA
from tests.server.test_service_manager import Listener
from tests.server.waiting import PATIENCE
from tests.server.workers.processes import HOUSE, Running, prepare, running

pytestmark = pytest.mark.processes


class Way(NamedTuple):
    """What a client needs of a server."""

    port: int


async def come(server: Running, name: str, key: asyncssh.SSHKey) -> Walker:
    """Let somebody come who has an account."""
    walker = Walker(Way(server.port), name, key=key, takes_name=False)  # type: ignore[arg-type]
    await walker.come()
    return walker


@asynccontextmanager
async def playing(folder: Path) -> AsyncIterator[tuple[Running, Walker, Walker]]:
    """Run a server that drains for long; ada and bea look at their table at different workers."""
    settings = folder / "house.toml"
    settings.write_text("drain_seconds = 60\nworkers = 2\n")
    async with running(folder, "--config", f"{settings}") as server:
        await server.says("is running")
        ada, bea = await come(server, ADA, KEY), await come(server, BEA, OTHER_KEY)
        await ada.sees("turn 1")
        await bea.sees("turn 1", "ada is to play")
        yield server, ada, bea


async def read_log(folder: Path, table: str) -> list[LogEntry]:
    """Return the log of a table, while the server runs."""
    store = SqliteStore(folder / HOUSE / "house.db")
    entries = await store.read(f"table/{table}")
    await store.close()
    return entries


async def actions_of(folder: Path, table: str) -> list[str]:
    """Return the actions in the log of a table, in order."""
    entries = await read_log(folder, table)
    assert [entry.version for entry in entries] == [*range(1, len(entries) + 1)]
    found = [loose(entry.body)["events"][0] for entry in entries]
    return [event["action"] for event in found if event["event"] == "ActionTaken"]


async def test_a_worker_that_dies_takes_nothing_with_it_and_its_people_come_back(
    tmp_path: Path,
) -> None:
    table = await prepare(tmp_path)
    async with playing(tmp_path) as [server, ada, bea]:
        theirs = server.worker_of(ADA)
        assert {theirs, server.worker_of(BEA)} == {1, 2}
        await ada.press("1", "enter")
        await bea.sees("ada plays A♣", "ada is to pay 10")
        found = await server.status()
        assert found["workers"] == "2 of 2 answer"
        assert (found["sessions"], found["people"], found["tables playing"]) == (2, 2, 1)
        assert all(" 1 sessions" in f"{found[f'worker {number}']}" for number in (1, 2))

        os.kill(server.workers[theirs], signal.SIGKILL)
        await server.says(f"worker ended worker={theirs} code=-9")
        await bea.sees("ada is away", "ada is to pay 10")
        await server.says(f"worker serves worker={theirs}", times=2)
        ada = await come(server, ADA, KEY)
        await ada.sees("ada plays A♣", "Pick cards to discard")
        assert server.worker_of(ADA) == theirs, "it has fewer people than the other one"
        await ada.press("5", "6", "enter")
        await bea.sees("turn 2", "play 2♣")
        assert await actions_of(tmp_path, table) == ["AC", "pay 4D 6D"]

        server.process.send_signal(signal.SIGTERM)
        await ada.sees("This server is about to be restarted")
        await bea.sees("This server is about to be restarted")
        server.process.send_signal(signal.SIGINT)  # who sends it does not want to wait
        assert await server.ends() == 0
        assert not serve.is_running(tmp_path / HOUSE)


async def test_a_worker_that_is_told_to_end_hands_its_people_to_the_other_one(
    tmp_path: Path,
) -> None:
    table = await prepare(tmp_path)
    async with playing(tmp_path) as [server, ada, bea]:
        leaving, staying = server.worker_of(ADA), server.worker_of(BEA)
        os.kill(server.workers[leaving], signal.SIGTERM)
        await ada.sees("another server: connect again.")
        await ada.press("1", "enter")
        await bea.sees("ada plays A♣", "ada is to pay 10")

        again = await come(server, ADA, KEY)
        await again.sees("ada plays A♣", "Pick cards to discard")
        assert server.worker_of(ADA) == staying
        async with asyncio.timeout(PATIENCE):
            while await ada.look():
                pass
        assert "You connected in another window." in ada.page
        await server.says(f"worker serves worker={leaving}", times=2)
        await again.press("5", "6", "enter")
        await bea.sees("turn 2", "play 2♣")
        assert "about to be restarted" not in bea.page
        assert await actions_of(tmp_path, table) == ["AC", "pay 4D 6D"]


async def test_if_the_supervisor_dies_its_workers_end_and_nobody_opens_the_house_before(
    tmp_path: Path,
) -> None:
    await prepare(tmp_path)
    async with running(tmp_path) as server:
        await server.says("is running")
        ada = await come(server, ADA, KEY)
        await ada.sees("turn 1")
        server.process.send_signal(signal.SIGKILL)
        await ada.sees("This server is about to be restarted")
        with pytest.raises(serve.AlreadyOpen):
            await serve.serve(tmp_path / HOUSE, Config(port=0), lambda _: None)
        await ada.go()
        assert await server.ends() == -signal.SIGKILL
        assert not serve.is_running(tmp_path / HOUSE)


async def test_systemd_and_prometheus_hear_of_all_workers_in_one_place(tmp_path: Path) -> None:
    address = tmp_path / "notify"
    listener = Listener(f"{address}")
    variables = {"NOTIFY_SOCKET": f"{address}", "WATCHDOG_USEC": "200000"}
    async with running(tmp_path, "--metrics", "0", variables=variables) as server:
        assert await asyncio.to_thread(listener.hears) == "READY=1"
        await server.says("/metrics")
        assert await asyncio.to_thread(listener.hears) == "WATCHDOG=1"
        found = await server.scrape()
        for number in (1, 2):
            assert found[f'regicide_worker_answers{{worker="{number}"}}'] == 1
            assert found[f'regicide_visitors{{kind="named",worker="{number}"}}'] == 0
            assert (
                found[f'regicide_key_to_paint_seconds_bucket{{le="0.01",worker="{number}"}}'] == 0
            )

        os.kill(server.workers[2], signal.SIGSTOP)
        assert (await server.status())["worker 2"] == "does not answer"
        assert (await server.scrape())['regicide_worker_answers{worker="2"}'] == 0
        await asyncio.to_thread(listener.falls_silent, 0.5)
        with suppress(ProcessLookupError):  # on a slow machine it was started again meanwhile
            os.kill(server.workers[2], signal.SIGCONT)
        assert await asyncio.to_thread(listener.hears) == "WATCHDOG=1"
        server.process.send_signal(signal.SIGTERM)
        while (said := await asyncio.to_thread(listener.hears)) == "WATCHDOG=1":
            """It was said before."""
        assert said == "STOPPING=1"
        assert await server.ends() == 0
    listener.socket.close()
