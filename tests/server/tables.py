"""Tables of a house for tests."""

from regicide_tui.server.hub import Hub

ADA, BEA = "ada", "bea"


async def begin(hub: Hub, game: str = "regicide", word: str = "", **more: object) -> str:
    """Open a table of two and begin a game there."""
    table = await hub.open_table(ADA, game=game, players=2, options={}, word=word, **more)
    await hub.do(table, BEA, "sit", seat=1, word=word)
    await hub.do(table, BEA, "ready", ready=True)
    await hub.do(table, ADA, "start")
    return table
