"""The bytes of a connection before SSH reads them: the header of a balancer, then a limited rate.

A TCP balancer says in a header whose connection it forwards. Only the balancers that the operator
has listed are trusted. All others connect directly and may not send a header.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.tasks import Timer
from regicide_tui.server.ssh.compression import reading
from regicide_tui.server.ssh.internals import ServerConnection, refusal
from regicide_tui.server.ssh.limits import Connection, ConnectionLimiter, TurnedAway, network_of
from regicide_tui.server.ssh.proxy_header import BadHeader, Header, is_header, read_header

MOST_WAITING = 200
"""The maximum number of connections without a header yet; the oldest makes room for one more.

Up to a hundred connections are accepted at once, and their headers are read in the next round.
"""
HEADER_SECONDS = 3.0
"""Seconds in which the header must arrive."""
CHECK_SECONDS = 3.0
"""Seconds that a health check by the balancer may last."""
GIVE_WAY_SECONDS = 60.0
"""Seconds without answers to checks, so that new visitors are sent to another server."""
KEY_EXCHANGE = 20.0
"""The maximum seconds of a key exchange that a client starts after its login."""
SERVER_VERSION = "house"
_VERSION = f"SSH-2.0-{SERVER_VERSION}\r\n".encode()
"""The first line of SSH, and the answer to a balancer's check: the event loop runs."""
_SLICE = 1024
"""Bytes handled in one step; other connections take turns in between.

A packet can be as short as 28 bytes and takes about 80 microseconds.
"""
_PAUSE = 0.1
"""Seconds until more is read from a connection that has sent too much."""
_UNREAD = 1024 * 1024
"""Bytes that a client may leave unread before it is cut off. Frames stop long before."""
FAREWELLS, _FAREWELL = 50, 0.5
"""How many refused connections stay open to read the reason, and for how many seconds."""


class Slices:
    """All connections with something to read: in each round of the loop, one passes on a slice.

    So others wait for only one slice, however many connections send. Addresses take turns, and so
    do the connections of each address.
    """

    def __init__(self) -> None:
        self._pending: dict[str, deque[Callable[[], None]]] = {}
        self._busy = False

    def request_turn(self, address: str, pass_on: Callable[[], None]) -> None:
        """Call this at the next turn of this address."""
        self._pending.setdefault(address, deque()).append(pass_on)
        if not self._busy:
            self._pass_next()

    def _pass_next(self) -> None:
        """Let the next address pass on a slice, from its longest waiting connection."""
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
    """The shared state of connections before their logins, and the trusted balancers."""

    def __init__(
        self, trusted: Sequence[str], journal: Journal, limiter: ConnectionLimiter
    ) -> None:
        """Take the networks of the balancers, such as `10.0.0.1/32`."""
        self._trusted = [ip_network(one) for one in trusted]
        self._journal = journal
        self.limiter = limiter
        self.waiting: dict[asyncio.Transport, None] = {}
        """Connections of balancers before SSH, the oldest first."""
        self.slices = Slices()
        self.connections: set[ServerConnection] = set()
        """The open connections."""
        self.farewells = 0
        """Refused connections that are reading the reason."""
        self._gives_way_until = 0.0

    def close(self) -> None:
        """End the connections that wait for a header."""
        for transport in [*self.waiting]:
            transport.abort()

    def give_way(self) -> None:
        """Answer no checks for a minute, so that balancers send new visitors to another server."""
        self._gives_way_until = monotonic() + GIVE_WAY_SECONDS

    @property
    def answers_checks(self) -> bool:
        """Whether a balancer may send new visitors here."""
        return monotonic() >= self._gives_way_until

    def trusts(self, address: str) -> bool:
        """Return whether an address is a trusted balancer's."""
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        return any(ip in network for network in self._trusted)

    def begin_waiting(self, transport: asyncio.Transport) -> None:
        """Note a connection without a header yet. If there are too many, end the oldest."""
        if len(self.waiting) >= MOST_WAITING:
            oldest = next(iter(self.waiting))
            self.refuse(oldest, "too many connections without a PROXY header")
        self.waiting[transport] = None

    def end_waiting(self, transport: asyncio.Transport) -> None:
        """Note that a connection has its header or has ended."""
        self.waiting.pop(transport, None)

    def refuse(self, transport: asyncio.Transport, why: str) -> None:
        """End a connection before SSH starts, with a line in the journal."""
        self.end_waiting(transport)
        self.note_refused(_address_of(transport), why)
        transport.abort()

    def note_refused(self, address: str, why: str) -> None:
        """Write a line about a refused connection into the journal."""
        self._journal.note_often("turned away", address=network_of(address), why=why)


