"""The line to a visitor's terminal: an SSH channel with limits in both directions."""

from collections import deque
from collections.abc import Callable
from time import monotonic

from asyncssh import SSHServerChannel

from regicide_tui.server.base.tasks import Timer
from regicide_tui.server.services.limits import TokenBucket

BURST, _RATE = 2048, 512
"""Bytes that may be typed or pasted at once, and more each second."""
_CLOGGED, _FREE = 64 * 1024, 4 * 1024
"""Unread bytes at which frames stop, and at which they resume."""
_CHECK_AGAIN = 0.1
"""Seconds between two checks whether a client has read more."""
_RESIZE_PAUSE = 0.1
"""Seconds between two passed on sizes of the window."""


class SshLine:
    """The line to a remote terminal, for the driver of its app."""

    def __init__(self, channel: "SSHServerChannel[bytes]", size: tuple[int, int]) -> None:
        self.size = size
        self.on_input: Callable[[bytes, float], None] = _ignore
        self.on_resize: Callable[[int, int], None] = lambda width, height: None
        self.on_drained: Callable[[], None] = lambda: None
        self.last_key = monotonic()
        self.has_ended = False
        self.encoding = "utf-8"
        """The encoding of the output; missing characters become question marks."""
        self.channel = channel
        self._bucket = TokenBucket(BURST, _RATE, monotonic)
        self._pending: deque[tuple[float, bytes]] = deque()
        self._is_held = self._closed = False
        self._paused_since: float | None = None
        """When the waiting input arrived, including input that arrived while reading was paused."""
        self._input_timer, self._resize_timer, self._backlog_timer = Timer(), Timer(), Timer()

    @property
    def has_more(self) -> bool:
        """Whether input is waiting to be passed on."""
        return bool(self._pending)

    @property
    def is_clogged(self) -> bool:
        """Whether the client isn't reading."""
        return self._backlog_timer.is_set

    def write(self, text: str) -> None:
        """Send characters, unless the client is gone."""
        if not (self._closed or self.channel.is_closing()):
            self.channel.write(text.encode(self.encoding, "replace"))
            self._check_backlog()

    def _check_backlog(self) -> None:
        """Check whether the client reads; if not, check again until it does."""
        clogged = self.is_clogged
        self._backlog_timer.cancel()
        if self.channel.get_write_buffer_size() > (_FREE if clogged else _CLOGGED):
            self._backlog_timer.set(_CHECK_AGAIN, self._check_backlog)
        elif clogged:
            self.on_drained()

    # ------------------------------------------------------------ from the channel

    def receive(self, data: bytes) -> None:
        """Receive input; what exceeds the rate is passed on later."""
        self.last_key = monotonic()
        came = self.last_key if self._paused_since is None else self._paused_since
        self._pending.append((came, data))
        self._pass_input()

    def hold_back(self, held: bool) -> None:
        """Hold back input from now on, or release it, for a busy app."""
        released, self._is_held = self._is_held and not held, held
        if released and self._pending:
            self._pass_input()

    def give_back(self, data: bytes) -> None:
        """Take back unused input, for the next reader."""
        self._pending.appendleft((monotonic(), data))

    def forget_typed(self) -> None:
        """Drop input that has not been passed on."""
        self._pending.clear()
        self._pass_input()

    def _pass_input(self) -> None:
        self._input_timer.cancel()
        waiting = sum(len(data) for _, data in self._pending)
        passed = 0 if self._is_held else self._bucket.take(waiting)
        while passed and self._pending:
            came, data = self._pending.popleft()
            if data[passed:]:
                self._pending.appendleft((came, data[passed:]))
            self.on_input(data[:passed], came)
            passed -= min(passed, len(data))
        if not self._pending:
            self.channel.resume_reading()
            self._paused_since = None
            return
        self._paused_since = self._pending[0][0]
        self.channel.pause_reading()
        if not self._is_held:
            self._input_timer.set(1.0, self._pass_input)

    def resize(self, width: int, height: int) -> None:
        """Receive a size of the window; of several within a short time, only the last counts."""
        self.size = width, height
        if not self._resize_timer.is_set:
            self._resize_timer.set(_RESIZE_PAUSE, self._pass_size)

    def _pass_size(self) -> None:
        self._resize_timer.cancel()
        self.on_resize(*self.size)

    def close(self) -> None:
        """Stop all timers and callbacks: nothing is sent or received any more."""
        self._closed = True
        for timer in (self._resize_timer, self._backlog_timer, self._input_timer):
            timer.cancel()
        self._pending.clear()
        self.on_input, self.on_resize, self.on_drained = _ignore, _ignore, _ignore


def _ignore(*_: object) -> None:
    """Do nothing."""
