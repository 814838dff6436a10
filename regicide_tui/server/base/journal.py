"""The journal for the operator: one line for each event, without secrets and cards."""

import json
import logging
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import Full, Queue
from threading import Thread
from typing import Protocol

from regicide_tui.printable import printable
from regicide_tui.server.base.requests import current_request

STDERR = 2
"""Where the journal goes."""
LAST_LINES = 0.3
"""Seconds that the last lines of the journal may take."""
_LONGEST = 200
_MOST_LINES = 10_000
"""The most lines that wait to be written."""
_MOST_KINDS = 1000
"""The most kinds of repeated events that are counted separately in a minute."""
_MINUTE = 60


class Out(Protocol):
    """Where lines go. A line that can't be written raises `OSError`."""

    def write(self, text: str, /) -> object:
        """Take a text."""
        ...

    def flush(self) -> object:
        """Write what was taken."""
        ...


class BackgroundWriter:
    """Writes to a file descriptor in a thread, so that a slow reader holds up nobody."""

    def __init__(self, handle: int, most: int = _MOST_LINES) -> None:
        self._handle = handle
        self._texts: Queue[str | None] = Queue(most)
        self._thread = Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        """The number of texts that wait."""
        return self._texts.qsize()

    def write(self, text: str, /) -> None:
        """Queue a text. Raises `BlockingIOError` if too many wait already."""
        try:
            self._texts.put_nowait(text)
        except Full:
            raise BlockingIOError from None

    def flush(self) -> None:
        """Do nothing: the thread writes as soon as it can."""

    def close(self, seconds: float) -> None:
        """Write the queued texts, for at most `seconds`."""
        end = time.monotonic() + seconds
        with suppress(Full):
            self._texts.put(None, timeout=seconds)
            self._thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while (text := self._texts.get()) is not None:
            left = text.encode(errors="backslashreplace")
            with suppress(OSError):  # a line that can't be written, as on a full disk, is lost
                while left:
                    left = left[os.write(self._handle, left) :]


class Journal:
    """Writes events as lines of text or JSON, without control characters.

    What a key has caused carries the id of its request. Events of `note_detail` are written only
    with `details`. `tell` is called with every event, whether it is written or not.
    """

    def __init__(
        self,
        out: Out = sys.stderr,
        *,
        as_json: bool = False,
        clock: Callable[[], float] = time.time,
        details: bool = False,
        tell: Callable[[str, Mapping[str, object]], None] = lambda event, facts: None,
    ) -> None:
        self._out = out
        self._as_json = as_json
        self._details = details
        self._tell = tell
        self._clock = clock
        self._incidents = 0
        self._left_out = 0
        """The lines that failed since the last one that was written."""
        self._minute = 0
        self._often: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
        """How often each repeated event happened in this minute."""

    def note(self, event: str, **facts: object) -> None:
        """Write an event with its facts."""
        self._tell(event, facts)
        self._note_request(event, facts)

    def note_detail(self, event: str, **facts: object) -> None:
        """Write an event that most operators don't want to see, if this one does."""
        self._tell(event, facts)
        if self._details:
            self._note_request(event, facts)

    def _note_request(self, event: str, facts: Mapping[str, object]) -> None:
        """Write an event with the id of the request that has caused it, if there is one."""
        request = current_request()
        self._note_line(event, {**facts, "request": request} if request else facts)

    def _note_line(self, event: str, facts: Mapping[str, object]) -> None:
        """Write an event, after what must be written before it."""
        if self._minute != self._clock() // _MINUTE:
            self.sum_up()
        if self._left_out and self._write(self._line("left out", {"lines": self._left_out})):
            self._left_out = 0
        self._left_out += not self._write(self._line(event, facts))

    def note_often(self, event: str, **facts: str) -> None:
        """Write an event that strangers can cause endlessly: once a minute, with its count.

        It carries no id of a request: it stands for several.
        """
        self._tell(event, facts)
        if self._minute != self._clock() // _MINUTE:
            self.sum_up()
        kind = event, tuple(facts.items())
        if kind not in self._often and len(self._often) >= _MOST_KINDS:
            kind = event, (("address", "many others"),)
        self._often[kind] = times = self._often.get(kind, 0) + 1
        if times == 1:
            self._note_line(event, dict(kind[1]))

    def sum_up(self) -> None:
        """Write how often each repeated event happened, and reset the counts."""
        often, self._often = self._often, {}
        self._minute = int(self._clock() // _MINUTE)
        for (event, facts), times in often.items():
            if times > 1:
                self._note_line(event, {**dict(facts), "times": times})

    def _line(self, event: str, facts: Mapping[str, object]) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock()))
        tidy = {name: _short(value) for name, value in facts.items()}
        if self._as_json:
            return json.dumps({"at": moment, "event": event, **tidy})
        return " ".join([moment, event, *[f"{name}={v!r}" for name, v in tidy.items()]])

    def _write(self, line: str) -> bool:
        """Write a line; return whether it succeeded. A failure holds up nobody."""
        try:
            self._out.write(f"{line}\n")
            self._out.flush()
        except OSError:
            return False
        return True

    def apology(self, error: BaseException, **facts: object) -> str:
        """Write where an error happened; return the sentence for the visitor whose app it ended."""
        number = self.incident(error, **facts)
        return f"An error happened (incident {number}). Your games are saved: come back."

    def incident(self, error: BaseException, **facts: object) -> str:
        """Write where an error happened, without any value; return the incident's number."""
        self._incidents += 1
        number = f"{int(self._clock()):x}-{self._incidents}"
        self.note(
            "crash", incident=number, kind=type(error).__name__, where=_place_of(error), **facts
        )
        return number


class JournalHandler(logging.Handler):
    """Writes what libraries log to the journal: once a minute for each kind, without any value.

    Otherwise Python would write it to the standard error itself, and wait for whoever reads that.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        """Write the first line of a message, because the others may hold values."""
        error = record.exc_info[1] if record.exc_info else None
        facts = {"kind": type(error).__name__, "where": _place_of(error)} if error else {}
        what, *_ = record.getMessage().splitlines() or [""]
        self._journal.note_often("logged", by=record.name, what=what, **facts)


@contextmanager
def logging_to(journal: Journal) -> Iterator[None]:
    """Let the journal have all that libraries log."""
    handler = JournalHandler(journal)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def _place_of(error: BaseException) -> str:
    """Return the functions in which an error happened, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-12:]))


def _short(value: object) -> str | int | float:
    """Return a fact as a number or a short text in ASCII."""
    if isinstance(value, int | float):
        return value
    text = str(value).encode("ascii", "backslashreplace").decode()
    tidy = printable(text)
    return tidy if len(tidy) <= _LONGEST else f"{tidy[:_LONGEST]}..."
