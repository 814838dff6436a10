"""What lets go of memory, and when."""

import gc
import timeit
import weakref
from collections import Counter
from time import monotonic

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.strip import Strip
from textual.widgets import Input

from regicide_tui.server.apps import memory
from regicide_tui.server.apps.memory import keep_free_of_cycles, time_to_look
from tests.server.waiting import until

LEFT = ("MapGeometry", "DOMNode", "Compositor._arrange_root.<locals>.add_widget")
"""What layouts and styles would leave behind, by type or by name."""


@pytest.mark.parametrize(
    ("here", "seconds", "quiet", "looks"),
    [
        (0, 299, True, False),
        (0, 300, True, True),
        (0, 2999, False, False),
        (0, 3000, False, True),
        (100, 1999, True, False),
        (100, 2000, True, True),
    ],
)
def test_the_more_are_here_the_more_seldom_everything_is_looked_through(
    here: int, seconds: float, quiet: bool, looks: bool
) -> None:
    assert time_to_look(here, seconds, quiet=quiet) is looks


@pytest.mark.parametrize(
    ("blocks", "came", "much"),
    [
        (500_000, 0, False),
        (500_001, 0, True),
        (3_000_000, 100, False),
        (3_000_001, 100, True),
        (500_001, -50, True),
    ],
)
def test_what_those_bring_who_come_is_not_taken_for_something_hidden(
    blocks: int, came: int, much: bool
) -> None:
    assert memory.is_much(blocks, came) is much


class Cycle:
    """Something that only a collection of garbage finds."""

    def __init__(self) -> None:
        self.self = self


@pytest.mark.slow
async def test_what_is_hidden_is_looked_for_at_once_when_it_is_much(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(memory, "SECONDS", 0.01)
    monkeypatch.setattr(memory, "HIDDEN", 5_000)
    tidy = memory.GarbageCollector(lambda: 0, lambda: 0)
    try:
        await until(lambda: gc.get_freeze_count() > 0)
        lived = [Cycle() for _ in range(6_000)]
        one = weakref.ref(lived[0])
        await until(lambda: all(found is not one() for found in gc.get_objects()))  # it is frozen
        lived.clear()

        def is_let_go() -> bool:  # other tests' garbage may go meanwhile, so ever more comes
            lived.extend([Cycle() for _ in range(600)])
            return one() is None

        await until(is_let_go)
    finally:
        tidy.end()
        await until(lambda: tidy.task.done())


@pytest.mark.slow
async def test_a_collection_is_faster_than_to_count_what_is_hidden() -> None:
    tidy = memory.GarbageCollector(lambda: 100, lambda: 0)
    lived = [Cycle() for _ in range(300_000)]
    try:
        tidy.collect()
        count = min(timeit.repeat(gc.get_freeze_count, number=1, repeat=10))
        assert min(timeit.repeat(tidy.collect, number=1, repeat=10)) < count
    finally:
        tidy.end()
        await until(lambda: tidy.task.done())
        lived.clear()
        gc.collect()


async def test_without_garbage_new_objects_are_looked_at_ever_more_seldom() -> None:
    visitors = 100
    tidy = memory.GarbageCollector(lambda: visitors, lambda: 0)
    looks: list[int] = []
    rounds = 0

    def note(phase: str, info: dict[str, int]) -> None:
        looks.append(rounds) if phase == "stop" and info["generation"] == 2 else None

    def collect(times: int) -> None:
        nonlocal rounds
        for _ in range(times):
            rounds += 1
            tidy.collect()

    gc.collect()
    gc.disable()  # Python's own collections are not those of the server
    gc.callbacks.append(note)
    try:
        collect(100)
        assert looks == [1, 3, 7, 15, 31, 63, 95], "with at most 31 rests between two looks"
        lived = [Cycle() for _ in range(2_000)]
        lived.clear()
        collect(27)
        assert looks[7:] == [127]
        lived = [Cycle() for _ in range(2_000)]
        lived.clear()
        visitors -= 1
        collect(3)
        assert looks[8:] == [128, 129], "who leaves may leave garbage; where some was is more"
    finally:
        gc.callbacks.remove(note)
        gc.enable()
        tidy.end()
        await until(lambda: tidy.task.done())


async def test_a_full_collection_waits_until_nothing_was_done_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps = 0
    tidy = memory.GarbageCollector(lambda: 0, lambda: steps)
    try:
        lived = Cycle()
        one = weakref.ref(lived)
        tidy.collect()  # freezes it
        del lived
        later = monotonic() + 300
        monkeypatch.setattr(memory, "monotonic", lambda: later)
        for _ in range(20):
            steps += 1
            tidy.collect()
        assert one() is not None
        for _ in range(9):
            tidy.collect()
        assert one() is not None
        tidy.collect()
        assert one() is None
    finally:
        tidy.end()
        await until(lambda: tidy.task.done())


def test_a_strip_does_not_keep_itself() -> None:
    keep_free_of_cycles()
    gc.collect()
    strip = Strip([Segment("four")])
    assert strip.divide([4]) == [strip]
    assert strip.crop_extend(0, 4, None) is strip
    assert [part.text for part in strip.divide([1, 4])] == ["f", "our"]
    assert strip.crop_extend(1, 6, Style()).text == "our  "
    del strip
    assert gc.collect() == 0


def count() -> Counter[str]:
    """Return how many objects of layouts and of styles there are."""
    kinds = Counter(getattr(one, "__qualname__", type(one).__name__) for one in gc.get_objects())
    return Counter({name: kinds[name] for name in kinds if name in LEFT})


async def test_layouts_and_new_styles_leave_nothing_behind() -> None:
    keep_free_of_cycles()
    async with App[None]().run_test() as pilot:
        await pilot.app.mount(Input())
        await pilot.pause()
        gc.collect()
        gc.disable()
        before = count()
        try:
            for turn in range(10):
                pilot.app.screen.set_class(turn % 2 == 0, "other")
                pilot.app.screen.refresh(layout=True)
                await pilot.pause()
            assert before["MapGeometry"] > 0
            assert count() <= before
        finally:
            gc.enable()


async def test_a_focused_field_that_is_removed_leaves_no_styles_behind() -> None:
    keep_free_of_cycles()
    async with App[None]().run_test() as pilot:
        gc.collect()
        gc.disable()
        before = count()
        try:
            removed = memory.RemovedParts()
            field = Input()
            await pilot.app.mount(field)
            field.focus()
            await pilot.pause()
            assert count() > before
            removed.add([field])
            await field.remove()
            await pilot.pause()
            removed.empty_all([])
            del removed
            assert count() <= before
        finally:
            gc.enable()
