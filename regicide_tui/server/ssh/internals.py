"""All uses of asyncssh beyond its documented interface, and the reasons.

Another version of asyncssh may lack these names: `pyproject.toml` lists the private ones for ruff.
`docs/upstream.md` lists the changes to asyncssh that would make them unnecessary.
"""

import asyncio
from collections.abc import Awaitable
from sys import maxsize

import asyncssh
from asyncssh.constants import DEFAULT_LANG, MSG_CHANNEL_REQUEST, MSG_DISCONNECT
from asyncssh.misc import MaybeAwait
from asyncssh.packet import Boolean, Byte, SSHPacket, String, UInt32
from asyncssh.session import SSHSession

from regicide_tui.server.ssh.compression import LONGEST_PACKET, Allowance
from regicide_tui.server.ssh.limits import Connection

_ENVIRONMENT = ("LANG", "LC_ALL", "LC_CTYPE", "LC_TERMINAL", "COLORTERM", "NO_COLOR")
"""The environment variables that are kept. asyncssh keeps all, of any length."""
LONGEST_VALUE = 64
"""The maximum bytes of their values, and the maximum length of a terminal's name."""
_LEAST_PACKET = 1024
"""The smallest packet size, in bytes, that a client must accept. Encrypting a frame in packets of
one byte takes 8 seconds, and everyone waits."""
WINDOW, _PACKET = 64 * 1024, 32 * 1024
"""Bytes that a client may send on a channel before any is read, and in one packet."""
_BLOCK, _LEAST_PADDING = 8, 4
"""The multiple of bytes to which a packet is padded before the key exchange; the least padding."""


class HookedServer(asyncssh.SSHServer):
    """The owner of a connection, with hooks that asyncssh lacks: a login may take two steps."""

    def begin_try(self, key_data: bytes) -> bool:
        """Return whether an offered key may be read at all."""
        return True

    def prove_key(self, username: str, signature: bytes) -> bool:
        """Return whether a key logs in, now that its signature is valid."""
        return True

    def refuse_try(self) -> bool | None:
        """Return whether a refused try was part of the login; None if the connection has ended."""
        return False


class ServerConnection(asyncssh.SSHServerConnection):
    """A connection that is owned by a `HookedServer`."""

    transport: asyncio.Transport

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: asyncssh.SSHServerConnectionOptions,
        counted: Connection,
    ) -> None:
        super().__init__(loop, options)
        self.allowance, self.counted = Allowance(), counted
        # asyncssh would take 256 kB.
        self._max_recv_pktlen = LONGEST_PACKET

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Remember the socket."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        super().connection_made(transport)

    @property
    def in_key_exchange(self) -> bool:
        """Whether a key exchange is running. Until it ends, everything sent is kept in memory."""
        return not self._kex_complete

    @property
    def unread(self) -> int:
        """The bytes that the client hasn't read; very many until a key exchange ends."""
        return maxsize if self.in_key_exchange else self.transport.get_write_buffer_size()

    async def validate_public_key(
        self, username: str, key_data: bytes, msg: bytes, signature: bytes
    ) -> bool:
        """Check a key, and tell the owner that its signature is valid.

        A client may offer few keys, but they may be long.
        """
        self.allowance.charge(-len(key_data) - len(signature))
        owner = self.get_owner()
        if not isinstance(owner, HookedServer) or not owner.begin_try(key_data):
            return False
        valid = await super().validate_public_key(username, key_data, msg, signature)
        return owner.prove_key(username, signature) if valid and msg else valid

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Refuse a try, unless the owner ends the connection instead."""
        owner = self.get_owner()
        if isinstance(owner, HookedServer):
            partly = owner.refuse_try()
            if partly is not None:
                super().send_userauth_failure(partly)


def refusal(sentence: str) -> bytes:
    """Return the packet that says why a connection ends, as sent before a key exchange.

    asyncssh sends it and ends the connection at once. But a client is reset if it has sent bytes
    that were not read, and then it reads nothing.
    """
    code = UInt32(asyncssh.DISC_TOO_MANY_CONNECTIONS)
    payload = Byte(MSG_DISCONNECT) + code + String(sentence) + String(DEFAULT_LANG)
    padding = -(5 + len(payload) + _LEAST_PADDING) % _BLOCK + _LEAST_PADDING
    return UInt32(1 + len(payload) + padding) + Byte(padding) + payload + bytes(padding)


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that keeps only the few variables that matter, and only short values.

    It isn't opened for a client that accepts only small packets.
    """

    def __init__(self, connection: ServerConnection) -> None:
        self._server_connection = connection
        # `create_server_channel` of a connection can't make a channel of another class.
        super().__init__(
            connection,
            asyncio.get_running_loop(),
            allow_pty=True,
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=1,
            encoding=None,
            errors="strict",
            window=WINDOW,
            max_pktsize=_PACKET,
        )

    def get_write_buffer_size(self) -> int:
        """Return the bytes that the client hasn't read, here or on the connection."""
        return super().get_write_buffer_size() + self._server_connection.unread

    def process_open(
        self,
        send_chan: int,
        send_window: int,
        send_pktsize: int,
        session: MaybeAwait[SSHSession[bytes]],
    ) -> None:
        """Open the channel, unless the client accepts only too small packets."""
        if send_pktsize < _LEAST_PACKET:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_CONNECT_FAILED, "Packets too small")
        super().process_open(send_chan, send_window, send_pktsize, session)

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        """Process a packet, after making a request harmless."""
        if pkttype == MSG_CHANNEL_REQUEST:
            packet = _make_harmless(packet)
        return super().process_packet(pkttype, pktid, packet)


def _make_harmless(packet: SSHPacket) -> SSHPacket:
    """Return a request that asyncssh can read, without unneeded parts.

    For a name beyond ASCII, asyncssh would end the connection before the session can say why
    such a command is refused. The modes of a terminal take long to read.
    """
    kind, wants_reply = packet.get_string(), packet.get_boolean()
    rest = b""
    if kind == b"pty-req":
        rest = _readable(packet, "ascii") + packet.get_bytes(16) + String(b"")
    elif kind in (b"exec", b"subsystem"):
        rest = _readable(packet, "utf-8" if kind == b"exec" else "ascii")
    elif kind == b"env":
        name, value = packet.get_string(), packet.get_string()
        if name.decode("ascii", "replace") in _ENVIRONMENT and len(value) <= LONGEST_VALUE:
            rest = String(name) + String(value)
        else:
            kind = b"no-env"  # asyncssh refuses what it doesn't know
    else:
        rest = packet.get_remaining_payload()
    return SSHPacket(String(kind) + Boolean(wants_reply) + rest)


def _readable(packet: SSHPacket, encoding: str) -> bytes:
    """Return the next text of a packet, with question marks for invalid characters."""
    return String(packet.get_string().decode(encoding, "replace").encode(encoding, "replace"))
