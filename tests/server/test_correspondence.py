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
from regicide_tui.server.base.tasks import BackgroundTasks
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.services.notify import Notification, NotifyCommand
from regicide_tui.server.services.services import Services, make_services
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.gatherings import ADA, BEA, first_action
from tests.server.test_hub import Time, go
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


async def test_who_is_away_is_told_that_it_is_their_turn(
    services: Services, told: list[Notification]
) -> None:
    table = await begin(services)
    first = first_action(services.tables.whole(table))[0]
    assert told == [Notification("turn", first, table, "duel")]
    _, then = await act_until_another_must(services, table)
    assert told[1:] == [Notification("turn", then, table, "duel")]
    await act(services, table)
    if services.tables[table].waits_for(then):
        assert len(told) == 2, "the same turn is told once"


async def test_who_is_here_needs_no_notification(
    services: Services, told: list[Notification]
) -> None:
    services.presence.arrive(ADA, go)
    services.presence.arrive(BEA, go)
    table = await begin(services)
    await act_until_another_must(services, table)
    assert not told


async def test_of_a_game_that_is_played_at_once_nobody_is_notified(
    services: Services, told: list[Notification]
) -> None:
    table = await begin(services, days=0)
    await act_until_another_must(services, table)
    await services.commands.do(table, ADA, commands.Resign())
    assert not told


async def test_who_is_away_is_told_how_it_ended(
    services: Services, told: list[Notification]
) -> None:
    services.presence.arrive(ADA, go)
    table = await begin(services)
    told.clear()
    await services.commands.do(table, ADA, commands.Resign())
    assert told == [Notification("over", BEA, table, "duel")]


async def test_days_pass_while_the_server_is_closed_but_nobody_loses_because_it_was(
    tmp_path: Path, time: Time, told: list[Notification], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path, time, told) as services:
        table = await begin(services, days=1)
        name = first_action(services.tables.whole(table))[0]
    time.seconds += 2 * DAY
    planned: list[tuple[str, float]] = []
    plan = BackgroundTasks.schedule

    def note(tasks: BackgroundTasks, key: str, seconds: float, do: object) -> None:
        planned.append((key, seconds))
        plan(tasks, key, seconds, do)  # type: ignore[arg-type]

    monkeypatch.setattr(BackgroundTasks, "schedule", note)
    async with opened(tmp_path, time, told) as services:
        ((key, seconds),) = planned
        assert key == table
        assert seconds == pytest.approx(3600, abs=1)
        await services.tables.read(table)
        assert services.tables[table].waits_for(name)
        await act(services, table)
        assert services.tables[table].left[0] == DAY * 1000


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


async def test_a_bot_plays_for_who_has_no_time_left_and_nobody_needs_to_be_here(
    services: Services, time: Time
) -> None:
    table = await begin(services, "regicide", days=1)
    late = first_action(services.tables.whole(table))[0]
    time.seconds += DAY
    await services.automation.do_due(table)
    other = BEA if late == ADA else ADA
    await until(lambda: services.tables[table].waits_for(other), seconds=60)
    assert late in services.presence.absent(services.tables[table])


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


async def test_the_tables_that_wait_for_one_come_first_in_the_lobby(services: Services) -> None:
    tables = [await begin(services) for _ in range(3)]
    firsts = {table: first_action(services.tables.whole(table))[0] for table in tables}
    for table in tables:
        if firsts[table] == ADA and table != tables[0]:
            await act_until_another_must(services, table)
    waiting = [table for table in tables if services.tables[table].waits_for(ADA)]
    offered = [table for table, _ in services.lobby.offered(ADA)]
    assert set(offered[: len(waiting)]) == set(waiting)


async def test_in_the_form_one_chooses_days_for_each_action(services: Services) -> None:
    async with visiting(services, ADA) as [ada]:
        await ada.press("n")
        await ada.sees("Clock")
        for _ in range(6):
            if "3 days" in ada.window.text:
                break
            await ada.press("down")
        assert "3 days" in ada.window.text


async def test_nobody_ends_a_game_because_the_other_is_away(services: Services, time: Time) -> None:
    # Found by an attack: by correspondence, being away is no reason to end it or to get a bot.
    for game in ("duel", "regicide"):
        table = await begin(services, game)
        services.presence.arrive(ADA, go)
        services.presence.arrive(BEA, go)
        services.presence.leave(BEA, go)
        time.seconds += 3600
        for command in (commands.End(), commands.StandIn(), commands.Ask(commands.STAND_IN)):
            with pytest.raises(Refused, match="By correspondence"):
                await services.commands.do(table, ADA, command)
        await services.commands.do(table, ADA, commands.Ask(commands.END))
        state = services.tables[table]
        assert state.playing
        assert state.question is not None
        await services.commands.do(
            table, BEA, commands.Ask(commands.END, answers=state.question.at)
        )
        await until(lambda table=table: table not in services.tables)  # type: ignore[misc]


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
