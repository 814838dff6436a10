"""People who come to a server without a screen, and read and type lines."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncssh
from rich.cells import cell_len

from regicide_tui.server.ssh.server import Server
from tests.server.clients import NAMES, Client, connect
from tests.server.waiting import PATIENCE
from tests.server.whole import House, open_house

WIDTH = 79
OVER = "again, review, export or leave."
"""Ends what is said at the end of a game."""
_PAY = re.compile(r"You are to pay (\d+)")
_CARD = re.compile(r"(\d+) (Ace|\d+|Jack|Queen|King) of")
_VALUES = {"Ace": 1, "Jack": 10, "Queen": 15, "King": 20}


class Typist:
    """Somebody who types lines, and reads what is printed, in order."""

    def __init__(self, client: Client, end: str) -> None:
        self._client, self._end = client, end
        self.read_to = 0

    @property
    def printed(self) -> str:
        """All that was printed."""
        return self._client.raw.decode()

    @property
    def news(self) -> str:
        """What was printed since the last look, as one line."""
        return " ".join(self.printed[self.read_to :].split())

    def type(self, *lines: str) -> None:
        """Type lines."""
        self.read_to = len(self._client.raw.decode())
        for line in lines:
            self._client.process.stdin.write(f"{line}{self._end}".encode())

    async def reads(self, *words: str) -> str:
        """Read until all these words came since the last line that was typed; return the news."""
        try:
            await self._client.until(lambda _: all(one in self.news for one in words))
        except (AssertionError, TimeoutError):
            raise AssertionError(f"no {words} in: {self.news}") from None
        return self.news

    async def reads_line(self, words: str) -> str:
        """Read until a whole line with these words came since the last one typed; return it."""

        def found() -> list[str]:
            whole = self.printed[self.read_to :].split("\n")[:-1]
            return [line for line in whole if words in line]

        await self._client.until(lambda _: bool(found()))
        return found()[0]

    async def asks(self, line: str, *words: str) -> str:
        """Type a line, and read these words in its answer."""
        self.type(line)
        return await self.reads(*words)

    def ends_input(self) -> None:
        """Type nothing more."""
        self._client.process.stdin.write_eof()

    async def leaves(self) -> str:
        """Leave, and read to the end; return all that was printed."""
        self.type("quit")
        return await self.rest()

    async def rest(self) -> str:
        """Read to the end; return all that was printed."""
        async with asyncio.timeout(PATIENCE):
            printed = (await self._client.ends()).decode()
        check_printed(printed)
        return printed


def check_printed(printed: str) -> None:
    """Every line can be read aloud: it is short, and has nothing that a terminal obeys."""
    for line in printed.replace("\r\n", "\n").splitlines():
        assert line.isprintable(), line
        assert cell_len(line) <= WIDTH or line.startswith("ssh "), line


def next_line(news: str, rng: Random) -> str:
    """Return a line by what was read, and nothing else: pay with the largest, or play something."""
    hand = news.rpartition("Hand:")[2]
    found: list[tuple[str, str]] = _CARD.findall(hand)
    held = [(number, _VALUES.get(rank) or int(rank)) for number, rank in found]
    owed: list[str] = _PAY.findall(news)
    if owed:
        left, picked = int(owed[-1]), list[str]()
        for number, value in sorted(held, key=lambda one: -one[1]):
            if left > 0:
                picked.append(number)
                left -= value
        return "flip" if left > 0 else " ".join(picked)
    if "are to choose" in news:
        return rng.choice(["1", "2", "3"])
    if "Parade:" in news and (not held or rng.random() < 0.4):
        return "end"
    return (
        f"{rng.choice([number for number, _ in held])} a" if held else rng.choice(["yield", "flip"])
    )


@asynccontextmanager
async def typing(
    server: Server, name: str, command: str | None = "text", term: str | None = None, **more: Any
) -> AsyncIterator[Typist]:
    """Come to a server, with a terminal of this name or none, to read lines."""
    keys = {"client_keys": [NAMES[name]]} if name in NAMES else {}
    async with connect(server, name, **{**keys, **more}) as connection:
        process: Any = await connection.create_process(command, encoding=None, term_type=term)
        yield Typist(Client(process), "\r" if term else "\n")


def key() -> asyncssh.SSHKey:
    """Return a key that opens no name yet."""
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def two_typing(folder: Path, **settings: Any) -> AsyncIterator[tuple[House, Typist, Typist]]:
    """Let ada and bea come to a new server, and read its lobby."""
    async with (
        open_house(folder, **settings) as house,
        typing(house.server, "ada") as ada,
        typing(house.server, "bea") as bea,
    ):
        for one in (ada, bea):
            await one.reads("help, quit.")
        yield house, ada, bea
