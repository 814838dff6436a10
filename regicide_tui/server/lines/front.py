"""A visit by lines: it reads lines, and writes answers and news.

One task answers the lines of a visit, fairly among all visits, and tells the news in between.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from contextlib import ExitStack
from time import monotonic

from regicide_tui.server.api.lobby import LobbyView
from regicide_tui.server.apps.admission import Work
from regicide_tui.server.apps.app import Arrival, FrontEnd
from regicide_tui.server.base.tasks import VisitRequests
from regicide_tui.server.lines.typing import LineInput
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.screens.app import seconds_of_warning
from regicide_tui.text.voice import lines_of

_LOOK = 1.0
"""Seconds between two checks of a visitor who types nothing."""
LATE = "You were away for too long. Reconnect whenever you like."
STILL_THERE = "Are you still there? Type a line, or the server will disconnect you soon."


class LineFront(FrontEnd):
    """A visit by lines."""

    longest = 1_000
    """The maximum characters of a line."""
    echoes = True
    """Whether typed characters are echoed to a terminal."""

    def __init__(self, arrival: Arrival) -> None:
        server, self.api, self.news, visitor, line, self._idle_seconds = arrival
        self.visitor, self.line = visitor, line
        self.work = Work(server.admission)
        self.requests = VisitRequests(server.note_paint)
        self._end = "\r\n" if visitor.term else "\n"
        self._input = LineInput(self.longest, line.write if visitor.term and self.echoes else None)
        self._lines = deque[str]()
        self._wake = asyncio.Event()
        self._has_news, self.since = True, monotonic()
        self._notices = list[str]()
        self._last_notice = ""
        """The last notice. It isn't repeated until a line is typed; only screens need that."""
        self._farewell: str | None = None
        self._chat = self.api.lobby.view().chat
        self._at_end = ExitStack()
        self._is_warned = False

    # ------------------------------------------------------------ what the server needs

    async def serve(self) -> str:
        """Answer lines until the visit is over; return the last sentence."""
        with self.requests.entered():
            return await self.work.run(self._serve())

    def exit(self, sentence: str = "") -> None:
        """End the visit after the current line is answered."""
        self._farewell = sentence
        self._wake.set()

    def end_input(self) -> None:
        """End the visit once all received lines are answered."""
        self._wake.set()

    def tell(self, sentence: str, *, rings: bool = False) -> None:
        """Tell the visitor something, once no line is half typed."""
        if sentence == self._last_notice:
            return
        self._last_notice = sentence
        self._notices += lines_of([sentence])
        self._tell_notices()

    def say_goodbye(self, sentence: str) -> None:
        """Say a last sentence, because the server is closing."""
        self.say(sentence.splitlines())
        self.line.close()

    def _tell_notices(self) -> None:
        if not self._input.typed:
            self.say(self._notices)
            self._notices.clear()

    # ------------------------------------------------------------ lines

    def look_soon(self) -> None:
        """Tell the news soon."""
        self._has_news = True
        self._wake.set()

    def say(self, lines: Iterable[str]) -> None:
        """Write lines."""
        self.line.write("".join([f"{one}{self._end}" for one in lines]))

    async def _serve(self) -> str:
        self.line.on_input, self.line.on_drained = self._take, self._wake.set
        try:
            await self.begin()
            self.line.hold_back(False)
            while self._farewell is None:
                await self._go_on()
        except Exception:
            self.api.visit.crash()
            raise
        finally:
            self.line.hold_back(True)
            if self._lines:
                self.line.give_back("".join([f"{one}\n" for one in self._lines]).encode())
            self._at_end.close()
        return self._farewell

    async def _go_on(self) -> None:
        """Wait, answer the received lines, and tell the news unless a line is half typed."""
        try:
            async with asyncio.timeout(_LOOK):
                await self._wake.wait()
        except TimeoutError:
            self.look_after(monotonic() - self.line.last_key)
        self._wake.clear()
        while self._lines and self._farewell is None and not self.line.is_clogged:
            await asyncio.sleep(0)  # ends the step, so that every answer is metered
            passed = asyncio.Event()
            self.work.admission.admit(self.work, passed.set)
            await passed.wait()
            self.requests.begin(monotonic())
            await self.take(self._lines.popleft())
            self.requests.note_done()
        if not self._lines:
            self.work.rest()
        self._tell_notices()
        if self._has_news and not (self._input.typed or self.line.is_clogged):
            self._has_news = False
            await self.look()
        self.line.hold_back(bool(self._lines))
        if self.line.has_ended and not (self._lines or self.line.has_more):
            self.exit("")

    def _take(self, data: bytes, _: float) -> None:
        self._lines += self._input.feed(data)
        self._last_notice = ""
        self._wake.set()

    # ------------------------------------------------------------ what each kind of visit adds

    async def begin(self) -> None:
        """Start the visit."""

    def come(self, pause: float) -> None:
        """Register the visitor until the visit ends; check for news at most once per pause."""
        self.api.visit.come(self.exit)
        self._at_end.callback(self.api.visit.leave)
        name = self.visitor.name
        self._at_end.callback(self.news.house.add(self.look_soon, pause=pause, name=name))

    def new_chat(self, view: LobbyView) -> list[Said]:
        """Return the others' messages in the lobby since the last call."""
        before, self._chat = {*self._chat}, view.chat
        return [one for one in view.chat if one not in before and one.by != view.name]

    async def take(self, line: str) -> None:
        """Answer a line."""
        raise NotImplementedError

    async def look(self) -> None:
        """Tell the news."""

    def look_after(self, idle: float) -> None:
        """Do what depends on the time; the visitor has typed nothing for some seconds."""
        warned, left = self._is_warned, self._idle_seconds - idle
        self._is_warned = left <= seconds_of_warning(self._idle_seconds)
        if left <= 0:
            self.exit(LATE)
        elif self._is_warned and not warned:
            self.tell(STILL_THERE)
