"""A server with boards, a clock of the test, and pars that come at once."""

from collections.abc import AsyncIterator

import pytest

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import NOW, QuickPlayer
from tests.server.waiting import Time


@pytest.fixture
def clock() -> Time:
    """The clock of the server."""
    return Time(NOW)


@pytest.fixture
def player() -> QuickPlayer:
    """The one who plays for pars."""
    return QuickPlayer()


@pytest.fixture
async def services(store: SqliteStore, clock: Time, player: QuickPlayer) -> AsyncIterator[Services]:
    """An open server."""
    services = Services(
        store,
        pause=0,
        return_seconds=0,
        clock=clock,
        settings=Limits(tables_by_player=100),
        par_player=player,
    )
    await services.open()
    yield services
    await services.close()
