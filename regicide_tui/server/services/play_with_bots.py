"""A game with bots that begins at once."""

from regicide_tui import games
from regicide_tui.bots.roster import list_levels, review_level
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.hub import Hub

_PLAYERS = 3
"""The number of players, where a game allows it."""


def players_with_bots(game: str) -> int:
    """Return how many play in a game with bots that begins at once."""
    counts = games.find(game).player_counts
    return _PLAYERS if _PLAYERS in counts else max(counts)


async def play_with_bots(hub: Hub, by: str, game: str, address: str) -> str:
    """Open a table, seat bots, and begin; return the table. Raises `Refused`, `StoreError`."""
    players = players_with_bots(game)
    level = review_level(game, players) or list_levels(game, players)[0].name
    table = await hub.open_table(by, commands.Open(game, players, {}), address)
    for seat in range(1, players):
        await hub.do(table, by, commands.SeatBot(seat, level))
    await hub.do(table, by, commands.StartGame())
    return table
