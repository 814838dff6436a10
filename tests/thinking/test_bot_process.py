"""The process in which bots think: it answers at once, and gives way to a faster one."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from pickle import UnpicklingError

import msgspec
import pytest

from regicide_tui.bots.code_folder import CodeFolder, note_ready
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.thinking import __main__ as bot_main
from regicide_tui.thinking.bot_process import BotProcess, Fault
from regicide_tui.thinking.machine_code import MachineCode
from regicide_tui.thinking.questions import Question, question


class Code(MachineCode):
    """Machine code that becomes ready when a test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = self.closed = 0
        self.ready = False

    def begin(self) -> None:
        """Note that somebody asked for it."""
        self.begun += 1

    def close(self) -> None:
        """Note that nobody needs it any more."""
        self.closed += 1

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
    process.code = code
    yield process
    process.close()


def number_of(process: BotProcess) -> int:
    """Return the number of the system's process."""
    assert process.thinker is not None
    return process.thinker.number


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


async def test_a_thought_under_way_goes_on_while_another_process_gets_the_questions(
    process: BotProcess, code: Code
) -> None:
    await process.ask(asked())
    first = process.thinker
    assert first is not None
    long = asyncio.create_task(process.ask(asked("marshal")))
    while not first.waiting:
        await asyncio.sleep(0)
    code.ready = True
    await process.ask(asked())
    assert number_of(process) != first.number
    await long
    assert not process.retired
    assert first.has_ended


async def test_closing_ends_every_process(process: BotProcess, code: Code) -> None:
    long = asyncio.create_task(process.ask(asked("marshal")))
    while process.thinker is None:
        await asyncio.sleep(0)
    first = process.thinker
    code.ready = True
    await process.ask(asked())
    second = process.thinker
    process.close()
    assert first.has_ended
    assert second.has_ended
    assert code.closed == 1
    with pytest.raises(Fault):
        await long


async def test_questions_to_a_process_that_only_starts_do_not_hold_up_the_loop(
    process: BotProcess,
) -> None:
    table = asked().observation
    large = [msgspec.structs.replace(asked(), observation=table, level="page") for _ in range(200)]
    began = asyncio.get_running_loop().time()
    tasks = [asyncio.create_task(process.ask(one)) for one in large]
    await asyncio.sleep(0)
    assert process.thinker is not None
    assert len(process.thinker.waiting) == len(large)
    assert asyncio.get_running_loop().time() - began < 1
    process.close()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_process_that_is_killed_is_a_fault_and_the_next_question_begins_another(
    process: BotProcess,
) -> None:
    waits = asyncio.create_task(process.ask(asked("marshal")))
    while process.thinker is None:
        await asyncio.sleep(0)
    process.thinker.end()
    with pytest.raises(Fault):
        await waits
    await process.ask(asked())


async def test_a_question_to_a_process_that_has_just_ended_is_a_fault(process: BotProcess) -> None:
    await process.ask(asked())
    thinker = process.thinker
    assert thinker is not None
    thinker.end()
    while not thinker.is_silent:
        await asyncio.sleep(0)
    with pytest.raises(Fault):
        await asyncio.wrap_future(thinker.ask(99, asked()))


def test_a_bot_stops_when_its_question_is_dropped_or_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 10.0
    monkeypatch.setattr(bot_main, "monotonic", lambda: now)
    dropped: set[int] = set()
    stopped = bot_main.stopping(7, dropped, 1.0)
    assert not stopped()
    dropped.add(7)
    assert stopped()
    dropped.clear()
    now = 11.5
    assert stopped()


@pytest.mark.slow  # compiles
async def test_while_bots_are_compiled_a_thought_has_an_end(process: BotProcess) -> None:
    assert await process.ask(asked("marshal", effort=1000.0))  # would take an hour


@pytest.mark.slow  # thinks without machine code
async def test_where_nothing_can_be_compiled_a_thought_has_an_end_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    process = BotProcess()
    assert await process.ask(asked("marshal", effort=1000.0))  # would take an hour
    process.close()


@pytest.mark.parametrize("damage", [EOFError, UnpicklingError])
def test_machine_code_that_is_damaged_is_deleted_and_so_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: type[Exception]
) -> None:
    def fail(*_: object) -> None:
        raise damage

    folder = CodeFolder(tmp_path / "compiled", ready=True)
    folder.path.mkdir()
    note_ready(folder)
    monkeypatch.setattr(bot_main, "answer", fail)
    with pytest.raises(damage):
        bot_main.answer_or_delete(asked(), lambda: False, folder)
    assert not folder.path.exists()


def test_a_fault_of_a_bot_leaves_the_machine_code_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ValueError

    folder = CodeFolder(tmp_path / "compiled", ready=True)
    folder.path.mkdir()
    monkeypatch.setattr(bot_main, "answer", fail)
    with pytest.raises(ValueError):  # noqa: PT011 # whatever a bot raises
        bot_main.answer_or_delete(asked(), lambda: False, folder)
    assert folder.path.exists()
