"""Everything that the server does with asyncssh beyond its documented interface, and why.

Another version of asyncssh may lack these names: `pyproject.toml` lists them for ruff.
`docs/upstream.md` says which changes of asyncssh would make them unnecessary.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypedDict, cast

import asyncssh
from asyncssh.compression import Decompressor
from asyncssh.listener import TCPListenerFactory
from asyncssh.misc import MaybeAwait
from asyncssh.packet import SSHPacket, String
from asyncssh.session import SSHSession

Validate = Callable[[str, bytes, bytes, bytes], Awaitable[bool]]
"""Checks a signature: takes the user, the key, the message and the signature."""
_REPLACED = (
    *("data_received", "pause_writing", "send_packet", "_recv_handler"),
    *("validate_public_key", "send_userauth_failure"),
)
"""The attributes of a connection that are replaced, or that refer back to it."""


class ConnectionInternals:
    """The private state of a connection, and the methods of it that are replaced."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        self._connection = connection
        transport = connection._transport
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        """The socket: asyncssh neither stops reading from it nor bounds what waits to be sent."""
        self.receive = connection.data_received
        self.send: Callable[..., None] = connection.send_packet
        self.validate_key: Validate = connection.validate_public_key
        self.send_failure: Callable[[bool], None] = connection.send_userauth_failure

    # ------------------------------------------------------------ state

    @property
    def logged_in(self) -> bool:
        """Whether the login is over. `auth_completed` is called a little before."""
        return self._connection._auth_complete

    @property
    def is_at_work(self) -> bool:
        """Whether a packet is still being handled; what follows would be handled right after it."""
        return getattr(self._connection._recv_handler, "__self__", None) is not self._connection

    @property
    def packets(self) -> int:
        """The packets received since the last key exchange, which resets the count."""
        return self._connection._recv_seq

    @property
    def decompressor(self) -> Decompressor | None:
        """The decompressor of received packets; None if the client doesn't compress."""
        return self._connection._decompressor

    @property
    def in_key_exchange(self) -> bool:
        """Whether a key exchange goes on. Until it ends, everything sent is kept in memory."""
        return not self._connection._kex_complete

    @property
    def kept_bytes(self) -> int:
        """The bytes that are kept until the key exchange ends."""
        kept = self._connection._deferred_packets
        return sum(len(part) for _, parts in kept for part in parts)

    # ------------------------------------------------------------ replaced methods

    def replace_receiving(self, take: Callable[[bytes, int | None], None]) -> None:
        """Call `take` for all received bytes: asyncssh doesn't limit the rate of a client."""
        setattr(self._connection, "data_received", take)  # noqa: B010

    def replace_sending(self, send: Callable[..., None]) -> None:
        """Call `send` for each packet sent: asyncssh has no hook for packets of unknown types."""
        setattr(self._connection, "send_packet", send)  # noqa: B010

    def bound_packets(self, most: int) -> None:
        """End the connection if a packet has more bytes than this: asyncssh takes 256 kB."""
        self._connection._max_recv_pktlen = most

    def abort_when_unread(self, most: int) -> None:
        """End the connection once the client leaves more than `most` bytes unread."""
        self.transport.set_write_buffer_limits(high=most)
        setattr(self._connection, "pause_writing", self._connection.abort)  # noqa: B010

    def replace_login(self, validate: Validate, refuse: Callable[[bool], None]) -> None:
        """Call these to check a signature and to refuse a try.

        asyncssh has no other hook for a valid signature, and no login in two steps.
        """
        setattr(self._connection, "validate_public_key", validate)  # noqa: B010
        setattr(self._connection, "send_userauth_failure", refuse)  # noqa: B010

    def send_disconnect(self, sentence: str) -> None:
        """Say why the connection will end, but don't end it yet, so that the client can read it."""
        self._connection._send_disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, sentence, "en-US")

    def let_go(self) -> None:
        """Remove the references by which an ended connection would keep itself in memory."""
        for name in _REPLACED:
            vars(self._connection).pop(name, None)


