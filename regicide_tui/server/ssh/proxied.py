"""Connections that come through a TCP balancer: their true addresses stand in a first header.

Only the balancers that the operator has named are believed. All others connect directly, and may
send no header.
"""

import asyncio
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

import asyncssh

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.ssh.limits import network_of
from regicide_tui.server.ssh.proxy_header import BadHeader, Header, is_header, read_header

MOST_WAITING = 200
"""The most connections without their header; the oldest makes room for one more.

Connections are accepted up to a hundred at once, and their headers are read in the round after.
"""
HEADER_SECONDS = 3.0
"""Seconds in which the header must come."""
CHECK_SECONDS = 3.0
"""Seconds that a check by the balancer may last."""
GIVE_WAY_SECONDS = 60.0
"""Seconds for which checks are not answered, so that new people come to another server."""
_VERSION = b"SSH-2.0-house\r\n"
"""What a check by the balancer gets: this process listens, and its loop runs."""

ConnectionMaker = Callable[[], asyncssh.SSHServerConnection]


class BalancedListener:
    """Listens for direct connections, and for those that trusted balancers pass on."""

    def __init__(self, trusted: Sequence[str], journal: Journal) -> None:
        """Take the networks of the balancers, such as `10.0.0.1/32`."""
        self._trusted = [ip_network(one) for one in trusted]
        self._journal = journal
        self.waiting: dict[asyncio.Transport, None] = {}
        """Connections of balancers without SSH, the oldest first."""
        self._gives_way_until = 0.0

    async def listen(self, make: ConnectionMaker, host: str, port: int) -> asyncio.Server:
        """Listen; `make` makes the SSH side of each connection. Raises `OSError`."""
        loop = asyncio.get_running_loop()
        return await loop.create_server(lambda: _NewConnection(self, make), host, port)

    def close(self) -> None:
        """End the connections that wait for their header."""
        for transport in [*self.waiting]:
            transport.abort()

    def give_way(self) -> None:
        """Answer no checks for a minute: balancers then send new people to another server."""
        self._gives_way_until = monotonic() + GIVE_WAY_SECONDS

    @property
    def answers_checks(self) -> bool:
        """Whether a balancer may send new people here."""
        return monotonic() >= self._gives_way_until

    def trusts(self, address: str) -> bool:
        """Tell whether an address is that of a balancer."""
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._trusted)

    def begin_waiting(self, transport: asyncio.Transport) -> None:
        """Note a connection without its header. If there are too many, the oldest ends."""
        if len(self.waiting) >= MOST_WAITING:
            oldest = next(iter(self.waiting))
            self.refuse(oldest, "too many connections without a PROXY header")
        self.waiting[transport] = None

    def end_waiting(self, transport: asyncio.Transport) -> None:
        """Note that a connection has its header, or is over."""
        self.waiting.pop(transport, None)

    def refuse(self, transport: asyncio.Transport, why: str) -> None:
        """End a connection before SSH begins, with a line for the operator."""
        self.end_waiting(transport)
        address = network_of(_address_of(transport))
        self._journal.note_often("turned away", address=address, why=why)
        transport.abort()


def _address_of(transport: asyncio.BaseTransport) -> str:
    """Return the address of the other side; a question mark if it is gone already."""
    name: tuple[str, ...] | None = transport.get_extra_info("peername")
    return name[0] if name else "?"


class _NewConnection(asyncio.Protocol):
    """Decides what a new connection is, by the address of the other side."""

    def __init__(self, listener: BalancedListener, make: ConnectionMaker) -> None:
        self._listener = listener
        self._make = make

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # it is a socket
        kind = _Balanced if self._listener.trusts(_address_of(transport)) else _Direct
        protocol = kind(self._listener, self._make, transport)
        transport.set_protocol(protocol)
        protocol.begin()


class _Direct(asyncio.Protocol):
    """A connection from elsewhere, as long as its first bytes may be those of a header.

    SSH begins at once: some clients are silent until they have read the version of the server.
    """

    def __init__(
        self, listener: BalancedListener, make: ConnectionMaker, transport: asyncio.Transport
    ) -> None:
        self._listener = listener
        self._connection = make()
        self._transport = transport
        self._received = b""

    def begin(self) -> None:
        """Begin SSH."""
        self._connection.connection_made(self._transport)

    def data_received(self, data: bytes) -> None:
        self._received += data
        found = is_header(self._received)
        if found:
            self._listener.refuse(self._transport, "a PROXY header from an address without trust")
        elif found is not None:
            self._transport.set_protocol(self._connection)
            self._connection.data_received(self._received)

    def eof_received(self) -> None:
        self._connection.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        self._connection.connection_lost(exc)

    def pause_writing(self) -> None:
        self._connection.pause_writing()

    def resume_writing(self) -> None:
        self._connection.resume_writing()


class _Balanced(asyncio.Protocol):
    """A connection from a balancer, until its header was read."""

    def __init__(
        self, listener: BalancedListener, make: ConnectionMaker, transport: asyncio.Transport
    ) -> None:
        self._listener = listener
        self._make = make
        self._transport = transport
        self._received = b""
        self._is_check = False

    def begin(self) -> None:
        """Wait for the header for a few seconds."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEADER_SECONDS, self._end_waiting)
        self._listener.begin_waiting(self._transport)

    def data_received(self, data: bytes) -> None:
        if self._is_check:
            self._listener.refuse(self._transport, "a PROXY header without an address")
            return
        self._received += data
        try:
            header = read_header(self._received)
        except BadHeader as error:
            self._listener.refuse(self._transport, str(error))
            return
        if header is None:
            return
        self._timer.cancel()
        if header.client is None:
            self._answer_check(self._received[header.length :])
        else:
            self._begin_ssh(header, self._received[header.length :])

    def _answer_check(self, rest: bytes) -> None:
        """Show the balancer that the server is there.

        Such a connection counts in no limit. So whoever wants to log in by it is refused.
        """
        if not self._listener.answers_checks:
            self._transport.abort()
            return
        self._is_check = True
        self._timer = asyncio.get_running_loop().call_later(CHECK_SECONDS, self._transport.abort)
        self._transport.write(_VERSION)
        if rest:
            self.data_received(rest)

    def _begin_ssh(self, header: Header, rest: bytes) -> None:
        """Begin SSH, with the true addresses."""
        self._listener.end_waiting(self._transport)
        connection = self._make()
        connection.set_extra_info(peername=header.client, sockname=header.server)
        self._transport.set_protocol(connection)
        connection.connection_made(self._transport)
        if rest and not self._transport.is_closing():
            connection.data_received(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._listener.end_waiting(self._transport)

    def _end_waiting(self) -> None:
        self._listener.refuse(self._transport, "no PROXY header came in time")
