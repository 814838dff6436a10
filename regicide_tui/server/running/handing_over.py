"""How the supervisor gives accepted connections to its workers, each to the one with the fewest.

A pair of Unix sockets leads from the supervisor to each worker. The supervisor sends one byte with
each connection, and the worker sends one byte back when a connection is over. A worker that wants
no more of them sends another byte; the supervisor then closes its end, and what it had sent before
is still taken.
"""

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

_AT_ONCE = 100
"""The most connections that are accepted in one step of the loop."""
_PAUSE = 1.0
"""Seconds without new connections after the system had no descriptor for one."""
_MARK = b"c"
_ENOUGH = b"e"
_READ = 4096

ProtocolMaker = Callable[[], asyncio.BaseProtocol]


class Distributor:
    """Accepts connections, and hands each over to a worker.

    While there is no worker, connections wait in the system's queue.
    """

    def __init__(self, listening: Sequence[socket.socket]) -> None:
        """Take the sockets that listen."""
        self._listening = [*listening]
        self._workers: dict[int, _Line] = {}
        self._turn = 0
        self._accepting = False
        self._waiting: asyncio.TimerHandle | None = None

    @property
    def counts(self) -> dict[int, int]:
        """How many connections each worker has."""
        return {number: line.connections for number, line in self._workers.items()}

    def add(self, worker: int, line: socket.socket) -> None:
        """Give connections to a worker from now on, over a socket."""
        line.setblocking(False)
        self._workers[worker] = _Line(line, lambda: self.remove(worker))
        self._set_accepting(True)

    def remove(self, worker: int) -> None:
        """Give a worker no more connections."""
        line = self._workers.pop(worker, None)
        if line is not None:
            line.close()
        self._set_accepting(bool(self._workers))

    def close(self) -> None:
        """Accept no more connections. The workers keep theirs."""
        self._set_accepting(False)
        for one in self._listening:
            one.close()
        self._listening = []

    def _set_accepting(self, accepting: bool) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        if accepting == self._accepting:
            return
        self._accepting = accepting
        loop = asyncio.get_running_loop()
        for one in self._listening:
            if accepting:
                loop.add_reader(one, self._accept, one)
            else:
                loop.remove_reader(one)

    def _accept(self, listening: socket.socket) -> None:
        for _ in range(_AT_ONCE):
            try:
                connection, _ = listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # there is no descriptor left
                self._set_accepting(False)
                loop = asyncio.get_running_loop()
                self._waiting = loop.call_later(_PAUSE, self._set_accepting, bool(self._workers))
                return
            with connection:  # the worker has its own descriptor of it
                self._hand_over(connection)
            if not self._workers:
                return

    def _hand_over(self, connection: socket.socket) -> None:
        """Give a connection to the worker with the fewest; of several, they take turns."""
        self._turn += 1
        numbers = sorted(self._workers)
        turned = numbers[self._turn % len(numbers) :] + numbers[: self._turn % len(numbers)]
        for number in sorted(turned, key=lambda one: self._workers[one].connections):
            if self._workers[number].send(connection):
                return


class _Line:
    """The supervisor's end of the pair of sockets to a worker."""

    def __init__(self, line: socket.socket, ended: Callable[[], None]) -> None:
        self.connections = 0
        """How many connections the worker has."""
        self._line = line
        self._ended = ended
        asyncio.get_running_loop().add_reader(line, self._read)

    def send(self, connection: socket.socket) -> bool:
        """Hand over a connection; tell whether the worker could take it."""
        try:
            socket.send_fds(self._line, [_MARK], [connection.fileno()])
        except OSError:  # it is gone, or does not read
            return False
        self.connections += 1
        return True

    def close(self) -> None:
        """Hand over nothing more."""
        asyncio.get_running_loop().remove_reader(self._line)
        self._line.close()

    def _read(self) -> None:
        try:
            marks = self._line.recv(_READ)
        except BlockingIOError:
            return
        except OSError:
            marks = b""
        self.connections -= marks.count(_MARK)
        if not marks or _ENOUGH in marks:
            self._ended()


class HandedOver:
    """Takes the connections that the supervisor hands over, in place of a listener."""

    def __init__(self, line: socket.socket, port: int) -> None:
        line.setblocking(False)
        self._line = line
        self._port = port
        self._make: ProtocolMaker | None = None
        self._closed = asyncio.Event()
        """Whether the supervisor hands over nothing more."""
        self._beginning: set[asyncio.Task[object]] = set()

    async def listen(
        self, make: ProtocolMaker, host: str, port: int
    ) -> "HandedOver":  # see `Listen`
        """Take connections from now on; `make` makes the protocol of each."""
        self._make = make
        asyncio.get_running_loop().add_reader(self._line, self._take)
        return self

    def get_port(self) -> int:
        """Return the port on which the supervisor listens."""
        return self._port

    def close(self) -> None:
        """Ask for no more connections; those that the supervisor has handed over are taken."""
        with suppress(OSError):  # the supervisor is gone, or much too slow
            self._line.send(_ENOUGH)
        self._take()

    async def wait_closed(self) -> None:
        """Wait until the supervisor hands over nothing more."""
        if self._make is not None:
            await self._closed.wait()

    def _end(self) -> None:
        if self._make is not None:
            self._make = None
            self._closed.set()
            asyncio.get_running_loop().remove_reader(self._line)

    def _take(self) -> None:
        while self._make is not None:
            try:
                mark, handles, _, _ = socket.recv_fds(self._line, len(_MARK), 1)
            except BlockingIOError:
                return
            except OSError:
                mark, handles = b"", []
            if not mark:  # the supervisor is gone
                self._end()
                return
            for handle in handles:
                self._begin(self._make, _Connection(handle, self._line))

    def _begin(self, make: ProtocolMaker, connection: "_Connection") -> None:
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        beginning = asyncio.ensure_future(loop.connect_accepted_socket(make, connection))
        self._beginning.add(beginning)
        beginning.add_done_callback(partial(self._note_begun, connection))

    def _note_begun(self, connection: "_Connection", beginning: "asyncio.Task[object]") -> None:
        self._beginning.discard(beginning)
        if beginning.cancelled() or beginning.exception():  # nobody else closes it then
            connection.close()


class _Connection(socket.socket):
    """A connection that was handed over; the supervisor is told once it is closed."""

    def __init__(self, handle: int, line: socket.socket) -> None:
        super().__init__(fileno=handle)
        self._line: socket.socket | None = line

    def close(self) -> None:
        super().close()
        line, self._line = self._line, None
        if line is not None:
            with suppress(OSError):  # the supervisor is gone, or much too slow
                line.send(_MARK)
