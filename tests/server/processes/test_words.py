"""What people say, prefer and order at one process of a server is known at all."""

import asyncio
from pathlib import Path

import pytest

from regicide_tui.server.model.names import Account, NameRefused
from regicide_tui.server.model.order import Kind
from regicide_tui.server.services.accounts import Accounts
from regicide_tui.server.services.moderation import OPERATOR
from regicide_tui.server.services.nameless import GuestNames
from tests.server.gatherings import ADA, BEA, begin, enter_table
from tests.server.processes.houses import housing
from tests.server.visitors import news_of
from tests.server.waiting import until

CYD, DAN = "cyd", "dan"


async def test_the_lobby_hears_at_all_processes_what_is_said_at_one(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        told: list[str] = []
        end = news_of(two.services).house.add(lambda: told.append("news"))
        one.services.chats.say(ADA, "hello")
        await house.settle()
        two.services.chats.say(BEA, "good evening")
        await house.settle()
        assert told
        end()
        late = await house.open_process()
        for process in (one, two, late):
            assert [*process.services.chats.lobby] == [(ADA, "hello"), (BEA, "good evening")]


async def test_what_is_said_at_once_stands_everywhere_in_the_same_order(path: Path) -> None:
    async with housing(path, 3) as house:
        for number in range(8):
            for process, name in zip(house.processes, (ADA, BEA, CYD), strict=True):
                process.services.chats.say(name, f"{number}")
        await house.settle()
        chats = [[*process.services.chats.lobby] for process in house.processes]
        assert len(chats[0]) == 24
        assert chats[0] == chats[1] == chats[2]


async def test_spectators_hear_each_other_at_all_processes_also_those_who_come_late(
    path: Path,
) -> None:
    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services, "duel")
        await house.settle()
        cyd, dan = enter_table(one.services, table, CYD), enter_table(two.services, table, DAN)
        cyd.say_to_spectators("first")
        await house.settle()
        dan.say_to_spectators("second")
        await house.settle()
        late = await house.open_process()
        await late.services.tables.read(table)
        said = ((CYD, "first"), (DAN, "second"))
        for process in (one, two, late):
            eve = enter_table(process.services, table, "eve")
            await house.settle()
            assert eve.spectator_chat == said
            assert enter_table(process.services, table, ADA).spectator_chat == ()


async def test_spectators_go_on_to_talk_when_the_game_is_over(path: Path) -> None:
    from regicide_tui.server.model.table import commands

    async with housing(path) as house:
        one, two = house.processes
        table = await begin(one.services, "duel")
        await house.settle()
        cyd, dan = enter_table(one.services, table, CYD), enter_table(two.services, table, DAN)
        cyd.say_to_spectators("during")
        await house.settle()
        await one.services.commands.do(table, ADA, commands.Resign())
        await house.settle()
        dan.say_to_spectators("after")
        await house.settle()
        assert cyd.spectator_chat == dan.spectator_chat == ((CYD, "during"), (DAN, "after"))


async def test_whom_somebody_ignores_is_known_wherever_they_come(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        await one.services.preferences.ignore(ADA, BEA, True)
        await one.services.preferences.want_notices(ADA, False)
        await house.settle()
        assert [*two.services.preferences.ignored_by(ADA)] == [BEA]
        assert not await two.services.preferences.wants_notices(ADA)


async def test_of_two_who_choose_one_name_at_once_one_gets_it(path: Path) -> None:
    async with housing(path) as house:
        books = [Accounts(process.store) for process in house.processes]
        for book in books:
            await book.list_all()
        found = await asyncio.gather(
            *[book.choose("zoe", f"ssh-ed25519 KEY{at}") for at, book in enumerate(books)],
            return_exceptions=True,
        )
        (got,) = [one for one in found if isinstance(one, Account)]
        assert sum(isinstance(one, NameRefused) for one in found) == 1
        for book in books:
            assert await book.find("zoe") == got


def stay(_: str) -> None:
    """Do nothing when asked to leave."""


async def test_a_ban_holds_at_once_at_all_processes_and_stands_in_one_journal(path: Path) -> None:
    async with housing(path) as house:
        one, two = (process.services.moderation for process in house.processes)
        await one.act(Kind.BAN, OPERATOR, ADA, "rude", 600.0)
        await until(lambda: two.refuse(ADA, "", "") is not None, seconds=1.5)
        written = "".join(process.journal.getvalue() for process in house.processes)
        assert written.count("act='ban'") == 1


async def test_moderators_know_the_address_of_a_visitor_of_any_process(path: Path) -> None:
    async with housing(path) as house:
        one, two = house.processes
        one.services.presence.arrive(ADA, stay, "192.0.2.1")
        await house.settle()
        assert two.services.presence.facts_of(ADA).address == "192.0.2.1"
        one.services.presence.leave(ADA, stay)
        await house.settle()
        assert two.services.presence.facts_of(ADA).address == ""


async def test_no_two_guests_have_one_name_at_different_processes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with housing(path) as house:
        one, two = (GuestNames(process.rows.visits) for process in house.processes)
        letters = iter("222222222222333333222222")
        monkeypatch.setattr("secrets.choice", lambda _: next(letters))
        presence = house.processes[0].services.presence
        with one.take() as name:
            assert name == "guest-222222"
            presence.arrive(name, stay)
            await house.settle()
            with two.take() as other:
                assert other == "guest-333333"
        presence.leave(name, stay)
        await house.settle()
        with two.take() as again:
            assert again == name
