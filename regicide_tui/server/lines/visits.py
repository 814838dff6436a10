"""The front end of a visitor: an app with a screen, or lines."""

from regicide_tui.server.apps.app import Arrival, FrontEnd
from regicide_tui.server.lines.json import JsonVisit
from regicide_tui.server.lines.text import NamingVisit, TextVisit
from regicide_tui.server.screens.app import ServerApp
from regicide_tui.server.screens.naming_app import NamingApp


def make_front(arrival: Arrival) -> FrontEnd:
    """Return the front end of a visitor; it asks for a name if they have none and aren't guests."""
    server, _, _, visitor, line, _ = arrival
    if visitor.mode == "json":
        return JsonVisit(arrival)
    if visitor.newcomer is not None and not visitor.guest:
        if visitor.mode:
            return NamingVisit(arrival)
        return NamingApp(server, visitor, visitor.newcomer, line)
    return TextVisit(arrival) if visitor.mode else ServerApp(arrival)
