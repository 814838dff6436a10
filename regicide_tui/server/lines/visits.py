"""The front end of a visitor: an app with a screen, or lines."""

from regicide_tui.server.api.api import Api
from regicide_tui.server.apps.app import AppServer, SshApp
from regicide_tui.server.apps.driver import Line
from regicide_tui.server.apps.news import News
from regicide_tui.server.lines.front import LineFront
from regicide_tui.server.lines.json import JsonVisit
from regicide_tui.server.lines.text import NamingVisit, TextVisit
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.screens.app import make_app


def make_front(
    server: AppServer, api: Api, news: News, visitor: Visitor, line: Line, idle_seconds: float
) -> SshApp | LineFront:
    """Return what a visitor sees; whoever has no name yet, and is no guest, is asked for one."""
    if not visitor.mode:
        return make_app(server, api, news, visitor, line, idle_seconds)
    if visitor.mode == "json":
        return JsonVisit(server, api, news, visitor, line, idle_seconds)
    if visitor.newcomer is not None and not visitor.guest:
        return NamingVisit(server, api, visitor, line, idle_seconds)
    return TextVisit(server, api, news, visitor, line, idle_seconds)
