"""Connections of real clients: which are let in, and how they end."""

import asyncio
import io
from pathlib import Path

import asyncssh
import pytest

from regicide_tui.server.apps.driver import END
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.ssh.server import Server
from regicide_tui.server.storage.store import StoreError
from tests.bench.server.ticker import Ticker
from tests.server.clients import (
    KEY,
    OTHER_KEY,
    Listener,
    connect,
    open_server,
    session,
    visit,
)
from tests.server.waiting import PATIENCE

# ---------------------------------------------------------------- coming and going


async def test_one_comes_in_plays_and_goes(server: Server) -> None:
    async with connect(server) as connection:
        client = await session(connection)
        await client.shows("<ada Size(width=80, height=24)")
        client.process.stdin.write(b"k")
        await client.shows(" k ")
        client.process.stdin.write(b"q")
        raw = await client.ends()
        assert END.encode() in raw
        assert raw.endswith(b"Goodbye.\r\n")
        assert client.process.exit_status == 0


async def test_a_lone_escape_is_a_key(server: Server) -> None:
    async with visit(server) as client:
        client.process.stdin.write(b"\x1b")
        await client.shows("escape")


async def test_tries_of_guests_are_counted_by_their_address_and_others_by_their_name() -> None:
    for guest, who in ((True, "192.0.2.1"), (False, "name ada")):
        assert Visitor("ada", guest, "xterm", {}, "192.0.2.1").limit_key == who


@pytest.mark.slow
async def test_a_long_password_keeps_nobody_waiting(tmp_path: Path) -> None:
    async with open_server(tmp_path, guests=True, password="harbour") as server:
        ticker = Ticker()
        ticking = asyncio.ensure_future(ticker.run())
        # Each of these characters becomes eighteen where passwords are prepared.
        for word in ("\ufdfa" * 12_000, "\ufdfa" * 100_000):
            with pytest.raises(asyncssh.DisconnectError):
                await connect(server, "guest", password=word)
        ticking.cancel()
        assert max(ticker.take()) < 500
        async with connect(server, "guest", password="harbour"):
            pass


async def test_a_certificate_is_not_even_read(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bytes] = []
    decode = vars(asyncssh.connection)["decode_ssh_certificate"]

    def note(data: bytes) -> asyncssh.SSHCertificate:
        read.append(data)
        found: asyncssh.SSHCertificate = decode(data)
        return found

    monkeypatch.setattr(asyncssh.connection, "decode_ssh_certificate", note)
    certificate = OTHER_KEY.generate_user_certificate(KEY, "ada", source_address=["::"] * 1_000)
    async with connect(server, key=(KEY, certificate)) as connection:
        client = await session(connection)
        await client.shows("<ada ")
    assert certificate.public_data not in read


@pytest.mark.slow
async def test_while_names_can_not_be_read_who_comes_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_server(tmp_path) as server:
        said: list[str] = []

        class Client(asyncssh.SSHClient):
            def auth_banner_received(self, msg: str, lang: str) -> None:
                said.append(msg)

        async def find(_: str) -> None:
            raise StoreError("database is locked")

        noted: list[str] = []
        monkeypatch.setattr(server.reception.accounts, "find", find)
        monkeypatch.setattr(
            server.reception.journal, "note_often", lambda event, **_: noted.append(event)
        )
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, "ada", client_factory=Client)
        assert "can't look up names now" in said[0]
        assert noted == ["store"]
        monkeypatch.undo()
        async with connect(server, "ada") as connection:
            await (await session(connection)).shows("<ada")


async def test_a_window_that_is_closed_ends_the_session_alone(server: Server) -> None:
    async with connect(server) as first, connect(server, "bea", OTHER_KEY) as second:
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
        open_server(tmp_path, journal) as server,
        connect(server) as first,
        connect(server, "bea", OTHER_KEY) as second,
    ):
        one, other = await session(first), await session(second)
        await one.shows("<ada")
        await other.shows("<bea")
        one.process.stdin.write(b"x")
        raw = await one.ends()
        assert b"An error occurred" in raw
        assert b"KS" not in raw
        assert b"Traceback" not in raw
        other.process.stdin.write(b"k")
        await other.shows(" k ")
    assert "kind='ValueError'" in journal.getvalue()
    assert "KS" not in journal.getvalue()


async def test_a_client_that_never_hangs_up_cannot_keep_the_server_open(tmp_path: Path) -> None:
    async with open_server(tmp_path) as server, connect(server) as idle, visit(server) as client:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        assert (await reader.readline()).startswith(b"SSH-2.0")  # and no more of the handshake
        async with asyncio.timeout(PATIENCE):
            await server.close()
            await reader.read()
            await idle.wait_closed()
        said = await client.ends()
        assert b"The server is closing" in said
        assert b"Your games are saved: reconnect soon." in said
        writer.close()


@pytest.mark.slow
async def test_what_is_said_before_the_login_breaks_at_words_in_a_window_of_eighty_columns(
    tmp_path: Path,
) -> None:
    async with open_server(tmp_path) as server:
        listener = Listener()
        with pytest.raises(asyncssh.PermissionDenied):
            await connect(server, "cyd", client_keys=None, client_factory=lambda: listener)
        (said,) = listener.said
        *rows, end = said.split("\r\n")
        assert end == ""
        assert len(rows) > 1
        assert max(map(len, rows)) < 80
        for command in ("ssh-keygen -t ed25519", f"ssh -p {server.port} play@localhost"):
            assert sum(command in row for row in rows) == 1
