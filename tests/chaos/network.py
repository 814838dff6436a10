"""Hosts of their own for the servers: network namespaces with two links each.

By one link the visitors come, by the other the server reaches the database. A cut link loses what
is sent and tells nobody.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

MISSING = (
    "Hosts of their own for the servers need root, and Linux's network namespaces "
    "(for Debian: apt-get install iproute2)."
)


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def can_make_hosts() -> bool:
    """Tell whether this machine lets us make network namespaces."""
    name = f"chaos-{os.getpid()}"
    try:
        _ip("netns", "add", name)
        _ip("netns", "del", name)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


class Host:
    """A host. `address` is where visitors reach it; it reaches the database at `database`."""

    def __init__(self, number: int) -> None:
        self.name = f"chaos-{os.getpid()}-{number}"
        self.address = f"10.77.{number}.2"
        self.database = f"10.78.{number}.1"
        self._number = number
        _ip("netns", "add", self.name)
        try:
            _ip("-n", self.name, "link", "set", "lo", "up")
            self._add_link("v", 77)
            self._link = self._add_link("d", 78)
        except BaseException:
            self.close()
            raise

    def command(self, *command: str) -> list[str]:
        """Return what runs a command on this host."""
        return ["ip", "netns", "exec", self.name, *command]

    def cut(self) -> None:
        """Cut the link to the database."""
        _ip("link", "set", self._link, "down")

    def mend(self) -> None:
        """Mend the link to the database."""
        _ip("link", "set", self._link, "up")

    def close(self) -> None:
        """Remove the host, and its links with it."""
        _ip("netns", "del", self.name)

    def _add_link(self, kind: str, network: int) -> str:
        """Join the host and this machine by a link; return its name here."""
        here, there = f"{kind}h{self._number}-{os.getpid()}", f"{kind}n{self._number}"
        _ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.name)
        _ip("address", "add", f"10.{network}.{self._number}.1/24", "dev", here)
        _ip("-n", self.name, "address", "add", f"10.{network}.{self._number}.2/24", "dev", there)
        _ip("link", "set", here, "up")
        _ip("-n", self.name, "link", "set", there, "up")
        return here


@contextmanager
def new_hosts(count: int) -> Iterator[list[Host]]:
    """Make so many hosts; they are gone with this context."""
    with ExitStack() as closing:
        hosts: list[Host] = []
        for number in range(1, count + 1):
            hosts.append(Host(number))
            closing.callback(hosts[-1].close)
        yield hosts
