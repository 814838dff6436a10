"""The session of a player at a table of the server."""

from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.services.services import Services
from tests.server.gatherings import begin, enter_table, first_action


async def test_an_action_for_all_is_taken_for_this_seat_alone(services: Services) -> None:
    table = await begin(services)
    by, text = first_action(services.tables.whole(table))
    session = RemoteSession(enter_table(services, table, by))
    assert session.local_table is None
    await session.submit_for_all(session.view.game.parse(text))
    assert session.view.moves == 1
    assert session.view.told[-1].events
