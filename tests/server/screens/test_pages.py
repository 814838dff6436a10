"""Pages of what new visitors see, kept as text: `tests/tui/test_pages.py` says how to keep them."""

import asyncio
from contextvars import Context
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from textual.widgets import Input

from regicide_tui.server.api.api import make_api
from regicide_tui.server.apps.admission import Admission
from regicide_tui.server.apps.app import AppServer, Arrival, SshApp
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.lines.visits import make_front
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.visitor import PublicAddress, Visitor
from regicide_tui.server.screens.naming_app import ChooseNameScreen
from regicide_tui.server.services.services import Services
from regicide_tui.tui.card_app import CardApp
from tests.server.visitors import Window, end_of, news_of
from tests.server.waiting import until
from tests.tui.kept import Kept
from tests.tui.page import page_of

PAGES = Path(__file__).parent / "pages"
SIZES = ((60, 20), (80, 24), (120, 40))
SCREENS = ("naming", "naming-reserved", "no-key", "guest")
NAMES = [f"{screen}-{width}x{height}" for screen in SCREENS for width, height in SIZES]
GUEST = "guest-7kq2mz"


class _Newcomer:
    """Somebody without a name, who takes none."""

    may_look_around = True

    def __init__(self, suggestion: str, *, has_key: bool) -> None:
        self.suggestion, self.has_key = suggestion, has_key

    async def choose(self, name: str) -> str:
        """Take no name: nobody presses enter."""
        raise AssertionError(name)

    def look_around(self) -> None:
        """Stay."""


def _app_of(services: Services, window: Window, screen: str) -> SshApp:
    """Return the app of a visitor who sees this screen at once, or after the key `s`."""
    suggestion = {"naming": "bea", "naming-reserved": "root"}.get(screen, "")
    visitor = Visitor(
        name=GUEST if not suggestion else "",
        guest=not suggestion,
        term="xterm-256color",
        environment={"LANG": "C.UTF-8", "COLORTERM": "truecolor"},
        server=PublicAddress("play.example.org", 2222),
        newcomer=_Newcomer(suggestion, has_key=bool(suggestion)),
    )
    line: Any = window
    server = AppServer(Journal(lambda _: None), Admission())
    api, news = make_api(services, visitor), news_of(services)
    app = make_front(Arrival(server, api, news, visitor, line, 3600.0))
    assert isinstance(app, SshApp)
    return app


@pytest.mark.parametrize("name", NAMES)
async def test_what_new_visitors_see_looks_as_it_did(
    services: Services, pytestconfig: pytest.Config, name: str
) -> None:
    screen, _, size = name.rpartition("-")
    width, height = map(int, size.split("x"))
    window = Window((width, height))
    for other in ("ada", "zoe", "guest-bbbbbb", "guest-cccccc"):
        services.presence.arrive(other, lambda _: None)
    await services.joining.open_table("ada", commands.Open("duel", 2, {}))
    await services.chats.say("ada", "who plays a duel?")
    app = _app_of(services, window, screen)
    task = Context().run(asyncio.ensure_future, app.run_async(mouse=True))
    try:
        await until(lambda: "Get a name" in window.text or "CHOOSE" in window.text)
        if screen == "no-key":
            window.on_input(b"s", monotonic())
            await until(lambda: isinstance(app.screen, ChooseNameScreen))
        await app.work.idle()
        for field in app.screen.query(Input):
            field.cursor_blink = False
        await app.work.idle()
        assert isinstance(app, CardApp)
        page = page_of(app, app.look.palette)
    finally:
        app.exit("")
        await end_of(task, window)
    kept = Kept(PAGES, update=pytestconfig.getoption("--update-pages"))
    if difference := kept.difference(name, page):
        pytest.fail(difference, pytrace=False)


def test_a_screen_shows_every_page_that_is_kept(pytestconfig: pytest.Config) -> None:
    kept = Kept(PAGES, update=pytestconfig.getoption("--update-pages"))
    assert kept.unasked(NAMES) == []
