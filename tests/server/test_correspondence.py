"""Games by correspondence: an action within days, whoever is there, also over a restart."""

import asyncio
import io
import json
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from regicide_tui.server.base.journal import Journal
from regicide_tui.server.model.table import commands
from regicide_tui.server.services.notify import Notification, NotifyCommand
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, first_action
from tests.server.test_hub import Time
from tests.server.visitors import visiting
from tests.server.waiting import until

DAY = 24 * 60 * 60.0


@asynccontextmanager
async def opened(path: Path, time: Time, told: list[Notification]) -> AsyncIterator[Services]:
    """Open a server whose time stands."""
    store = SqliteStore(path / "house.db")
    services = make_services(
        store, clock=time, pause=0, notify=told.append, journal=Journal(io.StringIO().write)
    )
    await services.open()
    try:
        yield services
    finally:
        await services.close()
        await store.close()


@pytest.fixture
def time() -> Time:
    """A clock that stands."""
    return Time()


@pytest.fixture
def told() -> list[Notification]:
    """What people who are away were told."""
    return []


@pytest.fixture
async def services(tmp_path: Path, time: Time, told: list[Notification]) -> AsyncIterator[Services]:
    """An open server whose time stands."""
    async with opened(tmp_path, time, told) as services:
        yield services


async def begin(services: Services, game: str = "duel", days: int = 3) -> str:
    """Begin a game of two by correspondence."""
    table = await services.joining.open_table(ADA, commands.Open(game, 2, {}, days=days))
    await services.commands.do(table, BEA, commands.Sit(1))
    await services.commands.do(table, BEA, commands.BeReady(True))
    await services.commands.do(table, ADA, commands.StartGame())
    return table


async def act(services: Services, table: str) -> str:
    """Let the turn go to the other player; return who acted."""
    name, action = first_action(services.tables.whole(table))
    await services.commands.do(table, name, commands.Act(action))
    return name


async def act_until_another_must(services: Services, table: str) -> tuple[str, str]:
    """Let somebody act until it is another's turn; return both."""
    name = await act(services, table)
    while services.tables[table].waits_for(name):
        await act(services, table)
    return name, BEA if name == ADA else ADA


async def test_after_a_restart_the_game_goes_on_as_it_stood(
    tmp_path: Path, time: Time, told: list[Notification]
) -> None:
    async with opened(tmp_path, time, told) as services:
        table = await begin(services)
        _, then = await act_until_another_must(services, table)
    async with opened(tmp_path, time, told) as services, visiting(services, then) as [person]:
        await person.sees("Welcome,", "It is your turn in 1 game by correspondence.")
        await person.sees("Go on with Regicide Duel", "your turn, 3 days left")
        await person.press("1")
        await person.sees("turn ", "3 days")


async def test_who_comes_for_something_else_keeps_the_bot_until_they_open_the_table(
    services: Services, time: Time
) -> None:
    table = await begin(services, "regicide", days=1)
    late = first_action(services.tables.whole(table))[0]
    seat = services.tables[table].seats.index(late)
    time.seconds += DAY
    await services.automation.do_due(table)
    async with visiting(services, late) as [person]:
        assert services.tables[table].bots[seat]
        await person.goes_to("Go on with Regicide")
        await until(lambda: not services.tables[table].bots[seat])


async def test_in_the_form_one_chooses_days_for_each_action(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("n")
        await ada.sees("Clock")
        for _ in range(6):
            if "3 days" in ada.window.text:
                break
            await ada.press("down")
        assert "3 days" in ada.window.text


# ---------------------------------------------------------------- the operator's command

ONE = Notification("turn", "ada", "4f2a", "duel")
OTHER = Notification("over", "bea", "4f2a", "duel")
WRITE = """
import json, sys
with open(sys.argv[1], "a") as file:
    file.write(json.dumps(sys.argv[2:]) + "\\n")
"""


async def test_the_command_gets_what_happened_the_name_the_table_and_the_game(
    tmp_path: Path,
) -> None:
    file, out = tmp_path / "told", io.StringIO()
    command = NotifyCommand((sys.executable, "-c", WRITE, str(file)), Journal(out.write))
    command.notify(ONE)
    command.notify(OTHER)
    await until(lambda: file.exists() and file.read_text().count("\n") == 2, seconds=30)
    await command.close()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines == [["turn", "ada", "4f2a", "duel"], ["over", "bea", "4f2a", "duel"]]
    assert not out.getvalue()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("/no/such/program",), "No such file"),
        ((sys.executable, "-c", "import sys; sys.exit('no mail today')"), "no mail today"),
    ],
)
async def test_a_command_that_fails_is_noted_and_the_next_one_runs(
    words: tuple[str, ...], why: str
) -> None:
    out = io.StringIO()
    command = NotifyCommand(words, Journal(out.write))
    command.notify(ONE)
    command.notify(OTHER)
    await until(lambda: out.getvalue().count("not notified") == 2, seconds=30)
    await command.close()
    assert why in out.getvalue()
    assert "ada" in out.getvalue()


async def test_a_command_that_hangs_ends_with_the_server(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    hang = f"import os, time; open({str(file)!r}, 'w').write(str(os.getpid())); time.sleep(600)"
    command = NotifyCommand((sys.executable, "-c", hang), Journal(io.StringIO().write))
    command.notify(ONE)
    await until(lambda: file.exists() and file.read_text() != "", seconds=30)
    async with asyncio.timeout(10):
        await command.close()
    assert not Path(f"/proc/{file.read_text()}").exists()


async def test_the_server_may_close_at_any_turn_of_the_loop_while_a_command_starts() -> None:
    # Found under load: asyncio complained of a process that somebody else had waited for.
    out = io.StringIO()
    for turns in (*range(12), *range(12, 60, 6)):
        command = NotifyCommand(("true",), Journal(out.write))
        command.notify(ONE)
        for _ in range(turns):
            await asyncio.sleep(0)
        threading.Event().wait(0.02)  # the command ends before this loop hears of it
        await command.close()
    assert not out.getvalue()
