"""Textual's driver for a terminal of this machine, without reports of a mouse that only moves.

Nothing here goes by where the mouse hovers, and on a slow line each report would cost its time.
"""

from textual.drivers.linux_driver import LinuxDriver


class ClickDriver(LinuxDriver):
    """Hears of clicks and of the wheel alone."""

    def _enable_mouse_support(self) -> None:
        """Ask for presses and releases, with places beyond column 223."""
        if self._mouse:
            self.write("\x1b[?1000h\x1b[?1006h")
            self.flush()

    def _enable_mouse_pixels(self) -> None:
        """Ask for nothing: cells are fine enough."""
