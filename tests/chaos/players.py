"""People who play by their screens, and note what they were shown.

They reconnect after a lost connection.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from time import monotonic, time
from typing import NamedTuple

import asyncssh
import pyte

from tests.terminal.driver import keys
from tests.terminal.terminal import KEYS, UNKNOWN_TO_PYTE, lines_of

_SIZE = (80, 24)
_SIZES = ((60, 20), (120, 40), (200, 60), (40, 12))
_HARMLESS = ("right", "left", "1", "2", "space", "backspace", "?", "[", "]")
_FLOOD = 300
"""The keys of a flood. None of them alone acts or leaves the table."""
_QUIET = 0.06
"""Seconds without a byte after which a screen counts as complete."""
_BORED = 3.0
"""Seconds after which someone checks again whether they can act."""
_PAUSE = 1.0
"""Seconds until someone presses a key again that did nothing."""
_AGAIN = (0.2, 1.0)
"""Seconds until someone reconnects."""
_LOGIN = 30.0
_PATIENT_LOOKS = 5
_LOG = "THE LOG"
_OVER = "Another game"
_RESULT = "Look at the table"
"""On every result page, even for spectators, who are offered no other game."""
_STAND = "X  Stand up"
_KING = "KING OF THE DEAD"
_ACTS = re.compile(
    r"^ \d(-\d)? (pick|choose)|y yield|1-\d player|enter do it|e end turn", re.MULTILINE
)
_FREE = re.compile(r"(\d)  a free seat +sit down here")
_OFFER = re.compile(r"^\W*(\d)\s+(\S.*)$", re.MULTILINE)
_OWN = ("Return to", "Wait for")
_TABLE = re.compile(r"turn \d+ +\? help")
"""In the top line of a table, whose line of keys may have no room for the way to the lobby."""
_NUMBERED = re.compile(r"\s*\d+ ")
_QUESTION = re.compile(r"[,:] choose\.")
_CHOSEN = re.compile(r"(\d+) of (\d+) chosen")
_HAND = re.compile(r"hand, (\d+)")


Condition = Callable[[], bool]


class Note:
    """The newest sentences of a table's log that someone was shown, and the Unix time."""

    def __init__(self, at: float, text: str) -> None:
        self.at, self.text = at, text


class Habits(NamedTuple):
    """How someone plays: seconds before each action, and the probabilities of other events.

    These are a dropped connection, a resized window, and a flood of keys.
    """

    pause: float = 0.0
    drops: float = 0.0
    resizes: float = 0.0
    floods: float = 0.0


