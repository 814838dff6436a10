"""The servers on which scenarios run: one or two processes, on SQLite or PostgreSQL."""

import asyncio
import io
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, LiteralString

import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.screens import reading
from regicide_tui.server.services import common as making
from regicide_tui.server.services import tournaments
from regicide_tui.server.services.notify import Notification
from regicide_tui.server.services.reviews import Reviews
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh import line
from regicide_tui.server.ssh import server as ssh
from regicide_tui.server.ssh.visitors import Visitors
from regicide_tui.server.storage import postgres_processes, sqlite
from regicide_tui.server.storage.opening import StorePlace, find_processes, open_store
from regicide_tui.server.storage.postgres import PostgresStore
from regicide_tui.server.storage.postgres_processes import PostgresProcesses
from regicide_tui.server.storage.processes import Processes, Visit
from regicide_tui.server.storage.store import Content, LogEntry, StoreError, StoreJob
from tests.server.boards.players import NOW, QuickPlayer
from tests.server.visitors import apps_of

_PATIENCE = 60.0
"""Seconds in which a server comes to rest."""
_EARLIER = 20 * 3600
"""So many seconds the clock of a scenario is slow at first: rows of processes expire by the clock
of the database, and a killed process shall have ended at the time of the scenario."""
_LATER = 0.02
_CONSTANTS: Mapping[str, tuple[ModuleType, str]] = {
    "seconds_to_read": (reading, "TO_READ"),
    "seconds_after_a_question": (reading, "AFTERWARDS"),
    "characters_at_once": (line, "BURST"),
    "most_tournaments": (tournaments, "_MOST_TOURNAMENTS"),
}
"""What no operator can set: how long people read a question, how much they type at once, and
how many tournaments are open."""
_ECHO = "echo"
"""Stands for a log in the notifications by which processes see that they have caught up."""


class Timers(BackgroundTasks):
    """Tasks whose timers go by the clock of the scenario."""

    def __init__(self, clock: Callable[[], float], report: Callable[..., None]) -> None:
        super().__init__(report)
        self._clock = clock
        self._plans: dict[str, tuple[float, Callable[[], Coroutine[object, None, None]]]] = {}

    def schedule(
        self, key: str, seconds: float, do: Callable[[], Coroutine[object, None, None]]
    ) -> None:
        """See `BackgroundTasks.schedule`."""
        self._plans[key] = self._clock() + seconds, do

    def unschedule(self, key: str) -> None:
        """See `BackgroundTasks.unschedule`."""
        self._plans.pop(key, None)

    def is_scheduled(self, key: str) -> bool:
        """See `BackgroundTasks.is_scheduled`."""
        return key in self._plans

    def ring(self) -> None:
        """Start what is due; timers are set a little later."""
        for key, (at, do) in [*self._plans.items()]:
            if at <= self._clock() + _LATER:
                del self._plans[key]
                self.run_soon(do())


