"""The throttle of a connection: it limits what comes in and what waits to go out.

A client may send much more than typing: endless requests, packets that inflate, questions whose
answers it never reads. So each connection has a limited rate and a limited backlog.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from time import monotonic

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg
from asyncssh.constants import MSG_KEXINIT, MSG_UNIMPLEMENTED

from regicide_tui.server.services.limits import TokenBucket
from regicide_tui.server.ssh.asyncssh_internals import ConnectionInternals
from regicide_tui.server.ssh.limits import network_of

_BURST, _RATE = 64 * 1024, 16 * 1024
"""Bytes that are taken from a connection at once, and more each second."""
_SLICE = 1024
"""Bytes that are handled in one step; other connections have their turns in between.

A packet can be as short as 28 bytes, and costs some 80 microseconds.
"""
_DEFLATED_SLICE = 128
"""The same for a connection with compression: such a packet can cost 15 milliseconds."""
_PACKETS_BURST, _PACKETS_RATE = 1024, 200
"""Packets that are taken from a connection at once, and more each second.

Each key is one packet.
"""
_STRANGER_BURST, _STRANGER_RATE = 60, 5
"""The same before the login, which takes about twenty."""
_UNKNOWN = 5
"""The packets of unknown types that a connection may send before its login."""
_PAUSE = 0.1
_WORKING = 0.005
"""Seconds between two looks whether a packet has been handled."""
KEY_EXCHANGE = 20.0
"""The most seconds of a key exchange that a client begins after its login."""
_UNREAD = 1024 * 1024
"""Bytes that a client may leave unread before it is cut off. Pictures stop long before."""
LET_GO = 5.0
"""Seconds after its end at which nothing comes from a connection any more."""
_PACKET = 40_000
"""The most bytes of a packet, before and after inflating. SSH asks for 35,000; asyncssh takes 256
kB."""
_ZLIB = b"zlib@openssh.com"


class Throttles:
    """All throttles of a server: in each round of the loop one of them passes on a slice.

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
            asyncio.get_running_loop().call_soon(self._pass_next)
            address = next(iter(self._pending))
            waiting = self._pending.pop(address)
            pass_on = waiting.popleft()
            if waiting:
                self._pending[address] = waiting
            pass_on()


