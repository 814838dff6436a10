"""The hangup watch: it notices that the terminal is gone, and ends this process.

The system sends SIGHUP then, but not always: the signal may be ignored, or be sent to another
process. This module needs no Textual, so it works before Textual is imported.
"""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread, Timer

from regicide_tui.terminal import wait_for_hang_up

GRACE_SECONDS = 0.6
"""Seconds that the app has to end in order once its terminal is gone."""
_GONE = 128 + 1
"""The exit code of a process that ended because its terminal was gone, as after SIGHUP."""


class HangupWatch:
    """Watches the terminal of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._dropped = False
        self.on_exit: Callable[[], None] = lambda: None
        """Called even if the app doesn't end in order: it ends other processes."""

    def watch(self, terminal: int) -> None:
        """End this process when a terminal is gone; do nothing on systems that can't watch it."""
        Thread(target=self._wait, args=(terminal,), name="line", daemon=True).start()

    def drop(self) -> None:
        """Treat the terminal as gone: ask the app to end, and end the process after a moment."""
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
