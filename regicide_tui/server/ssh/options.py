"""The options of SSH connections: what a client may use."""

from collections.abc import Callable, Mapping, Sequence

import asyncssh
from asyncssh.kex import get_kex_algs

from regicide_tui.server.base.config import Config
from regicide_tui.server.ssh.incoming import SERVER_VERSION
from regicide_tui.server.ssh.internals import HookedServer
from regicide_tui.server.ssh.keys import SIGNATURES

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
