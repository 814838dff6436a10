"""The session of a player at a table of the server."""

from regicide_tui.server.services.handle import RemoteSession
from regicide_tui.server.services.hub import Hub
from tests.server.gatherings import begin, first_action


async def test_an_action_for_all_is_taken_for_this_seat_alone(hub: Hub) -> None:
    table = await begin(hub)
    by, text = first_action(hub.tables[table])
    session = RemoteSession(hub.make_handle(table, by))
    assert session.local_table is None
    await session.submit_for_all(session.table.game.parse(text))
    assert session.table.moves == 1
    assert [*session.table.log][-1].events
