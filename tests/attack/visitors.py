"""Visitors of a server: they type whatever they like, and one measures how it is answered."""

import asyncio
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import cache
from pathlib import Path
from time import perf_counter

import asyncssh

from tests.terminal.terminal import PROGRAM, environment

PATIENCE = 30.0
"""Seconds to wait for what must happen."""
DOWN = b"\x1b[B"
_PAUSE = 0.05
"""Seconds between an answered key of a witness and the next."""
_LOOK, _STILL, _LONGEST_ATTACK = 0.05, 1.0, 60.0
"""Seconds: between two looks at an attack; without a sign of it until it is over; at most."""
_BLINKING = 150
"""Bytes that a window is sent while it is still: a cursor blinks in it, or a clock runs."""
_WIDE = (
    "drain_seconds = 0\n"
    "[limits]\nconnections = 5000\nconnections_by_address = 5000\nlogins_a_minute = 100000\n"
    "new_names_by_address = 5000\n"
)


@cache
def key_of(name: str) -> asyncssh.SSHKey:
    """Return somebody's key."""
    return asyncssh.generate_private_key("ssh-ed25519")


class Server:
    """`regicide-tui serve`, with its default limits but for how many may come from here."""

    def __init__(self, folder: Path, program: tuple[str, ...] = PROGRAM) -> None:
        config = folder / "house.toml"
        config.write_text(_WIDE, encoding="ascii")
        self.said = (folder / "said").open("w", encoding="utf-8")
        self.process = subprocess.Popen(
            [*program, "serve", "--port", "0", "--config", str(config)],
            env=environment(folder),
            stdout=subprocess.PIPE,
            stderr=self.said,
            text=True,
        )
        assert self.process.stdout is not None
        found = re.search(r"ssh -p (\d+) ", self.process.stdout.readline())
        assert found
        self.port = int(found[1])
        self.folder = folder

    @property
    def memory(self) -> float:
        """What it occupies, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    @property
    def worked(self) -> float:
        """Seconds that its loop has worked."""
        stat = Path(f"/proc/{self.process.pid}/schedstat").read_text(encoding="ascii")
        return int(stat.split()[0]) / 1e9

    @property
    def journal(self) -> str:
        """All it has noted."""
        return (self.folder / "said").read_text(encoding="utf-8")

    def end(self, number: int = signal.SIGTERM) -> float:
        """Send a signal; return after how many seconds the process was over."""
        began = perf_counter()
        self.process.send_signal(number)
        self.process.wait(PATIENCE)
        return perf_counter() - began

    def close(self) -> None:
        """End it, whatever it does."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.said.close()


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """Open a server for a while."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder)
    try:
        yield server
    finally:
        server.close()


class Visitor(asyncssh.SSHClientSession[bytes]):
    """Somebody at a terminal who reads whatever comes."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self.received = 0
        self.come = asyncio.Event()
        self.ended = asyncio.Event()
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.connection: asyncssh.SSHClientConnection

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Note what came; of much only the end."""
        self.raw += data
        self.received += len(data)
        del self.raw[:-20_000]
        self.come.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """The session is over."""
        self.ended.set()
        self.come.set()

    def type(self, keys: bytes) -> None:
        """Type keys at once."""
        if not self.ended.is_set():
            self.channel.write(keys)

    async def key_to_paint(self, key: bytes = DOWN, echo: bytes = b"") -> float:
        """Press a key that changes the picture; return after how many seconds that begins to.

        An echo comes before any answer.
        """
        self.come.clear()
        began, most = perf_counter(), self.received + len(echo)
        self.type(key)
        async with asyncio.timeout(PATIENCE):
            while self.received <= most:
                await self.come.wait()
                self.come.clear()
        return perf_counter() - began

    async def quiet(self, seconds: float = 0.25) -> None:
        """Wait until nothing has come for so long."""
        async with asyncio.timeout(PATIENCE):
            while not self.ended.is_set():
                self.come.clear()
                try:
                    await asyncio.wait_for(self.come.wait(), seconds)
                except TimeoutError:
                    return

    async def shows(self, words: str) -> None:
        """Wait until these words came."""
        async with asyncio.timeout(PATIENCE):
            while words.encode() not in self.raw:
                self.come.clear()
                await self.come.wait()
                assert not self.ended.is_set(), bytes(self.raw[-500:])


async def visit(
    server: Server, name: str, size: tuple[int, int] = (80, 24), command: str | None = None
) -> Visitor:
    """Come by a connection of one's own, take the name if it is new, and wait for the lobby."""
    connection = await asyncssh.connect(
        *("127.0.0.1", server.port),
        username=name,
        client_keys=[key_of(name)],
        known_hosts=None,
        config=None,
        agent_path=None,
    )
    visitor = Visitor()
    visitor.connection = connection
    visitor.channel, _ = await connection.create_session(
        lambda: visitor,
        command,
        encoding=None,
        term_type="xterm-256color",
        term_size=(*size, 0, 0),
    )
    await visitor.quiet()
    if b"choose the name" in visitor.raw.lower() or b"CHOOSE YOUR NAME" in visitor.raw:
        visitor.type(b"\r")
        await visitor.shows("Welcome")
        await visitor.quiet()
    return visitor


@asynccontextmanager
async def visiting(
    server: Server, name: str, size: tuple[int, int] = (80, 24), command: str | None = None
) -> AsyncIterator[Visitor]:
    """Be there for a while."""
    visitor = await visit(server, name, size, command)
    try:
        yield visitor
    finally:
        visitor.connection.abort()
        with suppress(OSError, asyncssh.Error):
            await visitor.connection.wait_closed()


class Witness:
    """A visitor who presses a key again and again, and notes how long each answer took.

    That is counted in seconds that the server worked meanwhile: what other programs take of the
    machine, the server can't help. On a machine of its own both are the same.
    """

    def __init__(
        self, server: Server, visitor: Visitor, key: bytes = DOWN, echo: bytes = b""
    ) -> None:
        self._server = server
        self._visitor = visitor
        self._key, self._echo = key, echo
        self.waits: list[float] = []
        self.by_the_clock: list[float] = []
        self._began = 0.0
        self._worked = 0.0
        self._watching = asyncio.ensure_future(self._watch())

    async def _watch(self) -> None:
        while True:
            self._began, self._worked = perf_counter(), self._server.worked
            self.by_the_clock.append(await self._visitor.key_to_paint(self._key, self._echo))
            self.waits.append(self._server.worked - self._worked)
            self._began = 0.0
            await asyncio.sleep(_PAUSE)

    @property
    def waiting(self) -> bool:
        """Whether the answer to a key is late."""
        return bool(self._began) and perf_counter() - self._began > _STILL / 4

    def take(self) -> list[float]:
        """Return the waits since this was asked last, also one that is not over yet."""
        waits, self.waits = self.waits, []
        return waits + ([self._server.worked - self._worked] if self._began else [])

    def end(self) -> None:
        """Press no more."""
        self._watching.cancel()


async def attack(server: Server, attacker: Visitor, witness: Witness, keys: bytes) -> float:
    """Type keys as an attacker until all are dealt with; return by how many MB the server grew."""
    before = highest = server.memory
    witness.take()
    attacker.type(keys)
    still, end = perf_counter(), perf_counter() + _LONGEST_ATTACK
    received = attacker.received
    while perf_counter() < min(end, still + _STILL):
        await asyncio.sleep(_LOOK)
        highest = max(highest, server.memory)
        if attacker.received - received > _BLINKING or witness.waiting:
            still, received = perf_counter(), attacker.received
        if attacker.ended.is_set():
            break
    return highest - before
