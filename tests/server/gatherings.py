"""Tables of a server for tests."""

from collections.abc import Sequence

from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table import events as e
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.services.hub import Hub

ADA, BEA = "ada", "bea"


async def begin(
    hub: Hub,
    game: str = "regicide",
    word: str = "",
    clock: tuple[int, int] | None = None,
    others: Sequence[str] = (BEA,),
) -> str:
    """Open a table of ada and these others, and begin a game there."""
    table = await hub.open_table(ADA, commands.Open(game, len(others) + 1, {}, word, clock))
    for seat, name in enumerate(others, 1):
        await hub.do(table, name, commands.Sit(seat, password=word))
        await hub.do(table, name, commands.BeReady(True))
    await hub.do(table, ADA, commands.StartGame())
    return table


def first_action(state: TableState) -> tuple[str, str]:
    """Return who must act, and what they can do."""
    assert state.table is not None
    seat = state.table.to_act
    assert seat is not None
    legal = state.rules.legal_actions(state.table.view(seat))
    return state.seats[seat], state.rules.format(legal[0])


async def seat_guest(hub: Hub, table: str, guest: str, seat: int) -> None:
    """Seat a guest among people, and let them be ready, as older versions of the server did."""
    done = (e.SeatTaken(seat, guest), e.ReadinessChanged(guest, True))
    await hub.projections[table].append(lambda _: e.encode(e.Record(guest, hub.now, done)))
    await hub.update(table)
