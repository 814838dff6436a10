"""The end of a server: the messages to visitors, and whether other servers continue."""

import asyncio

from regicide_tui.server.storage.processes import Processes

_HEARD = 0.5
"""Seconds until other servers that close at the same time have announced it."""
_SENTENCES = {
    (False, False): (
        "This server is about to restart. Your games are saved: reconnect in a moment.",
        "This server is about to restart. Guests' games will end: reconnect in a moment.",
    ),
    (False, True): (
        "This server is about to restart. Your games continue on another server: reconnect.",
        "This server is about to restart. Guests' games will end: reconnect.",
    ),
    (True, False): (
        "The server is closing for a moment. Your games are saved: reconnect soon.",
        "The server is closing for a moment. Guests' games are over.",
    ),
    (True, True): (
        "The server is closing. Your games continue on another server.",
        "The server is closing. Guests' games are over.",
    ),
}
"""The sentences for named players and for guests, by whether the server closes now and whether
games continue on another server. They are also true for guests who connect only now."""


class Closing:
    """Whether a server is closing, and the sentences for its visitors."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self.has_begun = False
        """Whether the server is about to close."""
        self._ends = False

    def sentence_for(self, *, guest: bool) -> str:
        """Return the sentence for present and new visitors."""
        return _SENTENCES[self._ends, self._processes.others_stay][guest]

    def begin(self) -> None:
        """Note that the server is about to close."""
        self.has_begun = True
        self._processes.note_closing()

    async def hear_others(self) -> None:
        """Wait until it is known whether other servers close as well."""
        if self._processes.others_stay:
            await asyncio.sleep(_HEARD)

    def end(self) -> None:
        """Note that the server is closing now."""
        self.begin()
        self._ends = True