class Player:
    """A person with a name and a key. `notes` is everything they were shown of the log."""

    def __init__(
        self,
        name: str,
        partners: Sequence[str],
        key: asyncssh.SSHKey,
        port: int,
        seed: str,
        habits: Habits,
    ) -> None:
        self.name = name
        self._habits = habits
        self._partners = partners
        self._leads = partners[0] == name
        self._idle = 0
        """How often in a row the lobby had no table to join, or a game didn't begin."""
        self.notes: list[Note] = []
        self.connections = self.acted = 0
        self.refusals: Counter[str] = Counter()
        self._key, self._port = key, port
        self._rng = Random(seed)
        self._screen = pyte.Screen(*_SIZE)
        self._stream = pyte.ByteStream(self._screen)
        self._process: asyncssh.SSHClientProcess[bytes] | None = None
        self._connection: asyncssh.SSHClientConnection | None = None
        self._heard_at = monotonic()
        """The time of the last output."""
        self.playing = True
        """Whether they act; otherwise they only watch and reconnect."""

    @property
    def page(self) -> str:
        """The text on the screen."""
        return "\n".join([row.rstrip() for row in lines_of(self._screen)])

    def describe(self) -> str:
        """Return their connection and their screen."""
        line = "without a line" if self._process is None else "connected"
        silent = monotonic() - self._heard_at
        return f"{self.name}, {line}, heard nothing for {silent:.0f} s: {self.page}"

    async def live(self) -> None:
        """Connect, play and reconnect, until cancelled."""
        while True:
            try:
                await self._come()
                while True:
                    await self._do_something()
            except (OSError, asyncssh.Error, EOFError, TimeoutError) as error:
                self.refusals[type(error).__name__] += 1
            await self._go()
            await asyncio.sleep(self._rng.uniform(*_AGAIN))

    @property
    def is_back(self) -> bool:
        """Whether they see the table at which they sit, before, during or after its game.

        Someone without a seat is back in the lobby.
        """
        page = self.page
        seated = any(words in page for words in ("m lobby", _RESULT, "the seat stays yours"))
        offers = [found[2] for found in _OFFER.finditer(page)]
        idle = "Welcome, " in page and not any(words.startswith(_OWN) for words in offers)
        return self._process is not None and (seated or idle or bool(_TABLE.search(page)))

    async def read_log(self) -> str:
        """Return the newest sentences of the log from its page."""
        await self._press("L")
        await self._until(lambda: _LOG in self.page)
        text = read_log_page(self.page)
        await self._press("escape")
        await self._until(lambda: _LOG not in self.page)
        return text

    # ------------------------------------------------------------ the line

    async def _come(self) -> None:
        self._screen.reset()
        async with asyncio.timeout(_LOGIN):
            self._connection = await asyncssh.connect(
                *("127.0.0.1", self._port),
                username=self.name,
                client_keys=[self._key],
                known_hosts=None,
                config=None,
                agent_path=None,
                keepalive_interval=3,
                keepalive_count_max=3,
            )
            self._process = await self._connection.create_process(
                encoding=None, term_type="xterm-256color", term_size=_SIZE
            )
        self.connections += 1
        await self._until(lambda: bool(self.page.strip()))

    async def _go(self) -> None:
        self._process = None
        if self._connection is not None:
            self._connection.abort()
            with suppress(OSError, asyncssh.Error, TimeoutError):
                async with asyncio.timeout(2.0):
                    await self._connection.wait_closed()
            self._connection = None

    async def _read(self, seconds: float) -> bool:
        """Read for `seconds`; return whether anything arrived. Raises `EOFError`."""
        assert self._process is not None
        try:
            async with asyncio.timeout(seconds):
                data = await self._process.stdout.read(1 << 16)
        except TimeoutError:
            return False
        if not data:
            raise EOFError
        self._heard_at = monotonic()
        self._stream.feed(UNKNOWN_TO_PYTE.sub("", data.decode(errors="replace")).encode())
        return True

    async def _settle(self) -> None:
        """Read until nothing arrives for a moment."""
        while await self._read(_QUIET):
            pass

    async def _until(self, condition: Condition) -> None:
        """Read until a condition is true. Raises `TimeoutError`, `EOFError`."""
        end = monotonic() + _LOGIN
        while not condition():
            if monotonic() > end:
                raise TimeoutError
            await self._read(0.5)
        await self._settle()

    async def _press(self, *pressed: str) -> None:
        assert self._process is not None
        for key in pressed:
            self._process.stdin.write(KEYS.get(key, key).encode())
        await self._settle()

    # ------------------------------------------------------------ playing

    async def _do_something(self) -> None:
        """Do what the screen asks for, or wait for changes."""
        page = self.page
        if "Welcome, " in page:
            await self._find_table(page)
            return
        if key := _find_way(page):
            await self._press_once(key)
            return
        if not self.playing or not _ACTS.search(page):
            await self._wait_for_partners(page)
            return
        self._idle = 0
        await self._wait(self._habits.pause)
        if await self._does_something_else():
            return
        before = self.page
        if not _ACTS.search(before):
            return
        await (self._act_as_king() if _KING in before else self._press(*keys(self, self._rng)))
        if self.page != before:
            self.acted += 1
            await self._note_log()
        else:  # the key came too soon after a change; until a pause, so do all others
            await self._wait(_PAUSE)

    async def _wait_for_partners(self, page: str) -> None:
        """Wait for changes. After a long wait for a game to begin, join the partners elsewhere."""
        self._idle = self._idle + 1 if _STAND in page else 0
        if self.playing and not self._leads and self._idle > 2 * _PATIENT_LOOKS:
            self._idle = 0
            await self._press("X")
        await self._read(_BORED)
        await self._settle()

    async def _wait(self, seconds: float) -> None:
        """Watch for `seconds`."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            await self._read(left)

    async def _does_something_else(self) -> bool:
        """Perhaps do something other than playing; return whether that happened."""
        drops, resizes, floods = self._habits[1:]
        chance = self._rng.random()
        if chance < drops:
            raise EOFError
        if chance < drops + resizes:
            await self._resize(self._rng.choice(_SIZES))
            await self._resize(_SIZE)
        elif chance < drops + resizes + floods:
            await self._press(*self._rng.choices(_HARMLESS, k=_FLOOD), "escape", "escape")
        else:
            return False
        return True

    async def _resize(self, size: tuple[int, int]) -> None:
        assert self._process is not None
        self._process.change_terminal_size(*size)
        self._screen.resize(size[1], size[0])
        await self._settle()

    async def _find_table(self, page: str) -> None:
        """Join one's own table, or one where a partner waits.

        After a while, the first of the partners opens one. If all did, they would wait separately.
        """
        offers = [(found[1], found[2]) for found in _OFFER.finditer(page)]
        own = [number for number, words in offers if words.startswith(_OWN)]
        joint = [
            number
            for number, words in offers
            if words.startswith("Join") and any(one in words.split() for one in self._partners)
        ]
        self._idle = 0 if own or joint else self._idle + 1
        if own or joint:
            await self._press_once((own or joint)[0])
        elif self.playing and self._leads and self._idle > _PATIENT_LOOKS:
            self._idle = 0
            await self._press("n", "enter")
        else:
            await self._read(_BORED)
            await self._settle()

    async def _press_once(self, key: str) -> None:
        before = self.page
        await self._press(key)
        if self.page == before:  # it failed, or the answer is late
            await self._read(_BORED)

    async def _note_log(self) -> None:
        """Note what the log shows."""
        if "m lobby" in self.page:
            text = await self.read_log()
            self.notes.append(Note(time(), text))

    async def _act_as_king(self) -> None:
        """Answer a question, play cards, or end the turn."""
        if _QUESTION.search(self.page):
            wanted = _CHOSEN.search(self.page)
            for number in range(1, int(wanted[2]) + 1 if wanted else 1):
                await self._press(f"{number}")
            await self._press("enter")
            return
        found = _HAND.search(self.page)
        for number in range(1, min(int(found[1]), 9) + 1) if found else ():
            await self._press(f"{number}")
            if "enter do it" in self.page and self._rng.random() < 0.7:
                await self._press("enter")
                return
        if "esc clear" in self.page:
            await self._press("backspace")
        await self._press("e")


_WAYS = (
    ("CHOOSE YOUR NAME", "enter"),
    ("WHILE YOU WERE AWAY", "escape"),
    (_LOG, "escape"),
    (_OVER, "a"),
    (_RESULT, "m"),
    ("TRANSCRIPT", "escape"),
    ("Everyone is ready.", "G"),
    ("R  Ready", "R"),
    ("Replay ", "m"),
)
"""What to press where these words are shown; the first match counts."""


def _find_way(page: str) -> str:
    """Return the key that leads to a game, or an empty text at a table."""
    if free := _FREE.search(page):
        return free[1]
    return next((key for words, key in _WAYS if words in page), "")


def read_log_page(page: str) -> str:
    """Return the sentences on a page of the log, without turn numbers and blanks."""
    rows = [row for row in page.split("\n")[2:-1] if row.strip()]
    starts = [_start_of(row) for row in rows]
    (text, _), *_ = Counter(starts).most_common(1) or [(0, 0)]
    return squeeze(
        "".join([row[min(start, text) :] for row, start in zip(rows, starts, strict=True)])
    )


def _start_of(row: str) -> int:
    """Return the index of a row's first word."""
    found = _NUMBERED.match(row)
    return found.end() if found else len(row) - len(row.lstrip())


def squeeze(text: str) -> str:
    """Return text without blanks and without the ellipsis of omitted text."""
    return re.sub(r"[\s…]+", "", text)
