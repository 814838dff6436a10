"""Whatever people do at two workers of a server, in the end both know the same."""

import asyncio
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.model.table.record import project_table
from regicide_tui.server.storage.store import StoreError
from tests.server.gatherings import first_action
from tests.server.workers.houses import House, Worker

NAMES = ("ada", "bea", "cyd", "guest-222222")
_MOST_WORKERS = 3

names = st.sampled_from(NAMES)
places = st.integers(0, 5)


class Leave:
    """A window; it is no longer open once its worker has asked it to leave."""

    def __init__(self) -> None:
        self.open = True

    def __call__(self, _: str) -> None:
        self.open = False


class Server(RuleBasedStateMachine):
    """A server whose people use any worker, several at once, and whose workers come and die."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._patch, ids = pytest.MonkeyPatch(), count()
        self._patch.setattr("secrets.token_hex", lambda size: f"{next(ids):0{2 * size}}")
        self._folder = tempfile.TemporaryDirectory()
        self._house = House(Path(self._folder.name) / "house.db")
        self._windows: list[tuple[Worker, str, Leave]] = []
        self._tables: list[str] = []
        for _ in range(2):
            self._run(self._house.open_worker())

    def _run(self, what: Any) -> Any:
        return self._runner.run(what)

    def _worker(self, place: int) -> Worker:
        return self._house.workers[place % len(self._house.workers)]

    def _do(self, *done: tuple[int, Any]) -> None:
        """Do things at once at some workers; what is refused has no effect."""

        async def attempt(place: int, what: Any) -> None:
            with suppress(Refused, StoreError):
                await what(self._worker(place))

        async def all_at_once() -> None:
            await asyncio.gather(*(attempt(place, what) for place, what in done))
            await self._house.settle()

        self._run(all_at_once())

    def _table(self, number: int) -> str:
        return self._tables[number % len(self._tables)] if self._tables else "none"

    @rule(place=places, name=names, duel=st.booleans(), after=places)
    def open_table(self, place: int, name: str, duel: bool, after: int) -> None:
        """Open a table."""

        async def do(worker: Worker) -> None:
            asked = commands.Open("duel" if duel else "regicide", 2, {})
            self._tables.append(await worker.services.joining.open_table(name, asked))

        self._do((place, do))

    @rule(one=st.tuples(places, names), other=st.tuples(places, names), number=places)
    def sit(self, one: tuple[int, str], other: tuple[int, str], number: int) -> None:
        """Let two sit down at one table, be ready, and begin, all at once."""
        table = self._table(number)

        def sits(name: str) -> Any:
            async def do(worker: Worker) -> None:
                with suppress(Refused):
                    await worker.services.commands.do(table, name, commands.Sit(1))
                with suppress(Refused):
                    await worker.services.commands.do(table, name, commands.BeReady(True))
                await worker.services.commands.do(table, name, commands.StartGame())

            return do

        self._do(*((place, sits(name)) for place, name in (one, other)))

    @rule(one=places, other=places, number=places)
    def act(self, one: int, other: int, number: int) -> None:
        """Take the same action at two workers at once."""
        table = self._table(number)

        async def do(worker: Worker) -> None:
            await worker.services.tables.read(table)
            if worker.services.tables.find(table).playing:
                by, action = first_action(worker.services.tables.whole(table))
                await worker.services.commands.do(table, by, commands.Act(action))

        self._do((one, do), (other, do))

    @rule(one=places, other=places, number=places, names=st.tuples(names, names))
    def end(self, one: int, other: int, number: int, names: tuple[str, str]) -> None:
        """Let two leave a table at once, in the way that is possible."""
        table = self._table(number)

        def leaves(name: str) -> Any:
            async def do(worker: Worker) -> None:
                for command in (commands.Stand(), commands.Resign(), commands.Ask(commands.END)):
                    with suppress(Refused):
                        await worker.services.commands.do(table, name, command)

            return do

        self._do((one, leaves(names[0])), (other, leaves(names[1])))

    @rule(one=places, other=places, number=places, names=st.tuples(names, names))
    def play_again(self, one: int, other: int, number: int, names: tuple[str, str]) -> None:
        """Let two ask for the next game at once."""
        table = self._table(number)

        def asks(name: str) -> Any:
            async def do(worker: Worker) -> None:
                found = await worker.services.joining.join_next(table, name)
                if found not in self._tables:
                    self._tables.append(found)

            return do

        self._do((one, asks(names[0])), (other, asks(names[1])))

    @rule(place=places, name=names)
    def come(self, place: int, name: str) -> None:
        """Open a window of somebody."""
        window = Leave()
        self._windows.append((self._worker(place), name, window))

        async def do(worker: Worker) -> None:
            worker.services.presence.arrive(name, window)

        self._do((place, do))

    @rule(number=places, table=places)
    def go(self, number: int, table: int) -> None:
        """Go to a table in a window, or to the lobby."""
        if self._windows:
            worker, name, window = self._windows[number % len(self._windows)]

            async def do(_: Worker) -> None:
                worker.services.presence.go_to(
                    name, window, self._table(table) if table % 2 else ""
                )

            self._do((0, do))

    @rule(number=places)
    def leave(self, number: int) -> None:
        """Close a window."""
        if self._windows:
            worker, name, window = self._windows.pop(number % len(self._windows))

            async def do(_: Worker) -> None:
                worker.services.presence.leave(name, window)
                window.open = False

            self._do((0, do))

    @rule(place=places, name=names, text=st.sampled_from(("hello", "bye")))
    def say(self, place: int, name: str, text: str) -> None:
        """Say something in the lobby."""

        async def do(worker: Worker) -> None:
            worker.services.lobby.say(name, text)

        self._do((place, do))

    @rule(seconds=st.sampled_from((1, 400, 100_000)))
    def wait(self, seconds: int) -> None:
        """Let time pass, and do the upkeep."""
        self._house.time.seconds += seconds

        async def do(worker: Worker) -> None:
            await worker.services.automation.run()
            await worker.services.automation.run()
            await worker.services.tables.games.keep_snapshots(10)

        self._do(*((place, do) for place in range(len(self._house.workers))))

    @rule(place=places)
    def die(self, place: int) -> None:
        """Let a worker die, and another one join."""
        worker = self._worker(place)
        self._windows = [one for one in self._windows if one[0] is not worker]

        async def do() -> None:
            await worker.die()
            await self._house.settle()
            await self._house.open_worker()

        self._run(do())

    @rule(place=places)
    def cut_off(self, place: int) -> None:
        """Let a worker lose the others for a moment."""

        async def do() -> None:
            self._house.network.cut_off(self._worker(place).transport)
            await self._house.settle()

        self._run(do())

    @rule()
    def join(self) -> None:
        """Let another worker join."""
        if len(self._house.workers) < _MOST_WORKERS:
            self._run(self._house.open_worker())

    @invariant()
    def all_workers_know_the_same(self) -> None:
        """Compare all that the workers know of people, tables and results."""
        self._run(self._compare())

    async def _compare(self) -> None:
        for worker in self._house.workers:
            for table in [*worker.services.tables]:
                await worker.services.tables.read(table)
        await self._house.settle()
        first, *others = [await self._known(worker) for worker in self._house.workers]
        for other in others:
            assert other == first
        for worker in self._house.workers:
            assert "crash" not in worker.journal.getvalue(), worker.journal.getvalue()
            assert "failed" not in worker.journal.getvalue(), worker.journal.getvalue()
        closed = [
            entry.body["closed"]
            for entry in await self._house.workers[0].store.read("house")
            if "closed" in entry.body
        ]
        assert len(closed) == len({*closed})
        present = sorted(name for _, name, window in self._windows if window.open)
        assert [*first["present"]] == present, "each in one window alone"

    async def _known(self, worker: Worker) -> dict[str, Any]:
        services = worker.services
        for table in services.tables:
            assert (
                services.tables.whole(table) == await project_table(worker.store, table).catch_up()
            )
        return {
            "tables": {table: services.tables.whole(table) for table in services.tables},
            "owned": {table for table in services.tables if services.tables[table].over},
            "offered": {name: dict(services.lobby.offered(name)) for name in NAMES},
            "finished": [*services.register.results.finished],
            "wins": services.register.results.count,
            "chat": [*services.lobby.chat],
            "present": services.presence.names,
            "left": {name: services.presence.left_at(name) for name in NAMES},
            "places": {
                table: services.presence.places(table, state)
                for table, state in services.tables.items()
            },
        }

    def teardown(self) -> None:
        """Close all."""
        self._run(self._house.close())
        self._runner.close()
        self._patch.undo()
        self._folder.cleanup()


TestAgreement = Server.TestCase
TestAgreement.settings = settings(max_examples=12, stateful_step_count=25, deadline=None)
