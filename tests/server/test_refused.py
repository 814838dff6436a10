"""What the server refuses, and what it survives: real clients that ask for too much."""

import asyncio
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import Boolean, String, UInt32

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.ssh.line import SshLine
from regicide_tui.server.ssh.server import Server
from tests.bench.server.apps import table_for
from tests.server.clients import (
    KEY,
    OTHER_KEY,
    Listener,
    connect,
    open_server,
    session,
    the_app,
    visit,
)
from tests.server.waiting import PATIENCE, until

# ---------------------------------------------------------------- what is refused


async def told(connection: asyncssh.SSHClientConnection, command: str | None, **more: Any) -> str:
    """Ask for a session that shows no app; return what is said there instead."""
    process = await connection.create_process(command, **more)
    async with asyncio.timeout(PATIENCE):
        said = await process.stderr.read()
        assert not await process.stdout.read()
        await process.wait_closed()
    assert process.exit_status == 1
    return f"{said}"


@pytest.mark.slow
@pytest.mark.parametrize(
    "command",
    [
        *("id", "join", "join ", "join a b", "JOIN abc", " join abc", "join abc ", "join ../x"),
        *("join abc; id", "join abc\nid", "join abc && id", "join $(id)", "join `id`", "join ''"),
        *("join abc|id", "join \x1b[2J", "join " + "a" * 33, "sh -c 'join abc'", "joinabc"),
    ],
)
@pytest.mark.parametrize("term", [None, "xterm-256color"])
async def test_no_command_runs_but_that_which_leads_to_a_table(
    server: Server, command: str, term: str | None
) -> None:
    async with connect(server) as connection:
        assert "Only four commands work here" in await told(connection, command, term_type=term)
    assert not len(server.reception.visitors)


async def test_the_way_to_a_review_needs_a_terminal(server: Server) -> None:
    async with connect(server) as connection:
        assert "ssh -t" in await told(connection, "review abcdef@1")


async def test_an_invitation_without_a_terminal_leads_to_a_table_by_lines(server: Server) -> None:
    async with connect(server) as connection:
        client = await session(connection, command="join abcdef", term_type=None)
        await client.shows("<ada")
        visitor = the_app(server).visitor
        assert (visitor.mode, visitor.invitation) == ("text", "abcdef")


async def test_nothing_is_forwarded_in_either_direction(server: Server, tmp_path: Path) -> None:
    async with connect(server) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", server.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/tmp/x")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 1)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "there"), str(tmp_path / "here"))


async def test_of_the_environment_only_language_and_colours_come_through(server: Server) -> None:
    async with connect(server) as connection:
        client = await session(
            connection,
            env={"LANG": "C", "COLORTERM": "truecolor", "LD_PRELOAD": "/x", "LC_ALL": "x" * 100},
        )
        await client.shows("{'LANG': 'C', 'COLORTERM': 'truecolor'}")


async def test_too_many_connections_are_turned_away_and_some_of_them_read_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path, limits=Limits(connections_by_address=1)) as server:
        reception, entrance = server.reception, server.entrance
        async with connect(server):
            with pytest.raises(asyncssh.Error, match="Too many connections"):
                await connect(server, "bea", OTHER_KEY)
            await until(lambda: not entrance.farewells)
            monkeypatch.setattr("regicide_tui.server.ssh.incoming.FAREWELLS", 0)
            with pytest.raises((OSError, asyncssh.Error)) as found:
                await connect(server, "bea", OTHER_KEY)
            assert "Too many" not in str(found.value)
        await until(lambda: not (reception.limiter.connections or entrance.connections))
        async with connect(server, "bea", OTHER_KEY):
            pass


