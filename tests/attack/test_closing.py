"""Whoever comes in while the server closes is told so, and the server ends in time."""

import asyncio
import io
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from tests.server.clients import connect, open_server, session

pytestmark = pytest.mark.processes


async def test_who_comes_while_the_server_closes_is_told_like_everybody(tmp_path: Path) -> None:
    journal = io.StringIO()
    async with open_server(tmp_path, journal) as server:
        async with connect(server) as connection:
            closing = asyncio.ensure_future(server.close())
            await asyncio.sleep(0)  # it has begun
            client = await session(connection)
            assert b"reconnect soon." in await client.ends()
        await closing
        assert not len(server.reception.visitors)
        assert "came" not in journal.getvalue()


async def test_whatever_fails_at_a_login_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = io.StringIO()
    async with open_server(tmp_path, journal) as server:

        def fails(*_: object) -> None:
            raise RuntimeError("unexpected")

        monkeypatch.setattr(server.reception.limiter, "note_success", fails)
        async with connect(server) as connection:
            client = await session(connection)
            assert b"An error occurred (incident " in await client.ends()
    assert "kind='RuntimeError'" in journal.getvalue()


_SLOW_END = """
import asyncio, time
from regicide_tui.server.running.signals import StopSignals

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(30)  # as long as it takes to empty a large memory

async def main():
    signals = StopSignals(patience=0)
    print("ready", flush=True)
    await signals.first.wait()

slow = Slow()
slow.itself = slow
asyncio.run(main())
"""


def test_a_process_ends_in_time_also_if_python_takes_long_to_end() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _SLOW_END], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        began = monotonic()
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        finally:
            process.kill()
        assert monotonic() - began < 5
