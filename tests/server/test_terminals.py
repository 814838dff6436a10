"""Each session is drawn for its own terminal, whatever the server's can do."""

import asyncio
import re
from pathlib import Path

import pytest

from regicide_tui.server.model.visitor import Visitor
from tests.bench.server.apps import table_for
from tests.server.clients import KEY, OTHER_KEY, Client, connect, open_server, session

TRUECOLOR, INDEXED = re.compile(rb"[34]8;2;"), re.compile(rb"[34]8;5;")
COLOUR = re.compile(rb"\x1b\[[\d;]*\b([39][0-7]|4[0-7]|10[0-7]|[34]8)\b[\d;]*m")


@pytest.mark.parametrize(
    ("term", "environment", "colours"),
    [
        ("xterm", {}, "16"),
        ("screen", {}, "16"),
        ("linux", {}, "16"),
        ("xterm-256color", {}, "256"),
        ("tmux-256color", {}, "256"),
        ("xterm-256color", {"COLORTERM": "truecolor"}, "truecolor"),
        ("xterm-kitty", {}, "truecolor"),
        ("xterm-ghostty", {}, "truecolor"),
        ("alacritty", {}, "truecolor"),
        ("foot-extra", {}, "truecolor"),
        ("xterm-direct", {}, "truecolor"),
        ("xterm-kitty", {"NO_COLOR": "1"}, "none"),
    ],
)
def test_colours_go_by_what_the_client_says(
    term: str, environment: dict[str, str], colours: str
) -> None:
    assert Visitor("ada", False, term, environment).colours == colours


@pytest.mark.parametrize(
    ("environment", "utf8"),
    [
        ({}, True),
        ({"LANG": "de_DE.UTF-8"}, True),
        ({"LC_CTYPE": "UTF-8"}, True),
        ({"LANG": "C.UTF-8"}, True),
        ({"LANG": "C"}, False),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "POSIX"}, False),
        ({"LANG": "de_DE.ISO-8859-1"}, False),
    ],
)
def test_characters_go_by_the_locale_of_the_client(environment: dict[str, str], utf8: bool) -> None:
    assert Visitor("ada", False, "xterm", environment).writes_utf8 is utf8


async def _plays(client: Client) -> bytes:
    """Look at a table, move and play; return all that came."""
    await client.shows("Tavern")
    for key in (b"\x1b[C", b"\x1b[C", b"\r", b"?"):
        client.process.stdin.write(key)
    await client.shows("HELP")
    client.process.stdin.write_eof()
    return await client.ends()


async def test_two_terminals_at_once_have_their_own_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    async with (
        open_server(tmp_path, app=table_for) as server,
        connect(server) as first,
        connect(server, "bea", OTHER_KEY) as second,
    ):
        few = await session(first, term_type="xterm")
        many = await session(second, term_type="xterm-kitty")
        drawn, painted = await asyncio.gather(_plays(few), _plays(many))
        assert COLOUR.search(drawn)
        assert not TRUECOLOR.search(drawn)
        assert not INDEXED.search(drawn)
        assert TRUECOLOR.search(painted)


@pytest.mark.slow
async def test_a_plain_terminal_gets_neither_colours_nor_anything_but_ascii(
    tmp_path: Path,
) -> None:
    async with (
        open_server(tmp_path, app=table_for) as server,
        connect(server, key=KEY) as connection,
    ):
        client = await session(connection, env={"LANG": "C", "NO_COLOR": "1"})
        drawn = await _plays(client)
        assert drawn.isascii()
        assert not COLOUR.search(drawn)
