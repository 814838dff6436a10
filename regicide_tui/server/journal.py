"""What the operator can read: one line an event, without secrets and without cards."""

import json
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from regicide_tui.printable import printable

_LONGEST = 200


class Journal:
    """Writes events as lines of text or of JSON, with nothing in them that a terminal obeys."""

    def __init__(
        self,
        out: TextIO = sys.stderr,
        *,
        as_json: bool = False,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._out = out
        self._as_json = as_json
        self._clock = clock
        self._incidents = 0

    def note(self, event: str, **facts: object) -> None:
        """Write an event and what is to be known of it."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._clock()))
        tidy = {name: _short(value) for name, value in facts.items()}
        if self._as_json:
            line = json.dumps({"at": moment, "event": event, **tidy})
        else:
            line = " ".join([moment, event, *[f"{name}={v!r}" for name, v in tidy.items()]])
        with suppress(OSError):  # what can't be noted, as on a full disk, holds up nobody
            print(line, file=self._out, flush=True)

    def apology(self, error: BaseException, **facts: object) -> str:
        """Write where something went wrong; return what to tell who suffers from it."""
        number = self.incident(error, **facts)
        return f"An error happened (incident {number}). Your games are saved: come back."

    def incident(self, error: BaseException, **facts: object) -> str:
        """Write where something went wrong, without any value; return the incident's number."""
        self._incidents += 1
        number = f"{int(self._clock()):x}-{self._incidents}"
        frames = traceback.extract_tb(error.__traceback__)
        where = " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-12:]))
        self.note("crash", incident=number, kind=type(error).__name__, where=where, **facts)
        return number


def _short(value: object) -> str | int | float:
    """Return a fact as a number or a short text in ASCII."""
    if isinstance(value, int | float):
        return value
    text = str(value).encode("ascii", "backslashreplace").decode()
    tidy = printable(text)
    return tidy if len(tidy) <= _LONGEST else f"{tidy[:_LONGEST]}..."
