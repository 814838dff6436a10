"""Clients that want to fill memory or stop the clock, against a server in a process of its own."""

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_OPEN, MSG_CHANNEL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String, UInt32

from tests.bench.server.people import Person
from tests.bench.server.process import Server, cores, serving

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server that shows tables."""
    with serving("table", cores()[0]) as server:
        yield server


async def _intruder(server: Server, **more: Any) -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        *("127.0.0.1", server.port),
        username="mallory",
        client_keys=[_KEY],
        known_hosts=None,
        config=None,
        agent_path=None,
        **more,
    )


_KEY = asyncssh.generate_private_key("ssh-ed25519")


async def _bears(server: Server, seconds: float) -> None:
    """Somebody else plays meanwhile and is answered, and the server does not grow."""
    before = server.ask()["memory"]
    person = Person(1, server.port, compress=False)
    await person.come()
    for _ in range(round(seconds / 0.5)):
        person.press()
        await asyncio.sleep(0.5)
    await person.go()
    assert all(0 < answer.first < 500 for answer in person.answers)
    assert server.ask()["memory"] - before < 16


async def _settled(server: Server) -> None:
    """Let the server meet its first guest, for whom it has much to load."""
    person = Person(0, server.port, compress=False)
    await person.come()
    await person.go()


@pytest.mark.processes
async def test_a_flood_of_variables_fills_nothing(server: Server) -> None:
    await _settled(server)
    async with await _intruder(server) as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        for number in range(60):
            name, value = f"LC_{number}".encode(), b"x" * MEGABYTE
            for start in range(0, MEGABYTE, 30_000):
                part = value[start : start + 30_000]
                process.channel._send_request(b"env", String(name), String(part))
        await _bears(server, 3)


@pytest.mark.processes
async def test_a_packet_that_inflates_to_much_ends_its_connection(server: Server) -> None:
    await _settled(server)
    async with await _intruder(server, compression_algs=["zlib@openssh.com"]) as connection:
        connection.send_packet(MSG_IGNORE, String(bytes(64 * MEGABYTE)))
        await _bears(server, 2)


class _Channel:
    """A client's channel on which nothing is asked for but by the test."""

    def __init__(self) -> None:
        self.open: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def process_open_confirmation(self, number: int, *_: object) -> None:
        """Note the number of the channel at the server."""
        self.open.set_result(number)

    def process_connection_close(self, _: object) -> None:
        """Keep nothing that could end."""

    def close(self) -> None:
        """Keep nothing that could end."""


@pytest.mark.processes
async def test_packets_that_inflate_and_cost_much_to_read_stop_nobody(server: Server) -> None:
    await _settled(server)
    size = [UInt32(number) for number in (80, 24, 0, 0)]
    modes = b"\x01\0\0\0\0" * 7_000
    async with await _intruder(server, compression_algs=["zlib@openssh.com"]) as connection:
        channel = _Channel()
        vars(connection)["_channels"][0] = channel
        connection.send_packet(
            MSG_CHANNEL_OPEN, String("session"), UInt32(0), UInt32(MEGABYTE), UInt32(32_768)
        )
        to = UInt32(await channel.open)
        before = server.ask()["cpu"]
        for _ in range(1_400):
            # Of a terminal that can't show the app each such packet is read.
            asked = (String("pty-req"), Boolean(False), String("dumb"), *size, String(modes))
            connection.send_packet(MSG_CHANNEL_REQUEST, to, *asked)
        await _bears(server, 4)
        assert server.ask()["cpu"] - before < 1.0


@pytest.mark.processes
async def test_an_endless_paste_fills_nothing(server: Server) -> None:
    await _settled(server)
    async with await _intruder(server) as connection:
        process = await connection.create_process(term_type="xterm", encoding=None)
        process.stdin.write(b"\x1b[200~" + b"x" * 20 * MEGABYTE)
        await _bears(server, 3)


@pytest.mark.slow
def test_an_audit_of_what_the_server_offers_finds_no_failure(server: Server) -> None:
    program = Path(sys.executable).with_name("ssh-audit")
    command: list[str | Path] = [
        program,
        "--no-colors",
        "--skip-rate-test",
        "-p",
        str(server.port),
        "127.0.0.1",
    ]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert re.search(r"\(kex\) .*-- \[info\]", found.stdout)
    assert "[fail]" not in found.stdout
