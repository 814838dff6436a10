"""Tables of a house for tests."""

from regicide_tui.server.hub import Hub
from regicide_tui.server.room import Room

ADA, BEA = "ada", "bea"


async def begin(hub: Hub, game: str = "regicide", word: str = "", **more: object) -> str:
    """Open a table of two and begin a game there."""
    table = await hub.open_table(ADA, game=game, players=2, options={}, word=word, **more)
    await hub.do(table, BEA, "sit", seat=1, word=word)
    await hub.do(table, BEA, "ready", ready=True)
    await hub.do(table, ADA, "start")
    return table


def first_action(room: Room) -> tuple[str, str]:
    """Return who must act, and what they can do."""
    assert room.table is not None
    seat = room.table.to_act
    assert seat is not None
    legal = room.rules.legal_actions(room.table.view(seat))
    return room.seats[seat], room.rules.format(legal[0])
