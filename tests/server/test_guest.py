"""An app of a visitor touches nothing of the machine it runs on, and nothing of its neighbours."""

import gc
import sys
import weakref
import webbrowser
from pathlib import Path

import pytest

from regicide_tui.server.guest import Guest
from regicide_tui.server.house import House
from tests.bench.house.apps import table_for
from tests.server.clients import OTHER_KEY, connect, open_house, session, visit
from tests.server.waiting import until


def _guests(house: House) -> list[Guest]:
    return [*house._visits.values()]


async def test_apps_that_end_out_of_order_leave_the_streams_alone(house: House) -> None:
    streams = sys.stdout, sys.stderr
    async with connect(house) as first, connect(house, "bea", OTHER_KEY) as second:
        one = await session(first)
        await one.shows("<ada")
        other = await session(second)
        await other.shows("<bea")
        for client in (one, other):
            assert (sys.stdout, sys.stderr) == streams
            client.process.stdin.write(b"q")
            await client.ends()
        assert (sys.stdout, sys.stderr) == streams


async def test_nothing_is_opened_or_written_on_the_server(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, **_: opened.append(url))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = {*tmp_path.rglob("*")}
    async with visit(house) as client:
        (app,) = _guests(house)
        app.open_url("https://example.org")
        app.deliver_screenshot()
        app.deliver_text(tmp_path / "door")
        app.deliver_binary(tmp_path / "door")
        app.action_suspend_process()
        client.process.stdin.write(b"k")
        await client.shows(" k ")
    assert not opened
    assert {*tmp_path.rglob("*")} <= before | {*tmp_path.glob("house.db*")}


async def test_a_closed_app_is_free_without_a_collection(tmp_path: Path) -> None:
    async with open_house(tmp_path, app=table_for) as house, connect(house) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        gc.disable()
        try:
            (app,) = _guests(house)
            screen, look = weakref.ref(app.screen._compositor), weakref.ref(app.look)  # type: ignore[attr-defined]
            del app
            client.process.stdin.write_eof()
            await client.ends()
            await until(lambda: not (screen() or look()))
        finally:
            gc.enable()


async def test_a_closed_screen_is_free_without_a_collection(tmp_path: Path) -> None:
    async with open_house(tmp_path, app=table_for) as house, connect(house) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        client.process.stdin.write(b"?")
        await client.shows("HELP")
        gc.disable()
        try:
            (app,) = _guests(house)
            shown = weakref.ref(app.screen._compositor)
            client.process.stdin.write(b"\x1b")
            await until(lambda: not shown())
        finally:
            gc.enable()
