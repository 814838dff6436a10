"""Whoever asks bots gets an answer or a fault, from a thread of the app and from a process."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from threading import Event

import msgspec
import pytest

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.bot_thread import BotThread, Fault, Thinker
from regicide_tui.thinking.questions import Advice, Answer, AnyQuestion, Question, question

LONG = 200.0
"""The effort of a thought that takes twice as long as `SOON`."""
SOON = 7.0
"""Seconds of the processor: a busy machine takes longer by the clock alone."""


def asked(level: str = "page", effort: float = 1.0) -> Question:
    """Return a question about a game that begins."""
    table = deal(Start("king_of_the_dead", 2, "1", {}), ("", ""), ("", ""))
    assert table.to_act is not None
    return question(table, table.to_act, level, 1, effort=effort)


def spent() -> float:
    """Return the seconds of the processor that this process and its ended children have used."""
    return sum(os.times()[:4])


@pytest.fixture(params=[BotThread, BotProcess])
async def thinker(request: pytest.FixtureRequest) -> AsyncIterator[Thinker]:
    """Whoever asks bots."""
    found: Thinker = request.param()
    yield found
    found.close()


@pytest.fixture
async def process() -> AsyncIterator[BotProcess]:
    """A process in which bots think."""
    found = BotProcess()
    yield found
    found.close()


async def test_both_give_the_same_answer(thinker: Thinker) -> None:
    one = await thinker.ask(asked("knight"))
    other = await thinker.ask(asked("knight"))
    assert one == other
    assert not isinstance(one, Advice)


async def test_who_is_not_waited_for_stops_and_the_next_question_is_answered(
    thinker: Thinker,
) -> None:
    began = spent()
    await thinker.ask(asked("knight"))  # so that everything is loaded
    long = asyncio.create_task(thinker.ask(asked("marshal", LONG)))
    await asyncio.sleep(0.05)
    long.cancel()
    await thinker.ask(asked())
    thinker.close()
    assert spent() - began < SOON
    with pytest.raises(asyncio.CancelledError):
        await long


async def test_closing_ends_a_thought(thinker: Thinker) -> None:
    began = spent()
    await thinker.ask(asked("knight"))  # so that everything is loaded
    long = asyncio.create_task(thinker.ask(asked("marshal", LONG)))
    await asyncio.sleep(0.05)
    thinker.close()
    await asyncio.wait([long])  # a thread stops with what it has found so far
    assert spent() - began < SOON


async def test_any_error_of_a_bot_is_a_fault_and_the_next_question_is_answered(
    thinker: Thinker,
) -> None:
    with pytest.raises(Fault):
        await thinker.ask(msgspec.structs.replace(asked(), level="dragon"))
    await thinker.ask(asked())


async def test_a_thread_asks_a_bot_to_stop_when_the_app_ends() -> None:
    begun, ended = Event(), Event()

    def think(_: AnyQuestion, stopped: Callable[[], bool]) -> Answer:
        begun.set()
        while not stopped():
            pass
        ended.set()
        return None

    thread = BotThread(think)
    long = asyncio.create_task(thread.ask(asked()))
    await asyncio.to_thread(begun.wait)
    thread.close()
    assert await asyncio.to_thread(ended.wait, 5)
    await long
    with pytest.raises(Fault):
        await thread.ask(asked())


async def test_questions_to_a_process_that_only_starts_do_not_hold_up_the_loop(
    process: BotProcess,
) -> None:
    began = asyncio.get_running_loop().time()
    tasks = [asyncio.create_task(process.ask(asked())) for _ in range(200)]
    await asyncio.sleep(0)
    assert process.thinker is not None
    assert len(process.thinker.waiting) == len(tasks)
    assert asyncio.get_running_loop().time() - began < 1
    process.close()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_process_that_is_killed_is_a_fault_and_the_next_question_begins_another(
    process: BotProcess,
) -> None:
    await process.ask(asked())
    assert process.thinker is not None
    waits = asyncio.create_task(process.ask(asked("marshal", LONG)))
    while not process.thinker.waiting:
        await asyncio.sleep(0)
    os.kill(process.thinker.number, signal.SIGSEGV)
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
