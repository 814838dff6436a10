"""The supervisor of the workers: it starts them, starts those again that die, and ends them all.

A worker that dies is started again after a pause, which grows while it keeps dying. A worker whose
loop does not answer for long is killed first.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from time import monotonic

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.running.control import (
    Answer,
    Ask,
    Asked,
    ControlLine,
    Failed,
    Ready,
    Start,
    ToSupervisor,
    ToWorker,
    supervise_over,
)
from regicide_tui.server.running.handing_over import Distributor

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds until a worker is started again; each pause is twice as long as the one before."""
_CALM = 60.0
"""A worker that has lived for so many seconds is started again after the first pause."""
BEAT = 1.0
"""Seconds between two questions whether a worker's loop answers."""
SLOW = 5.0
"""Seconds without an answer after which a worker counts as one that does not answer."""
HUNG = 12.0
"""Seconds without an answer after which a worker is killed."""
_PATIENCE = 2.0
"""Seconds that a worker has for an answer with content."""
_NOT_FOR_WORKERS = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
"""What systemd tells the supervisor alone."""


class WorkerFailed(Exception):
    """A worker could not begin to serve; the message says why."""


class WorkerProcess:
    """A running worker, as its supervisor sees it."""

    def __init__(
        self, process: asyncio.subprocess.Process, line: ControlLine[ToWorker, ToSupervisor]
    ) -> None:
        self.process = process
        self.ready = asyncio.Event()
        """Whether the worker takes connections, or has ended."""
        self.is_serving = False
        self.why = ""
        """Why the worker could not serve, as it has said."""
        self.answered = monotonic()
        """When it last answered."""
        self._line = line
        self._asked: dict[int, asyncio.Future[str]] = {}
        self._number = 0

    @property
    def answers(self) -> bool:
        """Whether it serves, and its loop has answered lately."""
        return self.is_serving and monotonic() - self.answered < SLOW

    async def listen(self) -> None:
        """Take what the worker says until it is gone."""
        while (said := await self._line.receive()) is not None:
            if isinstance(said, Answer):
                self.answered = monotonic()
                if (asked := self._asked.pop(said.number, None)) and not asked.done():
                    asked.set_result(said.text)
            elif isinstance(said, Failed):
                self.why = said.why
            elif isinstance(said, Ready):
                self.answered = monotonic()
                self.is_serving = True
                self.ready.set()
        for waiting in self._asked.values():
            waiting.cancel()

    def send(self, message: ToWorker) -> None:
        """Send a message."""
        self._line.send(message)

    async def ask(self, what: Asked, seconds: float = _PATIENCE) -> str | None:
        """Return the answer to a question; None if there is none in time."""
        self._number += 1
        number = self._number
        self._asked[number] = asked = asyncio.get_running_loop().create_future()
        self._line.send(Ask(number, what))
        await asyncio.wait([asked], timeout=seconds)
        self._asked.pop(number, None)
        return asked.result() if asked.done() and not asked.cancelled() else None

    def signal(self, number: int) -> None:
        """Send a signal to the process, if it still runs."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    def close(self) -> None:
        """Say that the supervisor is gone."""
        self._line.close()


class Supervisor:
    """Keeps the workers of a server running."""

    def __init__(
        self,
        workers: int,
        start: Callable[[int], Start],
        distributor: Distributor,
        journal: Journal,
        inherited: Sequence[int] = (),
    ) -> None:
        """Take the number of workers, and what each of them is told first and inherits."""
        self.numbers = range(1, workers + 1)
        self.running: dict[int, WorkerProcess] = {}
        """The processes of the workers that run, by their numbers."""
        self._start = start
        self._distributor = distributor
        self._journal = journal
        self._inherited = inherited
        self._connections: dict[int, socket.socket] = {}
        """Our ends of the pairs of sockets for connections, until their workers serve."""
        self._tasks: list[asyncio.Task[None]] = []
        self._stopping = False

    @property
    def all_answer(self) -> bool:
        """Whether all workers serve, and their loops have answered lately."""
        return all(
            number in self.running and self.running[number].answers for number in self.numbers
        )

    async def open(self) -> None:
        """Start all workers; return once they serve. Raises `WorkerFailed`, `OSError`."""
        first = [await self._begin(number) for number in self.numbers]
        self._tasks = [
            asyncio.ensure_future(self._keep(number, worker))
            for number, worker in zip(self.numbers, first, strict=True)
        ]
        for worker in first:
            await worker.ready.wait()
            if not worker.is_serving:
                code = worker.process.returncode
                raise WorkerFailed(worker.why or f"A worker ended at once, with the code {code}.")

    async def ask_all(self, what: Asked) -> dict[int, str | None]:
        """Return the answer of each worker to a question; None where there is none."""
        answers = await asyncio.gather(*(self._ask(number, what) for number in self.numbers))
        return dict(zip(self.numbers, answers, strict=True))

    def stop(self) -> None:
        """Ask all workers to end, or, if they were asked already, to hurry."""
        self._stopping = True
        for worker in self.running.values():
            worker.signal(signal.SIGTERM)

    async def wait_closed(self, seconds: float) -> None:
        """Wait until all workers have ended; kill those that need longer than `seconds`."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
        await self.close()

    async def close(self) -> None:
        """End all workers at once."""
        self._stopping = True
        for worker in self.running.values():
            worker.signal(signal.SIGKILL)
        if self._tasks:
            await asyncio.wait(self._tasks)

    # ------------------------------------------------------------ one worker

    async def _ask(self, number: int, what: Asked) -> str | None:
        worker = self.running.get(number)
        return await worker.ask(what) if worker is not None and worker.is_serving else None

    async def _begin(self, number: int) -> WorkerProcess:
        """Start a worker. Raises `OSError`."""
        control, their_control = socket.socketpair()
        connections, their_connections = socket.socketpair()
        with their_control, their_connections:
            handles = their_control.fileno(), their_connections.fileno()
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-P", "-m", "regicide_tui.server.running", *map(str, handles)),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                env=_environment(),
                pass_fds=(*handles, *self._inherited),
                start_new_session=True,  # no key of the terminal stops it: the supervisor does
            )
        worker = WorkerProcess(process, await supervise_over(control))
        worker.send(self._start(number))
        self.running[number] = worker
        self._connections[number] = connections
        return worker

    async def _keep(self, number: int, worker: WorkerProcess) -> None:
        """Keep a worker running until the server stops."""
        pause = FIRST_PAUSE
        while True:
            began = monotonic()
            await self._run(number, worker)
            if self._stopping:
                return
            if monotonic() - began > _CALM:
                pause = FIRST_PAUSE
            code, why = worker.process.returncode, worker.why
            self._journal.note("worker ended", worker=number, code=code, why=why, pause=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            if self._stopping:
                return
            worker = await self._begin(number)

    async def _run(self, number: int, worker: WorkerProcess) -> None:
        """Give a worker connections while it serves; return once it has ended."""
        listening = asyncio.ensure_future(worker.listen())
        watching = asyncio.ensure_future(self._watch(number, worker))
        try:
            await worker.process.wait()
            await listening
        finally:
            watching.cancel()
            self._distributor.remove(number)
            if unused := self._connections.pop(number, None):
                unused.close()
            self.running.pop(number, None)
            worker.close()
            worker.is_serving = False
            worker.ready.set()

    async def _watch(self, number: int, worker: WorkerProcess) -> None:
        """Give a worker connections once it serves, and kill it if it answers no more."""
        await worker.ready.wait()
        if not worker.is_serving or self._stopping:
            return
        self._distributor.add(number, self._connections.pop(number))
        self._journal.note("worker serves", worker=number, process=worker.process.pid)
        while not self._stopping:
            await worker.ask("alive", BEAT)
            await asyncio.sleep(BEAT)
            if monotonic() - worker.answered > HUNG:
                self._journal.note("worker hangs", worker=number, process=worker.process.pid)
                worker.signal(signal.SIGKILL)
                return


def _environment() -> dict[str, str]:
    """Return the environment of a worker, which sees the same modules as this process."""
    paths = os.pathsep.join([path for path in sys.path if path])
    kept = {name: text for name, text in os.environ.items() if name not in _NOT_FOR_WORKERS}
    return {**kept, "PYTHONPATH": paths}
