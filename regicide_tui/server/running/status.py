"""The status of a server: a socket in its folder answers on the same machine."""

import asyncio
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import monotonic

from msgspec import convert

from regicide_tui.server.base.private import short_socket_path

_SOCKET = re.compile(r"status-([0-9]+)\.sock")
_TICK = 0.05
_MINUTE = int(60 / _TICK)

STORE, REACHED, LOST = "store", "reached", "can't be reached"
"""The line of the status about the store, and its values."""
NAMES = "names"
"""The line of the status with the names of all visitors."""
Status = Mapping[str, object]
"""What a server knows about itself, with names for people."""


class NotRunning(Exception):
    """No server is running in this folder."""


class LoopMonitor:
    """Measures the pauses of the event loop: how long it may delay everyone."""

    def __init__(self) -> None:
        self.longest = 0.0
        """The longest pause since the server was opened, in seconds."""
        self._last_minute = deque([0.0], _MINUTE)

    @property
    def lately(self) -> float:
        """The 95th percentile of the pauses of the last minute, in seconds."""
        return sorted(self._last_minute)[int(len(self._last_minute) * 0.95)]

    async def measure(self) -> None:
        """Measure the pauses from now on."""
        while True:
            before = monotonic()
            await asyncio.sleep(_TICK)
            late = max(0.0, monotonic() - before - _TICK)
            self.longest = max(self.longest, late)
            self._last_minute.append(late)


@asynccontextmanager
async def serve_status(
    folder: Path, port: int, status: Callable[[], Status]
) -> AsyncIterator[None]:
    """Serve the status of the server at a port within this context. Raises `OSError`."""

    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(json.dumps(status()).encode())
        writer.close()

    socket = folder / f"status-{port}.sock"
    with short_socket_path(socket) as path:
        server = await asyncio.start_unix_server(answer, path)
    try:
        socket.chmod(0o600)
        yield
    finally:
        server.close()
        socket.unlink(missing_ok=True)


async def read_statuses(folder: Path, port: int | None = None) -> Mapping[int, Status]:
    """Return the status of each server in a folder by its port, or of that at a port.

    Raises `NotRunning`.
    """
    sockets = {
        int(one[1]): path for path in folder.glob("*") if (one := _SOCKET.fullmatch(path.name))
    }
    found = {
        at: status
        for at, path in sorted(sockets.items())
        if port in (None, at) and (status := await _ask(path))
    }
    if not found:
        raise NotRunning("No server is running here.")
    return found


def describe_statuses(found: Mapping[int, Status]) -> str:
    """Return these statuses as lines."""
    shown = {
        at: "\n".join(
            f"{name:<{max(map(len, status))}}  {_describe(value)}" for name, value in status.items()
        )
        for at, status in found.items()
    }
    if len(shown) == 1:
        return next(iter(shown.values()))
    return "\n\n".join(f"port {at}\n{lines}" for at, lines in shown.items())


def _describe(value: object) -> str:
    return ", ".join(value) if isinstance(value, list) else f"{value}"


def names_in(status: Status) -> list[str]:
    """Return the names of all visitors, including those at other servers with the same store."""
    return convert(status.get(NAMES, []), list[str])


def reaches_store(status: Status) -> bool:
    """Return whether a server could recently use its store."""
    return status.get(STORE) != LOST


async def _ask(socket: Path) -> Status:
    """Return the status of a server; it is empty if none runs there any more."""
    try:
        with short_socket_path(socket) as path:
            reader, writer = await asyncio.open_unix_connection(path)
        reply = await reader.read()
        writer.close()
    except OSError:
        return {}
    status: Status = json.loads(reply or "{}")  # a server that is ending sends nothing
    return status
