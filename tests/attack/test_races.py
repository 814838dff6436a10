"""What several do at the same moment comes to what they wanted."""

import asyncio

import pytest

from regicide_tui.server.model.table import commands
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, begin
from tests.server.waiting import until


@pytest.mark.parametrize("word", ["", "golden-bell-1234"])
async def test_who_want_another_game_at_the_same_moment_gather_at_one_table(
    services: Services, word: str
) -> None:
    table = await begin(services, word=word)
    await services.commands.do(
        table, ADA, commands.Ask(what="end")
    )  # nobody is here, so one is enough
    await until(lambda: table not in services.tables)
    gathered = await asyncio.gather(
        *[services.joining.join_next(table, name) for name in (ADA, BEA, ADA, BEA)]
    )
    assert len({*gathered}) == len(services.tables) == 1
    assert {*services.tables[gathered[0]].seats} == {ADA, BEA}
