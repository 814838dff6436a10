"""The balancer of docs/server-reference.md before two servers, with the real HAProxy and `ssh`."""

import asyncio
import csv
import io
import os
import re
import shutil
import signal
import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import toml

from regicide_tui.server.base.config import Config
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.ssh.server import Server
from tests.chaos.network import free_port
from tests.server.clients import KEY, open_server
from tests.server.postgres import REQUIRED
from tests.server.waiting import PATIENCE, until

PAGE = Path(__file__).parents[2] / "docs" / "server-reference.md"
PROGRAM = shutil.which("haproxy", path=f"{os.environ['PATH']}:/usr/sbin")
MISSING = (
    "HAProxy is not installed, so the tests of a balancer were skipped. "
    "For Debian: apt-get install haproxy"
)
pytestmark = [
    pytest.mark.processes,
    pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no ssh"),
]


@pytest.fixture(autouse=True)
def needs_haproxy() -> None:
    """Skip the test where HAProxy is not installed, or fail where it must be."""
    if PROGRAM is None:
        if os.environ.get(REQUIRED):
            pytest.fail(MISSING)
        pytest.skip(MISSING)


def block_of(language: str, word: str) -> str:
    """Return the block of the page in a language that has a word in it."""
    blocks: list[str] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    (found,) = [block for block in blocks if word in block]
    return found


def put(text: str, places: Mapping[str, str]) -> str:
    """Return a text with other places; each must stand there once."""
    for before, after in places.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


def listens(place: Path) -> bool:
    """Tell whether a program takes connections at a socket. The file exists a little earlier."""
    with (
        socket.socket(socket.AF_UNIX) as trial,
        suppress(FileNotFoundError, ConnectionRefusedError),
    ):
        trial.connect(f"{place}")
        return True
    return False


class Balancer:
    """A running HAProxy: its port, and what it thinks of the servers."""

    def __init__(self, port: int, control: Path) -> None:
        self.port = port
        self._control = control

    async def states(self) -> dict[str, str]:
        """Return whether each server is UP or DOWN, by its name."""
        reader, writer = await asyncio.open_unix_connection(self._control)
        writer.write(b"show stat\n")
        text = (await reader.read()).decode().removeprefix("# ")
        writer.close()
        rows = [one for one in csv.DictReader(io.StringIO(text)) if one["pxname"] == "house"]
        return {one["svname"]: one["status"] for one in rows if one["svname"].startswith("house")}

    async def until(self, states: Mapping[str, str]) -> None:
        """Wait until it thinks so of the servers."""
        async with asyncio.timeout(PATIENCE):
            while await self.states() != states:
                await asyncio.sleep(0.05)


@asynccontextmanager
async def balancing(folder: Path, servers: list[int]) -> AsyncIterator[Balancer]:
    """Run HAProxy with the configuration of the page before servers at these ports."""
    port, control, file = free_port(), folder / "control", folder / "haproxy.cfg"
    places = {f"10.0.0.1{n}:2222": f"127.0.0.1:{one}" for n, one in enumerate(servers, 1)}
    places |= {"bind :2222": f"bind 127.0.0.1:{port}", "inter 2s": "inter 100ms"}
    places |= {"global\n": f"global\n    stats socket {control}\n"}
    file.write_text(put(block_of("haproxy", "backend house"), places))
    assert PROGRAM is not None
    process = await asyncio.create_subprocess_exec(PROGRAM, "-db", "-f", f"{file}")
    try:
        await until(lambda: listens(control))
        yield Balancer(port, control)
    finally:
        process.terminate()
        await process.wait()


@asynccontextmanager
async def house(folder: Path, journal: io.StringIO, **settings: Any) -> AsyncIterator[Server]:
    """Open a server with the settings of the page."""
    written = toml.decode(block_of("toml", "@10.0.0.20/"), type=Config)
    assert written.proxy_protocol == ("10.0.0.10/32",)
    trusted = ("127.0.0.1/32",)
    folder.mkdir()
    async with open_server(folder, journal, proxy_protocol=trusted, **settings) as server:
        yield server


@asynccontextmanager
async def two_houses(
    folder: Path, **settings: Any
) -> AsyncIterator[tuple[Server, Server, Balancer, io.StringIO]]:
    """Open two servers behind a balancer that expects three; they share a journal."""
    journal = io.StringIO()
    async with (
        house(folder / "first", journal, **settings) as first,
        house(folder / "second", journal, **settings) as second,
        balancing(folder, [first.port, second.port, free_port()]) as balancer,
    ):
        await balancer.until({"house1": "UP", "house2": "UP", "house3": "DOWN"})
        yield first, second, balancer, journal


