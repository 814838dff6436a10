"""What systemd is told of the server, over the socket that it names (see sd_notify(3))."""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_READY, _STOPPING, _ALIVE = "READY=1", "STOPPING=1", "WATCHDOG=1"
_PINGS = 6
"""How often the server says within the time of the watchdog that its loop answers."""
_MICROSECOND = 1e-6


class ServiceManager:
    """Tells systemd when the server is ready, that its loop answers, and when it stops.

    Without systemd it does nothing.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        address = environment.get("NOTIFY_SOCKET", "")
        # An address in Linux's own space of names begins with a zero byte, written as @.
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._ping_seconds = _watchdog_seconds(environment) / _PINGS
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Say that the server is ready, and from now on that its loop answers."""
        self._tell(_READY)
        if self._ping_seconds:
            self._ping()

    def note_stopping(self) -> None:
        """Say that the server stops. Its loop still answers."""
        self._tell(_STOPPING)

    def end(self) -> None:
        """Say nothing more."""
        if self._timer is not None:
            self._timer.cancel()

    def _ping(self) -> None:
        self._tell(_ALIVE)
        self._timer = asyncio.get_running_loop().call_later(self._ping_seconds, self._ping)

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        with (
            suppress(OSError),  # nobody listens, and no visitor needs that
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line,
        ):
            line.setblocking(False)
            line.sendto(state.encode(), self._address)


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """Return the time of the watchdog; 0 without one, or if it is meant for another process."""
    if environment.get("WATCHDOG_PID", f"{os.getpid()}") != f"{os.getpid()}":
        return 0.0
    with suppress(ValueError):
        return max(0, int(environment.get("WATCHDOG_USEC", "0"))) * _MICROSECOND
    return 0.0
