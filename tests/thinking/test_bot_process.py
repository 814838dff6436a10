"""The process in which bots think: it answers at once, and gives way to a faster one."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic

import pytest

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.machine_code import MachineCode
from regicide_tui.thinking.questions import Question, question


class Code(MachineCode):
    """Machine code that becomes ready when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.ready = 0, False

    def begin(self) -> bool:
        """Note that somebody asked for it."""
        self.begun += 1
        return False

    def has_become_ready(self) -> bool:
        """Tell it once."""
        ready, self.ready = self.ready, False
        return ready


def asked(level: str = "page", effort: float = 1.0) -> Question:
    """Return a question about a game that begins."""
    table = Table(deal(Start("regicide", 2, "1", {}), ("", ""), ("", "")))
    assert table.to_act is not None
    return question(table, table.to_act, level, 1, effort=effort)


@pytest.fixture
def code() -> Code:
    """The machine code of a test."""
    return Code()


@pytest.fixture
async def process(
    code: Code, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[BotProcess]:
    """A process on a machine that has never compiled the bots."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    process = BotProcess()
    process._code = code
    yield process
    process.close()


def number_of(process: BotProcess) -> int:
    """Return the number of the system's process."""
    assert process._process is not None
    return process._process.pid


async def test_the_first_question_begins_to_compile(process: BotProcess, code: Code) -> None:
    await process.ask(asked())
    await process.ask(asked())
    assert code.begun == 1


async def test_once_the_code_is_ready_another_process_thinks(
    process: BotProcess, code: Code
) -> None:
    await process.ask(asked())
    first = number_of(process)
    await process.ask(asked())
    assert number_of(process) == first
    code.ready = True
    await process.ask(asked())
    assert number_of(process) != first


async def test_a_thought_under_way_is_not_given_up_for_a_faster_process(
    process: BotProcess, code: Code
) -> None:
    long = asyncio.create_task(process.ask(asked("marshal")))
    while process._process is None:
        await asyncio.sleep(0)
    first = number_of(process)
    code.ready = True
    await process.ask(asked())
    await long
    assert number_of(process) == first
    await process.ask(asked())
    assert number_of(process) != first


async def test_in_python_a_thought_takes_no_longer_than_a_second(process: BotProcess) -> None:
    await process.ask(asked())  # the process begins
    began = monotonic()
    await process.ask(asked("marshal", effort=1000.0))  # would take an hour
    assert monotonic() - began < 60
