"""The line to one guest's terminal: an SSH channel with bounds in both directions."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from asyncssh import SSHServerChannel

from regicide_tui.server.limits import Bucket

_BURST, _RATE = 2048, 512
"""Bytes that may be typed or pasted at once, and each second after that."""
_RESIZE_PAUSE = 0.1
"""Seconds between two sizes of the window that are drawn for."""


class SshLine:
    """What leads to a far terminal, for the driver of its app."""

    def __init__(self, channel: "SSHServerChannel[bytes]", size: tuple[int, int]) -> None:
        self.size = size
        self.heard: Callable[[bytes], None] = lambda _: None
        self.resized: Callable[[int, int], None] = lambda width, height: None
        self.drained: Callable[[], None] = lambda: None
        self.clogged = False
        """Whether the client does not read what it is sent."""
        self.last_key = monotonic()
        self._channel = channel
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(_BURST, _RATE, monotonic)
        self._waiting = bytearray()
        self._resizing: asyncio.TimerHandle | None = None

    def write(self, text: str) -> None:
        """Send characters, unless the client is gone."""
        if not self._channel.is_closing():
            self._channel.write(text.encode("utf-8", "replace"))

    # ------------------------------------------------------------ what the channel tells

    def receive(self, data: bytes) -> None:
        """Take what was typed; what is too much at once is heard later."""
        self.last_key = monotonic()
        self._waiting += data
        self._hear()

    def _hear(self) -> None:
        passed = self._bucket.take(len(self._waiting))
        if passed:
            self.heard(bytes(self._waiting[:passed]))
            del self._waiting[:passed]
        if self._waiting:
            self._channel.pause_reading()
            self._loop.call_later(1.0, self._hear)
        else:
            self._channel.resume_reading()

    def resize(self, width: int, height: int) -> None:
        """Take a size of the window; of many in a short time the last one counts."""
        self.size = width, height
        if self._resizing is None:
            self._resizing = self._loop.call_later(_RESIZE_PAUSE, self._resized)

    def _resized(self) -> None:
        self._resizing = None
        self.resized(*self.size)

    def clog(self) -> None:
        """Note that the client does not read."""
        self.clogged = True

    def drain(self) -> None:
        """Note that it reads again."""
        self.clogged = False
        self.drained()

    def close(self) -> None:
        """Forget everybody: nothing comes any more."""
        if self._resizing is not None:
            self._resizing.cancel()
        self._waiting.clear()
        self.heard, self.resized, self.drained = _nothing, _nothing, _nothing


def _nothing(*_: Any) -> None:
    """Do nothing."""
