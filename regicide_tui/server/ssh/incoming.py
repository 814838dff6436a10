"""The bytes of a connection before SSH reads them: the header of a balancer, then a limited rate.

A TCP balancer says in a first header whose connection it passes on. Only the balancers that the
operator has named are believed. All others connect directly, and may send no header.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import Timer
from regicide_tui.server.ssh.allowance import reading
from regicide_tui.server.ssh.internals import ServerConnection, refusal
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
KEY_EXCHANGE = 20.0
"""The most seconds of a key exchange that a client begins after its login."""
SERVER_VERSION = "house"
_VERSION = f"SSH-2.0-{SERVER_VERSION}\r\n".encode()
"""What a check by the balancer gets: this process listens, and its loop runs."""
_SLICE = 1024
"""Bytes that are handled in one step; other connections have their turns in between.

A packet can be as short as 28 bytes, and costs some 80 microseconds.
"""
_PAUSE = 0.1
"""Seconds until more is read of a connection that has sent too much."""
_UNREAD = 1024 * 1024
"""Bytes that a client may leave unread before it is cut off. Pictures stop long before."""
FAREWELLS, _FAREWELL = 50, 0.5
"""The most connections that stay open to read why they are refused, and for how many seconds."""


class Slices:
    """All connections with something to read: in each round of the loop one passes on a slice.

    So others wait for only one slice, however many connections send. The addresses take turns, and
    so do the connections of each address.
    """

    def __init__(self) -> None:
        self._pending: dict[str, deque[Callable[[], None]]] = {}
        self._busy = False

    def request_turn(self, address: str, pass_on: Callable[[], None]) -> None:
        """Call this when it is the turn of this address."""
        self._pending.setdefault(address, deque()).append(pass_on)
        if not self._busy:
            self._pass_next()

    def _pass_next(self) -> None:
        """Let the next address pass on a slice: of its connections, the one that waits longest."""
        self._busy = bool(self._pending)
        if self._busy:
            asyncio.get_running_loop().call_soon(self._pass_next, context=Context())
            address = next(iter(self._pending))
            waiting = self._pending.pop(address)
            pass_on = waiting.popleft()
            if waiting:
                self._pending[address] = waiting
            pass_on()


class Entrance:
    """What all connections share before their logins, and which balancers the operator trusts."""

    def __init__(self, trusted: Sequence[str], journal: Journal) -> None:
        """Take the networks of the balancers, such as `10.0.0.1/32`."""
        self._trusted = [ip_network(one) for one in trusted]
        self._journal = journal
        self.waiting: dict[asyncio.Transport, None] = {}
        """Connections of balancers without SSH, the oldest first."""
        self.slices = Slices()
        self.connections: set[ServerConnection] = set()
        """The connections that are open."""
        self.farewells = 0
        """The connections that read why they are refused."""
        self._gives_way_until = 0.0

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


class Incoming(asyncio.Protocol):
    """One connection: reads its header, if it is that of a balancer, and passes its bytes to SSH.

    SSH begins at once on a direct connection: some clients are silent until they have read the
    version of the server.
    """

    def __init__(self, entrance: Entrance, make: Callable[[], ServerConnection]) -> None:
        """`make` makes the SSH side of the connection."""
        self._entrance = entrance
        self._make = make
        self._connection: ServerConnection | None = None
        self._take: Callable[[], None] = self._read_header
        """What deals with the bytes that have come."""
        self._pending = b""
        self._context = Context()
        """Where SSH reads: `reading` is the allowance of this connection there."""
        self._network = ""
        self._turn_requested = False
        self._timer = Timer()
        """Ends what lasts too long: the wait for a header, a check, or a key exchange."""

    # ------------------------------------------------------------ the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the header of a balancer for a few seconds, or begin SSH."""
        assert isinstance(transport, asyncio.Transport)  # it is a socket
        self._transport = transport
        if self._entrance.trusts(_address_of(transport)):
            self._entrance.begin_waiting(transport)
            self._timer.set(HEADER_SECONDS, self._end_waiting)
        else:
            self._take = self._read_beginning
            self._begin()

    def data_received(self, data: bytes) -> None:
        """Deal with received bytes."""
        self._pending += data
        taken = None
        while self._pending and taken != self._take:  # one step may lead to the next
            taken = self._take
            taken()

    def eof_received(self) -> None:
        """End the connection: the client sends nothing more."""
        if self._connection is not None:
            self._connection.eof_received()

    def pause_writing(self) -> None:
        """Cut off a client that leaves too much unread."""
        self._transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything."""
        self._timer.cancel()
        self._entrance.end_waiting(self._transport)
        self._pending, self._take = b"", _ignore
        if self._connection is not None:
            self._connection.connection_lost(exc)
            self._entrance.connections.discard(self._connection)
            self._connection = None

    # ------------------------------------------------------------ before SSH

    def _read_header(self) -> None:
        """Read the header of a balancer: a connection of somebody else, or a check."""
        try:
            header = read_header(self._pending)
        except BadHeader as error:
            self._entrance.refuse(self._transport, str(error))
            return
        if header is None:
            return
        self._pending = self._pending[header.length :]
        self._timer.cancel()
        if header.client is None:
            self._answer_check()
            return
        self._entrance.end_waiting(self._transport)
        self._take = self._request_turn
        self._begin(header)

    def _end_waiting(self) -> None:
        self._entrance.refuse(self._transport, "no PROXY header came in time")

    def _answer_check(self) -> None:
        """Show the balancer that the server is there.

        Such a connection counts in no limit. So whoever wants to log in by it is refused.
        """
        if not self._entrance.answers_checks:
            self._transport.abort()
            return
        self._take = self._refuse_check
        self._timer.set(CHECK_SECONDS, self._transport.abort)
        self._transport.write(_VERSION)

    def _refuse_check(self) -> None:
        self._entrance.refuse(self._transport, "a PROXY header without an address")

    def _begin(self, header: Header | None = None) -> None:
        """Begin SSH, perhaps with the addresses in a header, or say why it is refused."""
        connection = self._make()
        if header is not None:
            connection.set_extra_info(peername=header.client, sockname=header.server)
        address = header.client[0] if header and header.client else _address_of(self._transport)
        self._network = network_of(address)
        self._transport.set_write_buffer_limits(high=_UNREAD)
        self._connection = connection
        self._context.run(reading.set, connection.allowance)
        self._context.run(connection.connection_made, self._transport)
        if connection.farewell:
            self._say_farewell(connection.farewell)
        else:
            self._entrance.connections.add(connection)

    def _say_farewell(self, sentence: str) -> None:
        """Say why the connection ends, and end it. Nothing that the client sends is read.

        The client must have a moment to read the sentence: a connection that ends while received
        bytes wait is reset, and a reset client reads nothing. If many are turned away, the others
        are reset at once.
        """
        self._take = self._drop
        if self._entrance.farewells >= FAREWELLS:
            self._transport.abort()
            return
        self._entrance.farewells += 1
        self._transport.write(refusal(sentence))
        asyncio.get_running_loop().call_later(_FAREWELL, self._end_farewell)

    def _end_farewell(self) -> None:
        self._entrance.farewells -= 1
        self._transport.abort()

    def _drop(self) -> None:
        self._pending = b""

    def _read_beginning(self) -> None:
        """Refuse a direct connection that begins with a header, whose sender is not trusted."""
        found = is_header(self._pending)
        if found:
            why = "a PROXY header from an untrusted address"
            self._entrance.refuse(self._transport, why)
        elif found is not None:
            self._take = self._request_turn

    # ------------------------------------------------------------ SSH

    def _request_turn(self) -> None:
        """Pass on what has come when it is the turn of this connection; read nothing new before."""
        if not self._turn_requested and self._connection is not None:
            self._turn_requested = True
            self._entrance.slices.request_turn(self._network, self._pass_on)
        if self._pending:  # else an end that follows would overtake it
            self._transport.pause_reading()

    def _pass_on(self) -> None:
        """Pass on a slice, if the rate allows that."""
        self._turn_requested = False
        connection = self._connection
        if connection is None or self._transport.is_closing():
            self._pending = b""
            return
        passed = connection.allowance.take(min(len(self._pending), _SLICE))
        data, self._pending = self._pending[:passed], self._pending[passed:]
        self._context.run(connection.data_received, data)
        # asyncssh reads the first packet of a key exchange in a task.
        asyncio.get_running_loop().call_soon(self._watch_key_exchange)
        if not self._pending:
            self._transport.resume_reading()
        elif passed:
            self._request_turn()
        else:
            asyncio.get_running_loop().call_later(_PAUSE, self._request_turn)

    def _watch_key_exchange(self) -> None:
        """End the connection if a key exchange lasts too long: its output is kept in memory."""
        connection = self._connection
        if connection is None or not (
            connection.allowance.is_raised and connection.in_key_exchange
        ):
            self._timer.cancel()
        elif not self._timer.is_set:
            self._timer.set(KEY_EXCHANGE, self._transport.abort)


def _address_of(transport: asyncio.BaseTransport) -> str:
    """Return the address of the other side; a question mark if it is gone already."""
    name: tuple[str, ...] | None = transport.get_extra_info("peername")
    return name[0] if name else "?"


def _ignore() -> None:
    """Do nothing, in place of a method that would keep an ended connection alive."""
