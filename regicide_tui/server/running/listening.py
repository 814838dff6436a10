"""The ports of the server, and the reasons why it can't have them."""

import asyncio
import errno
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from socket import gaierror
from typing import NamedTuple

from regicide_tui.printable import printable
from regicide_tui.server.base.config import Config, is_loopback, read_address
from regicide_tui.server.model.names import PLAY
from regicide_tui.server.ssh.incoming import MOST_WAITING

RESERVE = 300
"""Descriptors in addition to those of counted connections.

They are for the database, the bots, modules loaded late, and connections accepted at once (at most
100) only to be refused or closed.
"""


class TooFewDescriptors(Exception):
    """The system allows fewer open files than the server needs; the message says what to do."""


def allow_connections(config: Config) -> None:
    """Let the process have as many open files as its connections need. Raises `TooFewDescriptors`.

    Without a free descriptor, the server can't accept visitors or load modules for present ones.
    """
    most = config.limits.connections + (MOST_WAITING if config.proxy_protocol else 0)
    needed = most + RESERVE
    allowed, at_most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= needed:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, at_most))
    except (ValueError, OSError):  # a system may allow fewer than it reports
        raise TooFewDescriptors(
            f"The system allows the server only {allowed} open files, but {most} connections "
            f"need {needed}. Allow more (ulimit -n {needed}), or set fewer connections in the "
            f"[limits] of its configuration."
        ) from None


class Port(NamedTuple):
    """A port, and its purpose, for the sentence that says why the server can't have it."""

    purpose: str
    host: str
    number: int

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Say why the server can't have the port. Raises `OSError`."""
        try:
            yield
        except (OSError, ValueError) as error:
            number, why = _reason(error)
            place = f"{printable(self.host)}, port {self.number}"
            raise OSError(number, f"The server can't {self.purpose} at {place}: {why}.") from None

    async def check(self) -> None:
        """Raise the `OSError` with which the port would be refused, without accepting visitors."""
        loop = asyncio.get_running_loop()
        with self.explained():
            bound = await loop.create_server(
                asyncio.Protocol, self.host, self.number, start_serving=False
            )
            bound.close()


def visitor_port(config: Config) -> Port:
    """Return the port for visitors."""
    return Port("listen", config.host, config.port)


def metrics_port(config: Config) -> Port:
    """Return the port of the metrics, which must be set."""
    return Port("show metrics", *read_address(config.metrics))


def describe_way_in(config: Config, port: int, fingerprint: str) -> list[str]:
    """Return the lines that say how to reach the server."""
    host = config.public_host or ("localhost" if is_loopback(config.host) else config.host)
    port = config.public_port or port
    lines = [
        f"The server is running: ssh -p {port} NAME@{host}",
        f"Its key is {fingerprint}.",
    ]
    if config.lets_guests_in:
        lines.append(f"Guests connect with: ssh -p {port} {PLAY}@{host}")
    return lines


def _reason(error: OSError | ValueError) -> tuple[int, str]:
    """Return why listening failed, in words that don't depend on the Python version."""
    if isinstance(error, ValueError):  # for a name with a zero byte or a part of 64 letters
        return errno.EADDRNOTAVAIL, "that is neither an address nor a host name"
    # Since Python 3.12 asyncio gives no number to the one error it does not raise at once.
    number = error.errno or errno.EADDRNOTAVAIL
    is_said = isinstance(error, gaierror) or error.filename is not None
    return number, f"{error.strerror if is_said else os.strerror(number)}".lower()
