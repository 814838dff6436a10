"""Separate hosts for the servers: network namespaces with two links each.

Visitors use one link, and the server uses the other to reach the database. A cut link silently
drops packets. If this machine doesn't allow namespaces, each server at least has a separate
address, and no link is cut.
"""

import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


def can_make_namespaces() -> bool:
    """Return whether this machine allows us to create network namespaces."""
    name = f"chaos-{os.getpid()}"
    try:
        _ip("netns", "add", name)
        _ip("netns", "del", name)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


class Host:
    """An address of this machine, used as a host."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.address = f"127.0.77.{number}"
        self.port = 2222
        """The address for visitors."""
        self.database = ""
        """The database's address; empty for its Unix socket."""
        self.has_links = False
        """Whether its link to the database can be cut."""

    def command(self, *command: str) -> list[str]:
        """Return the command line that runs a command on this host."""
        return [*command]

    def cut(self) -> None:
        """Cut the link to the database."""
        raise NotImplementedError

    def mend(self) -> None:
        """Mend the link to the database."""
        raise NotImplementedError

    def close(self) -> None:
        """Remove the host, and its links with it."""


class Port(Host):
    """A free port of this machine, used as a host."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.address, self.port = "127.0.0.1", free_port()


class Namespace(Host):
    """A network namespace."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.name = f"chaos-{os.getpid()}-{number}"
        self.address = f"10.77.{number}.2"
        self.database = f"10.78.{number}.1"
        self.has_links = True
        _ip("netns", "add", self.name)
        try:
            _ip("-n", self.name, "link", "set", "lo", "up")
            self._add_link("v", 77)
            self._link = self._add_link("d", 78)
        except BaseException:
            self.close()
            raise

    def command(self, *command: str) -> list[str]:
        """Return the command line that runs a command in the namespace."""
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
        """Connect the host and this machine by a link; return its name here."""
        here, there = f"{kind}h{self.number}-{os.getpid()}", f"{kind}n{self.number}"
        _ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", self.name)
        _ip("address", "add", f"10.{network}.{self.number}.1/24", "dev", here)
        _ip("-n", self.name, "address", "add", f"10.{network}.{self.number}.2/24", "dev", there)
        _ip("link", "set", here, "up")
        _ip("-n", self.name, "link", "set", there, "up")
        return here


def free_port() -> int:
    """Return an unused port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@contextmanager
def new_hosts(count: int) -> Iterator[list[Host]]:
    """Create this many hosts, and remove them at the end of the context."""
    make = Namespace if can_make_namespaces() else Host
    with ExitStack() as closing:
        hosts: list[Host] = []
        for number in range(1, count + 1):
            hosts.append(make(number))
            closing.callback(hosts[-1].close)
        yield hosts
