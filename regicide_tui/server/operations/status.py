"""The status of the server: a socket beside its database answers on the same machine."""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from time import monotonic

from regicide_tui.server.storage.private_sockets import bind_private, short_path

SOCKET = "status.sock"
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


Facts = Mapping[str, object]


async def serve_status(folder: Path, facts: Callable[[], Facts]) -> asyncio.Server:
    """Serve the status on a socket in a folder. Raises `OSError`."""

    async def write_facts(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(facts()).encode())
        writer.close()

    listening = bind_private(folder, SOCKET)
    try:
        return await asyncio.start_unix_server(write_facts, sock=listening)
    except BaseException:
        listening.close()
        raise


async def ask_status(folder: Path) -> Facts:
    """Return the status of the server in a folder. Raises `NotRunning`."""
    try:
        with short_path(folder, SOCKET) as path:
            reader, writer = await asyncio.open_unix_connection(path)
        reply = await reader.read()
        writer.close()
    except OSError:
        raise NotRunning("No server is running here.") from None
    if not reply:  # the server ends at this moment
        raise NotRunning("No server is running here.")
    facts: Facts = json.loads(reply)
    return facts
