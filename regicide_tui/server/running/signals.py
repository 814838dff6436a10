"""The signals of the server: one asks it to close, a second one to hurry; SIGHUP reloads it.

In a terminal, SIGHUP stops the server, because its terminal is gone.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from threading import Timer

_LAST_WORDS = 1.8
"""Seconds in which the server must close; then the process ends, even if an app or a line hangs."""
_GRACE = 0.1
_STOPS = (signal.SIGINT, signal.SIGTERM)
_OTHERS = (signal.SIGUSR1, signal.SIGUSR2)
"""Some operators send these to make programs reopen their logs. They would end the process."""


class StopSignals:
    """Waits for the signals, and ends a process that takes too long to stop after one.

    All actions at the tables are already on disk, so such an end loses nothing. `patience` is the
    maximum seconds between the first signal and the start of the close.
    """

    def __init__(self, patience: float) -> None:
        self.first = asyncio.Event()
        """Whether a signal has come."""
        self.again = asyncio.Event()
        """Whether a second signal has come: its sender doesn't want to wait."""
        self._steps = iter(((self.first, patience + _LAST_WORDS), (self.again, _LAST_WORDS)))
        """The events of the signals, and the seconds after each in which the process must end."""
        self._loop = asyncio.get_running_loop()
        self._number = 0
        self._watchdog: Timer | None = None
        for one in (*_STOPS, *((signal.SIGHUP,) if _has_terminal() else ())):
            if signal.getsignal(one) is not signal.SIG_IGN:  # nohup ignores SIGHUP
                signal.signal(one, self._take)

    def begin_last_words(self) -> None:
        """End the process soon, after a signal."""
        self._end_within(_LAST_WORDS)

    def _take(self, number: int, _: object) -> None:
        for event, seconds in self._steps:  # a third signal has no effect
            self._number = number
            self._end_within(seconds)
            self._loop.call_soon_threadsafe(event.set)
            break

    def _end_within(self, seconds: float) -> None:
        """End the process after some seconds, instead of after those set before."""
        if self._watchdog is not None:
            self._watchdog.cancel()
        self._watchdog = Timer(seconds, os._exit, [128 + self._number])
        self._watchdog.daemon = True
        self._watchdog.start()
        # While Python itself ends, its threads are stopped. The alarm of the system still works.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def describe_drain(seconds: int) -> str:
    """Return the line for the operator while visitors finish."""
    return (
        f"The server closes in {seconds} s, so that everyone can finish their action. Press "
        f"ctrl+c again to close it at once."
    )


def answer_other_signals(reload: Callable[[], None]) -> None:
    """Call `reload` in this loop at each SIGHUP, unless that stops the server; ignore others."""
    for one in _OTHERS:
        signal.signal(one, signal.SIG_IGN)
    if not _has_terminal():
        loop = asyncio.get_running_loop()
        signal.signal(signal.SIGHUP, lambda *_: loop.call_soon_threadsafe(reload))


def _has_terminal() -> bool:
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
