"""What the door refuses, and what it bears: real clients that want too much."""

import asyncio
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.config import Limits
from regicide_tui.server.house import House
from tests.server.clients import OTHER_KEY, PATIENCE, connect, open_house, session

# ---------------------------------------------------------------- what is refused


async def test_commands_are_refused(house: House) -> None:
    async with connect(house) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("id")


async def test_subsystems_are_refused(house: House) -> None:
    async with connect(house) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.start_sftp_client()


async def test_a_shell_without_a_terminal_is_refused(house: House) -> None:
    async with connect(house) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process()


async def test_a_terminal_that_can_not_move_its_cursor_is_refused(house: House) -> None:
    async with connect(house) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await session(connection, term_type="dumb")


async def test_a_connection_has_one_session(house: House) -> None:
    async with connect(house) as connection:
        await (await session(connection)).shows("<ada")
        with pytest.raises(asyncssh.ChannelOpenError):
            await session(connection)


async def test_nothing_is_forwarded_in_either_direction(house: House, tmp_path: Path) -> None:
    async with connect(house) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", house.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "there"), str(tmp_path / "here"))


async def test_of_the_environment_only_language_and_colours_come_through(house: House) -> None:
    async with connect(house) as connection:
        client = await session(
            connection,
            env={"LANG": "C", "COLORTERM": "truecolor", "LD_PRELOAD": "/x", "LC_ALL": "x" * 100},
        )
        await client.shows("{'LANG': 'C', 'COLORTERM': 'truecolor'}")


async def test_windows_of_any_size_are_survived(house: House) -> None:
    async with connect(house) as connection:
        client = await session(connection, term_size=(65535, 65535))
        await client.shows("Size(width=300, height=100)")
        for number in range(1000):
            client.process.change_terminal_size(1 + number % 7, 1 + number % 5)
        client.process.change_terminal_size(81, 25)
        await client.shows("Size(width=81, height=25)")


async def test_too_many_connections_are_turned_away(tmp_path: Path) -> None:
    async with open_house(tmp_path, limits=Limits(connections_by_address=1)) as house:
        async with connect(house):
            with pytest.raises((OSError, asyncssh.Error)):
                await connect(house, "bea", OTHER_KEY)
        async with asyncio.timeout(PATIENCE):
            while house.doorkeeper.connections:
                await asyncio.sleep(0.01)
        async with connect(house, "bea", OTHER_KEY):
            pass


async def test_after_too_many_wrong_keys_nobody_comes_from_there_for_a_while(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        async with connect(house):
            pass
        for _ in range(6):
            with pytest.raises((OSError, asyncssh.Error)):
                await connect(house, key=OTHER_KEY)
        with pytest.raises((OSError, asyncssh.Error)):
            await connect(house)


async def test_who_logs_in_and_asks_for_nothing_is_sent_away(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.door._SHELL_SECONDS", 0.05)
    connection = await connect(house)
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()


async def test_nonsense_from_the_keyboard_is_survived(house: House) -> None:
    async with connect(house) as connection:
        client = await session(connection)
        await client.shows("<ada")
        client.process.stdin.write(b"\x1b[200~" + b"\xff\x00\x1b[999999999999u" * 20 + b"\x1b[201~")
        client.process.stdin.write(b"\x1b[M\xff\xff\xff\x1b[<99999999;9999999;99999M")
        client.process.stdin.write(b"k")
        await client.shows(" k ")
