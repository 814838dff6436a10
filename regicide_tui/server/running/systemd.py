"""Notifications to systemd, over the socket that it names (see sd_notify(3))."""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

_PINGS = 6
"""How often the server reports within the watchdog's time that its event loop responds."""
_MICROSECOND = 1e-6


def tell_systemd(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Report a state of the server, such as `READY=1`. Without systemd, do nothing."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with (
        suppress(OSError),  # nobody listens, and no visitor needs that
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line,
    ):
        line.setblocking(False)
        # An address in Linux's abstract namespace starts with a zero byte, written as @.
        line.sendto(state.encode(), f"\0{address[1:]}" if address.startswith("@") else address)


async def answer_watchdog(environment: Mapping[str, str] = os.environ) -> None:
    """Report repeatedly that the event loop responds, if systemd watches this process."""
    microseconds, me = environment.get("WATCHDOG_USEC", ""), f"{os.getpid()}"
    if microseconds.isdecimal() and environment.get("WATCHDOG_PID", me) == me:
        while True:
            tell_systemd("WATCHDOG=1", environment)
            await asyncio.sleep(int(microseconds) * _MICROSECOND / _PINGS)
