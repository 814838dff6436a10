"""The house: one process with a store, a door, and an app for each visitor."""

import asyncio
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import asyncssh
from textual.app import App

from regicide_tui.server.accounts import Accounts
from regicide_tui.server.config import Config
from regicide_tui.server.door import Door, Visitor, algorithms
from regicide_tui.server.hostkey import host_key
from regicide_tui.server.journal import Journal
from regicide_tui.server.limits import Doorkeeper
from regicide_tui.server.line import SshLine
from regicide_tui.server.store import Store

_WINDOW = 64 * 1024
_KEEPALIVE = 30
_FREEZE_SECONDS = 5.0

AppMaker = Callable[["House", Visitor, SshLine], "App[Any]"]


class House:
    """Receives visitors: each has an app of their own, all in one loop."""

    def __init__(
        self,
        folder: Path,
        config: Config,
        store: Store,
        make_app: AppMaker,
        journal: Journal | None = None,
    ) -> None:
        self.folder = folder
        self.config = config
        self.store = store
        self.journal = journal or Journal(as_json=config.log == "json")
        self.accounts = Accounts(store)
        limits = config.limits
        self.doorkeeper = Doorkeeper(
            limits.connections, limits.connections_by_address, limits.logins_a_minute, monotonic
        )
        self._make_app = make_app
        self._visits: dict[asyncio.Task[Any], App[Any]] = {}
        self._acceptor: asyncssh.SSHAcceptor | None = None
        self._tidying: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port one can connect to."""
        return self._acceptor.get_port() if self._acceptor is not None else 0

    @property
    def sessions(self) -> int:
        """How many visitors are here."""
        return len(self._visits)

    async def open(self) -> str:
        """Open the door; return the fingerprint of the host key. Raises `BadHostKey`, `OSError`."""
        key = host_key(self.folder / "host_key")
        self._acceptor = await asyncssh.listen(
            self.config.host,
            self.config.port,
            server_factory=lambda: Door(self),
            server_host_keys=[key],
            server_version="house",
            login_timeout=self.config.limits.login_seconds,
            keepalive_interval=_KEEPALIVE,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
            encoding=None,
            line_editor=False,
            kbdint_auth=False,
            gss_auth=False,
            gss_kex=False,
            host_based_auth=False,
            window=_WINDOW,
            rdns_lookup=False,
            config=None,
            **algorithms(),
        )
        self._tidying = asyncio.ensure_future(_keep_collections_short())
        return key.get_fingerprint()

    async def close(self, sentence: str = "The house closes. Your games are kept.") -> None:
        """Tell everybody, end all apps, and close the door."""
        if self._acceptor is not None:
            self._acceptor.close()
        for app in [*self._visits.values()]:
            app.exit(sentence)
        if self._visits:
            await asyncio.wait([*self._visits], timeout=5)
        if self._tidying is not None:
            self._tidying.cancel()
        if self._acceptor is not None:
            await self._acceptor.wait_closed()
        await self.store.close()

    # ------------------------------------------------------------ visits

    async def receive(self, visitor: Visitor, line: SshLine) -> str:
        """Run an app at a line until it ends; return its last words."""
        app = self._make_app(self, visitor, line)
        # Textual turns the streams of the whole process over to each app; here they stay.
        app._capture_stdout, app._capture_stderr = sys.stdout, sys.stderr  # type: ignore[assignment]
        task = asyncio.current_task()
        assert task is not None
        self._visits[task] = app
        self.journal.note("came", name=visitor.name, term=visitor.term)
        try:
            last_words = await app.run_async(mouse=True)
        finally:
            del self._visits[task]
            self.journal.note("went", name=visitor.name)
        return last_words or ""

    def hang_up(self, app: "asyncio.Task[None]") -> None:
        """End the app of a line that is gone."""
        found = self._visits.get(app)
        if found is not None:
            found.exit("")


async def _keep_collections_short() -> None:
    """Freeze what lives, so that a collection never looks through all apps at once.

    Closed apps are cycles; they are found when nobody is here to be kept waiting.
    """
    gc.set_threshold(50_000, 20, 100)
    with suppress(asyncio.CancelledError):
        while True:
            await asyncio.sleep(_FREEZE_SECONDS)
            gc.freeze()
