"""What comes in and goes out on a connection, before and behind all that SSH makes of it.

A client may send much that is not typing: requests without end, packets that inflate, questions
whose answers it never reads. Here each connection is held to a pace and to a backlog.
"""

import asyncio
import zlib
from collections import deque
from collections.abc import Callable
from time import monotonic

import asyncssh
from asyncssh.compression import Compressor, Decompressor, register_compression_alg
from asyncssh.constants import MSG_KEXINIT, MSG_UNIMPLEMENTED

from regicide_tui.server.ssh.asyncssh_internals import ConnectionInternals
from regicide_tui.server.ssh.limits import Bucket, network_of

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
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self._busy = False

    def ask(self, address: str, pass_on: Callable[[], None]) -> None:
        """Call this when it is the turn of this address."""
        self._waiting.setdefault(address, deque()).append(pass_on)
        if not self._busy:
            self._next()

    def _next(self) -> None:
        """Let who waits longest at the next address pass something on."""
        self._busy = bool(self._waiting)
        if self._busy:
            asyncio.get_running_loop().call_soon(self._next)
            address = next(iter(self._waiting))
            waiting = self._waiting.pop(address)
            pass_on = waiting.popleft()
            if waiting:
                self._waiting[address] = waiting
            pass_on()


class Throttle:
    """Stands before a connection, and lets through what comes at a pace."""

    def __init__(self, connection: asyncssh.SSHServerConnection, sluices: Throttles) -> None:
        self._connection = connection
        self._internals = ConnectionInternals(connection)
        self._transport = self._internals.transport
        self._loop = asyncio.get_running_loop()
        self._sluices = sluices
        self._address = network_of(connection.get_extra_info("peername", ("?",))[0])
        self._bytes = Bucket(_BURST, _RATE, monotonic)
        self._packets = Bucket(_PACKETS_BURST, _PACKETS_RATE, monotonic)
        self._packets_of_stranger = Bucket(_STRANGER_BURST, _STRANGER_RATE, monotonic)
        self._seen = self._unknown = 0
        self._waiting = b""
        self._asked = False
        self._key_exchange: asyncio.TimerHandle | None = None
        self._internals.abort_when_unread(_UNREAD)
        self._internals.bound_packets(_PACKET)
        self._internals.replace_receiving(self._take)
        self._internals.replace_sending(self._send_packet)

    def _take(self, data: bytes, _: int | None = None) -> None:
        self._waiting += data
        self._ask()
        if self._waiting:  # an end that follows would be heard before it
            self._transport.pause_reading()

    def _ask(self) -> None:
        if not self._asked:
            self._asked = True
            self._sluices.ask(self._address, self._pass_on)

    def _pass_on(self) -> None:
        """Hand on what may pass now; while there is more, take nothing new."""
        self._asked = False
        if self._transport.is_closing():
            self._waiting = b""
            return
        pause = self._hand_on()
        self._mind_key_exchange()
        if not self._waiting:
            self._transport.resume_reading()
            return
        self._transport.pause_reading()
        if pause:
            self._asked = True
            self._loop.call_later(pause, self._ask_again)
        else:
            self._ask()

    def _ask_again(self) -> None:
        self._asked = False
        self._ask()

    def _hand_on(self) -> float:
        """Hand on what may pass now; return after how many seconds more of it may."""
        if self._internals.is_at_work:
            return _WORKING
        if self._packets_wait:
            return _PAUSE
        size = _SLICE if self._inflater is None else _DEFLATED_SLICE
        passed = self._bytes.take(min(len(self._waiting), size))
        data, self._waiting = self._waiting[:passed], self._waiting[passed:]
        self._internals.receive(data)
        self._count()
        return 0.0 if passed else _PAUSE

    @property
    def _inflater(self) -> "_Inflater | None":
        found = self._internals.decompressor
        return found if isinstance(found, _Inflater) else None

    @property
    def _packets_wait(self) -> bool:
        """Whether too many packets have come."""
        packets = self._packets if self._internals.logged_in else self._packets_of_stranger
        return packets.wait > 0

    def _count(self) -> None:
        """Count the packets that have come; a few more than may come are made good for later."""
        come = self._internals.packets
        packets, self._seen = come - self._seen, come
        if packets < 0:  # a key exchange begins to count anew
            packets = self._seen
        for bucket in (self._packets, self._packets_of_stranger):
            bucket.owe(packets)
        if self._inflater is not None:
            self._bytes.owe(self._inflater.take())

    def _send_packet(self, pkttype: int, *args: bytes, **more: object) -> None:
        """Send a packet, but end the connection of a stranger who sends what nobody knows."""
        if pkttype == MSG_UNIMPLEMENTED and not self._internals.logged_in:
            self._unknown += 1
            if self._unknown > _UNKNOWN:
                self._connection.abort()
                return
        self._internals.send(pkttype, *args, **more)
        if pkttype == MSG_KEXINIT:
            self._mind_key_exchange()

    # ------------------------------------------------------------ what goes out

    def _mind_key_exchange(self) -> None:
        """End the connection if a key exchange lasts: meanwhile all it is sent is kept here."""
        lasts = self._internals.logged_in and self._internals.in_key_exchange
        if lasts and self._key_exchange is None:
            self._key_exchange = self._loop.call_later(_KEY_EXCHANGE, self._hang_up)
        elif not lasts and self._key_exchange is not None:
            self._key_exchange.cancel()
            self._key_exchange = None

    def _hang_up(self) -> None:
        self._key_exchange = None
        if self._internals.in_key_exchange:
            self._connection.abort()

    def end(self) -> None:
        """Look after the connection no more, and let go of it once it has ended for itself, too."""
        if self._key_exchange is not None:
            self._key_exchange.cancel()
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
