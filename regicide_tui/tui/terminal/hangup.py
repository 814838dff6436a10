"""The line to the terminal: notices that it is gone, and then ends this process.

The system tells a process so by SIGHUP, but not always: the signal may be ignored, or be sent to
another process. This needs no Textual, so it works before Textual is imported.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread, Timer

from regicide_tui.terminal import wait_for_hang_up

GRACE_SECONDS = 0.6
"""Seconds in which the app may end in good order once its terminal is gone."""
_GONE = 128 + 1
"""The exit code of a process that ended because its terminal was gone, as after SIGHUP."""


class HangupWatch:
    """The line of one process to its terminal."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._dropped = False
        self.on_exit: Callable[[], None] = lambda: None
        """What is done even if the app does not end in good order: it ends other processes."""

    def watch(self, terminal: int) -> None:
        """End this process when a terminal is gone. Does nothing where that can't be watched."""
        Thread(target=self._wait, args=(terminal,), name="line", daemon=True).start()

    def drop(self) -> None:
        """Take the terminal for gone: ask the app to end, and end in any case a moment later."""
        with self._lock:
            if self._dropped:
                return
            self._dropped = True
        last = Timer(GRACE_SECONDS, self._end)
        last.daemon = True
        last.start()
        os.kill(os.getpid(), signal.SIGHUP)

    def _end(self) -> None:
        with suppress(Exception):
            self.on_exit()
        os._exit(_GONE)

    def _wait(self, terminal: int) -> None:
        if wait_for_hang_up(terminal):
            self.drop()
