"""Textual's driver for a terminal of this machine, with less mouse, and an end when the line drops.

Nothing here goes by where the mouse hovers, and on a slow line each report would cost its time.
"""

import os
import select
import signal
from threading import Thread
from typing import Any

from textual.drivers.linux_driver import LinuxDriver


class ClickDriver(LinuxDriver):
    """Hears of clicks and of the wheel alone, and of a terminal that is gone."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Once, and not at each start: the app starts again when it was suspended.
        Thread(target=_hang_up_with, args=(self.fileno,), name="line", daemon=True).start()

    def _sigcont_application(self, *arguments: object) -> None:
        """Go on after a stop.

        SIGSTOP gives no warning: then nothing has been left, and a second start beside the first
        would never end. So it is left now, as it would have been, and everything is painted anew.
        """
        if self._auto_restart and self._writer_thread is not None and not self._must_signal_resume:
            self.suspend_application_mode()
            self._must_signal_resume = True
        super()._sigcont_application(*arguments)

    def _enable_mouse_support(self) -> None:
        """Ask for presses and releases, with places beyond column 223."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")
            self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Ask for nothing: cells are fine enough."""


def _hang_up_with(terminal: int) -> None:
    """End this process as the system should, but does not always, when its terminal is gone.

    Textual would read the end of the input for ever, as fast as it can.
    """
    line = select.poll()
    line.register(terminal, 0)  # a hang-up is always reported
    line.poll()
    os.kill(os.getpid(), signal.SIGHUP)
