"""The apps that a measured server runs: factories by name."""

import tempfile
from collections.abc import Awaitable, Callable, Mapping

import asyncssh
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from msgspec.structs import replace

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import find_paths
from regicide_tui.play.settings import Settings
from regicide_tui.server.api.api import make_api
from regicide_tui.server.apps.app import AppServer, Arrival, SshApp
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.visitor import ReviewLink, Visitor
from regicide_tui.server.screens.app import ServerApp
from regicide_tui.server.services.services import Services
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.server import AppMaker
from regicide_tui.server.storage.store import Store
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.startup.page import Opening
from tests.server.gatherings import first_action
from tests.server.visitors import apps_of, news_of

_SEATS = 4
IN_REVIEWS = 20
"""The people in reviews, four in each; the first one leads."""
_EVENING = 4 * 3600.0


KEY = asyncssh.import_private_key(
    Ed25519PrivateKey.from_private_bytes(bytes(32)).private_bytes(
        Encoding.PEM, PrivateFormat.OpenSSH, NoEncryption()
    )
)
"""Everyone's key, which the processes of the server and of the clients must both know."""


def name_of(number: int) -> str:
    """Return a person's name."""
    return f"person-{number}"


class TableApp(SshApp, RegicideApp):
    """The local app at a table, for a visitor."""

    async def _shutdown(self) -> None:
        """End the thread that saves."""
        await self.save_session.end()
        await super()._shutdown()


def table_for(server: AppServer, visitor: Visitor, line: SshLine) -> TableApp:
    """Show a visitor a game of their own."""
    return TableApp(
        server,
        visitor,
        line,
        paths=find_paths(tempfile.mkdtemp()),
        settings=Settings(motion=False),
        plain=not visitor.writes_utf8,
        colours=visitor.colours,
        opening=Opening(deal(Start("regicide", 1, "7F3K", {}))),
    )


async def _tables(store: Store, people: int) -> AppMaker:
    return table_for


async def seat(store: Store, people: int) -> Services:
    """Seat this many people at tables of four, in running games; return the services."""
    services = Services(store)
    await services.open()
    for first in range(0, people, _SEATS):
        await _begin(services, [name_of(number) for number in range(first, first + _SEATS)])
    return services


async def _server_app(store: Store, people: int) -> AppMaker:
    """Let people play at tables of four."""
    services = await seat(store, people)
    return apps_of(services, _EVENING)


async def _reviews(store: Store, people: int) -> AppMaker:
    """Let the first twenty finish games of four, and show each the review of theirs.

    The others play.
    """
    services = Services(store)
    await services.open()
    links: dict[str, ReviewLink] = {}
    for first in range(0, people, _SEATS):
        names = [name_of(number) for number in range(first, first + _SEATS)]
        table = await _begin(services, names)
        if first < IN_REVIEWS:
            await _play_to_the_end(services, table)
            links |= dict.fromkeys(names, ReviewLink(table))

    def make(server: AppServer, visitor: Visitor, line: SshLine) -> ServerApp:
        linked = replace(visitor, review=links.get(visitor.name))
        api, news = make_api(services, linked), news_of(services)
        return ServerApp(Arrival(server, api, news, linked, line, _EVENING))

    return make


async def _begin(services: Services, names: list[str]) -> str:
    """Begin a game."""
    host, *others = names
    table = await services.joining.open_table(host, commands.Open("regicide", len(names), {}))
    for seat, name in enumerate(others, 1):
        await services.commands.do(table, name, commands.Sit(seat, password=""))
        await services.commands.do(table, name, commands.BeReady(True))
    await services.commands.do(table, host, commands.StartGame())
    return table


async def _play_to_the_end(services: Services, table: str) -> None:
    """Take the first action until the game is over."""
    while services.tables.find(table).playing:
        by, action = first_action(services.tables.whole(table))
        await services.commands.do(table, by, commands.Act(action))


PREPARED: Mapping[str, Callable[[Store, int], Awaitable[AppMaker]]] = {
    "reviews": _reviews,
    "server": _server_app,
    "table": _tables,
}
"""Prepares a store, and returns a factory of apps."""
