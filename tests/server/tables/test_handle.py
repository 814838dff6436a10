"""What a player does at a table of the server, through a handle."""

import pytest

from regicide_tui.server.api.tables import RemoteSession
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, begin, enter_table, first_action


async def test_an_action_for_all_is_taken_for_this_seat_alone(services: Services) -> None:
    table = await begin(services)
    by, text = first_action(services.tables.whole(table))
    session = RemoteSession(enter_table(services, table, by))
    assert session.local_table is None
    game = session.seen_from(session.seat).game
    await session.submit_for_all(game.parse(text))
    view = session.seen_from(session.seat)
    assert view.moves == 1
    assert view.told[-1].events


@pytest.mark.parametrize(
    "command",
    [
        *(commands.Close(why) for why in commands.Why),
        commands.PassHost(),
        commands.CallTime(),
        commands.StartClocks(),
    ],
    ids=repr,
)
async def test_nobody_gives_the_commands_of_the_server(
    services: Services, command: commands.Command
) -> None:
    table = await begin(services)
    with pytest.raises(Refused, match="Only the server can do that"):
        await enter_table(services, table, ADA).do(command)
    assert services.tables[table].playing
