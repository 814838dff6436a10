"""The connected visitors, and what they are told when the server closes.

Each has their own app, and all apps share one event loop.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from regicide_tui.server.apps.app import FrontEnd
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.order import Act, Kind
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.moderation import Moderation, describe
from regicide_tui.server.ssh.line import SshLine
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


_LOST = "The server can't reach its database. Trying again ..."
_REACHED = "The server can reach its database again."
_TELL_AGAIN = 1.5
"""Seconds after which everyone is reminded that the server is closing."""
_FAREWELL = 1.0
"""Seconds for the apps to end properly when the server closes."""
_KINDS = _NAMED, _GUESTS, _CHOOSING = "named", "guest", "choosing a name"
"""The kinds of visitors."""


@dataclass(eq=False, repr=False)
class Visitors:
    """Runs an app for each visitor, and notifies visitors."""

    _make_app: Callable[[Visitor, SshLine], FrontEnd]
    _journal: Journal
    _moderation: Moderation
    _closing: Closing
    apps: dict[asyncio.Task[None], FrontEnd] = field(default_factory=dict)
    """The running apps, by their tasks."""

    def __post_init__(self) -> None:
        """Enforce acts of moderation from now on."""
        self._moderation.acted.subscribe(self._enforce)

    def __len__(self) -> int:
        """Return the number of connected visitors."""
        return len(self.apps)

    def count(self) -> Mapping[str, int]:
        """Return the number of visitors of each kind."""
        kinds = Counter(_kind_of(app.visitor) for app in self.apps.values())
        return {kind: kinds[kind] for kind in _KINDS}

    async def receive(self, visitor: Visitor, line: SshLine) -> str:
        """Run an app at a line until it ends; return the app's last sentence."""
        if self._closing.has_begun:  # an app that starts now wouldn't be asked to end
            return self._closing.sentence_for(guest=visitor.guest)
        name = visitor.name or "(chooses a name)"
        # A connection may have been waiting since before a ban.
        if refusal := self._moderation.refuse(visitor.name, visitor.key, visitor.address):
            self._journal.note("refused", name=name, why=refusal.reason.value)
            return refusal.sentence
        task = asyncio.current_task()
        assert task is not None
        try:
            app = self.apps[task] = self._make_app(visitor, line)
            facts = {"address": visitor.address, "term": visitor.term}
            self._journal.note("came", name=name, **facts, visit=app.requests.visit)
            return await app.serve()
        except Exception as error:  # noqa: BLE001
            return self._journal.apology(error, name=name)
        finally:
            self.apps.pop(task, None)  # there is none if it couldn't be created
            self._journal.note("went", name=name)

    def _enforce(self, act: Act) -> None:
        """Enforce a new act of moderation for connected visitors."""
        for app in [*self.apps.values()]:
            visitor = app.visitor
            is_meant = act.whom.casefold() == visitor.name.casefold()
            if act.kind is Kind.SAY:
                app.tell(f"Announcement from {act.by}: {act.why}", rings=True)
            elif act.kind is Kind.KICK and is_meant:
                app.exit(describe(act))
            elif act.kind in (Kind.RENAME_LATER, Kind.MUTE, Kind.UNMUTE) and is_meant:
                app.tell(describe(act, "chat here"), rings=True)
            elif ban := self._moderation.refuse(visitor.name, visitor.key, visitor.address):
                app.exit(ban.sentence)

    def tell_reach(self, reached: bool) -> None:
        """Tell everyone that the store is lost or reachable again."""
        if not self._closing.has_begun:
            for app in [*self.apps.values()]:
                app.take_notice_soon(_REACHED if reached else _LOST)

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Tell everyone that the server closes; return once all have left, or after some seconds.

        `hurry` ends the wait.
        """
        if self.apps:
            await self._closing.hear_others()
        if not self.apps:
            return
        waits = (self._tell_closing(), asyncio.wait([*self.apps]), hurry.wait())
        tasks = [asyncio.ensure_future(one) for one in waits]
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()

    async def _tell_closing(self) -> None:
        """Tell everyone repeatedly: a key, or news of a table, removes the sentence."""
        rings = True
        while True:
            for app in [*self.apps.values()]:
                told = self._closing.sentence_for(guest=app.visitor.guest)
                app.tell(told, rings=rings)
            await asyncio.sleep(_TELL_AGAIN)
            rings = False

    async def say_goodbye(self) -> None:
        """End all apps with a sentence, because the server is closing now."""
        for app in [*self.apps.values()]:
            told = self._closing.sentence_for(guest=app.visitor.guest)
            app.say_goodbye(f"{told}\nTo reconnect:\n{app.visitor.way_back}")
            app.exit("")
        if self.apps:
            await asyncio.wait([*self.apps], timeout=_FAREWELL)


def _kind_of(visitor: Visitor) -> str:
    if visitor.guest:
        return _GUESTS
    return _NAMED if visitor.name else _CHOOSING
