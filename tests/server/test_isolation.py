"""An app of a visitor touches nothing of the machine it runs on, and nothing of its neighbours."""

import asyncio
import gc
import sys
import weakref
import webbrowser
from collections.abc import Awaitable
from pathlib import Path

import pytest

from regicide_tui.server.apps import memory
from regicide_tui.server.apps.app import SshApp
from regicide_tui.server.apps.driver import LineDriver
from regicide_tui.server.apps.memory import keep_free_of_cycles
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.connection import ConnectionHandler
from regicide_tui.server.ssh.server import Server
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.textual_internals import is_at_work
from regicide_tui.tui.widgets.form import FormLines
from tests.bench.server.apps import table_for
from tests.server.clients import OTHER_KEY, connect, open_server, session, the_app, visit
from tests.server.visitors import visiting
from tests.server.waiting import PATIENCE, until


def _guests(server: Server) -> list[SshApp]:
    return [app for app in server.reception.visitors.apps.values() if isinstance(app, SshApp)]


async def test_apps_that_end_out_of_order_leave_the_streams_alone(server: Server) -> None:
    streams = sys.stdout, sys.stderr
    async with connect(server) as first, connect(server, "bea", OTHER_KEY) as second:
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
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda url, **_: opened.append(url))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    before = {*tmp_path.rglob("*")}
    async with visit(server) as client:
        (app,) = _guests(server)
        app.open_url("https://example.org")
        app.deliver_screenshot()
        app.deliver_text(tmp_path / "file")
        app.deliver_binary(tmp_path / "file")
        app.action_suspend_process()
        client.process.stdin.write(b"k")
        await client.shows(" k ")
    assert not opened
    assert {*tmp_path.rglob("*")} <= before | {*tmp_path.glob("house.db*")}


async def test_a_closed_app_is_free_without_a_collection(tmp_path: Path) -> None:
    async with open_server(tmp_path, app=table_for) as server, connect(server) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        gc.disable()
        try:
            (app,) = _guests(server)
            screen, look = weakref.ref(app.screen._compositor), weakref.ref(app.look)  # type: ignore[attr-defined]
            del app
            client.process.stdin.write_eof()
            await client.ends()
            await until(lambda: not (screen() or look()))
        finally:
            gc.enable()


async def test_a_closed_screen_is_free_without_a_collection(tmp_path: Path) -> None:
    async with open_server(tmp_path, app=table_for) as server, connect(server) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        client.process.stdin.write(b"?")
        await client.shows("HELP")
        gc.disable()
        try:
            (app,) = _guests(server)
            shown = weakref.ref(app.screen._compositor)
            client.process.stdin.write(b"\x1b")
            await until(lambda: not shown())
        finally:
            gc.enable()


@pytest.mark.slow
async def test_screens_that_keys_without_end_open_and_close_do_not_pile_up(tmp_path: Path) -> None:
    async with open_server(tmp_path, app=table_for) as server, connect(server) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        (app,) = _guests(server)
        driver, most = app.own_driver, 0
        assert isinstance(driver, LineDriver)

        def has_handled_all() -> bool:
            nonlocal most
            most = max(most, len(app.removed))
            return not (driver.keys.waiting or driver.keys.busy)

        client.process.stdin.write(b"?" * 120)
        await until(lambda: len(driver.keys.waiting) > 80)
        await until(has_handled_all, 4 * PATIENCE)
        assert 0 < most < 40


@pytest.fixture
def only_new_garbage() -> None:
    """Let collections of garbage look at nothing that was there before the test."""
    keep_free_of_cycles()
    gc.freeze()


