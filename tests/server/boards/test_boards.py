"""The boards of a server, with tables and people: who gets which, and what nobody hears."""

from pathlib import Path
from typing import Any

import pytest

from regicide_tui.server.model.boards.series import house_series
from regicide_tui.server.model.register import Register
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.boards import Boards
from regicide_tui.server.services.forget import rename
from regicide_tui.server.services.services import Services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.boards.players import (
    NOW,
    begin_board,
    come,
    state_of,
)
from tests.server.gatherings import ADA, BEA, Reporting, opened
from tests.server.waiting import Time

CYD = "cyd"
HOUSE = house_series(2)
ALONE = house_series(1)


async def test_who_gets_another_name_gets_no_deal_again(store: SqliteStore) -> None:
    await Accounts(store).add_key(ADA, "ssh-ed25519 AAAA")
    boards = Boards(Reporting(store, clock=lambda: NOW))
    await boards.open()
    board, _ = await boards.deal(HOUSE.name, "one", (ADA, BEA))
    watched, _ = await boards.deal(HOUSE.name, "two", (BEA, CYD))
    await boards.note_watcher(watched, ADA)
    await rename(store, ADA, "zoe")
    again = Boards(Reporting(store, clock=lambda: NOW))
    await again.open()
    assert again.book.has_seen(board, "zoe")
    assert again.book.has_seen(watched, "zoe")
    assert not again.book.has_seen(board, ADA)


async def test_who_comes_while_a_board_is_dealt_has_not_lost_it(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    await come(services, ADA, BEA, CYD)
    asked = commands.Open("regicide", 2, {}, series=HOUSE.name)
    table = await services.joining.open_table(ADA, asked)
    await services.commands.do(table, BEA, commands.Sit(1))
    await services.commands.do(table, BEA, commands.BeReady(True))
    deal = services.boards.deal

    async def slow_deal(*given: Any) -> Any:
        board = await deal(*given)
        await services.commands.do(table, BEA, commands.Stand())
        await services.commands.do(table, CYD, commands.Sit(1))
        await services.commands.do(table, CYD, commands.BeReady(True))
        return board

    monkeypatch.setattr(services.boards, "deal", slow_deal)
    with pytest.raises(Refused, match="joined or left"):
        await services.commands.do(table, ADA, commands.StartGame())
    (board,) = services.boards.book.deals
    assert not any(services.boards.book.has_seen(board, name) for name in (ADA, BEA, CYD))


@pytest.mark.parametrize(
    "asked",
    [
        commands.Open("duel", 2, {}, series=HOUSE.name),
        commands.Open("regicide", 3, {}, series=HOUSE.name),
        commands.Open("regicide", 2, {"jesters": 1}, series=HOUSE.name),
        commands.Open("regicide", 2, {}, days=3, series=HOUSE.name),
        commands.Open("regicide", 2, {}, series="mine/2//0"),
        commands.Open("regicide", 2, {}, series="round/2/none/1"),
    ],
)
async def test_a_table_fits_its_series(services: Services, asked: commands.Open) -> None:
    with pytest.raises(Refused):
        await services.joining.open_table(ADA, asked)


async def test_a_table_that_was_closed_meanwhile_ends_without_a_result(
    path: Path, clock: Time
) -> None:
    async with opened(path, clock=clock) as services:
        table = await begin_board(services, ALONE, ADA)
        board = state_of(services, table).board
        register = Register.project(services.store, services.tasks.report)
        await register.append(lambda _: {"closed": table})
    async with opened(path, clock=clock) as services:
        assert [one.counts for one in services.boards.book.results_of(board)] == [False]
        assert services.boards.may_look(board, ADA) is None