class Server:
    """The processes of a server, which share a store and the clock of the scenario.

    `settings` count from the next start on.
    """

    def __init__(
        self,
        place: StorePlace,
        number: int,
        patch: pytest.MonkeyPatch,
        folder: Path | None = None,
    ) -> None:
        self.place, self._number, self.folder, self.patch = place, number, folder, patch
        self.seconds = NOW if isinstance(place, Path) else float(int(time.time()) - _EARLIER)
        self.limits = {
            "tables_by_player": 100, "waiting_tables": 100, "waiting_tables_of_guest": 100,
            "logins_a_minute": 10_000, "new_names_by_address": 10_000, "guests_by_address": 10_000,
        }  # fmt: skip
        self.config: dict[str, Any] = {"port": 0, "pars": False}
        self.return_seconds = 0
        self.processes: list[Process] = []
        self.journal = io.StringIO()
        self.notified: list[Notification] = []
        self.room: int | None = None
        """How many more entries the disk takes; None for any number."""
        self.full_for = ""
        """The log for which the disk is full."""
        self.names: set[str] = set()
        """Everybody of the scenario."""
        self.appended = 0
        patch.setattr(making, "BackgroundTasks", lambda report: Timers(self.clock, report))
        patch.setattr(sqlite, "LOOK_SECONDS", 0.02)
        patch.setattr(postgres_processes, "BEAT", 0.05)
        patch.setattr(postgres_processes, "CALM", 0.1)
        patch.setattr(postgres_processes, "LIFE", 60.0)
        patch.setattr(postgres_processes, "READ_SECONDS", 0.0)

    def clock(self) -> float:
        """Return the time of the scenario, in seconds."""
        return self.seconds

    def set_up(self, setting: str, value: str) -> None:
        """Set a setting of the operator, such as `waiting tables`, or the seconds to come back."""
        name, found = setting.replace(" ", "_"), int(value) if value.isdigit() else value
        if name in Limits.__struct_fields__:
            self.limits[name] = int(value)
        elif name in Config.__struct_fields__:
            words = tuple(value.split(",")) if name in ("allowed", "moderators") else found
            self.config[name] = {"yes": True, "no": False}.get(value, words)
        elif name in _CONSTANTS:
            self.patch.setattr(*_CONSTANTS[name], int(value))
        elif name == "judging":
            self.patch.setattr(Reviews, "wake_judge", lambda _: None)
        else:
            assert name == "return_seconds"
            self.return_seconds = int(value)

    async def open(self) -> None:
        """Start the processes that don't run."""
        while len(self.processes) < self._number:
            process = Process(self)
            await process.open()
            self.processes.append(process)
        await self.settle()

    async def close(self) -> None:
        """Close all processes in good order."""
        while self.processes:
            await self.processes.pop().close()

    async def kill(self, process: "Process") -> None:
        """Kill a process and start another one in its place."""
        self.check_time()
        place = self.processes.index(process)
        await process.kill()
        self.processes.remove(process)
        await self.settle()
        await self.open()
        self.processes.insert(place, self.processes.pop())

    def check_time(self) -> None:
        """See that the row of a process can expire at the time of the scenario."""
        is_early = isinstance(self.place, Path) or self.seconds < time.time()
        assert is_early, "the first 20 hours are over"

    async def cut_off(self, process: "Process") -> None:
        """Let a process seem to be dead to the others, until it reaches the database again."""
        self.check_time()
        process.is_cut_off = True
        others = [one for one in self.processes if one is not process]
        async with asyncio.timeout(_PATIENCE):
            while any(process.rows.me in one.rows.others for one in others):
                await process.expire()  # again, if it was just renewing its row
                await asyncio.sleep(0.01)
        for one in others:
            await one.idle()
        process.is_cut_off = False
        await self.settle()

    async def wait(self, seconds: float) -> None:
        """Let time pass, and do what is due then."""
        self.seconds += seconds
        for process in self.processes:
            process.timers.ring()
        await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is under way, and all processes know what the others did."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                before = self.appended
                for process in self.processes:
                    await process.idle()
                if self.processes:
                    await self._meet()
                if self.appended == before and not any(one.is_busy for one in self.processes):
                    return

    @property
    def everybody(self) -> set[str]:
        """All who are here, and those whom a scenario names."""
        return self.names.union(*(one.rows.names for one in self.processes))

    async def _meet(self) -> None:
        """Wait until each process has heard all news so far, and knows who is at the others."""
        for process in self.processes:
            process.heard.clear()
        for process in self.processes:
            await process.echo()
        living = {one.rows.me for one in self.processes}
        for process in self.processes:
            while not process.heard >= living - {process.rows.me}:
                await asyncio.sleep(0.001)
        while not self._agree(living):
            await asyncio.sleep(0.001)

    def _agree(self, living: set[str]) -> bool:
        first = self.processes[0].rows
        return all(
            {*one.rows.others, one.rows.me} == living
            and all(_known(one.rows, name) == _known(first, name) for name in self.everybody)
            for one in self.processes
        )