async def test_who_logs_in_and_asks_for_nothing_is_sent_away(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.ssh.connection.SHELL_SECONDS", 0.05)
    connection = await connect(server)
    async with asyncio.timeout(PATIENCE):
        await connection.wait_closed()


async def test_nonsense_from_the_keyboard_is_survived(server: Server) -> None:
    async with visit(server) as client:
        client.process.stdin.write(b"\x1b[200~" + b"\xff\x00\x1b[999999999999u" * 20 + b"\x1b[201~")
        client.process.stdin.write(b"\x1b[M\xff\xff\xff\x1b[<99999999;9999999;99999M")
        client.process.stdin.write(b"k")
        await client.shows(" k ")


async def test_agents_and_x11_are_refused(server: Server) -> None:
    async with visit(server) as client:
        channel = client.process.channel
        assert not await channel._make_request(b"auth-agent-req@openssh.com")
        screen = Boolean(False), String("MIT-MAGIC-COOKIE-1"), String("00" * 16), UInt32(0)
        assert not await channel._make_request(b"x11-req", *screen)
        assert not await channel._make_request(b"shell")


async def test_tunnels_are_refused(server: Server) -> None:
    async with connect(server) as connection:
        for ask in (connection.create_tun, connection.create_tap):
            with pytest.raises(asyncssh.ChannelOpenError):
                await ask(asyncssh.SSHTunTapSession)


@pytest.mark.parametrize(
    ("asked", "given"),
    [((1, 1), (1, 1)), ((10_000, 10_000), (300, 100)), ((65_535, 65_535), (300, 100))],
)
async def test_tables_bear_windows_of_any_size(
    tmp_path: Path, asked: tuple[int, int], given: tuple[int, int]
) -> None:
    async with open_server(tmp_path, app=table_for) as server, connect(server) as connection:
        client = await session(connection, term_size=asked)
        await client.until(lambda raw: bool(raw))
        app = the_app(server)
        assert tuple(app.size) == given
        client.process.change_terminal_size(80, 24)
        await client.shows("Tavern")
        for number in range(300):
            client.process.change_terminal_size(1 + number % 7, 1 + number % 5)
        client.process.change_terminal_size(*asked)
        await until(lambda: tuple(app.size) == given)


async def test_six_wrong_passwords_end_a_connection(tmp_path: Path) -> None:
    words = iter(range(100))

    class Guesser(asyncssh.SSHClient):
        def password_auth_requested(self) -> str:
            return f"harbour{next(words)}"

    async with open_server(tmp_path, guests=True, password="harbour") as server:
        with pytest.raises((OSError, asyncssh.Error)):
            await connect(server, "guest", client_factory=Guesser)
    assert next(words) == 6


async def test_who_says_nothing_is_sent_away(tmp_path: Path) -> None:
    # A second is the shortest limit.
    async with open_server(tmp_path, limits=Limits(login_seconds=1)) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert await reader.readline() == b"SSH-2.0-house\r\n"  # and no version of anything
        async with asyncio.timeout(PATIENCE):
            await reader.read()
        writer.close()


async def test_who_is_not_there_any_more_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("regicide_tui.server.ssh.server.KEEPALIVE", 0.05)
    async with open_server(tmp_path) as server:
        connection = await connect(server)
        await (await session(connection)).shows("<ada")
        _transport(connection).pause_reading()
        await until(
            lambda: not (server.reception.limiter.connections or server.reception.visitors.apps)
        )
        connection.abort()


@pytest.mark.processes
async def test_a_client_that_does_not_read_is_sent_no_pictures_until_it_does(
    server: Server,
) -> None:
    async with visit(server, window=8192) as client:
        app = the_app(server)
        assert isinstance(app.line, SshLine)
        waiting = app.line.channel.get_write_buffer_size
        while not app.line.is_clogged:
            app.line.write("*" * 1000)
        for _ in range(500):
            client.process.stdin.write(b"kl")
            await asyncio.sleep(0)
        assert app.line.is_clogged
        assert waiting() < 100_000
        client.process.stdin.write(b"z")
        await client.shows(" z ")
        async with asyncio.timeout(PATIENCE):
            while app.line.is_clogged:
                client.raw += await client.process.stdout.read(4096)


async def test_who_leaves_too_much_unread_is_cut_off(server: Server) -> None:
    connection = await connect(server)
    client = await session(connection, window=2**30)
    await client.shows("<ada")
    app = the_app(server)
    assert isinstance(app.line, SshLine)
    _transport(connection).pause_reading()
    for _ in range(1000):  # a megabyte, and what the sockets hold
        app.line.write("*" * 30_000)
        await asyncio.sleep(0)
        if app.line.channel.is_closing():
            break
    else:
        pytest.fail("it was written on and on")
    connection.abort()


async def test_a_paste_without_end_ends_after_half_a_second(server: Server) -> None:
    async with visit(server) as client:
        client.process.stdin.write(b"\x1b[200~lost")
        await asyncio.sleep(0.6)
        client.process.stdin.write(b"k")
        await client.shows(" k ")


def _transport(connection: asyncssh.SSHClientConnection) -> asyncio.Transport:
    transport = connection._transport
    assert isinstance(transport, asyncio.Transport)
    return transport


# ---------------------------------------------------------------- every refusal has its sentence


async def test_there_are_no_files_and_that_is_said_and_noted(tmp_path: Path) -> None:
    journal = io.StringIO()
    async with open_server(tmp_path, journal) as server:
        async with connect(server) as connection:
            assert "no files here" in await told(connection, None, subsystem="sftp")
        async with connect(server) as connection:
            with pytest.raises(asyncssh.SFTPError):
                await connection.start_sftp_client()
        async with connect(server) as connection:
            await told(connection, "id")
        async with connect(server) as connection:
            await told(connection, "review abcdef@1")
    for why in ("subsystem", "command", "no terminal"):
        assert f"why='{why}'" in journal.getvalue()


async def test_a_second_window_in_one_connection_is_told_so(tmp_path: Path) -> None:
    journal = io.StringIO()
    async with open_server(tmp_path, journal) as server, connect(server) as connection:
        await (await session(connection)).shows("<ada")
        with pytest.raises(asyncssh.ChannelOpenError, match="connect again"):
            await session(connection)
    assert "why='second window'" in journal.getvalue()


@pytest.mark.parametrize("term", [None, "", "dumb", "unknown", "network", "emacs"])
async def test_a_shell_without_a_terminal_that_moves_its_cursor_is_one_of_lines(
    server: Server, term: str | None
) -> None:
    async with connect(server) as connection:
        client = await session(connection, term_type=term)
        await client.shows("<ada")
        assert the_app(server).visitor.mode == "text"


async def test_a_terminal_with_any_name_is_taken(server: Server) -> None:
    for term in ("xterm-\xe9\u202e", "x\x1b[31m", "vt100" + "A" * 500, "a b\n"):
        async with connect(server) as connection:
            await (await session(connection, term_type=term)).shows("<ada")


async def test_a_command_of_any_bytes_is_refused_with_a_sentence(server: Server) -> None:
    async with connect(server) as connection:
        command: Any = b"join \xff\xfe"
        assert "Only four commands work here" in await told(connection, command)
    async with connect(server) as connection:
        assert "no files here" in await told(connection, None, subsystem="\xe9")


# ---------------------------------------------------------------- keys and passwords


def new_keys(count: int) -> list[asyncssh.SSHKey]:
    return [asyncssh.generate_private_key("ssh-ed25519") for _ in range(count)]


async def why_it_ended(server: Server, name: str, **more: Any) -> str:
    """Connect until the server ends it; return its last sentence."""
    with pytest.raises(asyncssh.DisconnectError) as error:
        await connect(server, name, **more)
    return error.value.reason


@pytest.mark.parametrize("name", ["play", "ada"])
async def test_who_shows_too_many_keys_learns_how_to_show_one(tmp_path: Path, name: str) -> None:
    journal = io.StringIO()
    async with open_server(tmp_path, journal) as server:
        said = await why_it_ended(server, name, client_keys=[*new_keys(8), KEY])
        assert "Your ssh client offered many keys" in said
        assert f"ssh -o IdentitiesOnly=yes -i KEY -p {server.port} {name}@localhost" in said
        await until(lambda: "why='too many keys'" in journal.getvalue())
        async with connect(server, name, client_keys=[*new_keys(4), KEY]) as connection:
            await (await session(connection)).shows("<ada")


class Answering(Listener):
    """A client that is asked for the password in the words of the server, like a person's `ssh`."""

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.asked: list[str] = []
        self._words = [*words]

    def kbdint_challenge_received(
        self, name: str, instructions: str, lang: str, prompts: Sequence[tuple[str, bool]]
    ) -> list[str] | None:
        """Answer with the next word."""
        self.asked += [instructions, *[prompt for prompt, _ in prompts]]
        return [self._words.pop(0)] if self._words else None


@pytest.mark.parametrize(("name", "keys"), [("play", 0), ("play", 1), ("guest", 0), ("cyd", 1)])
async def test_the_server_asks_for_its_password_in_its_own_words(
    tmp_path: Path, name: str, keys: int
) -> None:
    async with open_server(tmp_path, guests=True, password="harbour") as server:
        person = Answering("wrong", "harbour")
        shown = new_keys(keys) or None
        async with connect(
            server, name, client_keys=shown, client_factory=lambda: person
        ) as connection:
            await (await session(connection)).shows("<")
        sentence, prompt, *again = person.asked
        assert "need the password of this server" in sentence
        assert prompt == "The password of this server: "
        assert again == [sentence, prompt]
        assert "That isn't the password of this server." in " ".join(person.said)


async def test_who_was_asked_by_the_server_is_not_asked_for_another_password_by_their_ssh(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path, guests=True, password="harbour") as server:
        person = Answering("one", "two", "\ufdfa" * 1000)
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(
                server, "play", client_keys=None, password="harbour", client_factory=lambda: person
            )


@pytest.mark.slow
async def test_whoever_opens_a_name_is_asked_for_no_password(tmp_path: Path) -> None:
    async with open_server(tmp_path, guests=True, password="harbour") as server:
        person = Answering("harbour")
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, "ada", OTHER_KEY, client_factory=lambda: person)
        assert not person.asked, "the password opens nobody's name"
        async with connect(server, "ada", KEY, client_factory=lambda: person):
            assert not person.asked
