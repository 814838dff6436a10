"""People in a server of a test: each has an app and a window of their own, all in one loop."""

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

import pyte

from regicide_tui.server.api.api import make_api
from regicide_tui.server.apps.admission import Admission
from regicide_tui.server.apps.app import AppServer, Arrival
from regicide_tui.server.apps.driver import LineDriver
from regicide_tui.server.apps.news import News, listen_to
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.lines.visits import make_front
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens import reading
from regicide_tui.server.screens.app import ServerApp
from regicide_tui.server.screens.meanwhile import MeanwhileScreen
from regicide_tui.server.screens.table import RemoteTable
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.server import AppMaker
from tests.server.gatherings import api_of
from tests.server.waiting import PATIENCE
from tests.terminal.terminal import KEYS, UNKNOWN_TO_PYTE, lines_of

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?<>=]*[ $]?[a-zA-Z]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")


class Window:
    """A line to a terminal that is only a picture."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.on_input: Callable[[bytes, float], None] = lambda _, __: None
        self.on_resize: Callable[[int, int], None] = lambda width, height: None
        self.on_drained: Callable[[], None] = lambda: None
        self.is_clogged = False
        self.has_more = False
        self.last_key = monotonic()
        self.raw = ""
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        self._shown = 0
        """So many of the characters are on the screen: all that came by the last look."""
        self._written = asyncio.Event()

    def write(self, text: str) -> None:
        """Note what came."""
        self.raw += text
        self._written.set()

    async def changes(self) -> None:
        """Wait until something is written, or a hundredth of a second has passed."""
        self._written.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._written.wait(), 0.01)

    def hold_back(self, held: bool) -> None:
        """Go on: nobody types much here."""

    def forget_typed(self) -> None:
        """Go on: nothing is buffered here."""

    @property
    def text(self) -> str:
        """What stands in the window."""
        self._stream.feed(UNKNOWN_TO_PYTE.sub("", self.raw[self._shown :]))
        self._shown = len(self.raw)
        return "\n".join(lines_of(self._screen))

    @property
    def written(self) -> str:
        """All characters that were ever sent, each piece in a line of its own."""
        return _ESCAPES.sub("\n", self.raw)


async def end_of(visit: "asyncio.Task[str | None]", window: Window) -> str | None:
    """Wait until an app has ended; return its last words."""
    # `asyncio.timeout` would cancel the app, which ends as if it had been asked to.
    ended, _ = await asyncio.wait([visit], timeout=PATIENCE)
    assert ended, f"The app goes on, and shows\n{window.text}"
    return visit.result()


_news: WeakKeyDictionary[BackgroundTasks, News] = WeakKeyDictionary()


def news_of(services: Services) -> News:
    """Return the listeners of a server: one for all its people."""
    if services.tasks not in _news:
        _news[services.tasks] = listen_to(services)
    return _news[services.tasks]


def apps_of(services: Services, idle: float = 3600.0) -> AppMaker:
    """Return what makes the apps of visitors on a server with these services."""
    return lambda server, visitor, line: make_front(
        Arrival(server, make_api(services, visitor), news_of(services), visitor, line, idle)
    )


class Person:
    """Somebody who has come to the server."""

    def __init__(
        self,
        services: Services,
        name: str,
        size: tuple[int, int] = (80, 24),
        idle: float = 3600.0,
        term: str = "xterm-256color",
    ) -> None:
        self.name = name
        self.window = Window(size)
        self.journal = io.StringIO()
        self.services = services
        self._idle = idle
        self.app: ServerApp
        self._size, self._term = size, term
        self._visit: asyncio.Task[str | None]

    def make_visitor(self) -> Visitor:
        """Return who comes, and by which terminal."""
        return Visitor(self.name, is_guest(self.name), self._term, {"LANG": "C.UTF-8"})

    def come(self) -> None:
        """Open the app on a new line, in a context of its own, as the server does."""
        self.window = Window(self._size)
        Context().run(self._open)

    def _open(self) -> None:
        line: Any = self.window
        server = AppServer(Journal(self.journal.write), Admission())
        visitor = self.make_visitor()
        api, news = make_api(self.services, visitor), news_of(self.services)
        self.app = ServerApp(Arrival(server, api, news, visitor, line, self._idle))
        self._visit = asyncio.ensure_future(self.app.run_async(mouse=True))

    async def goes(self) -> str | None:
        """Wait until the app has ended; return its last words."""
        return await end_of(self._visit, self.window)

    async def comes_back(self) -> None:
        """Wait until the app is at a table, and close what it tells of the time before."""
        await self.until(lambda: self.app.is_running)
        await self.until(self.is_at_a_table)
        await self.app.work.idle()
        if isinstance(self.app.screen, MeanwhileScreen):
            await self.press("escape")
        await self.sees("turn ")

    async def drop(self) -> None:
        """Be cut off."""
        self.app.exit("")
        await self.goes()

    def type(self, text: str) -> None:
        """Type characters."""
        self.window.last_key = monotonic()
        self.window.on_input(text.encode(), monotonic())

    async def press(self, *keys: str) -> None:
        """Press keys; each has done what it does before the next."""
        for key in keys:
            self.type(KEYS.get(key, key))
            await self._settled()

    async def _settled(self) -> None:
        """Let the app deal with the key."""
        driver = self.app.own_driver
        while self.app.is_running and isinstance(driver, LineDriver) and driver.keys.busy:
            await asyncio.sleep(0)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until something is so: ask whenever something was painted, and from time to time."""
        end = monotonic() + PATIENCE
        while not condition():
            assert monotonic() < end, f"{self.name} sees\n{self.window.text}"
            await self.window.changes()

    async def sees(self, *words: str) -> None:
        """Wait until all these words stand in the window, in one line or in several."""

        def seen() -> bool:
            text = self.window.text
            joined = " ".join(text.split())
            return all(one in text or one in joined for one in words)

        await self.until(seen)

    def is_at_a_table(self) -> bool:
        """Tell whether the app shows more than the lobby."""
        return len(self.app.screen_stack) > 1

    async def sees_no(self, words: str) -> None:
        """Wait until these words are gone."""
        await self.until(lambda: words not in self.window.text)


