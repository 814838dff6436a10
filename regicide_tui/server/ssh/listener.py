"""Listens for SSH connections, and ends them when the server closes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import asyncssh
from asyncssh.kex import get_kex_algs

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.ssh.compression import bound_inflation
from regicide_tui.server.ssh.incoming import SERVER_VERSION, Entrance, Incoming
from regicide_tui.server.ssh.internals import HookedServer, ServerConnection
from regicide_tui.server.ssh.keys import SIGNATURES

KEEPALIVE = 30
"""Seconds without a byte after which a client is asked whether it is still there."""
_SECONDS_TO_HANG_UP = 0.4
"""How long clients have to hang up by themselves when the server closes."""

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


class SshListener:
    """Listens for connections, directly or through balancers. Each gets a login of its own."""

    def __init__(
        self, config: Config, journal: Journal, make_login: Callable[[], HookedServer]
    ) -> None:
        self._config, self._make_login = config, make_login
        self.entrance = Entrance(config.proxy_protocol, journal)
        self._server: asyncio.Server | None = None

    async def open(self, key: asyncssh.SSHKey) -> None:
        """Listen. Raises `OSError`."""
        bound_inflation()
        options = asyncssh.SSHServerConnectionOptions(
            server_factory=self._make_login,
            server_host_keys=[key],
            server_version=SERVER_VERSION,
            login_timeout=self._config.limits.login_seconds,
            keepalive_interval=KEEPALIVE,
            agent_forwarding=False,
            gss_auth=False,
            gss_kex=False,
            host_based_auth=False,
            config=None,
            **algorithms(),
        )
        loop = asyncio.get_running_loop()
        make = partial(ServerConnection, loop, options)
        self._server = await loop.create_server(
            lambda: Incoming(self.entrance, make), self._config.host, self._config.port
        )

    @property
    def port(self) -> int:
        """The port; 0 before the server listens, and after it has stopped."""
        sockets = self._server.sockets if self._server is not None else ()
        port: int = sockets[0].getsockname()[1] if sockets else 0
        return port

    def stop(self) -> None:
        """Listen no more."""
        if self._server is not None:
            self._server.close()

    async def close(self) -> None:
        """End all connections. Clients may hang up first: `ssh` counts only that as success."""
        self.stop()
        self.entrance.close()
        connections = [*self.entrance.connections]
        ends = {asyncio.ensure_future(one.wait_closed()) for one in connections}
        if ends:
            _, ends = await asyncio.wait(ends, timeout=_SECONDS_TO_HANG_UP)
        for one in connections:
            one.abort()
        if ends:
            await asyncio.wait(ends, timeout=_SECONDS_TO_HANG_UP)
