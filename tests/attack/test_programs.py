"""A hostile program behind OpenSSH's client: each line has one answer, and others have theirs.

The server takes a limited rate of bytes of each visitor, so what is sent here lasts for as many
seconds as it has half kilobytes, whatever the machine.
"""

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import pytest

from regicide_tui.server.lines.json import MOST_CHARACTERS
from tests.attack.bearing import bears
from tests.attack.fuzz import Found
from tests.attack.visitors import DOWN, PATIENCE, Server, Witness, serving, visiting
from tests.terminal.test_getting_in import command

pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]

_NUMBERS = count(1)
_LOOK = 0.05
"""Seconds between two looks at the server's memory."""
_SENT = 1024 * 1024
"""Bytes of a flood that only waits: more than a client and a server would ever keep."""
_TABLE = (
    b'{"op":"open","game":"king_of_the_dead","players":2}\n'
    b'{"op":"bot","seat":2,"level":"page"}\n{"op":"start"}\n'
)
_NESTED = b'{"op":"lobby","id":' + b"[" * 900 + b"]" * 900 + b"}"
FLOODS = {
    "lines that are long to answer": b'{"op":"table","since":0}\n{"op":"do","action":"end"}\n',
    "lines that mean nothing": b"nonsense\n{}\n\n[]\n\x00\n\xff\n",
    "nested lines": _NESTED + b"\n",
    "lines that are too long": b"z" * 2 * MOST_CHARACTERS + b"\n",
    "a line without an end": b'{"op":"lobby","id":"',
}
HOSTILE = [
    (b"{", "bad_json"),
    (b'{"op":"lobby","id":NaN}', "bad_json"),
    (b'{"op":"lobby","id":-Infinity}', "bad_json"),
    (b'{"op":"lobby","id":1' + b"0" * 400 + b"}", ""),
    (b'{"op":"lob\x00by"}', "bad_json"),
    (b"\x00" * 50, "bad_json"),
    (b'{"op":"\xff\xfe"}', "unknown_op"),
    (b"\xc3\x28\xa0\xa1", "bad_json"),
    ('{"op":"lobby"}'.encode("utf-16"), "bad_json"),
    (b'\xef\xbb\xbf{"op":"lobby"}', "bad_json"),
    (b"\x1b[2J\x1b]0;title\x07", "bad_json"),
    (b'{"op":"say","text":"\\u001b[2J"}', ""),
    (b'{"op":"say","text":"' + b"z" * 200 + b'"}', "bad_request"),
    (b'{"op":"lobby","op":"fly"}', "unknown_op"),
    (b'{"op":"' + b"z" * 500 + b'"}', "unknown_op"),
    (b'{"op":"__init__"}', "unknown_op"),
    (b'{"op":"sit","seat":1e308}', "bad_request"),
    (b'{"op":"sit","seat":99999999999999999999999999}', "no_table"),
    (b'{"op":{"op":"lobby"}}', "bad_request"),
    (b"[" * 1200, "bad_json"),
    (b"z" * (MOST_CHARACTERS + 10), "bad_json"),
]
"""Lines, and the error that each of them gets."""


class Program:
    """A program that reads and writes lines of the client's process."""

    def __init__(self, client: asyncio.subprocess.Process) -> None:
        assert client.stdin is not None
        assert client.stdout is not None
        self._stdin, self._stdout = client.stdin, client.stdout

    def sends(self, data: bytes) -> None:
        """Send bytes, as fast as the client takes them."""
        self._stdin.write(data)

    async def hears(self, *, of: str = '"ok":') -> dict[str, Any]:
        """Read until the next line with these words; return it."""
        async with asyncio.timeout(PATIENCE):
            while of not in (line := (await self._stdout.readline()).decode()):
                assert line, "the visit is over"
        found: dict[str, Any] = json.loads(line)
        return found

    async def reads_on(self) -> None:
        """Read all that comes, to the end of the visit."""
        while await self._stdout.read(_SENT):
            pass


@asynccontextmanager
async def _programming(server: Server) -> AsyncIterator[Program]:
    """Come with OpenSSH's client, no terminal, and a new name."""
    name = f"mallory{next(_NUMBERS)}-bot"
    asked = command(server, server.folder, name, name, "json")
    client = await asyncio.create_subprocess_exec(
        *[asked[0], "-T", *asked[1:]],
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=_SENT,
    )
    try:
        program = Program(client)
        program.sends(json.dumps({"op": "name", "name": name}).encode() + b"\n")
        assert (await program.hears())["ok"]
        yield program
    finally:
        client.kill()
        await client.wait()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """An open server."""
    with serving(tmp_path_factory.mktemp("house")) as server:
        yield server


async def test_each_hostile_line_is_answered_in_one_line(server: Server) -> None:
    async with _programming(server) as program:
        program.sends(b"".join([line + b"\n" for line, _ in HOSTILE]))
        for line, code in HOSTILE:
            assert (await program.hears()).get("error", "") == code, line[:80]
        program.sends(b'{"op":"lobby","id":"last"}\n')
        assert (await program.hears())["id"] == "last"
    assert not server.journal.count("crash ")


async def test_half_a_line_is_answered_once_it_is_whole(server: Server) -> None:
    async with (
        _programming(server) as program,
        visiting(server, "witness", command="text") as witness,
    ):
        program.sends(b'{"op":"lobby","id":"ha')
        witness.type(b"say hello\r")
        await witness.shows("Sent to everyone in the lobby.")
        program.sends(b'lf"}\n{"op":"lobby","id":"whole"}\n')
        assert (await program.hears())["id"] == "half"
        assert (await program.hears())["id"] == "whole"


async def _flood(server: Server, witness: Witness, lines: bytes, seconds: int) -> Found:
    """Send lines without end for so long, from a table; return what that did to the others."""
    async with _programming(server) as program:
        program.sends(_TABLE)
        for _ in _TABLE.splitlines():
            assert (await program.hears())["ok"]
        before = highest = server.memory
        witness.take()
        program.sends(lines * (_SENT // len(lines)))
        reading = asyncio.ensure_future(program.reads_on())
        for _ in range(round(seconds / _LOOK)):
            await asyncio.sleep(_LOOK)
            highest = max(highest, server.memory)
        assert not reading.done()
        reading.cancel()
        return Found(max(witness.take(), default=0.0), highest - before, lines)


async def _bears(server: Server, flood: str, seconds: int, other: str) -> None:
    """Flood while somebody else plays by a screen or by text; fail if they wait for long."""
    by_text = other == "text"
    async with visiting(server, "witness", command="text" if by_text else None) as watching:
        witness = Witness(server, watching, *((b"\r", b"\r\n") if by_text else (DOWN,)))
        await bears(server, witness, lambda: _flood(server, witness, FLOODS[flood], seconds))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flood", "other"),
    [("lines that are long to answer", "text"), ("a line without an end", "screen")],
)
async def test_a_flood_of_json_keeps_nobody_waiting(server: Server, flood: str, other: str) -> None:
    await _bears(server, flood, 5, other)


@pytest.mark.attack
@pytest.mark.parametrize("flood", FLOODS)
@pytest.mark.parametrize("other", ["screen", "text"])
@pytest.mark.timeout(300)
async def test_no_flood_of_json_keeps_others_waiting(
    server: Server, flood: str, other: str
) -> None:
    await _bears(server, flood, 30, other)
