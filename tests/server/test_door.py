"""The door, tried by real clients: who comes in, and what is refused."""

import asyncio
import io
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual.app import ComposeResult
from textual.widgets import Static

from regicide_tui.server.config import Config, Limits
from regicide_tui.server.driver import END
from regicide_tui.server.guest import Guest
from regicide_tui.server.house import House
from regicide_tui.server.journal import Journal
from regicide_tui.server.sqlite import SqliteStore

PATIENCE = 10.0


class Mirror(Guest):
    """Shows who has come, the window's size, and the last key."""

    def compose(self) -> ComposeResult:
        yield Static(id="said", markup=False)

    def on_mount(self) -> None:
        self._say("")

    def on_resize(self) -> None:
        self.call_after_refresh(self._say, "")

    def on_key(self, event: Any) -> None:
        if event.key == "x":
            raise ValueError("the hand is KS")
        if event.key == "q":
            self.exit("Goodbye.")
        self._say(event.key)

    def _say(self, key: str) -> None:
        name, environment = self.visitor.name, dict(self.visitor.environment)
        self.query_one("#said", Static).update(f"<{name} {self.size} {key} {environment}>")


class Client:
    """A session in which one can look at what came and type."""

    def __init__(self, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self.process = process
        self.raw = b""

    async def until(self, condition: Callable[[bytes], bool]) -> None:
        """Read until what came fulfils a condition."""
        async with asyncio.timeout(PATIENCE):
            while not condition(self.raw):
                data = await self.process.stdout.read(4096)
                assert data, f"it ended: {self.raw!r}"
                self.raw += data

    async def shows(self, words: str) -> None:
        """Read until these words came."""
        await self.until(lambda raw: words.encode() in raw)

    async def ends(self) -> bytes:
        """Read to the end; return all that came."""
        async with asyncio.timeout(PATIENCE):
            self.raw += await self.process.stdout.read()
            await self.process.wait_closed()
        return self.raw


@asynccontextmanager
async def open_house(
    folder: Path, journal: io.StringIO | None = None, **settings: Any
) -> AsyncIterator[House]:
    """Open a house with the mirror in it."""
    config = Config(port=0, **settings)
    store = SqliteStore(folder / "house.db")
    house = House(folder, config, store, Mirror, Journal(journal or io.StringIO()))
    await house.open()
    yield house
    await house.close()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """An open house."""
    async with open_house(tmp_path) as house:
        yield house


KEY, OTHER_KEY = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))


def connect(house: House, name: str = "ada", key: asyncssh.SSHKey = KEY, **more: Any) -> Any:
    """Connect with a key."""
    return asyncssh.connect(
        *("127.0.0.1", house.port),
        username=name,
        client_keys=[key],
        known_hosts=None,
        config=None,
        agent_path=None,
        **more,
    )


async def session(connection: asyncssh.SSHClientConnection, **more: Any) -> Client:
    """Ask for a terminal with the app in it."""
    options: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (80, 24), **more}
    return Client(await connection.create_process(encoding=None, **options))


# ---------------------------------------------------------------- coming and going


async def test_one_comes_in_plays_and_goes(house: House) -> None:
    async with connect(house) as connection:
        client = await session(connection)
        await client.shows("<ada Size(width=80, height=24)")
        client.process.stdin.write(b"k")
        await client.shows(" k ")
        client.process.stdin.write(b"q")
        raw = await client.ends()
        assert END.encode() in raw
        assert raw.endswith(b"Goodbye.\r\n")
        assert client.process.exit_status == 0


async def test_a_lone_escape_is_a_key(house: House) -> None:
    async with connect(house) as connection:
        client = await session(connection)
        await client.shows("<ada")
        client.process.stdin.write(b"\x1b")
        await client.shows("escape")


async def test_a_name_opens_only_with_its_key(house: House) -> None:
    async with connect(house):
        pass
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(house, key=OTHER_KEY)
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(house, "ADA", OTHER_KEY)
    async with connect(house, "ADA") as connection:
        client = await session(connection)
        await client.shows("<ada ")


@pytest.mark.parametrize(
    "name", ["ab", "../../ada", "ada lovelace", "x" * 17, "guest-007", "guest"]
)
async def test_what_is_no_name_does_not_come_in(house: House, name: str) -> None:
    with pytest.raises(asyncssh.PermissionDenied):
        await connect(house, name)
    assert await house.accounts.book() == {}


async def test_only_who_is_on_the_list_comes_in_if_there_is_one(tmp_path: Path) -> None:
    async with open_house(tmp_path, allowed=("bea",)) as house:
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(house)
        async with connect(house, "Bea"):
            pass


async def test_guests_come_without_a_key_where_they_are_welcome(tmp_path: Path) -> None:
    async with (
        open_house(tmp_path, guests=True) as house,
        asyncssh.connect(
            "127.0.0.1",
            house.port,
            username="guest",
            known_hosts=None,
            config=None,
            client_keys=None,
        ) as connection,
    ):
        client = await session(connection)
        await client.shows("<guest")


async def test_guests_may_have_to_know_the_word_of_the_house(tmp_path: Path) -> None:
    async with open_house(tmp_path, guests=True, password="harbour") as house:
        for word in ("", "Harbour"):
            with pytest.raises(asyncssh.PermissionDenied):
                await connect(house, "guest", password=word)
        async with connect(house, "guest", password="harbour"):
            pass


async def test_a_window_that_is_closed_ends_the_session_alone(house: House) -> None:
    async with connect(house) as first, connect(house, "bea", OTHER_KEY) as second:
        one, other = await session(first), await session(second)
        await one.shows("<ada")
        await other.shows("<bea")
        one.process.stdin.write_eof()
        await one.ends()
        other.process.stdin.write(b"k")
        await other.shows(" k ")


async def test_a_crash_is_one_sentence_to_one_player(tmp_path: Path) -> None:
    journal = io.StringIO()
    async with (
        open_house(tmp_path, journal) as house,
        connect(house) as first,
        connect(house, "bea", OTHER_KEY) as second,
    ):
        one, other = await session(first), await session(second)
        await one.shows("<ada")
        await other.shows("<bea")
        one.process.stdin.write(b"x")
        raw = await one.ends()
        assert b"should not have happened" in raw
        assert b"KS" not in raw
        assert b"Traceback" not in raw
        other.process.stdin.write(b"k")
        await other.shows(" k ")
    assert "kind='ValueError'" in journal.getvalue()
    assert "KS" not in journal.getvalue()


async def test_when_the_house_closes_everybody_is_told(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house, connect(house) as connection:
        client = await session(connection)
        await client.shows("<ada")
        await house.close()
        assert b"The house closes. Your games are kept." in await client.ends()


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