class Incoming(asyncio.Protocol):
    """One connection: reads the header if it is a balancer's, and passes its bytes to SSH.

    On a direct connection, SSH starts at once: some clients are silent until they have read the
    version of the server. A connection beyond the limits is refused before SSH is made for it: the
    parts of SSH refer to each other, and would have to be found by garbage collection.
    """

    def __init__(self, entrance: Entrance, make: Callable[[Connection], ServerConnection]) -> None:
        """`make` makes the SSH side of the connection."""
        self._entrance = entrance
        self._make = make
        self._connection: ServerConnection | None = None
        self._take: Callable[[], None] = self._read_header
        """The handler of received bytes."""
        self._pending = b""
        self._context = Context()
        """The context in which SSH reads: `reading` is the allowance of this connection."""
        self._network = ""
        self._turn_requested = False
        self._timer = Timer()
        """Ends a wait for a header, a check or a key exchange that takes too long."""

    # ------------------------------------------------------------ the socket

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for a balancer's header for a few seconds, or start SSH."""
        assert isinstance(transport, asyncio.Transport)  # it is a socket
        self._transport = transport
        if self._entrance.trusts(_address_of(transport)):
            self._entrance.begin_waiting(transport)
            self._timer.set(HEADER_SECONDS, self._end_waiting)
        else:
            self._take = self._read_beginning
            self._begin()

    def data_received(self, data: bytes) -> None:
        """Handle received bytes."""
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
        """Release everything."""
        self._timer.cancel()
        self._entrance.end_waiting(self._transport)
        self._pending, self._take = b"", _ignore
        if self._connection is not None:
            self._connection.connection_lost(exc)
            self._entrance.connections.discard(self._connection)
            self._connection = None

    # ------------------------------------------------------------ before SSH

    def _read_header(self) -> None:
        """Read a balancer's header: a forwarded connection or a check."""
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
        """Show the balancer that the server is running.

        Such a connection counts in no limit, so logins on it are refused.
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
        """Start SSH, perhaps with the addresses in a header, or say why it is refused."""
        address = header.client[0] if header and header.client else _address_of(self._transport)
        counted = Connection(address)
        self._network = counted.address
        try:
            self._entrance.limiter.add(counted)
        except TurnedAway as error:
            self._entrance.note_refused(address, str(error))
            self._say_farewell(error.refusal.sentence)
            return
        self._connection = connection = self._make(counted)
        if header is not None:
            connection.set_extra_info(peername=header.client, sockname=header.server)
        self._transport.set_write_buffer_limits(high=_UNREAD)
        self._context.run(reading.set, connection.allowance)
        self._context.run(connection.connection_made, self._transport)
        self._entrance.connections.add(connection)

    def _say_farewell(self, sentence: str) -> None:
        """Say why the connection ends, and end it. Nothing more is read.

        The client needs a moment to read the sentence: a connection that ends while received bytes
        wait is reset, and a reset client reads nothing. If many are refused, the others are reset
        at once.
        """
        self._take = self._drop
        if self._entrance.farewells >= FAREWELLS:
            self._transport.abort()
            return
        self._entrance.farewells += 1
        self._transport.write(_VERSION + refusal(sentence))
        asyncio.get_running_loop().call_later(_FAREWELL, self._end_farewell)

    def _end_farewell(self) -> None:
        self._entrance.farewells -= 1
        self._transport.abort()

    def _drop(self) -> None:
        self._pending = b""

    def _read_beginning(self) -> None:
        """Refuse a direct connection that starts with a header from an untrusted sender."""
        found = is_header(self._pending)
        if found:
            why = "a PROXY header from an address without trust"
            self._entrance.refuse(self._transport, why)
        elif found is not None:
            self._take = self._request_turn

    # ------------------------------------------------------------ SSH

    def _request_turn(self) -> None:
        """Pass on received bytes at the turn of this connection; read nothing new until then."""
        if not self._turn_requested and self._connection is not None:
            self._turn_requested = True
            self._entrance.slices.request_turn(self._network, self._pass_on)
        if self._pending:  # otherwise a following end would overtake it
            self._transport.pause_reading()

    def _pass_on(self) -> None:
        """Pass on a slice, if the rate allows it."""
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
        """End the connection if a key exchange takes too long: its output is kept in memory."""
        connection = self._connection
        if connection is None or not (
            connection.allowance.is_raised and connection.in_key_exchange
        ):
            self._timer.cancel()
        elif not self._timer.is_set:
            self._timer.set(KEY_EXCHANGE, self._transport.abort)


def _address_of(transport: asyncio.BaseTransport) -> str:
    """Return the address of the other side; a question mark if it is gone."""
    name: tuple[str, ...] | None = transport.get_extra_info("peername")
    return name[0] if name else "?"


def _ignore() -> None:
    """Do nothing, replacing a method that would keep an ended connection alive."""