class Process:
    """One process of a server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.is_cut_off = False
        """Whether it can't reach the database."""
        self.player = QuickPlayer() if server.config["pars"] else None
        self._listening: ssh.Server | None = None
        self.heard: set[str] = set()
        """The processes whose news of before their last echo have come."""

    async def open(self) -> None:
        """Start it."""
        server = self._server
        self._config = Config(limits=Limits(**server.limits), **server.config)
        self.store = await open_store(server.place, clock=server.clock, note_job=self._note_job)
        self._append = self.store.append
        self.store.append = self._append_if_room  # type: ignore[method-assign]
        self.rows = find_processes(self.store, lambda: int(server.clock() * 1000), _fail)
        self._journal = Journal(server.journal.write, details=True)
        self.services = Services(
            self.store,
            clock=server.clock,
            journal=self._journal,
            moderators=self._config.moderators,
            settings=self._config.limits,
            pause=0,
            return_seconds=server.return_seconds,
            par_player=self.player,
            notify=server.notified.append,
            processes=self.rows,
        )
        assert isinstance(self.services.tasks, Timers)
        self.timers = self.services.tasks
        if isinstance(self.store, PostgresStore):
            self._fetch = self.store.fetch
            self.store.fetch = self._fetch_if_reached  # type: ignore[method-assign]
            for one in server.processes:
                one.listen_to(self)
                self.listen_to(one)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(postgres_processes, "READ_SECONDS", 0.3)  # to see the others renew theirs
            await self.rows.open()
        await self.services.open()

    def listen_to(self, other: "Process") -> None:
        """Note the echoes of another process."""
        self.store.watch(f"{_ECHO} {other.rows.me}", lambda _: self.heard.add(other.rows.me))

    async def echo(self) -> None:
        """Tell the others that they have heard all that this process did before."""
        if len(self._server.processes) > 1:
            await self._tell(f"{_ECHO} {self.rows.me}")

    async def listen(self) -> ssh.Server:
        """Return the SSH server, which listens from now on."""
        if self._listening is None:
            assert self._server.folder is not None
            self._listening = ssh.Server(
                self._server.folder,
                self._config,
                self.store,
                apps_of(self.services, self._config.limits.idle_minutes * 60.0),
                self._journal,
                self.services.moderation,
                self.rows,
            )
            await self._listening.open()
        return self._listening

    @property
    def visitors(self) -> Visitors | None:
        """The visitors by SSH, if it listens."""
        return self._listening.reception.visitors if self._listening is not None else None

    @property
    def port(self) -> int:
        """The port of SSH."""
        assert self._listening is not None
        return self._listening.port

    async def close(self) -> None:
        """End in good order."""
        if self._listening is not None:
            await self._listening.close()
        await self.services.close()
        await self.rows.close()
        await self.store.close()

    async def kill(self) -> None:
        """End without a word; the row of the process expires at once."""
        if self._listening is not None:
            await self._listening.close()
        if isinstance(self.rows, PostgresProcesses):
            assert isinstance(self.store, PostgresStore)
            while not await self._is_written(self.store):
                await asyncio.sleep(0.001)
            self.rows.stop()
            await self.expire()
        await self.store.close()
        await self.services.close()

    async def expire(self) -> None:
        """Let the row of this process expire, and the others see that."""
        if isinstance(self.store, PostgresStore):
            await self._fetch(
                "UPDATE processes SET until = to_timestamp(%(now)s) WHERE id = %(me)s RETURNING id",
                {"now": self._server.seconds, "me": self.rows.me},
            )
            await self._tell("processes")

    async def _fetch_if_reached(
        self, query: LiteralString, values: Any = ()
    ) -> list[tuple[object, ...]]:
        if self.is_cut_off:
            raise StoreError("The database can't be reached.")
        return await self._fetch(query, values)

    async def _is_written(self, store: PostgresStore) -> bool:
        """Tell whether the visits here stand in the database."""
        query = "SELECT name, gone_at FROM visits WHERE process = %(me)s"
        written = {*await store.fetch(query, {"me": self.rows.me})}
        visits = [(name, one) for name in self._server.everybody for one in self.rows.visits(name)]
        return written == {
            (name, one.gone_at) for name, one in visits if one.process == self.rows.me
        }

    async def idle(self) -> None:
        """Wait until nothing is under way here, and no bot plays."""
        while self.is_busy:
            await self.services.idle()
            playing = [*self.services.bots.workers.running.values()]
            if playing:
                await asyncio.wait(playing)

    @property
    def is_busy(self) -> bool:
        """Whether anything is under way here."""
        return len(self.timers) > 0 or len(self.services.bots.workers.running) > 0

    async def _tell(self, log: str) -> None:
        """Tell the other processes of news in a log."""
        assert isinstance(self.store, PostgresStore)
        channel, news = self.store.news_of(log)
        await self._fetch(
            "SELECT pg_notify(%(channel)s, %(news)s)", {"channel": channel, "news": news}
        )

    def _note_job(self, job: StoreJob) -> None:
        self._server.appended += job.entry is not None

    async def _append_if_room(
        self,
        log: str,
        after: int,
        id: str,  # noqa: A002 # as in `Store`
        body: Content,
    ) -> LogEntry:
        server = self._server
        if server.room == 0 or log == server.full_for:
            raise StoreError("the disk is full")
        if server.room is not None:
            server.room -= 1
        return await self._append(log, after, id, body)


def _known(rows: Processes, name: str) -> dict[str, Visit]:
    return {visit.process: visit for visit in rows.visits(name)}


def _fail(error: BaseException) -> None:
    raise error


@asynccontextmanager
async def serving(
    place: StorePlace, number: int = 2, *, has_pars: bool = False
) -> AsyncIterator[Server]:
    """Open a server of some processes, and close it."""
    with pytest.MonkeyPatch.context() as patch:
        server = Server(place, number, patch)
        server.config["pars"] = has_pars
        await server.open()
        try:
            yield server
        finally:
            await server.close()


SETUPS = {"sqlite": 1, "postgres": 1, "two processes": 2}
"""The numbers of processes."""
