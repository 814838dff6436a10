"""The SSH server: it listens, and accepts visitors with the options of their connections."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import asyncssh
from asyncssh.kex import get_kex_algs

from regicide_tui.server.apps.admission import Admission
from regicide_tui.server.apps.app import AppServer, FrontEnd
from regicide_tui.server.apps.memory import GarbageCollector, keep_free_of_cycles
from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.saslprep import bound_preparation
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.nameless import GuestNames
from regicide_tui.server.ssh.compression import bound_inflation
from regicide_tui.server.ssh.connection import ConnectionHandler
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.ssh.incoming import SERVER_VERSION, Entrance, Incoming
from regicide_tui.server.ssh.internals import HookedServer, ServerConnection
from regicide_tui.server.ssh.keys import SIGNATURES
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.reception import Reception
from regicide_tui.server.ssh.visitors import Closing, Visitors
from regicide_tui.server.storage.processes import Processes
from regicide_tui.server.storage.store import Store

KEEPALIVE = 30
"""Seconds without a byte after which a client is asked if it is still there."""

ALGORITHMS: Mapping[str, Sequence[str]] = {
    "kex_algs": (
        "mlkem768x25519-sha256",
        "sntrup761x25519-sha512",
        "curve25519-sha256",
        "curve25519-sha256@libssh.org",
    ),
    "encryption_algs": (
        "chacha20-poly1305@openssh.com",
        "aes256-gcm@openssh.com",
        "aes128-gcm@openssh.com",
        "aes256-ctr",
    ),
    "mac_algs": ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com"),
    "compression_algs": ("none", "zlib@openssh.com"),
    "signature_algs": SIGNATURES,
}
"""Modern algorithms only; asyncssh's defaults include some that are not."""


def algorithms() -> dict[str, list[str]]:
    """Return the `ALGORITHMS` that are available here: some need another library."""
    there = {name.decode() for name in get_kex_algs()}
    usable = [name for name in ALGORITHMS["kex_algs"] if name in there]
    return {**{kind: [*names] for kind, names in ALGORITHMS.items()}, "kex_algs": usable}


def connection_options(
    config: Config, key: asyncssh.SSHKey, make_login: Callable[[], HookedServer]
) -> asyncssh.SSHServerConnectionOptions:
    """Return the options of connections; each gets its own login."""
    return asyncssh.SSHServerConnectionOptions(
        server_factory=make_login,
        server_host_keys=[key],
        server_version=SERVER_VERSION,
        login_timeout=config.limits.login_seconds,
        keepalive_interval=KEEPALIVE,
        agent_forwarding=False,
        gss_auth=False,
        gss_kex=False,
        host_based_auth=False,
        config=None,
        **algorithms(),
    )


_SECONDS_TO_HANG_UP = 0.4
"""Seconds for clients to hang up on their own when the server closes."""

AppMaker = Callable[[AppServer, Visitor, SshLine], FrontEnd]


class Server:
    """Listens for SSH connections, directly or through balancers, and ends them when it closes."""

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
        self._folder = folder
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
        store.reach_changed.subscribe(self.reception.visitors.tell_reach)
        self.entrance = Entrance(config.proxy_protocol, journal, self.reception.limiter)
        self._listening: asyncio.Server | None = None
        self._ends = ExitStack()
        """Ends what runs alongside the connections."""

    @property
    def port(self) -> int:
        """The port; 0 before the server listens, and after it has stopped."""
        sockets = self._listening.sockets if self._listening is not None else ()
        port: int = sockets[0].getsockname()[1] if sockets else 0
        return port

    async def open(self) -> str:
        """Listen; return the fingerprint of the host key. Raises `BadHostKey`, `OSError`."""
        keep_free_of_cycles()
        bound_preparation()
        bound_inflation()
        key, reception = load_host_key(self._folder / "host_key"), self.reception
        config, loop = reception.config, asyncio.get_running_loop()
        options = connection_options(config, key, partial(ConnectionHandler, reception))
        make = partial(ServerConnection, loop, options)
        self._listening = await loop.create_server(
            lambda: Incoming(self.entrance, make), config.host, config.port
        )
        visitors = reception.visitors
        self._ends.callback(
            GarbageCollector(lambda: len(visitors), lambda: self._admission.steps).end
        )
        return key.get_fingerprint()

    def _stop_listening(self) -> None:
        if self._listening is not None:
            self._listening.close()

    async def drain(self, seconds: float, hurry: asyncio.Event) -> None:
        """Stop listening and tell everyone; return once all have left, or after some seconds.

        Visitors can finish their actions until then. If another server continues, visitors who
        reconnect are sent there. `hurry` ends the wait.
        """
        self._closing.begin()
        self._stop_listening()
        await self.reception.visitors.drain(seconds, hurry)

    async def close(self) -> None:
        """Stop listening, tell everyone, end all apps, and close all connections.

        The store stays open, because the tables still write to it.
        """
        self._closing.end()
        self._stop_listening()
        await self.reception.visitors.say_goodbye()
        self._ends.close()
        await self._end_connections()

    async def _end_connections(self) -> None:
        """End all connections. Clients may hang up first: only that is a success for `ssh`."""
        self.entrance.close()
        connections = [*self.entrance.connections]
        ends = {asyncio.ensure_future(one.wait_closed()) for one in connections}
        if ends:
            _, ends = await asyncio.wait(ends, timeout=_SECONDS_TO_HANG_UP)
        for one in connections:
            one.abort()
        if ends:
            await asyncio.wait(ends, timeout=_SECONDS_TO_HANG_UP)