@asynccontextmanager
async def ssh(folder: Path, port: int, source: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a person's `ssh` from an address of this machine."""
    key = folder / "key"
    if not key.exists():
        key.touch(0o600)
        KEY.write_private_key(key)
    process = await asyncio.create_subprocess_exec(
        *("ssh", "-tt", "-F", "none", "-p", f"{port}", "-b", source, "-i", f"{key}"),
        *("-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no"),
        *("-o", "UserKnownHostsFile=/dev/null", "ada@127.0.0.1"),
        env={"PATH": os.environ["PATH"], "TERM": "xterm-256color"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                # `process.kill` would look for an end, which the watcher of the loop then misses.
                os.kill(process.pid, signal.SIGKILL)
        await process.communicate()


async def shows(process: asyncio.subprocess.Process, words: str) -> None:
    """Read what `ssh` prints until these words came."""
    assert process.stdout is not None
    raw = b""
    async with asyncio.timeout(PATIENCE):
        while words.encode() not in raw:
            data = await process.stdout.read(4096)
            assert data, f"it ended: {raw!r}"
            raw += data


async def test_the_limits_of_the_page_fit_into_its_balancer(tmp_path: Path) -> None:
    limits, file = block_of("haproxy", "stick-table"), tmp_path / "haproxy.cfg"
    file.write_text(
        put(block_of("haproxy", "backend house"), {"bind :2222\n": f"bind :2222\n{limits}"})
    )
    assert PROGRAM is not None
    process = await asyncio.create_subprocess_exec(
        *(PROGRAM, "-c", "-f", f"{file}"), stderr=asyncio.subprocess.PIPE
    )
    _, said = await process.communicate()
    assert process.returncode == 0, said.decode()


def addresses(*servers: Server) -> list[str]:
    """Return the addresses of the visitors of each server."""
    return [
        app.visitor.address for server in servers for app in server.reception.visitors.apps.values()
    ]


async def test_two_servers_behind_the_balancer_of_the_page_see_true_addresses(
    tmp_path: Path,
) -> None:
    async with (
        two_houses(tmp_path, limits=Limits(connections_by_address=1)) as two,
        AsyncExitStack() as stack,
    ):
        first, second, balancer, journal = two
        for _ in range(2):
            client = await stack.enter_async_context(ssh(tmp_path, balancer.port, "127.0.0.2"))
            await shows(client, "<ada")
        assert addresses(first) == addresses(second) == ["127.0.0.2"]
        async with ssh(tmp_path, balancer.port, "127.0.0.2") as one_too_many:
            await shows(one_too_many, "Too many connections from your address are open")
        async with ssh(tmp_path, balancer.port, "127.0.0.3") as other:
            await shows(other, "<ada")
            assert sorted(addresses(first, second)) == ["127.0.0.2", "127.0.0.2", "127.0.0.3"]
    assert "turned away address='127.0.0.2'" in journal.getvalue()
    assert "127.0.0.1" not in journal.getvalue(), "the checks are silent"


async def test_who_comes_while_a_server_is_stopped_is_led_to_another_one(tmp_path: Path) -> None:
    async with two_houses(tmp_path) as (first, second, balancer, _):
        await first.close()
        for number in range(2):  # the first one comes before the balancer has noticed
            async with ssh(tmp_path, balancer.port, f"127.0.0.{number + 2}") as client:
                await shows(client, "<ada")
                assert addresses(second) == [f"127.0.0.{number + 2}"]
            await until(lambda: not len(second.reception.visitors))
        await balancer.until({"house1": "DOWN", "house2": "UP", "house3": "DOWN"})


async def test_a_server_that_gives_way_to_a_newer_one_keeps_its_people_and_gets_no_new_ones(
    tmp_path: Path,
) -> None:
    async with (
        two_houses(tmp_path) as (older, newer, balancer, journal),
        AsyncExitStack() as stack,
    ):
        first = await stack.enter_async_context(ssh(tmp_path, balancer.port, "127.0.0.2"))
        await shows(first, "<ada")
        giving = older if len(older.reception.visitors) else newer
        giving.entrance.give_way()
        other = newer if giving is older else older
        names = {older: "house1", newer: "house2"}
        await balancer.until({names[giving]: "DOWN", names[other]: "UP", "house3": "DOWN"})
        for number in range(2):
            client = await stack.enter_async_context(ssh(tmp_path, balancer.port, "127.0.0.3"))
            await shows(client, "<ada")
            assert len(other.reception.visitors) == number + 1
        assert addresses(giving) == ["127.0.0.2"]
    assert "turned away" not in journal.getvalue()
