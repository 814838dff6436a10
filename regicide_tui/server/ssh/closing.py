"""How a server ends: what its visitors are told, and whether others go on without it."""

import asyncio

from regicide_tui.server.model.visit import VisitFacts
from regicide_tui.server.storage.processes import Processes

_HEARD = 0.5
"""Seconds until the others that were told to close at the same time have said so."""
_RESTARTS = "This server is about to be restarted. Your games are saved: come back in a moment."
_MOVES = "This server is about to be restarted. Your games go on at another server: connect again."
_CLOSED = "The server closes for a moment. Your games are saved: come back soon."
_MOVED = "The server closes. Your games go on at another server."
_OF_GUESTS = {
    _RESTARTS: "This server is about to be restarted. Games of guests end: come back in a moment.",
    _MOVES: "This server is about to be restarted. Games of guests end: connect again.",
    _CLOSED: "The server closes for a moment. Games of guests are over.",
    _MOVED: "The server closes. Games of guests are over.",
}
"""What guests are told in place of each sentence. It is also true for guests who come only now."""


class Closing:
    """Whether a server closes, and the sentences for its visitors."""

    def __init__(self, processes: Processes[VisitFacts]) -> None:
        self._processes = processes
        self._begun = False
        self._ends = False

    @property
    def sentence(self) -> str:
        """What people with a name are told; empty while the server does not close."""
        if not self._begun:
            return ""
        if self._ends:
            return _MOVED if self._processes.others_stay else _CLOSED
        return _MOVES if self._processes.others_stay else _RESTARTS

    def sentence_for(self, *, guest: bool) -> str:
        """Return the sentence for people who are there and for those who come."""
        return _OF_GUESTS.get(self.sentence, "") if guest else self.sentence

    def begin(self) -> None:
        """Note that the server is about to close."""
        self._begun = True
        self._processes.note_closing()

    async def hear_others(self) -> None:
        """Wait until it is known whether the others close as well."""
        if self._processes.others_stay:
            await asyncio.sleep(_HEARD)

    def end(self) -> None:
        """Note that the server closes now."""
        self.begin()
        self._ends = True
