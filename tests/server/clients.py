"""Real clients, and a server with an app in which one sees what arrives."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from regicide_tui.server.apps.app import SshApp
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.names import NameRefused
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.keys import key_line
from regicide_tui.server.ssh.server import AppMaker, Server
from regicide_tui.server.storage.processes import OneProcess
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store
from tests.server.waiting import PATIENCE


class Mirror(SshApp):
    """Shows who has come, the window's size, and the last key.

    Whoever has no name takes the one that they asked for when they press `n`.
    """

    key = ""

    def compose(self) -> ComposeResult:
        yield Static(id="said", markup=False)

    def on_mount(self) -> None:
        self._say()

    def on_resize(self) -> None:
        self.call_after_refresh(self._say)

    async def on_key(self, event: Any) -> None:
        newcomer = self.visitor.newcomer
        if event.key == "n" and newcomer is not None:
            try:
                await newcomer.choose(newcomer.suggestion)
            except NameRefused as error:
                self.key = str(error)
                self._say()
            else:
                self.exit("")
            return
        if event.key == "x":
            raise ValueError("the hand is KS")
        if event.key == "q":
            self.exit("Goodbye.")
        self.key = event.key
        self._say()

    def _say(self) -> None:
        name, environment = self.visitor.name, dict(self.visitor.environment)
        self.query_one("#said", Static).update(f"<{name} {self.size} {self.key} {environment}>")


def the_app(server: Server) -> SshApp:
    """Return the app of the only visitor who is here."""
    (app,) = server.reception.visitors.apps.values()
    assert isinstance(app, SshApp)
    return app


class Client:
    """A session in which one can look at what came and type."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self.process = process
        self.raw = b""

    async def until(self, condition: Callable[[bytes], bool]) -> None:
        """Read until what came fulfils a condition."""
        async with asyncio.timeout(PATIENCE):
            while not condition(self.raw):
                data = await self.process.stdout.read(4096)
                assert data, f"it ended: {self.raw!r}"
                self.raw += data

    async def shows(self, words: str) -> None:
        """Read until these words came."""
        await self.until(lambda raw: words.encode() in raw)

    async def ends(self) -> bytes:
        """Read to the end; return all that came."""
        async with asyncio.timeout(PATIENCE):
            self.raw += await self.process.stdout.read()
            await self.process.wait_closed()
        return self.raw


class Listener(asyncssh.SSHClient):
    """A client that notes what the server says before it lets anybody in.

    Like a person's `ssh`, it can answer questions, so it says when it has no more keys.
    """

    def __init__(self) -> None:
        self.said: list[str] = []

    def kbdint_auth_requested(self) -> str:
        """Let the server ask."""
        return ""

    def auth_banner_received(self, msg: str, lang: str) -> None:
        """Note a sentence."""
        self.said.append(msg)


KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
NAMES: Mapping[str, asyncssh.SSHKey] = {"ada": KEY, "bea": OTHER_KEY}
"""The names that have accounts in the server of a test, and their keys."""


def new_server(
    folder: Path,
    store: Store,
    app: AppMaker,
    journal: Journal,
    moderation: Moderation | None = None,
    **settings: Any,
) -> Server:
    """Return a server that is alone, on a free port."""
    config = Config(port=0, **settings)
    return Server(
        folder,
        config,
        store,
        app,
        journal,
        moderation or Moderation(Common(store, journal), config.moderators),
        OneProcess(lambda: 0, journal.incident),
    )


@asynccontextmanager
async def open_server(
    folder: Path,
    journal: io.StringIO | None = None,
    app: AppMaker = Mirror,
    names: Mapping[str, asyncssh.SSHKey] = NAMES,
    services: Services | None = None,
    *,
    as_json: bool = False,
    **settings: Any,
) -> AsyncIterator[Server]:
    """Open a server with the mirror in it, or another app, and on the store of services, if any."""
    store = services.store if services is not None else SqliteStore(folder / "house.db")
    noted = Journal((journal or io.StringIO()).write, as_json=as_json)
    moderation = services.moderation if services is not None else None
    server = new_server(folder, store, app, noted, moderation, **settings)
    for name, key in names.items():
        await server.reception.accounts.add_key(name, key_line(key))
    await server.open()
    yield server
    await server.close()
    if services is None:
        await store.close()


def connect(
    server: Server,
    name: str = "ada",
    key: asyncssh.SSHKey | tuple[asyncssh.SSHKey, asyncssh.SSHCertificate] = KEY,
    **more: Any,
) -> Any:
    """Connect with a key, or with a certificate for it as well."""
    return asyncssh.connect(
        *("127.0.0.1", server.port),
        username=name,
        known_hosts=None,
        config=None,
        agent_path=None,
        **{"client_factory": Listener, "client_keys": [key], **more},
    )


async def refused(server: Server, *arguments: Any, **more: Any) -> str:
    """Connect and be refused; return what was said before."""
    listener = Listener()
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(server, *arguments, client_factory=lambda: listener, **more)
    return " ".join(" ".join(listener.said).split())


async def session(connection: asyncssh.SSHClientConnection, **more: Any) -> Client:
    """Ask for a terminal with the app in it."""
    options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (80, 24), **more}
    return Client(await connection.create_process(encoding=None, **options))


@asynccontextmanager
async def visit(server: Server, **more: Any) -> AsyncIterator[Client]:
    """Come as ada, who looks into the mirror."""
    async with connect(server) as connection:
        client = await session(connection, **more)
        await client.shows("<ada")
        yield client
