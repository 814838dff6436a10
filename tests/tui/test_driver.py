"""The driver of a terminal of this machine."""

import asyncio
import os
import signal
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size

from regicide_tui.tui.terminal.driver import ClickDriver


class Told:
    """An app that notes what it is told."""

    def __init__(self) -> None:
        self.sizes: list[Size] = []

    def post_message(self, message: Any) -> None:
        """Note a size."""
        assert isinstance(message, Resize)
        self.sizes.append(message.size)


async def test_of_two_sizes_the_newer_is_told_last_also_if_their_signals_interrupt_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told, sizes = Told(), [(86, 24), (80, 24)]
    driver = object.__new__(ClickDriver)
    monkeypatch.setattr(driver, "_app", told, raising=False)
    monkeypatch.setattr(driver, "_in_band_window_resize", False, raising=False)

    def size() -> tuple[int, int]:
        found = sizes.pop(0)
        if sizes:  # the window changes again just now
            os.kill(os.getpid(), signal.SIGWINCH)
        return found

    monkeypatch.setattr(driver, "_get_terminal_size", size)
    before = signal.getsignal(signal.SIGWINCH)
    driver.watch_size(None)
    os.kill(os.getpid(), signal.SIGWINCH)
    async with asyncio.timeout(30):
        while len(told.sizes) < 2:
            await asyncio.sleep(0)
    signal.signal(signal.SIGWINCH, before)
    assert told.sizes == [Size(86, 24), Size(80, 24)]
