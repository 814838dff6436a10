"""The session of a connection: a terminal that runs one app after the other."""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Context

import asyncssh

from regicide_tui.server.apps.app import FrontEnd
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.model.visitor import ReviewLink, read_link
from regicide_tui.server.ssh.internals import LONGEST_VALUE
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.ssh.visits import LoginVisits

_JOIN = re.compile(r"join ([a-z0-9]{1,32})", re.ASCII)
"""The command that leads to the table of an invitation."""
_TEXT, _JSON = "text", "json"
"""The commands for a visit by lines."""
_NO_TERMINAL = (
    "A review needs a terminal that can move its cursor: ssh -t ... At a table, review lists the "
    "costliest decisions as text."
)
_NO_CURSOR = ("", "dumb", "unknown", "network", "emacs")
"""The names of terminals that can't move their cursor."""
_NO_FILES = "There are no files here, only card games. To play, connect with ssh."
_NO_COMMAND = (
    "Only four commands work here: text to play by text, json to play by program and, with ssh -t, "
    "join WORD to join a table and review ID@TURN to review a finished game."
)


class SshSession(asyncssh.SSHServerSession[bytes]):
    """The session of a connection: a terminal with an app in it."""

    def __init__(
        self,
        host: Reception,
        visits: LoginVisits | str,
        address: str,
        note: Callable[[bool], None],
    ) -> None:
        """Take the visits, or a sentence that says why there are none.

        `note` is called when the session starts to show something, and when it ends.
        """
        self._host = host
        self._visits = visits
        self._address = address
        self._note = note
        self._line: SshLine | None = None
        self._term: str | None = None
        self._size = (80, 24)
        self._invitation = ""
        self._review: ReviewLink | None = None
        self._mode = ""
        """What the visitor reads instead of a screen."""
        self._refusal = ("", "")
        """The only sentence that this session shows, and its reason for the journal; empty if it
        runs an app."""
        self._farewell = ""
        """The sentence with which the visit must end; empty until then."""
        self._app: asyncio.Task[None] | None = None
        self._gone = False

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        """Remember the channel."""
        self._channel = chan

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        """Accept a terminal."""
        self._size = term_size[:2] if all(term_size[:2]) else (80, 24)
        self._term = term_type[:LONGEST_VALUE] or "dumb"
        return True

    def shell_requested(self) -> bool:
        """Accept a shell; without a terminal that can move its cursor, the visit is by lines."""
        if not self._has_terminal:
            self._mode = _TEXT
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """Say that there are no files here, only games."""
        self._refuse(_NO_FILES, "subsystem")
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept `text`, `json`, `join WORD` or `review ID@TURN`, or say which commands work."""
        found, self._review = _JOIN.fullmatch(command), read_link(command)
        if command == _JSON:
            self._mode = _JSON
        elif command == _TEXT or (found is not None and not self._has_terminal):
            self._mode = _TEXT
        elif found is None and self._review is None:
            self._refuse(_NO_COMMAND, "command")
        elif not self._has_terminal:
            self._refuse(_NO_TERMINAL, "no terminal")
        if found is not None:
            self._invitation = found[1]
        return True

    def _refuse(self, sentence: str, why: str) -> None:
        """Show only a sentence; `why` is the reason for the journal."""
        self._refusal = sentence, why

    @property
    def _has_terminal(self) -> bool:
        return self._term is not None and self._term not in _NO_CURSOR

    def session_started(self) -> None:
        """Start the app in its own context."""
        sentence, why = self._refusal
        if sentence:
            self._host.journal.note_often("refused", address=self._address, why=why)
            self._end(sentence, 1)
            return
        self._line = SshLine(self._channel, self._size)
        self._line.hold_back(self._mode != "")  # keep lines that arrive before the visit starts
        opened: Awaitable[None] = self._open(self._line)
        self._app = Context().run(asyncio.ensure_future, opened)

    async def _open(self, line: SshLine) -> None:
        """Run one app after the other until the visit is over."""
        self._note(True)
        try:
            sentence = await self._visit(line)
        finally:
            self._note(False)
        line.close()
        self._end(self._farewell or sentence, 0)

    async def _visit(self, line: SshLine) -> str:
        """Return the last sentence of the last app."""
        if isinstance(self._visits, str):
            return self._visits
        environment, sentence, goes_on = self._channel.get_environment(), "", True
        # A client that left before it had a name has no app to end.
        while goes_on and not (self._gone or self._farewell):
            try:
                with self._visits.begin(
                    self._term or "", environment, self._invitation, self._review, self._mode
                ) as visitor:
                    line.encoding = "utf-8" if visitor.writes_utf8 else "ascii"
                    sentence = await self._host.visitors.receive(visitor, line)
            except NameRefused as error:
                return str(error)
            goes_on = self._visits.goes_on
        return sentence

    def _end(self, sentence: str, status: int) -> None:
        """Say a last sentence and end the session."""
        if self._channel.is_closing():
            return
        end = "\r\n" if self._term is not None else "\n"
        words = "".join(f"{line}{end}" for line in sentence.splitlines()).encode()
        if status:  # a program must not take the sentence for an answer
            self._channel.write_stderr(words)
        else:
            self._channel.write(words)
        self._channel.exit(status)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Pass on typed input."""
        if self._line is not None:
            self._line.receive(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """Pass on the size of the window."""
        self._size = width, height
        if self._line is not None:
            self._line.resize(width, height)

    def eof_received(self) -> bool:
        """End the app at the end of the input; the session ends once the app has finished."""
        if self._mode and self._line is not None:
            self._line.has_ended = True
            if (front := self._front) is not None:
                front.end_input()
        else:
            self._hang_up()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """End the app: the line is gone."""
        if self._line is not None:
            self._line.close()
        self._hang_up()

    def send_away(self, sentence: str) -> None:
        """End the visit with a last sentence, because another visitor needs its place."""
        self._farewell = sentence
        self._exit(sentence)

    def _hang_up(self) -> None:
        self._gone = True
        self._exit("")

    def _exit(self, sentence: str) -> None:
        if (front := self._front) is not None:
            front.exit(sentence)

    @property
    def _front(self) -> FrontEnd | None:
        """What the visitor sees now; None before and after the visit, and between two apps."""
        return self._host.visitors.apps.get(self._app) if self._app is not None else None
