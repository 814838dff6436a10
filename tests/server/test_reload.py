"""The settings of a running server are read again, and a database may start after it."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.running.reload import Reload
from tests.server.postgres import new_cluster
from tests.server.waiting import until
from tests.server.whole import House, open_house
from tests.terminal.terminal import PATIENCE, PROGRAM, environment


def reload(house: House, new: Config | BadConfig) -> str:
    """Read settings again; return what the journal says of that."""

    def read() -> Config:
        if isinstance(new, BadConfig):
            raise new
        return new

    reception, moderation = house.server.reception, house.services.moderation
    before = len(house.journal.getvalue())
    Reload(read, reception, moderation, reception.journal).reload()
    return house.journal.getvalue()[before:].rstrip()


async def test_who_may_log_in_changes_at_once_and_other_settings_wait_for_a_restart(
    tmp_path: Path,
) -> None:
    async with open_house(tmp_path) as house:
        old, moderation = house.server.reception.config, house.services.moderation
        new = Config(allowed=("bea",), moderators=("bea",), port=old.port + 1, drain_seconds=9)
        line = reload(house, new)
        assert "settings read changed='allowed, moderators'" in line
        assert "after_restart='port, drain_seconds" in line
        assert house.server.reception.judge("ada", "", "127.0.0.1") is not None
        assert house.server.reception.judge("bea", "", "127.0.0.1") is None
        assert [moderation.is_moderator(name) for name in ("ada", "bea")] == [False, True]
        assert house.server.reception.config.port == old.port


async def test_wrong_settings_change_nothing(tmp_path: Path) -> None:
    async with open_house(tmp_path) as house:
        before = house.server.reception.config
        faults = ("house.toml: there is no setting prot.", "house.toml: allowed has 'ab'")
        said = reload(house, BadConfig("\n".join(faults)))
        for line, word in zip(said.splitlines(), ("prot", "'ab'"), strict=True):
            assert "settings refused" in line
            assert word in line
        assert house.server.reception.config is before


@contextmanager
def serving(folder: Path, *words: str, terminal: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Run a real server, without a terminal unless it is asked for; kill it at the end."""
    command = [*PROGRAM, "serve", "--port", "0", *words]
    with subprocess.Popen(
        command,
        env=environment(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
        start_new_session=not terminal,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(process: subprocess.Popen[str], words: str, *, journal: bool = False) -> str:
    """Return the next line of a server with these words."""
    stream = process.stderr if journal else process.stdout
    assert stream is not None
    for line in stream:
        if words in line:
            return line
    raise AssertionError(f"it ended before it said {words!r}")


@pytest.mark.processes
def test_a_signal_reads_the_file_again_and_others_end_no_server(tmp_path: Path) -> None:
    config = tmp_path / "house.toml"
    config.write_text('password = "old"\n')
    with serving(tmp_path, "--config", str(config)) as server:
        read_until(server, "opened", journal=True)
        for one in (signal.SIGUSR1, signal.SIGUSR2):
            server.send_signal(one)
        config.write_text('password = "new"\nmetrics = "9464"\n')
        server.send_signal(signal.SIGHUP)
        line = read_until(server, "settings", journal=True)
        assert "settings read changed='password' after_restart='metrics'" in line
        config.write_text("prot = 1\n")
        server.send_signal(signal.SIGHUP)
        assert "settings refused" in read_until(server, "settings", journal=True)
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == 0


@pytest.mark.processes
async def test_a_server_waits_for_a_database_and_its_status_says_when_that_is_lost(
    tmp_path: Path, needs_postgres: None
) -> None:
    with new_cluster() as cluster:
        url = cluster.url()
        cluster.kill()
        with serving(tmp_path, "--store", url) as server:
            assert "doesn't answer. The server will start once it does." in read_until(
                server, "answer"
            )
            cluster.start()
            read_until(server, "The server is running")
            assert _status(tmp_path) == (0, "reached")
            cluster.kill()
            await until(lambda: _status(tmp_path) == (1, "can't be reached"))
            cluster.start()
            await until(lambda: _status(tmp_path) == (0, "reached"))
            server.send_signal(signal.SIGTERM)
            assert server.wait(PATIENCE) == 0


def _status(folder: Path) -> tuple[int, str]:
    """Return the exit code of the status, and what it says of the store."""
    done = subprocess.run(
        [*PROGRAM, "serve", "--status"],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
    )
    (store,) = [line for line in done.stdout.splitlines() if line.startswith("store ")]
    return done.returncode, store.removeprefix("store").strip()


@pytest.mark.processes
def test_who_waits_for_a_database_may_interrupt_the_server(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    with serving(tmp_path, "--store", "postgresql://ada@127.0.0.1:1/house") as server:
        read_until(server, "doesn't answer")
        os.kill(server.pid, signal.SIGINT)
        assert server.wait(PATIENCE) == 130
        assert server.stderr is not None
        assert "Traceback" not in server.stderr.read()
