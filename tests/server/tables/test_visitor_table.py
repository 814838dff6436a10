"""What a visitor sees of a table: what is for them, and nothing else."""

import pytest
from msgspec import to_builtins

from regicide_tui.server.lines.json import table_json
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.services.services import Services
from tests.server.gatherings import ADA, BEA, api_of, begin, enter_table

CYD, DAN, ZOE = "cyd", "dan", "zoe"
PASSWORD = "harbour"


@pytest.fixture
async def table(services: Services) -> str:
    """Return a private table that dan was sent away from, and that cyd has left."""
    opened = await services.joining.open_table(
        ADA, commands.Open("regicide", 3, {}, password=PASSWORD)
    )
    for name in (CYD, DAN):
        await services.commands.do(opened, name, commands.Sit(1, PASSWORD))
        if name == CYD:
            await services.commands.do(opened, CYD, commands.Stand())
    await services.commands.do(opened, ADA, commands.SendPersonAway(1, DAN))
    await services.commands.do(opened, BEA, commands.Sit(1, PASSWORD))
    return opened


def words(table: VisitorTable | None) -> str:
    """Return all that a visitor's table holds."""
    return repr(to_builtins(table))


async def test_a_stranger_sees_no_word_that_opens_a_table_and_nobody_who_left_it(
    services: Services, table: str
) -> None:
    secrets = services.tables.whole(table).secrets
    assert (secrets.sent_away, secrets.stood_up) == ((DAN,), (CYD,))
    api, handle = api_of(services, ZOE), enter_table(services, table, ZOE, PASSWORD)
    (listed,) = api.lobby.view().tables
    for seen in (api.tables.describe(table), listed.table, handle.table):
        assert ADA in words(seen)
        for secret in (PASSWORD, secrets.invitation, CYD, DAN):
            assert secret not in words(seen)


async def test_a_player_sees_the_words_that_open_a_table(services: Services, table: str) -> None:
    secrets = services.tables.whole(table).secrets
    for seen in (
        api_of(services, BEA).tables.own()[table],
        enter_table(services, table, BEA).table,
    ):
        assert (seen.password, seen.invitation) == (PASSWORD, secrets.invitation)
        assert not {CYD, DAN} & {*words(seen).replace("'", " ").split()}


async def test_somebody_who_was_sent_away_sees_that_and_no_more(
    services: Services, table: str
) -> None:
    seen = api_of(services, DAN).tables.describe(table)
    assert seen is not None
    assert (seen.is_sent_away, seen.password, seen.invitation) == (True, "", "")
    assert not enter_table(services, table, CYD, PASSWORD).table.is_sent_away


async def test_a_stranger_cannot_see_who_plays_a_private_game_or_how(services: Services) -> None:
    table = await begin(services, "duel", PASSWORD, clock=(5, 5))
    await services.commands.do(table, ADA, commands.Draw())
    api = api_of(services, ZOE)
    (listed,) = api.lobby.view().tables
    for seen in (api.tables.describe(table), listed.table):
        assert seen is not None
        told = table_json(table, seen)
        assert (told["game"], told["private"], told["begun"]) == ("duel", True, True)
        assert told["seats"] == [None, None]
        for key in ("clock", "host", "ready", "turn", "to_act", "question", "draws", "away"):
            assert not told[key], key
        assert not {ADA, BEA} & {*words(seen).replace("'", " ").split()}
    assert enter_table(services, table, ZOE, PASSWORD).table.seats == (ADA, BEA)
    assert api_of(services, BEA).tables.own()[table].seats == (ADA, BEA)


async def test_a_moderator_sees_who_plays_a_private_game(services: Services) -> None:
    table = await begin(services, "duel", PASSWORD)
    services.moderation.name_moderators((ZOE,))
    seen = api_of(services, ZOE).tables.describe(table)
    assert seen is not None
    assert seen.people == (ADA, BEA)


async def test_a_stranger_sees_that_a_private_game_has_a_bots_seat_to_ask_for(
    services: Services,
) -> None:
    table = await services.joining.open_table(
        ADA, commands.Open("regicide", 2, {}, password=PASSWORD)
    )
    await services.commands.do(table, ADA, commands.SeatBot(1, "page"))
    await services.commands.do(table, ADA, commands.StartGame())
    seen = api_of(services, ZOE).tables.describe(table)
    assert seen is not None
    assert (seen.may_take_over, seen.people) == ((1,), ())