SshListen = Callable[
    [Callable[[], asyncssh.SSHServerConnection], str, int], Awaitable[asyncio.Server]
]
"""Listens at a host and a port, and makes a protocol for each connection that comes there."""


class Tunnel:
    """Lets `asyncssh.listen` get its connections from elsewhere, as through a tunnel.

    asyncssh asks only for `create_server` of a tunnel that it has not opened itself.
    """

    def __init__(self, listen: SshListen) -> None:
        self._listen = listen

    async def create_server(
        self, session_factory: TCPListenerFactory[bytes], listen_host: str, listen_port: int
    ) -> asyncssh.SSHListener:
        """Listen. The factory makes connections, whatever its type says. Raises `OSError`."""

        def make() -> asyncssh.SSHServerConnection:
            return cast("asyncssh.SSHServerConnection", session_factory("", 0))

        # asyncssh takes any server here: it is closed, and asked for its sockets.
        server = await self._listen(make, listen_host, listen_port)
        return cast("asyncssh.SSHListener", server)

    def close(self) -> None:
        """Do nothing: the server is closed by itself."""

    async def wait_closed(self) -> None:
        """Return at once."""


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that decides which variables and which packet sizes it accepts."""

    least_packet = 1
    """The smallest packet size, in bytes, that a client must accept."""

    def takes_variable(self, name: str, value: bytes) -> bool:
        """Tell whether a variable of the environment is kept. asyncssh keeps all, of any length."""
        return True

    def process_open(
        self,
        send_chan: int,
        send_window: int,
        send_pktsize: int,
        session: MaybeAwait[SSHSession[bytes]],
    ) -> None:
        """Open the channel, unless the client accepts only packets that are too small."""
        if send_pktsize < self.least_packet:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_CONNECT_FAILED, "Packets too small")
        super().process_open(send_chan, send_window, send_pktsize, session)

    def _process_pty_req_request(self, packet: SSHPacket) -> bool:
        """Take a terminal of any name: asyncssh ends the connection at a name beyond ASCII."""
        return super()._process_pty_req_request(_readable(packet, "ascii"))

    def _process_exec_request(self, packet: SSHPacket) -> bool:
        """Take a command of any bytes, so that the session can say why it is refused."""
        return super()._process_exec_request(_readable(packet, "utf-8"))

    def _process_subsystem_request(self, packet: SSHPacket) -> bool:
        """Take a subsystem of any name, so that the session can say why it is refused."""
        return super()._process_subsystem_request(_readable(packet, "ascii"))

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        taken = self.takes_variable(name.decode("ascii", "replace"), value)
        if taken:
            self._env[name] = value
        return taken


def _readable(packet: SSHPacket, encoding: str) -> SSHPacket:
    """Return a packet with question marks for the characters of its first text that are none."""
    text = packet.get_string().decode(encoding, "replace").encode(encoding, "replace")
    return SSHPacket(String(text) + packet.get_remaining_payload())


class ChannelSettings(TypedDict):
    """What asyncssh makes a channel with."""

    loop: asyncio.AbstractEventLoop
    allow_pty: bool
    line_editor: bool
    line_echo: bool
    line_history: int
    max_line_length: int
    encoding: str | None
    errors: str
    window: int
    max_pktsize: int


def channel_settings(connection: asyncssh.SSHServerConnection) -> ChannelSettings:
    """Return the arguments with which asyncssh would make a channel of bytes.

    `create_server_channel` can't make a channel of another class.
    """
    return {
        "loop": connection._loop,
        "allow_pty": True,
        "line_editor": False,
        "line_echo": False,
        "line_history": 0,
        "max_line_length": 1,
        "encoding": None,
        "errors": "strict",
        "window": connection._window,
        "max_pktsize": connection._max_pktsize,
    }
