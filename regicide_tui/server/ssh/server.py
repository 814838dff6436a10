"""The SSH server: it listens, and lets visitors in."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from regicide_tui.server.apps.admission import Admission
from regicide_tui.server.apps.app import AppServer
from regicide_tui.server.apps.memory import GarbageCollector, keep_free_of_cycles
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.saslprep import bound_preparation
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.nameless import GuestNames
from regicide_tui.server.ssh.closing import Closing
from regicide_tui.server.ssh.connection import ConnectionHandler
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.listener import SshListener
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.ssh.visitors import FrontEnd, Visitors
from regicide_tui.server.storage.processes import Processes
from regicide_tui.server.storage.store import Store

AppMaker = Callable[[AppServer, Visitor, SshLine], FrontEnd]


class Server:
    """Listens for SSH connections, and ends them all when it closes."""

    def __init__(
        self,
        folder: Path,
        config: Config,
        store: Store,
        make_app: AppMaker,
        journal: Journal,
        moderation: Moderation,
        processes: Processes,
        note_paint: Callable[[float], None] = lambda _: None,
    ) -> None:
        self._folder, self._store = folder, store
        self._admission, self._closing = Admission(), Closing(processes)
        make = partial(make_app, AppServer(journal, self._admission, note_paint))
        self.reception = Reception(
            config,
            journal,
            moderation,
            Accounts(store, lambda bad: journal.note("store", failed=bad)),
            GuestNames(processes.visits),
            Visitors(make, journal, moderation, self._closing),
        )
        self.listener = SshListener(config, journal, partial(ConnectionHandler, self.reception))
        self._ends = ExitStack()
        """Ends what runs beside the connections."""

    @property
    def port(self) -> int:
        """The port on which the server listens; 0 while it is closed."""
        return self.listener.port

    async def open(self) -> str:
        """Listen; return the fingerprint of the host key. Raises `BadHostKey`, `OSError`."""
        keep_free_of_cycles()
        bound_preparation()
        key, visitors = load_host_key(self._folder / "host_key"), self.reception.visitors
        await self.listener.open(key)
        self._ends.callback(self._store.watch_reach(visitors.tell_reach))
        self._ends.callback(
            GarbageCollector(lambda: len(visitors), lambda: self._admission.steps).end
        )
        return key.get_fingerprint()

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Stop listening and tell everybody; return once all have left, or after some seconds.

        Whoever is in the middle of an action can finish it meanwhile. Whoever connects again comes
        to another server, if one goes on. `hurry` ends the wait.
        """
        self._closing.begin()
        self.listener.stop()
        await self.reception.visitors.drain(seconds, hurry)

    async def close(self) -> None:
        """Stop listening, tell everybody, end all apps, and close all connections.

        The store stays open, because the tables still write to it.
        """
        self._closing.end()
        self.listener.stop()
        await self.reception.visitors.say_goodbye()
        self._ends.close()
        await self.listener.close()
