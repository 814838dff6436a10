"""Servers in this process for tests, and tables there."""

import io
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

from regicide_tui.play.ratings import Finished
from regicide_tui.server.api.api import Api, make_api
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.api.tables import TableHandle
from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.register import RegisterEntry
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.facts import Said
from regicide_tui.server.model.table.gathering import ReadinessChanged, SeatTaken
from regicide_tui.server.model.table.state import Record, TableState
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.common import Common
from regicide_tui.server.services.moderation import Moderation
from regicide_tui.server.services.preferences import Preferences
from regicide_tui.server.services.services import Services
from regicide_tui.server.services.visitor_limits import VisitorLimits
from regicide_tui.server.storage.sqlite import SqliteStore
from regicide_tui.server.storage.store import Store

ADA, BEA = "ada", "bea"


class Reporting(Common):
    """What services have in common; errors go to a function instead of the journal."""

    def __init__(
        self,
        store: Store,
        to: Callable[..., None] = lambda error: None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._to = to
        super().__init__(store, clock=clock)

    def report(self, error: BaseException, **facts: object) -> None:
        """Pass an error on."""
        self._to(error)


@asynccontextmanager
async def opened(
    place: Path | Store, journal: io.StringIO | None = None, **settings: Any
) -> AsyncIterator[Services]:
    """Open a server on a file or a store, and close it, and the file.

    Unless the settings of `Services` say otherwise, bots don't wait, and nobody for who is
    away.
    """
    store = SqliteStore(place) if isinstance(place, Path) else place
    usual = {"pause": 0, "return_seconds": 0, "journal": Journal((journal or io.StringIO()).write)}
    services = Services(store, **{**usual, **settings})
    try:
        await services.open()
        yield services
        await services.idle()
    finally:
        await services.close()
        if isinstance(place, Path):
            await store.close()


async def begin(
    services: Services,
    game: str = "regicide",
    word: str = "",
    clock: tuple[int, int] | None = None,
    others: Sequence[str] = (BEA,),
) -> str:
    """Open a table of ada and these others, and begin a game there."""
    table = await services.joining.open_table(
        ADA, commands.Open(game, len(others) + 1, {}, word, clock)
    )
    for seat, name in enumerate(others, 1):
        await services.commands.do(table, name, commands.Sit(seat, password=word))
        await services.commands.do(table, name, commands.BeReady(True))
    await services.commands.do(table, ADA, commands.StartGame())
    return table


def legal_actions(state: TableState) -> tuple[str, list[str]]:
    """Return who must act, and all that they can do."""
    facts, game = state.facts, state.game
    assert game is not None
    assert facts.to_act is not None
    legal = facts.rules.legal_actions(game.view(facts.to_act))
    return facts.seats[facts.to_act], [*map(facts.rules.format, legal)]


def first_action(state: TableState) -> tuple[str, str]:
    """Return who must act, and what they can do."""
    by, (first, *_) = legal_actions(state)
    return by, first


async def seat_guest(services: Services, table: str, guest: str, seat: int) -> None:
    """Seat a guest among people, and let them be ready, as older versions of the server did."""
    done = (SeatTaken(seat, guest), ReadinessChanged(guest, True))
    await services.tables.projection(table).append(lambda _: Record(guest, services.now(), done))
    await services.tables.catch_up(table)


def forget_finished(services: Services) -> None:
    """Forget the tables that have ended lately, as after many other games."""
    services.tables.finished.clear()


def clocks_stand_at(services: Services, table: str) -> bool:
    """Tell whether the clocks of a table stand since the server was opened."""
    state = services.tables[table]
    return state.clocks_stand(services.presence.people_at(table, state), services.now())


def preferences_in(store: Store, report: Callable[..., None] = lambda error: None) -> Preferences:
    """Return the preferences in a store; they may be changed as often as one likes."""
    times = count(step=1000)
    common = Reporting(store, report, clock=lambda: next(times))
    return Preferences(common, VisitorLimits(common, Moderation(common)))


def api_of(services: Services, name: str, limit_key: str = "") -> Api:
    """Return the API of a visitor, whose wrong tries are counted under a key of their own."""
    terminal = "xterm-256color", {"LANG": "C.UTF-8"}
    return make_api(services, Visitor(name, limit_key != "", *terminal, address=limit_key))


def finished(
    table: str, game: str, seats: tuple[str, ...], winners: tuple[str, ...], reason: str, at: int
) -> Finished:
    """Return a game that is over, as the register has it."""
    return RegisterEntry("", table, game, seats, winners, reason).finished_at(at)


def enter_table(
    services: Services, table: str, name: str, password: str = "", limit_key: str = ""
) -> TableHandle:
    """Return somebody's handle to a table. Raises `Refused`."""
    return api_of(services, name, limit_key).tables.enter(table, password)


async def read_table(services: Services, table: str, name: str, password: str = "") -> None:
    """Read a table before somebody enters it. Raises `Refused`."""
    await api_of(services, name).tables.read(table, password)


async def enter_review(
    services: Services, table: str, name: str, moment: int | None = None
) -> ReviewHandle:
    """Let somebody come to a server, and into the review of a game. Raises `Refused`."""
    api = api_of(services, name)
    if name not in services.presence:
        api.visit.come(lambda _: None)
    return await api.reviews.enter(table, moment)


def said_in(chat: Iterable[Said]) -> list[tuple[str, str]]:
    """Return who said what, without the times."""
    return [(one.by, one.text) for one in chat]