@asynccontextmanager
async def visiting(services: Services, *names: str, **more: Any) -> AsyncIterator[list[Person]]:
    """Let people come, and go at the end; what went wrong in an app fails the test."""
    people = [Person(services, name, **more) for name in names]
    for one in people:
        returns = is_back_at_a_table(services, one.name)
        one.come()
        if returns:
            await one.comes_back()
        else:
            await one.sees("Welcome")
    try:
        yield people
    finally:
        for one in people:
            await one.drop()
            assert "crash" not in one.journal.getvalue(), one.journal.getvalue()


def is_back_at_a_table(services: Services, name: str) -> bool:
    """Tell whether somebody who comes is at once at a table, where a game goes on."""
    mine = [
        table
        for table, state in services.tables.items()
        if name in state.seats and state.playing and not state.days
    ]
    return bool(mine) and not any(map(api_of(services, name).visit.has_crashed, mine))


class ReadersClock:
    """The clock by which a person has had time to read a question: it also goes on when told."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def __call__(self) -> float:
        """Return the seconds now."""
        return monotonic() + self._skipped

    def skip(self, seconds: float) -> None:
        """Let some seconds pass at once."""
        self._skipped += seconds


READERS_CLOCK = ReadersClock()


async def has_read(person: Person) -> None:
    """Wait until a person is asked something, and let the time pass in which it is read."""

    def read() -> bool:
        screen = person.app.screen
        assert isinstance(screen, RemoteTable)
        READERS_CLOCK.skip(reading.TO_READ)
        return screen.notice_line.reading.is_read

    await person.until(read)
