"""The supervisor of the workers."""

import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from io import StringIO
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.base.private import make_private_folder
from regicide_tui.server.running import supervisor as supervisors
from regicide_tui.server.running.control import Start
from regicide_tui.server.running.handing_over import Distributor
from regicide_tui.server.running.supervisor import Supervisor, WorkerFailed
from regicide_tui.server.storage.relay import Relay
from tests.server.waiting import until

pytestmark = pytest.mark.processes


@pytest.fixture
def journal() -> StringIO:
    """The journal of the supervisor."""
    return StringIO()


@pytest.fixture
async def supervise(
    tmp_path: Path, journal: StringIO
) -> AsyncIterator[Callable[[Config], Supervisor]]:
    """What makes a supervisor of one worker, which listens nowhere."""
    made: list[Supervisor] = []
    make_private_folder(tmp_path)
    relay = Relay()
    await relay.open(tmp_path)

    def make(config: Config) -> Supervisor:
        clock = time.time() - monotonic()
        start = Start(1, f"{tmp_path}", config, clock, 0)
        made.append(Supervisor(1, lambda _: start, Distributor([]), Journal(journal)))
        return made[-1]

    yield make
    for one in made:
        await one.close()
    await relay.close()


async def test_a_worker_that_can_not_serve_says_why(
    supervise: Callable[[Config], Supervisor],
) -> None:
    nowhere = Config(store="postgresql://nobody@/nothing?host=/nowhere")
    with pytest.raises(WorkerFailed, match="the database can't be reached"):
        await supervise(nowhere).open()


async def test_a_worker_that_hangs_is_killed_and_started_again(
    supervise: Callable[[Config], Supervisor], journal: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisors, "BEAT", 0.1)
    monkeypatch.setattr(supervisors, "HUNG", 1.0)
    supervisor = supervise(Config(pars=False))
    await supervisor.open()
    assert supervisor.all_answer
    hung = supervisor.running[1].process.pid
    monkeypatch.setattr(supervisors, "SLOW", 0.5)
    os.kill(hung, signal.SIGSTOP)
    await until(lambda: not supervisor.all_answer)
    await until(lambda: f"worker hangs worker=1 process={hung}" in journal.getvalue())
    monkeypatch.undo()
    await until(lambda: 1 in supervisor.running and supervisor.running[1].process.pid != hung)
    await until(lambda: supervisor.all_answer)
    assert "worker ended worker=1 code=-9" in journal.getvalue()
