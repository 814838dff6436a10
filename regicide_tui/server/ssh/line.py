"""The line to one guest's terminal: an SSH channel with bounds in both directions."""

import asyncio
from collections.abc import Callable
from time import monotonic

from asyncssh import SSHServerChannel

from regicide_tui.server.ssh.limits import Bucket

_BURST, _RATE = 2048, 512
"""Bytes that may be typed or pasted at once, and each second after that."""
_CLOGGED, _FREE = 64 * 1024, 4 * 1024
"""Unread bytes from which on no pictures are sent, and down to which."""
_LOOK_AGAIN = 0.1
"""Seconds after which one looks if a client has read on."""
_RESIZE_PAUSE = 0.1
"""Seconds between two sizes of the window that are drawn for."""


class SshLine:
    """What leads to a far terminal, for the driver of its app."""

    def __init__(
        self,
        channel: "SSHServerChannel[bytes]",
        size: tuple[int, int],
        unread: Callable[[], int] = lambda: 0,
    ) -> None:
        """`unread` tells how many bytes wait on the connection below the channel."""
        self.size = size
        self.heard: Callable[[bytes], None] = lambda _: None
        self.resized: Callable[[int, int], None] = lambda width, height: None
        self.drained: Callable[[], None] = lambda: None
        self.clogged = False
        """Whether the client does not read what it is sent."""
        self.last_key = monotonic()
        self.encoding = "utf-8"
        """In what is written; characters it lacks become question marks."""
        self._channel = channel
        self._unread = unread
        self._loop = asyncio.get_running_loop()
        self._bucket = Bucket(_BURST, _RATE, monotonic)
        self._waiting = bytearray()
        self._held = self._closed = False
        self._hearing: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._looking: asyncio.TimerHandle | None = None

    def write(self, text: str) -> None:
        """Send characters, unless the client is gone."""
        if not (self._closed or self._channel.is_closing()):
            self._channel.write(text.encode(self.encoding, "replace"))
            self._look()

    def _look(self) -> None:
        """See if the client reads; if it does not, look again until it does."""
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None
        unread = self._channel.get_write_buffer_size() + self._unread()
        clogged, self.clogged = self.clogged, unread > (_FREE if self.clogged else _CLOGGED)
        if self.clogged:
            self._looking = self._loop.call_later(_LOOK_AGAIN, self._look)
        elif clogged:
            self.drained()

    # ------------------------------------------------------------ what the channel tells

    def receive(self, data: bytes) -> None:
        """Take what was typed; what is too much at once is heard later."""
        self.last_key = monotonic()
        self._waiting += data
        self._hear()

    def hold_back(self, held: bool) -> None:
        """Keep what is typed from now on until the app has dealt with what it has."""
        released, self._held = self._held and not held, held
        if released and self._waiting:
            self._hear()

    def _hear(self) -> None:
        if self._hearing is not None:
            self._hearing.cancel()
            self._hearing = None
        passed = 0 if self._held else self._bucket.take(len(self._waiting))
        if passed:
            heard = bytes(self._waiting[:passed])
            del self._waiting[:passed]
            self.heard(heard)
        if not self._waiting:
            self._channel.resume_reading()
            return
        self._channel.pause_reading()
        if not self._held:
            self._hearing = self._loop.call_later(1.0, self._hear)

    def resize(self, width: int, height: int) -> None:
        """Take a size of the window; of many in a short time the last one counts."""
        self.size = width, height
        if self._resizing is None:
            self._resizing = self._loop.call_later(_RESIZE_PAUSE, self._resized)

    def _resized(self) -> None:
        self._resizing = None
        self.resized(*self.size)

    def close(self) -> None:
        """Forget everybody: nothing comes or goes any more."""
        self._closed = True
        for timer in (self._resizing, self._looking, self._hearing):
            if timer is not None:
                timer.cancel()
        self._waiting.clear()
        self.heard, self.resized, self.drained = _nothing, _nothing, _nothing


def _nothing(*_: object) -> None:
    """Do nothing."""
