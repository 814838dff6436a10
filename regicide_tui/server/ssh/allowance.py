"""The number of bytes read from a connection: few before its login, more after it.

A client may send much more than typing: endless requests, small packets, packets that inflate. At
this rate, the smallest packets of a connection use two percent of a core.
"""

from contextvars import ContextVar
from time import monotonic

from regicide_tui.server.services.limits import TokenBucket

_BURST, _RATE = 40 * 1024, 7 * 1024
"""Bytes read from a visitor at once, and more each second. A key takes 36 bytes."""
_STRANGER_BURST, _STRANGER_RATE = 5 * 1024, 1024
"""The same before the login. A key exchange takes about three thousand bytes."""


class Allowance(TokenBucket):
    """The bytes that may still be read from a connection."""

    def __init__(self) -> None:
        super().__init__(_STRANGER_BURST, _STRANGER_RATE, monotonic)
        self.is_raised = False
        """Whether the client has logged in."""

    def raise_for_visitor(self) -> None:
        """Allow more, because the client has logged in."""
        super().__init__(_BURST, _RATE, monotonic)
        self.is_raised = True


reading: ContextVar[Allowance | None] = ContextVar("reading", default=None)
"""The allowance of the connection being read: asyncssh creates a decompressor without naming its
connection."""
