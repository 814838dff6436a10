"""The signals that stop the server: the first one asks it to close, the second one to hurry."""

import asyncio
import os
import signal
from threading import Timer

_LAST_WORDS = 1.8
"""Seconds that the server has to close; then the process ends, even if an app or a line holds it
up."""
_GRACE = 0.1
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StopSignals:
    """Waits for the signals, and ends a process that takes too long to stop after one.

    All actions at the tables are on the disk already, so nothing is lost by such an end. `patience`
    is the most seconds between the first signal and the beginning of the close.
    """

    def __init__(self, patience: float) -> None:
        self.first = asyncio.Event()
        """Whether a signal has come."""
        self.again = asyncio.Event()
        """Whether a second signal has come: whoever sent it does not want to wait."""
        self._steps = iter(((self.first, patience + _LAST_WORDS), (self.again, _LAST_WORDS)))
        """The events of the signals, and the seconds after each in which the process ends."""
        self._loop = asyncio.get_running_loop()
        self._number = 0
        self._watchdog: Timer | None = None
        for one in _SIGNALS:
            if signal.getsignal(one) is not signal.SIG_IGN:  # nohup ignores SIGHUP
                signal.signal(one, self._take)

    def begin_last_words(self) -> None:
        """Let the process end in a moment at the latest, after a signal."""
        self._end_within(_LAST_WORDS)

    def _take(self, number: int, _: object) -> None:
        for event, seconds in self._steps:  # a third signal is none
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
        # While Python itself ends, its threads stand still. The alarm of the system still works
        # then.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)


def describe_drain(seconds: int) -> str:
    """Return what the operator reads while visitors finish what they are doing."""
    return (
        f"The server closes in {seconds} s, so that everybody can finish their action. Press "
        f"ctrl+c again to close it at once."
    )
