"""A server with boards, a clock of the test, and pars that come at once."""

from collections.abc import AsyncIterator

import pytest

from regicide_tui.server.services.hub import Hub
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import Clock, QuickPlayer


@pytest.fixture
def clock() -> Clock:
    """The clock of the server."""
    return Clock()


@pytest.fixture
def player() -> QuickPlayer:
    """The one who plays for pars."""
    return QuickPlayer()


@pytest.fixture
async def hub(store: SqliteStore, clock: Clock, player: QuickPlayer) -> AsyncIterator[Hub]:
    """An open server."""
    hub = Hub(
        store, pause=0, return_seconds=0, clock=clock, tables_by_player=100, par_player=player
    )
    await hub.open()
    yield hub
    await hub.close()