class Throttle:
    """Passes on the received bytes of one connection at a limited rate."""

    def __init__(self, connection: asyncssh.SSHServerConnection, throttles: Throttles) -> None:
        self._connection = connection
        self._internals = ConnectionInternals(connection)
        self._transport = self._internals.transport
        self._loop = asyncio.get_running_loop()
        self._throttles = throttles
        self._address = network_of(connection.get_extra_info("peername", ("?",))[0])
        self._bytes = TokenBucket(_BURST, _RATE, monotonic)
        self._packets = TokenBucket(_PACKETS_BURST, _PACKETS_RATE, monotonic)
        self._packets_of_stranger = TokenBucket(_STRANGER_BURST, _STRANGER_RATE, monotonic)
        self._counted_packets = self._unknown = 0
        self._pending = b""
        self._turn_requested = False
        self._key_exchange_timer: asyncio.TimerHandle | None = None
        self._internals.abort_when_unread(_UNREAD)
        self._internals.bound_packets(_PACKET)
        self._internals.replace_receiving(self._receive)
        self._internals.replace_sending(self._send_packet)

    def _receive(self, data: bytes, _: int | None = None) -> None:
        self._pending += data
        self._request_turn()
        if self._pending:  # else an end that follows would overtake it
            self._transport.pause_reading()

    def _request_turn(self) -> None:
        if not self._turn_requested:
            self._turn_requested = True
            self._throttles.request_turn(self._address, self._pass_on)

    def _pass_on(self) -> None:
        """Pass on a slice; while more is pending, read nothing new."""
        self._turn_requested = False
        if self._transport.is_closing():
            self._pending = b""
            return
        pause = self._pass_slice()
        self._check_key_exchange()
        if not self._pending:
            self._transport.resume_reading()
            return
        self._transport.pause_reading()
        if pause:
            self._turn_requested = True
            self._loop.call_later(pause, self._request_turn_again)
        else:
            self._request_turn()

    def _request_turn_again(self) -> None:
        self._turn_requested = False
        self._request_turn()

    def _pass_slice(self) -> float:
        """Pass on what the rate allows; return the seconds until more may pass."""
        if self._internals.is_at_work:
            return _WORKING
        if self._too_many_packets:
            return _PAUSE
        size = _SLICE if self._inflater is None else _DEFLATED_SLICE
        passed = self._bytes.take(min(len(self._pending), size))
        data, self._pending = self._pending[:passed], self._pending[passed:]
        self._internals.receive(data)
        self._count_packets()
        return 0.0 if passed else _PAUSE

    @property
    def _inflater(self) -> "_Inflater | None":
        found = self._internals.decompressor
        return found if isinstance(found, _Inflater) else None

    @property
    def _too_many_packets(self) -> bool:
        """Whether too many packets were received."""
        packets = self._packets if self._internals.logged_in else self._packets_of_stranger
        return packets.seconds_to_wait > 0

    def _count_packets(self) -> None:
        """Count the received packets. A few more than the rate allows are charged to later."""
        received = self._internals.packets
        packets, self._counted_packets = received - self._counted_packets, received
        if packets < 0:  # a key exchange resets the count
            packets = self._counted_packets
        for bucket in (self._packets, self._packets_of_stranger):
            bucket.charge(packets)
        if self._inflater is not None:
            self._bytes.charge(self._inflater.take())

    def _send_packet(self, pkttype: int, *args: bytes, **more: object) -> None:
        """Send a packet, but abort a connection that sends unknown packets before its login."""
        if pkttype == MSG_UNIMPLEMENTED and not self._internals.logged_in:
            self._unknown += 1
            if self._unknown > _UNKNOWN:
                self._connection.abort()
                return
        self._internals.send(pkttype, *args, **more)
        if pkttype == MSG_KEXINIT:
            self._check_key_exchange()

    # ------------------------------------------------------------ outgoing data

    def _check_key_exchange(self) -> None:
        """Abort the connection if a key exchange lasts too long: its output is kept in memory."""
        lasts = self._internals.logged_in and self._internals.in_key_exchange
        if lasts and self._key_exchange_timer is None:
            self._key_exchange_timer = self._loop.call_later(KEY_EXCHANGE, self._end_key_exchange)
        elif not lasts and self._key_exchange_timer is not None:
            self._key_exchange_timer.cancel()
            self._key_exchange_timer = None

    def _end_key_exchange(self) -> None:
        self._key_exchange_timer = None
        if self._internals.in_key_exchange:
            self._connection.abort()

    def end(self) -> None:
        """Stop the timer, and remove the references to the connection once it has ended."""
        if self._key_exchange_timer is not None:
            self._key_exchange_timer.cancel()
        self._loop.call_later(LET_GO, self._internals.let_go)

    def unread(self) -> int:
        """Return the bytes that wait for the client to read, or for a key exchange to end."""
        return self._transport.get_write_buffer_size() + self._internals.kept_bytes


class Deflater(Compressor):
    """Compresses with little memory, because each connection has one: 64 kB instead of 256."""

    def __init__(self) -> None:
        self._deflater = zlib.compressobj(wbits=13, memLevel=6)

    def compress(self, data: bytes) -> bytes:
        """Return a packet that the client can inflate at once."""
        return self._deflater.compress(data) + self._deflater.flush(zlib.Z_SYNC_FLUSH)


class _Inflater(Decompressor):
    """Inflates packets up to a bound, and counts the inflated bytes."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj()
        self._inflated = 0

    def take(self) -> int:
        """Return the inflated bytes since the last call."""
        inflated, self._inflated = self._inflated, 0
        return inflated

    def decompress(self, data: bytes) -> bytes | None:
        """Return an inflated packet; None, which ends the connection, if it is too long or bad."""
        try:
            inflated = self._inflater.decompress(data, _PACKET)
        except zlib.error:
            return None
        self._inflated += len(inflated)
        return None if self._inflater.unconsumed_tail else inflated


def bound_inflation() -> None:
    """Make asyncssh inflate packets with a bound; it has none of its own."""
    register_compression_alg(_ZLIB, Deflater, _Inflater, after_auth=True, default=False)
