"""The servers, each a process on a separate host, and the balancer in front of them."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep

from tests.chaos.network import Host, free_port
from tests.server.postgres import MISSING, find_programs

HOUSE = "house"
"""The server's folder in the data folder."""
_PATIENCE = 60.0
SETTINGS = """
drain_seconds = 1
guests = false
pars = false

[limits]
connections = 1000
connections_by_address = 1000
logins_a_minute = 10000
new_names_by_address = 1000
tables_by_player = 50
new_tables_by_address = 1000
"""
_BALANCER = """
global
    maxconn 2000
defaults
    mode tcp
    timeout connect 2s
    timeout client 10m
    timeout server 10m
    retries 3
    option redispatch
listen house
    bind 127.0.0.1:{port}
    balance leastconn
    default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
"""


class ServerProcess:
    """A server that can be killed, stopped for a while, and started again."""

    def __init__(
        self, number: int, host: Host, url: str, folder: Path, host_key: Path, settings: str
    ) -> None:
        self.number, self.host = number, host
        self._url, self._folder = url, folder / f"server-{number}"
        self._folder.mkdir(mode=0o700)
        self._settings = self._folder / "house.toml"
        self._settings.write_text(settings)
        self._host_key = host_key
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """Its process id."""
        assert self._process is not None
        return self._process.pid

    @property
    def journal(self) -> Path:
        """Its journal file."""
        return self._folder / "journal"

    @property
    def has_crashed(self) -> bool:
        """Whether its journal has a traceback."""
        return "Traceback" in self.journal.read_text()

    def start(self) -> None:
        """Start it without waiting until it listens."""
        data = self._folder / "data"
        house = data / HOUSE
        if self._host_key.exists() and not house.exists():
            house.mkdir(mode=0o700, parents=True)
            shutil.copy(self._host_key, house / "host_key")
        command = self.host.command(
            *(sys.executable, "-m", "regicide_tui", "serve", "--store", self._url),
            *("--host", self.host.address, "--port", f"{self.host.port}"),
            *("--config", f"{self._settings}"),
        )
        with self.journal.open("ab") as journal:
            self._process = subprocess.Popen(
                command,
                env={**os.environ, "REGICIDE_TUI_DATA_DIR": f"{data}"},
                stdin=subprocess.DEVNULL,
                stdout=journal,
                stderr=journal,
                start_new_session=True,
            )

    def listens(self) -> bool:
        """Return whether it accepts visitors."""
        assert self._process is not None
        assert self._process.poll() is None, self.journal.read_text()[-2000:]
        return _listens(self.host.address, self.host.port)

    def wait(self) -> None:
        """Wait until it accepts visitors."""
        end = monotonic() + _PATIENCE
        while not self.listens():
            assert monotonic() < end, self.journal.read_text()[-2000:]
            sleep(0.1)

    def send(self, number: int) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """Kill it at once."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def ends(self) -> int:
        """Wait until it has ended; return its exit code."""
        assert self._process is not None
        return self._process.wait(_PATIENCE)

    def close(self) -> None:
        """Shut it down gracefully, whatever its state; kill it if that takes too long."""
        if self._process is None or self._process.poll() is not None:
            return
        self.send(signal.SIGCONT)
        self.send(signal.SIGTERM)
        try:
            self._process.wait(10.0)
        except subprocess.TimeoutExpired:
            self.kill()


def _listens(address: str, port: int) -> bool:
    """Return whether a program accepts connections there."""
    try:
        socket.create_connection((address, port), 1.0).close()
    except OSError:
        return False
    return True


def find_balancer() -> str | None:
    """Return the path of haproxy, if it is installed."""
    return shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")


def missing_programs() -> str:
    """Return an error message about a missing program, or an empty text."""
    if find_programs() is None:
        return MISSING
    return (
        "" if find_balancer() else "haproxy is not installed. For Debian: apt-get install haproxy"
    )


def balancer_settings(port: int, hosts: Sequence[Host]) -> str:
    """Return the settings of an haproxy in front of the servers."""
    lines = [f"    server s{n} {one.address}:{one.port} check" for n, one in enumerate(hosts, 1)]
    return _BALANCER.format(port=port) + "\n".join(lines) + "\n"


@contextmanager
def balancing(hosts: Sequence[Host], folder: Path) -> Iterator[int]:
    """Run an haproxy in front of the servers; yield its port on this machine."""
    port = free_port()
    settings = folder / "haproxy.cfg"
    settings.write_text(balancer_settings(port, hosts))
    program = find_balancer()
    assert program is not None, "haproxy is not installed"
    process = subprocess.Popen(
        [program, "-f", f"{settings}", "-db"],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "haproxy.log").open("ab"),
    )
    try:
        while not _listens("127.0.0.1", port):
            assert process.poll() is None, (folder / "haproxy.log").read_text()
            sleep(0.05)
        yield port
    finally:
        process.kill()
        process.wait()


@contextmanager
def running(
    hosts: Sequence[Host], urls: Sequence[str], folder: Path, settings: str = SETTINGS
) -> Iterator[list[ServerProcess]]:
    """Run a server on each host, all with the same host key, until this context ends."""
    key = folder / "server-1" / "data" / HOUSE / "host_key"
    with ExitStack() as closing:
        servers: list[ServerProcess] = []
        for number, (host, url) in enumerate(zip(hosts, urls, strict=True), 1):
            one = ServerProcess(number, host, url, folder, key, settings)
            closing.callback(one.close)
            one.start()
            one.wait()
            servers.append(one)
        yield servers
