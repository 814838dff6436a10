"""A PostgreSQL of the tests: a cluster of its own in a temporary folder, behind a Unix socket.

PostgreSQL does not run as root. Where the tests do, an unprivileged user runs it.
"""

import os
import pwd
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic, sleep

import psycopg
from psycopg.sql import SQL, Identifier

REQUIRED = "REGICIDE_TUI_TEST_POSTGRES"
"""The variable that says, if it is set, that tests fail where PostgreSQL, or another program that
they need, is missing."""
MISSING = (
    "PostgreSQL 15 or newer is not installed, so its tests were skipped. "
    "For Debian: apt-get install postgresql"
)
TRACE = ("strace", "-f", "-e", "trace=fsync,fdatasync,write,sendto", "-s", "400", "-o")
"""The program that writes into a file what another one asks the system to sync and to send."""
_OLDEST = 15
_PATIENCE = 30.0
"""Seconds until the database answers."""
_SETTINGS = {
    "max_connections": "60",
    "shared_buffers": "16MB",
    "autovacuum": "off",
    "max_wal_size": "64MB",
    "min_wal_size": "32MB",
}


@cache
def find_programs() -> Path | None:
    """Return the folder of the newest PostgreSQL on this machine, or None."""
    found = {int(path.parts[-3]): path.parent for path in _candidates()}
    newest = max(found, default=0)
    return found[newest] if newest >= _OLDEST else None


def _candidates() -> Iterator[Path]:
    yield from Path("/usr/lib/postgresql").glob("[0-9]*/bin/initdb")


class Cluster:
    """A PostgreSQL with its own folder; `kill` and `start` let it crash and come back.

    It listens at a Unix socket, and at these addresses; whoever reaches them is let in.
    """

    def __init__(self, programs: Path, folder: Path, addresses: Sequence[str] = ()) -> None:
        self._programs = programs
        self._addresses = addresses
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._schemas = 0
        self._user = _unprivileged()
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "--no-sync", "-A", "trust", "-U", "house", "-E", "UTF8", "--locale=C")
        with (self.data / "pg_hba.conf").open("a") as rules:
            rules.writelines(f"host all all {one}/24 trust\n" for one in addresses)

    @property
    def pid(self) -> int:
        """The number of the process that leads the cluster."""
        first, *_ = (self.data / "postmaster.pid").read_text().splitlines()
        return int(first)

    @property
    def children(self) -> list[int]:
        """The numbers of its other processes, those of its sessions among them."""
        found = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text()
        return [int(number) for number in found.split()]

    @property
    def data(self) -> Path:
        """The folder of its files."""
        return self._folder / "data"

    def url(self, schema: str = "public", host: str = "", **settings: str) -> str:
        """Return the URL of a schema, at an address; its sessions have these settings."""
        options = [f"-csearch_path={schema}", *[f"-c{n}={value}" for n, value in settings.items()]]
        text = "%20".join(option.replace("=", "%3D") for option in options)
        return f"postgresql://house@/postgres?host={host or self._folder}&options={text}"

    def new_url(self, **settings: str) -> str:
        """Return the URL of a new schema, which is empty."""
        self._schemas += 1
        name = f"house_{self._schemas}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
        return self.url(name, **settings)

    @property
    def trace(self) -> Path:
        """The file with what its processes ask the system to sync and to send, if it is traced."""
        return self._folder / "trace"

    def start(self, *, traced: bool = False) -> None:
        """Start it, and wait until it answers."""
        before = [*TRACE, f"{self.trace}"] if traced else []
        all_settings = {**_SETTINGS, "listen_addresses": ",".join(self._addresses)}
        settings = [
            part for name, value in all_settings.items() for part in ("-c", f"{name}={value}")
        ]
        self._process = subprocess.Popen(
            [
                *(*before, f"{self._programs / 'postgres'}", "-D", f"{self.data}"),
                *("-k", f"{self._folder}", *settings),
            ],
            user=self._user,
            stdout=subprocess.DEVNULL,
            stderr=(self._folder / "log").open("ab"),
            cwd="/",
        )
        end = monotonic() + _PATIENCE
        while not self._answers():
            assert self._process.poll() is None, (self._folder / "log").read_text()
            assert monotonic() < end, "PostgreSQL does not answer"
            sleep(0.05)

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut would end them."""
        assert self._process is not None
        for pid in (self.pid, *self.children):
            with suppress(ProcessLookupError):  # the others end when the first one is gone
                os.kill(pid, signal.SIGKILL)
        self._process.wait(_PATIENCE)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End it in good order, whoever is connected, or at once, with a signal of its own."""
        if self._process is not None and self._process.poll() is None:
            os.kill(self.pid, how)
            self._process.wait(_PATIENCE)

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [self._programs / program, "-D", self.data, *arguments],
            user=self._user,
            check=True,
            capture_output=True,
            cwd="/",
        )


def _unprivileged() -> str | None:
    """Return the user who runs PostgreSQL, or None for the user of the tests."""
    if os.geteuid():
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


@contextmanager
def new_cluster(*, traced: bool = False, addresses: Sequence[str] = ()) -> Iterator[Cluster]:
    """Start a cluster in a new folder, also at these addresses; it ends with this context."""
    programs = find_programs()
    assert programs is not None
    folder = Path(mkdtemp(prefix="house-"))
    cluster = Cluster(programs, folder, addresses)
    try:
        cluster.start(traced=traced)
        yield cluster
    finally:
        cluster.stop(signal.SIGQUIT)  # its files go
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    """Let the database stand still within this context."""
    with stopped_processes(*cluster.children, cluster.pid):
        yield


@contextmanager
def stopped_processes(*pids: int) -> Iterator[None]:
    """Let processes stand still within this context."""
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)
