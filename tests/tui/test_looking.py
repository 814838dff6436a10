"""Whoever looks at an app waits until it has done all that it has to do."""

import asyncio
from threading import Event

import pytest
from textual.app import App, ComposeResult
from textual.widgets import Static

from tests.tui.looking import PATIENCE, settled, unhurried


class Busy(App[None]):
    """Shows `done` after it has taken some way to get there."""

    def __init__(self) -> None:
        super().__init__()
        self.go = Event()

    def compose(self) -> ComposeResult:
        yield Static("begun")

    def show(self) -> None:
        self.query_one(Static).update("done")

    async def in_a_message(self) -> None:
        await asyncio.to_thread(self.go.wait, PATIENCE)
        self.show()

    def in_a_worker(self) -> None:
        self.run_worker(self.in_a_message())

    def after_a_picture(self) -> None:
        self.refresh()
        self.call_after_refresh(self.call_later, self.call_after_refresh, self.call_next, self.show)

    def by_many_messages(self, more: int = 50) -> None:
        self.call_later(self.by_many_messages, more - 1) if more else self.show()


@pytest.mark.parametrize(
    "way", ["in_a_message", "in_a_worker", "after_a_picture", "by_many_messages"]
)
async def test_whatever_is_under_way_is_waited_for(way: str) -> None:
    app = Busy()
    with unhurried():
        async with app.run_test() as pilot:
            await settled(pilot)
            app.call_later(getattr(app, way))
            asyncio.get_running_loop().call_later(0.05, app.go.set)
            await settled(pilot)
            assert "done" in app.screen._compositor.render_strips()[0].text


async def _look_at_one_that_fails() -> None:
    app = Busy()
    async with app.run_test() as pilot:
        app.call_later(lambda: 1 // 0)
        await settled(pilot)


async def test_nobody_waits_for_an_app_that_has_failed() -> None:
    with unhurried(), pytest.raises(ZeroDivisionError):
        await _look_at_one_that_fails()
