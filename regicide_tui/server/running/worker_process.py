"""What a worker process does: it serves people, and answers its supervisor."""

import asyncio
import gc
import signal
import socket
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

import msgspec

from regicide_tui.server.base.journal import LAST_LINES, STDERR, BackgroundWriter, logging_to
from regicide_tui.server.base.private import NotPrivate
from regicide_tui.server.running.control import (
    Answer,
    Ask,
    ControlLine,
    Failed,
    Ready,
    Start,
    ToSupervisor,
    ToWorker,
    work_over,
)
from regicide_tui.server.running.handing_over import HandedOver
from regicide_tui.server.running.worker import (
    Surroundings,
    Worker,
    make_journal,
    make_metrics,
    open_worker,
)
from regicide_tui.server.ssh.hostkey import BadHostKey
from regicide_tui.server.storage.store import StoreError

Line = ControlLine[ToSupervisor, ToWorker]


def work(control: int, connections: int) -> int:
    """Serve people until the supervisor is gone or a signal comes; return the exit code.

    Both descriptors are sockets that lead to the supervisor: for messages, and for connections.
    """
    return asyncio.run(_work(socket.socket(fileno=control), socket.socket(fileno=connections)))


async def _work(control: socket.socket, connections: socket.socket) -> int:
    line = await work_over(control)
    start = await line.receive()
    if not isinstance(start, Start):  # the supervisor is gone
        return 1
    lines, metrics = BackgroundWriter(STDERR), make_metrics(start.config)
    journal = make_journal(lines, start.config, metrics, worker=start.number)
    try:
        async with AsyncExitStack() as closing:
            closing.enter_context(logging_to(journal))
            worker = await open_worker(
                Path(start.folder),
                start.config,
                journal,
                metrics,
                closing,
                Surroundings(
                    relayed=True,
                    clock=lambda: start.clock + monotonic(),
                    listen=HandedOver(connections, start.port).listen,
                ),
            )
            answering = asyncio.ensure_future(_answer(line, worker))
            closing.callback(answering.cancel)
            line.send(Ready())
            await worker.wait_for_signal(lambda _: None, lambda: None)
        journal.sum_up()
    except (BadHostKey, NotPrivate, StoreError, OSError) as error:
        line.send(Failed(f"{error}"))
        return 1
    finally:
        line.close()
        lines.close(LAST_LINES)
        gc.freeze()  # the process ends: a last collection might take seconds
    return 0


async def _answer(line: Line, worker: Worker) -> None:
    """Answer the supervisor. Once it is gone, end this process as a signal would."""
    while isinstance(asked := await line.receive(), Ask):
        line.send(Answer(asked.number, await _reply(asked, worker)))
    signal.raise_signal(signal.SIGTERM)


async def _reply(asked: Ask, worker: Worker) -> str:
    if asked.what == "status":
        return msgspec.json.encode(worker.facts()).decode()
    if asked.what == "metrics" and worker.metrics is not None:
        return await asyncio.to_thread(worker.metrics.show)
    return ""
