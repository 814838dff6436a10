"""People with real SSH clients, who connect, look, and press keys."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from time import perf_counter
from typing import Any

import asyncssh

from tests.bench.server.apps import KEY, name_of

RIGHT, LEFT, ENTER = b"\x1b[C", b"\x1b[D", b"\r"
KEYS = (RIGHT, RIGHT, LEFT, RIGHT, ENTER, LEFT)
"""Mostly cursor keys, with a turn now and then. Not everyone begins with the same key."""
_QUIET = 0.25
"""Seconds without a byte after which a frame counts as complete."""
_PATIENCE = 30.0


@dataclass
class Answer:
    """The bytes on the socket after a moment, and milliseconds to the first and last one."""

    size: int = 0
    first: float = 0.0
    last: float = 0.0


class _Screen(asyncssh.SSHClientSession[bytes]):
    """Notes when output arrives."""

    def __init__(self) -> None:
        self.began = perf_counter()
        self.answer = Answer()
        self.shown = asyncio.Event()

    def begin(self) -> None:
        """Forget earlier output."""
        self.began, self.answer = perf_counter(), Answer()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Note the moment."""
        self.answer.last = (perf_counter() - self.began) * 1000
        self.answer.first = self.answer.first or self.answer.last
        self.shown.set()


class _Client(asyncssh.SSHClient):
    """Counts the bytes on the socket itself, encrypted and perhaps compressed."""

    def __init__(self, screen: _Screen) -> None:
        self._screen = screen

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Count all bytes that the connection receives."""
        receive = conn.data_received

        def count(data: bytes, datatype: int | None = None) -> None:
            self._screen.answer.size += len(data)
            receive(data, datatype)

        setattr(conn, "data_received", count)  # noqa: B010


class Person:
    """A person with a terminal of 80x24 in 256 colours."""

    def __init__(self, number: int, port: int, *, compress: bool) -> None:
        self.compress = compress
        self.answers: list[Answer] = []
        self._name = name_of(number)
        self._port = port
        self._keys: Iterator[bytes] = cycle(KEYS[number % len(KEYS) :] + KEYS[: number % len(KEYS)])
        self._screen = _Screen()

    async def come(self) -> Answer:
        """Connect, and wait until the first screen is complete."""
        screen = self._screen
        screen.begin()
        self._connection = await asyncssh.connect(
            *("127.0.0.1", self._port),
            username=self._name,
            client_keys=[KEY],
            client_factory=lambda: _Client(screen),
            known_hosts=None,
            config=None,
            agent_path=None,
            compression_algs=["zlib@openssh.com" if self.compress else "none"],
        )
        login = screen.answer.size
        self._channel: asyncssh.SSHClientChannel[bytes]
        self._channel, _ = await self._connection.create_session(
            lambda: screen,
            encoding=None,
            term_type="xterm-256color",
            term_size=(80, 24, 0, 0),
        )
        async with asyncio.timeout(_PATIENCE):
            await screen.shown.wait()
            while (perf_counter() - screen.began) * 1000 - screen.answer.last < _QUIET * 1000:
                await asyncio.sleep(_QUIET / 5)
        return Answer(screen.answer.size - login, screen.answer.first, screen.answer.last)

    def press(self, key: bytes = b"") -> None:
        """Press a key, by default the next one. This ends the answer to the previous one."""
        self.expect()
        self._channel.write(key or next(self._keys))

    def expect(self) -> None:
        """Start to measure. This ends the previous answer."""
        self._screen.begin()
        self.answers.append(self._screen.answer)

    async def go(self) -> None:
        """Disconnect."""
        self._connection.close()
        await self._connection.wait_closed()


async def press_for(people: list[Person], pause: float, times: int) -> list[Answer]:
    """Let everyone press a key several times, with a pause in between, spread evenly.

    Return the answers.
    """
    for person in people:
        person.answers = []
    loop = asyncio.get_running_loop()
    began, step = loop.time(), pause / len(people)
    for turn in range(times):
        for place, person in enumerate(people):
            loop.call_at(began + turn * pause + place * step, person.press)
    await asyncio.sleep(times * pause + 1.0)
    return [answer for person in people for answer in person.answers]


async def together(work: list[Any], at_once: int) -> list[Any]:
    """Await everything, at most `at_once` at a time."""
    free = asyncio.Semaphore(at_once)

    async def one(item: Any) -> Any:
        async with free:
            return await item

    return await asyncio.gather(*[one(item) for item in work])
