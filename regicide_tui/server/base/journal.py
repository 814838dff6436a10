"""The journal for the operator: one line for each event, without secrets and cards."""

import json
import logging
import os
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from queue import Full, Queue
from threading import Thread

from regicide_tui.printable import printable
from regicide_tui.server.base.tasks import current_request

_LAST_LINES = 0.3
"""Seconds in which the last lines must be written."""
_LONGEST = 200
_MOST_LINES = 10_000
"""The maximum number of lines waiting to be written."""
_MOST_KINDS = 1000
"""The maximum number of repeated events counted separately per minute."""
_MINUTE = 60


@contextmanager
def background_lines(descriptor: int, most: int = _MOST_LINES) -> Iterator[Callable[[str], None]]:
    """Give a function that writes a line in a thread, so that a slow reader delays nobody.

    It raises `Full` if too many lines are waiting.
    """
    lines: Queue[str] = Queue(most)
    writing = Thread(target=_write_lines, args=(lines, descriptor), name="lines", daemon=True)
    writing.start()
    try:
        yield lines.put_nowait
    finally:
        with suppress(Full):
            lines.put("", timeout=_LAST_LINES)
            writing.join(_LAST_LINES)


def _write_lines(lines: Queue[str], descriptor: int) -> None:
    """Write lines until an empty one comes."""
    while line := lines.get():
        left = line.encode(errors="backslashreplace")
        with suppress(OSError):  # a line that can't be written, as on a full disk, is dropped
            while left:
                left = left[os.write(descriptor, left) :]


class Journal:
    """Writes events as lines of text or JSON, without control characters.

    Events caused by a key have the id of its request. Events of `note_detail` are written only
    with `details`. `tell` is called with every event, written or not.
    """

    def __init__(
        self,
        write: Callable[[str], object] = sys.stderr.write,
        *,
        as_json: bool = False,
        clock: Callable[[], float] = time.time,
        details: bool = False,
        tell: Callable[[str, Mapping[str, object]], None] = lambda event, facts: None,
    ) -> None:
        self._out = write
        self._as_json = as_json
        self._details = details
        self._tell = tell
        self._clock = clock
        self._incidents = self._left_out = self._minute = 0
        """The errors, the lines lost since the last one, and the current minute."""
        self._often: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        """How often each repeated event happened in this minute."""

    def note(self, event: str, **facts: object) -> None:
        """Write an event with its facts."""
        self._tell(event, facts)
        request = current_request()
        self._begin_minute()
        self._write(event, {**facts, "request": request} if request else facts)

    def note_detail(self, event: str, **facts: object) -> None:
        """Write an event that most operators don't need, if this one wants it."""
        if self._details:
            self.note(event, **facts)
        else:
            self._tell(event, facts)

    def note_often(self, event: str, **facts: str) -> None:
        """Count an event that strangers can cause endlessly, and write it once a minute.

        It has no request id, because it stands for several.
        """
        self._tell(event, facts)
        self._begin_minute()
        kind = event, tuple(facts.items())
        if kind not in self._often and len(self._often) >= _MOST_KINDS:
            kind = event, (("address", "many others"),)
        self._often[kind] += 1
        if self._often[kind] == 1:
            self._write(event, dict(kind[1]))

    def _begin_minute(self) -> None:
        """Sum up the previous minute if a new one has started."""
        if self._minute != self._clock() // _MINUTE:
            self.sum_up()

    def sum_up(self) -> None:
        """Write how often each repeated event happened, and reset the counts."""
        self._minute = int(self._clock() // _MINUTE)
        for (event, facts), times in self._often.items():
            if times > 1:
                self._write(event, {**dict(facts), "times": times})
        self._often.clear()

    def _write(self, event: str, facts: Mapping[str, object]) -> None:
        """Write an event, after the number of lines that were lost before it."""
        lost = [("left out", {"lines": self._left_out})] if self._left_out else []
        try:
            for one in (*lost, (event, facts)):
                self._out(self._line(*one))
                self._left_out = 0
        except (Full, OSError):
            self._left_out += 1

    def _line(self, event: str, facts: Mapping[str, object]) -> str:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock()))
        tidy = {name: _short(value) for name, value in facts.items()}
        if self._as_json:
            return json.dumps({"at": moment, "event": event, **tidy}) + "\n"
        return " ".join([moment, event, *[f"{name}={v!r}" for name, v in tidy.items()]]) + "\n"

    def apology(self, error: BaseException, **facts: object) -> str:
        """Write where an error occurred; return the sentence for the visitor whose app it ended."""
        number = self.incident(error, **facts)
        return f"An error occurred (incident {number}). Your games are saved: reconnect."

    def incident(self, error: BaseException, **facts: object) -> str:
        """Write where an error occurred, without any value; return the incident's number."""
        self._incidents += 1
        number = f"{int(self._clock()):x}-{self._incidents}"
        self.note("crash", incident=number, **_place_of(error), **facts)
        return number


class _LibraryHandler(logging.Handler):
    """Writes what libraries log to the journal: once a minute for each kind, without any value.

    Otherwise Python would write it to standard error, and wait for a slow reader.
    """

    def __init__(self, journal: Journal) -> None:
        super().__init__(logging.WARNING)
        self._journal = journal

    def emit(self, record: logging.LogRecord) -> None:
        """Write the first line of a message, because the others may hold values."""
        error = record.exc_info[1] if record.exc_info else None
        what, *_ = record.getMessage().splitlines() or [""]
        where = _place_of(error) if error else {}
        self._journal.note_often("logged", by=record.name, what=what, **where)


@contextmanager
def logging_to(journal: Journal) -> Iterator[None]:
    """Send everything that libraries log to the journal."""
    handler = _LibraryHandler(journal)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


def _place_of(error: BaseException) -> dict[str, str]:
    """Return the kind of an error and the functions in which it occurred, the innermost first."""
    frames = traceback.extract_tb(error.__traceback__)
    where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-12:]))
    return {"kind": type(error).__name__, "where": where}


def _short(value: object) -> str | int | float:
    """Return a fact as a number or short ASCII text."""
    if isinstance(value, int | float):
        return value
    text = str(value).encode("ascii", "backslashreplace").decode()
    tidy = printable(text)
    return tidy if len(tidy) <= _LONGEST else f"{tidy[:_LONGEST]}..."
