"""Whatever people do at two processes of a server, in the end both know the same."""

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
from tests.server.processes.houses import House, Process

NAMES = ("ada", "bea", "cyd", "guest-222222")
_MOST_PROCESSES = 3

names = st.sampled_from(NAMES)
places = st.integers(0, 5)


class Leave:
    """A window; it is no longer open once its process has asked it to leave."""

    def __init__(self) -> None:
        self.open = True

    def __call__(self, _: str) -> None:
        self.open = False


class Server(RuleBasedStateMachine):
    """A server whose people use any process, several at once, and whose processes come and die."""

    def __init__(self) -> None:
        super().__init__()
        self._runner = asyncio.Runner()
        self._patch, ids = pytest.MonkeyPatch(), count()
        self._patch.setattr("secrets.token_hex", lambda size: f"{next(ids):0{2 * size}}")
        self._folder = tempfile.TemporaryDirectory()
        self._house = House(Path(self._folder.name) / "house.db")
        self._windows: list[tuple[Process, str, Leave]] = []
        self._tables: list[str] = []
        for _ in range(2):
            self._run(self._house.open_process())

    def _run(self, what: Any) -> Any:
        return self._runner.run(what)

    def _process(self, place: int) -> Process:
        return self._house.processes[place % len(self._house.processes)]

    def _do(self, *done: tuple[int, Any]) -> None:
        """Do things at once at some processes; what is refused has no effect."""

        async def attempt(place: int, what: Any) -> None:
            with suppress(Refused, StoreError):
                await what(self._process(place))

        async def all_at_once() -> None:
            await asyncio.gather(*(attempt(place, what) for place, what in done))
            await self._house.settle()

        self._run(all_at_once())

    def _table(self, number: int) -> str:
        return self._tables[number % len(self._tables)] if self._tables else "none"

    @rule(place=places, name=names, duel=st.booleans(), after=places)
    def open_table(self, place: int, name: str, duel: bool, after: int) -> None:
        """Open a table."""

        async def do(process: Process) -> None:
            asked = commands.Open("duel" if duel else "regicide", 2, {})
            self._tables.append(await process.services.joining.open_table(name, asked))

        self._do((place, do))

    @rule(one=st.tuples(places, names), other=st.tuples(places, names), number=places)
    def sit(self, one: tuple[int, str], other: tuple[int, str], number: int) -> None:
        """Let two sit down at one table, be ready, and begin, all at once."""
        table = self._table(number)

        def sits(name: str) -> Any:
            async def do(process: Process) -> None:
                with suppress(Refused):
                    await process.services.commands.do(table, name, commands.Sit(1))
                with suppress(Refused):
                    await process.services.commands.do(table, name, commands.BeReady(True))
                await process.services.commands.do(table, name, commands.StartGame())

            return do

        self._do(*((place, sits(name)) for place, name in (one, other)))

    @rule(one=places, other=places, number=places)
    def act(self, one: int, other: int, number: int) -> None:
        """Take the same action at two processes at once."""
        table = self._table(number)

        async def do(process: Process) -> None:
            await process.services.tables.read(table)
            if process.services.tables.find(table).playing:
                by, action = first_action(process.services.tables.whole(table))
                await process.services.commands.do(table, by, commands.Act(action))

        self._do((one, do), (other, do))

    @rule(one=places, other=places, number=places, names=st.tuples(names, names))
    def end(self, one: int, other: int, number: int, names: tuple[str, str]) -> None:
        """Let two leave a table at once, in the way that is possible."""
        table = self._table(number)

        def leaves(name: str) -> Any:
            async def do(process: Process) -> None:
                for command in (commands.Stand(), commands.Resign(), commands.Ask(commands.END)):
                    with suppress(Refused):
                        await process.services.commands.do(table, name, command)

            return do

        self._do((one, leaves(names[0])), (other, leaves(names[1])))

    @rule(one=places, other=places, number=places, names=st.tuples(names, names))
    def play_again(self, one: int, other: int, number: int, names: tuple[str, str]) -> None:
        """Let two ask for the next game at once."""
        table = self._table(number)

        def asks(name: str) -> Any:
            async def do(process: Process) -> None:
                found = await process.services.joining.join_next(table, name)
                if found not in self._tables:
                    self._tables.append(found)

            return do

        self._do((one, asks(names[0])), (other, asks(names[1])))

    @rule(place=places, name=names)
    def come(self, place: int, name: str) -> None:
        """Open a window of somebody."""
        window = Leave()
        self._windows.append((self._process(place), name, window))

        async def do(process: Process) -> None:
            process.services.presence.arrive(name, window)

        self._do((place, do))

    @rule(number=places, table=places)
    def go(self, number: int, table: int) -> None:
        """Go to a table in a window, or to the lobby."""
        if self._windows:
            process, name, window = self._windows[number % len(self._windows)]

            async def do(_: Process) -> None:
                process.services.presence.go_to(
                    name, window, self._table(table) if table % 2 else ""
                )

            self._do((0, do))

    @rule(number=places)
    def leave(self, number: int) -> None:
        """Close a window."""
        if self._windows:
            process, name, window = self._windows.pop(number % len(self._windows))

            async def do(_: Process) -> None:
                process.services.presence.leave(name, window)
                window.open = False

            self._do((0, do))

    @rule(place=places, name=names, text=st.sampled_from(("hello", "bye")))
    def say(self, place: int, name: str, text: str) -> None:
        """Say something in the lobby."""

        async def do(process: Process) -> None:
            process.services.chats.say(name, text)

        self._do((place, do))

    @rule(seconds=st.sampled_from((1, 400, 100_000)))
    def wait(self, seconds: int) -> None:
        """Let time pass, and do the upkeep."""
        self._house.time.seconds += seconds

        async def do(process: Process) -> None:
            await process.services.automation.run()
            await process.services.automation.run()
            await process.services.tables.games.keep_snapshots(10)

        self._do(*((place, do) for place in range(len(self._house.processes))))

    @rule(place=places)
    def die(self, place: int) -> None:
        """Let a process die, and another one join."""
        process = self._process(place)
        self._windows = [one for one in self._windows if one[0] is not process]

        async def do() -> None:
            await process.die()
            await self._house.settle()
            await self._house.open_process()

        self._run(do())

    @rule(place=places)
    def cut_off(self, place: int) -> None:
        """Let a process lose the others for a moment."""

        async def do() -> None:
            self._process(place).rows.cut_off()
            await self._house.settle()

        self._run(do())

    @rule()
    def join(self) -> None:
        """Let another process join."""
        if len(self._house.processes) < _MOST_PROCESSES:
            self._run(self._house.open_process())

    @invariant()
    def all_processes_know_the_same(self) -> None:
        """Compare all that the processes know of people, tables and results."""
        self._run(self._compare())

    async def _compare(self) -> None:
        for process in self._house.processes:
            for table in [*process.services.tables]:
                await process.services.tables.read(table)
        await self._house.settle()
        first, *others = [await self._known(process) for process in self._house.processes]
        for other in others:
            assert other == first
        for process in self._house.processes:
            assert "crash" not in process.journal.getvalue(), process.journal.getvalue()
            assert "failed" not in process.journal.getvalue(), process.journal.getvalue()
        closed = [
            entry.body["closed"]
            for entry in await self._house.processes[0].store.read("house")
            if "closed" in entry.body
        ]
        assert len(closed) == len({*closed})
        present = sorted(name for _, name, window in self._windows if window.open)
        assert [*first["present"]] == present, "each in one window alone"

    async def _known(self, process: Process) -> dict[str, Any]:
        services = process.services
        for table in services.tables:
            newest = await project_table(process.store, table).catch_up()
            assert services.tables.whole(table) == newest
        return {
            "tables": {table: services.tables.whole(table) for table in services.tables},
            "owned": {table for table in services.tables if services.tables[table].over},
            "offered": {name: dict(services.lobby.offered(name)) for name in NAMES},
            "finished": [*services.tables.results.finished],
            "wins": services.tables.results.count,
            "chat": [*services.chats.lobby],
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