def _left_to_collect() -> set[str]:
    """Return the kinds of objects that only a collection of garbage has found."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        gc.collect()
        return {type(one).__name__ for one in gc.garbage}
    finally:
        gc.set_debug(0)
        gc.garbage.clear()


@pytest.mark.usefixtures("only_new_garbage")
async def test_screens_with_fields_and_bars_leave_nothing_to_collect(services: Services) -> None:
    async with visiting(services, "ada") as [ada]:
        await ada.sees("Open a table")
        gc.collect()
        gc.disable()
        try:
            for key, title in (("n", "OPEN A TABLE"), (":", "COMMANDS"), ("?", "HELP")):
                await ada.press(key)
                await ada.sees(title)
                await ada.press("escape")
                await ada.until(lambda: len(ada.app.screen_stack) == 1)
            await until(lambda: not ada.app.removed)
            assert not _left_to_collect() & {"ScrollBar", "StylesCache", "BoxModel"}
        finally:
            gc.enable()


@pytest.mark.usefixtures("only_new_garbage")
async def test_an_app_that_has_ended_leaves_nothing_to_collect(services: Services) -> None:
    async with visiting(services, "ada") as [ada]:
        await ada.sees("Open a table")
        gc.collect()
        gc.disable()
    try:
        ada.app.take_apart()
        left = _left_to_collect()
        assert not left & {"RuleSet", "Selector", "StylesCache", "BoxModel"}, left
    finally:
        gc.enable()


@pytest.mark.usefixtures("only_new_garbage")
async def test_screens_that_are_closed_as_they_open_leave_nothing_to_collect(
    services: Services,
) -> None:
    async with visiting(services, "ada") as [ada]:
        await ada.sees("Open a table")
        app = ada.app
        gc.collect()
        gc.disable()
        try:
            with app._context():
                for turns in range(12):
                    await app.run_action("help")
                    for _ in range(turns):
                        await asyncio.sleep(0)
                    app.pop_screen()
            await until(lambda: len(app.screen_stack) == 1 and not app.removed)
            assert not _left_to_collect() & {"StylesCache", "RenderCache", "BoxModel"}
        finally:
            gc.enable()


async def test_what_is_called_after_a_picture_finds_its_closed_screen_whole(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with visiting(services, "ada") as [ada]:
        await ada.press("n")
        await ada.sees("OPEN A TABLE")
        app, lobby = ada.app, ada.app.screen_stack[0]
        lines = app.screen.query_one(FormLines)
        called: list[FormLines] = []

        def call() -> None:
            lines.out_of_sight(DRAWN)
            called.append(lines)

        def postpone() -> Awaitable[None]:
            return asyncio.sleep(0)

        monkeypatch.setattr(lobby, "_invoke_and_clear_callbacks", postpone)
        lobby._callbacks.append((call, lines))
        await ada.press("escape")
        await ada.until(lambda: len(app.screen_stack) == 1)
        await until(lambda: not any(is_at_work(part) for part in app.removed))
        app.empty_removed()
        monkeypatch.undo()
        lobby.check_idle()
        await until(lambda: bool(called))
        await until(lambda: not app.removed)


async def test_a_connection_that_has_ended_leaves_nothing_to_collect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "SECONDS", 3600)
    async with open_server(tmp_path, app=table_for) as server:
        handlers: list[weakref.ref[ConnectionHandler]] = []
        gc.disable()
        try:
            for _ in range(2):
                async with connect(server) as connection:
                    client = await session(connection)
                    await client.shows("Tavern")
                    handlers += [
                        weakref.ref(one)
                        for one in gc.get_objects()
                        if type(one) is ConnectionHandler
                    ]
                    client.process.stdin.write_eof()
                    await client.ends()
            assert handlers
            await until(lambda: not any(handler() for handler in handlers))
        finally:
            gc.enable()


@pytest.mark.slow
async def test_an_app_that_is_cancelled_keeps_what_its_tasks_still_need(tmp_path: Path) -> None:
    async with open_server(tmp_path, app=table_for) as server, connect(server) as connection:
        client = await session(connection)
        await client.shows("Tavern")
        (task,), app = server.reception.visitors.apps, the_app(server)
        task.cancel()
        while not app.last_parts:
            await asyncio.sleep(0)
        task.cancel()  # while it ends
        while server.reception.visitors.apps:
            await asyncio.sleep(0)
        assert "devtools" in vars(app)
