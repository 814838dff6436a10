"""Coming to a server for the first time: as a guest, with a new key, and by an invitation."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from regicide_tui.server.apps.driver import LineDriver
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.names import check_choice
from regicide_tui.server.model.table import commands
from regicide_tui.server.screens.naming_app import ChooseNameScreen, NamingApp
from regicide_tui.server.services.nameless import Kind
from tests.attack.walking import SIZES, Walker
from tests.server.clients import KEY, connect
from tests.server.waiting import PATIENCE, until
from tests.server.whole import House, open_house

pytestmark = pytest.mark.processes

GUEST = "You are a guest."
NAMING = "CHOOSE YOUR NAME"
_MANY = Limits(logins_a_minute=10_000, new_names_by_address=10_000, guests_by_address=10_000)


async def names_in(house: House) -> set[str]:
    """Return the names that are taken."""
    return {one.name for one in (await house.server.reception.accounts.list_all()).values()}


async def open_table(house: House, players: int = 2, password: str = "") -> tuple[str, str]:
    """Let ada open a table; return it, and the word of its invitation."""
    table = await house.services.joining.open_table(
        "ada", commands.Open("regicide", players, {}, password)
    )
    return table, house.services.tables.whole(table).secrets.invitation


def opened(folder: Path, **more: Any) -> AbstractAsyncContextManager[House]:
    """Open a server in which ada has a name."""
    return open_house(folder, names={"ada": KEY}, limits=_MANY, **more)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """An open server that lets guests in."""
    async with opened(tmp_path) as house:
        yield house


def new_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_nobody_chooses_a_name_for_ever(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.screens.naming_app.NAMING_SECONDS", 0.2)
    assert NamingApp.__module__ == "regicide_tui.server.screens.naming_app"
    async with connect(house.server, "bea", new_key()) as connection:
        process = await connection.create_process(term_type="xterm")
        assert "You didn't choose a name within five minutes." in await process.stdout.read()


@pytest.mark.parametrize("typed", [b"\r", b"\r" * 4, b"x\r", b"\x1b", b"\r" * 99])
async def test_what_is_typed_before_the_first_picture_takes_no_name(
    house: House, monkeypatch: pytest.MonkeyPatch, typed: bytes
) -> None:
    received, receive, mount = asyncio.Event(), LineDriver.receive, ChooseNameScreen.on_mount

    def note(driver: LineDriver, data: bytes, came: float) -> None:
        receive(driver, data, came)
        received.set()

    async def mount_late(screen: ChooseNameScreen) -> None:
        await received.wait()
        mount(screen)

    monkeypatch.setattr(LineDriver, "receive", note)
    monkeypatch.setattr(ChooseNameScreen, "on_mount", mount_late)
    new = Walker(house.server, "bea", takes_name=False, typed=typed)
    await new.come()
    await new.sees(NAMING, "bea", "take this name")
    assert await names_in(house) == {"ada"}
    await new.press("2", "enter")
    await new.sees("Welcome, bea2.")
    await new.go()


async def test_an_idle_guest_is_told_to_come_again_and_no_word_of_seats(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.screens.app.LOOK", 0.05)
    async with opened(tmp_path, idle=0.3) as house:
        async with connect(house.server, "guest", client_keys=None) as connection:
            process = await connection.create_process(term_type="xterm")
            async with asyncio.timeout(PATIENCE):
                said = await process.stdout.read()
        assert "You were away for too long. Reconnect whenever you like." in said
        assert "seats" not in said.rpartition("too long")[2]
        await until(lambda: not house.server.reception.nameless.count(Kind.GUEST))


async def test_all_that_is_noted_of_odd_visitors_is_a_line_of_json(tmp_path: Path) -> None:
    async with opened(tmp_path, as_json=True) as house:
        for name in ("evil' why='x'", "a\\b", "root", "\xe9" * 50):
            odd = Walker(house.server, name, takes_name=False)
            await odd.come()
            await odd.go()
        async with connect(house.server, "ada", KEY) as connection:
            process = await connection.create_process("id\n\x1b[2J", term_type="x\x1b[31m")
            await process.wait_closed()
        written = house.journal.getvalue()
    lines = [json.loads(line) for line in written.splitlines()]
    assert {line["event"] for line in lines} == {"came", "went", "refused"}
    assert written.isascii()
    assert "\x1b" not in written


@pytest.mark.parametrize("seed", range(3))
async def test_a_guest_who_presses_whatever_comes_to_mind_crashes_nothing(
    house: House, seed: int
) -> None:
    table, word = await open_table(house)
    command = f"join {word}" if seed == 2 else None
    guest = Walker(house.server, "guest", seed, SIZES[seed], without_key=True, command=command)
    await guest.come()
    await guest.wander(60)
    await guest.go()
    assert await names_in(house) == {"ada"}
    assert not [*house.services.chats.lobby]
    assert house.services.tables[table].people == ("ada",)


@pytest.mark.parametrize("seed", range(3))
async def test_keys_without_a_plan_on_the_screen_of_names_crash_nothing(
    house: House, seed: int
) -> None:
    key = new_key()
    new = Walker(house.server, "root", seed, SIZES[seed], key=key, takes_name=False)
    await new.come()
    await new.wander(60)
    await new.go()
    taken = (await names_in(house)) - {"ada"}
    assert len(taken) <= 1
    for name in taken:
        check_choice(name)


async def test_whoever_has_no_name_is_offered_no_setting(house: House) -> None:
    new = Walker(house.server, "bea", key=new_key(), takes_name=False)
    await new.come()
    await new.sees(NAMING)
    assert await new.press("\x10", *"theme")
    await new.sees("COMMANDS")
    assert "dark" not in new.page
    assert await new.press("enter")
    await new.go()
