"""The status of a server: a socket in its folder answers on the same machine."""

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

from regicide_tui.games.base import Value
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.private import bind_private_socket, short_socket_path

_SOCKET = re.compile(r"status-([0-9]+)\.sock")
_TICK = 0.05
_MINUTE = int(60 / _TICK)


class NotRunning(Exception):
    """No server is running in this folder."""


class LoopMonitor:
    """Measures the pauses of the loop: how long it may hold up everybody."""

    def __init__(self) -> None:
        self.longest = 0.0
        """The longest pause since the server was opened, in seconds."""
        self._finished_tables: list[float] = []
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start to measure."""
        self._task = asyncio.ensure_future(self._measure())

    def end(self) -> None:
        """Stop to measure."""
        if self._task is not None:
            self._task.cancel()

    @property
    def lately(self) -> float:
        """The 95th percentile of the pauses of the last minute, in seconds."""
        late = sorted(self._finished_tables)
        return late[int(len(late) * 0.95)] if late else 0.0

    async def _measure(self) -> None:
        while True:
            before = monotonic()
            await asyncio.sleep(_TICK)
            late = max(0.0, monotonic() - before - _TICK)
            self.longest = max(self.longest, late)
            self._finished_tables = [*self._finished_tables[-_MINUTE:], late]


class ProcessFacts(Value, frozen=True):
    """What the process of a server knows of itself; times are in seconds.

    Servers on one database know the same people and tables, but each has its own sessions.
    """

    open_for: float
    sessions: int
    people: int
    gathering: int
    playing: int
    finished: int
    pause_lately: float
    """The 95th percentile of the pauses of the loop."""
    pause_longest: float
    memory: float
    """The most memory that it had, in megabytes."""


Facts = Mapping[str, object]


def describe(facts: ProcessFacts) -> Facts:
    """Return the status of a server, for people."""
    return {
        "open for, s": round(facts.open_for),
        "sessions": facts.sessions,
        "people": facts.people,
        "tables gathering": facts.gathering,
        "tables playing": facts.playing,
        "games finished": facts.finished,
        "pause of the loop, ms, 95 of 100": round(facts.pause_lately * 1000, 1),
        "pause of the loop, ms, longest": round(facts.pause_longest * 1000, 1),
        "memory at most, MB": round(facts.memory, 1),
    }


def socket_name(port: int) -> str:
    """Return the name of the socket of the server at a port."""
    return f"status-{port}.sock"


async def serve_status(folder: Path, port: int, facts: Callable[[], Facts]) -> Callable[[], None]:
    """Serve the status of the server at a port; return a function that stops it.

    Raises `OSError`.
    """

    async def write_facts(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(facts()).encode())
        writer.close()

    listening = bind_private_socket(folder, socket_name(port))
    try:
        server = await asyncio.start_unix_server(write_facts, sock=listening)
    except BaseException:
        listening.close()
        raise

    def stop() -> None:
        server.close()
        (folder / socket_name(port)).unlink(missing_ok=True)

    return stop


async def try_to_serve_status(
    folder: Path, port: int, facts: Callable[[], Facts], journal: Journal
) -> Callable[[], None]:
    """Serve the status, if possible; return a function that stops it."""
    try:
        return await serve_status(folder, port, facts)
    except OSError as error:  # for example, the disk is full: no visitor needs the status
        journal.note("no status", why=error)
        return lambda: None


async def ask_all(folder: Path) -> Mapping[int, Facts]:
    """Return the status of each server that runs in a folder, by its port."""
    names = [path.name for path in folder.glob("status-*.sock")]
    ports = sorted(int(one[1]) for name in names if (one := _SOCKET.fullmatch(name)))
    found = {port: await _ask(folder, port) for port in ports}
    return {port: facts for port, facts in found.items() if facts}


async def _ask(folder: Path, port: int) -> Facts:
    """Return the status of the server at a port; it is empty if none runs there any more."""
    try:
        with short_socket_path(folder, socket_name(port)) as path:
            reader, writer = await asyncio.open_unix_connection(path)
        reply = await reader.read()
        writer.close()
    except OSError:
        return {}
    facts: Facts = json.loads(reply or "{}")  # nothing comes from one that ends at this moment
    return facts
