"""What comes in and goes out on a connection, before and behind all that SSH makes of it.

A client may send much that is not typing: requests without end, packets that inflate, questions
whose answers it never reads. Here each connection is held to a pace and to a backlog.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Any

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg
from asyncssh.constants import MSG_KEXINIT, MSG_UNIMPLEMENTED

from regicide_tui.server.ssh.asyncssh_internals import ConnectionInternals
from regicide_tui.server.ssh.limits import TokenBucket, network_of

_BURST, _RATE = 64 * 1024, 16 * 1024
"""Bytes that are taken from a connection at once, and each second after that."""
_SLICE = 1024
"""Bytes that are looked at in one go; others have their turn in between.

A packet can be as short as 28 bytes and costs some 80 microseconds.
"""
_DEFLATED_SLICE = 128
"""The same of a connection that deflates: a packet of so few bytes can cost 15 milliseconds."""
_PACKETS_BURST, _PACKETS_RATE = 1024, 200
"""Packets that are taken from a connection at once, and each second after that.

Each key is one.
"""
_STRANGER_BURST, _STRANGER_RATE = 60, 5
"""The same before the login, which takes about twenty."""
_UNKNOWN = 5
"""Packets of a type that nobody knows that a connection may send before it has logged in."""
_PAUSE = 0.1
_WORKING = 0.005
"""Seconds after which one looks again if a packet has been dealt with."""
_KEY_EXCHANGE = 20.0
"""Seconds in which a key exchange must end that a client begins after its login."""
_UNREAD = 1024 * 1024
"""Bytes a client may leave unread before it is cut off; no picture is sent long before."""
_LET_GO = 5.0
"""Seconds after which nothing comes from a connection any more that has ended."""
_PACKET = 40_000
"""Bytes that one packet may have, and inflate to: SSH asks for 35,000. asyncssh takes 256 kB."""
_ZLIB = b"zlib@openssh.com"


class Throttles:
    """All sluices of a house: in each round of the loop one lets a slice through.

    So however many connections send, others wait for one slice at a time. The addresses take turns,
    and so do the connections of each.
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
        """Let who waits longest at the next address pass something on."""
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
    """Stands before a connection, and lets through what comes at a pace."""

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
        if self._pending:  # an end that follows would be heard before it
            self._transport.pause_reading()

    def _request_turn(self) -> None:
        if not self._turn_requested:
            self._turn_requested = True
            self._throttles.request_turn(self._address, self._pass_on)

    def _pass_on(self) -> None:
        """Hand on what may pass now; while there is more, take nothing new."""
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
        """Hand on what may pass now; return after how many seconds more of it may."""
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
        """Whether too many packets have come."""
        packets = self._packets if self._internals.logged_in else self._packets_of_stranger
        return packets.seconds_to_wait > 0

    def _count_packets(self) -> None:
        """Count the packets that have come; a few more than may come are made good for later."""
        received = self._internals.packets
        packets, self._counted_packets = received - self._counted_packets, received
        if packets < 0:  # a key exchange begins to count anew
            packets = self._counted_packets
        for bucket in (self._packets, self._packets_of_stranger):
            bucket.charge(packets)
        if self._inflater is not None:
            self._bytes.charge(self._inflater.take())

    def _send_packet(self, pkttype: int, *args: bytes, **more: Any) -> None:
        """Send a packet, but end the connection of a stranger who sends what nobody knows."""
        if pkttype == MSG_UNIMPLEMENTED and not self._internals.logged_in:
            self._unknown += 1
            if self._unknown > _UNKNOWN:
                self._connection.abort()
                return
        self._internals.send(pkttype, *args, **more)
        if pkttype == MSG_KEXINIT:
            self._check_key_exchange()

    # ------------------------------------------------------------ what goes out

    def _check_key_exchange(self) -> None:
        """End the connection if a key exchange lasts: meanwhile all it is sent is kept here."""
        lasts = self._internals.logged_in and self._internals.in_key_exchange
        if lasts and self._key_exchange_timer is None:
            self._key_exchange_timer = self._loop.call_later(_KEY_EXCHANGE, self._end_key_exchange)
        elif not lasts and self._key_exchange_timer is not None:
            self._key_exchange_timer.cancel()
            self._key_exchange_timer = None

    def _end_key_exchange(self) -> None:
        self._key_exchange_timer = None
        if self._internals.in_key_exchange:
            self._connection.abort()

    def end(self) -> None:
        """Look after the connection no more, and let go of it once it has ended for itself, too."""
        if self._key_exchange_timer is not None:
            self._key_exchange_timer.cancel()
        self._loop.call_later(_LET_GO, self._internals.let_go)

    def unread(self) -> int:
        """Return how many bytes wait for the client to read them, or to end a key exchange."""
        return self._transport.get_write_buffer_size() + self._internals.kept_bytes


class Deflater(Compressor):
    """Compresses with a small memory, since everybody has one: 64 kB instead of 256."""

    def __init__(self) -> None:
        self._deflater = zlib.compressobj(wbits=13, memLevel=6)

    def compress(self, data: bytes) -> bytes:
        """Return a packet that the client can inflate at once."""
        return self._deflater.compress(data) + self._deflater.flush(zlib.Z_SYNC_FLUSH)


class _Inflater(Decompressor):
    """Inflates packets, but not without end, and counts the bytes that come of them."""

    def __init__(self) -> None:
        self._inflater = zlib.decompressobj()
        self._inflated = 0

    def take(self) -> int:
        """Return how many bytes came of packets since this was asked last."""
        inflated, self._inflated = self._inflated, 0
        return inflated

    def decompress(self, data: bytes) -> bytes | None:
        """Return what a packet inflates to; None, which ends the connection, if it is too much."""
        try:
            inflated = self._inflater.decompress(data, _PACKET)
        except zlib.error:
            return None
        self._inflated += len(inflated)
        return None if self._inflater.unconsumed_tail else inflated


def bound_inflation() -> None:
    """Have asyncssh inflate packets with a bound; by itself it has none."""
    register_compression_alg(_ZLIB, Deflater, _Inflater, after_auth=True, default=False)
