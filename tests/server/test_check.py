"""`serve --check` says what a start would refuse, and changes nothing."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from regicide_tui.server.base.config import BadConfig, Config
from regicide_tui.server.operator.check import check
from regicide_tui.server.running.lock import AlreadyOpen, is_running, lock_folder, lock_name
from regicide_tui.server.ssh.hostkey import load_host_key
from regicide_tui.server.storage.sqlite import SqliteStore
from tests.server.conformance import fill
from tests.terminal.terminal import PROGRAM, environment

FINE = ["The server can start with these settings."]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of a server that was never started."""
    return tmp_path / "house"


@pytest.fixture
async def used(folder: Path) -> Path:
    """The folder of a server that was started and stopped."""
    load_host_key(folder / "host_key")
    store = SqliteStore(folder / "house.db")
    await fill(store, "table/1", "abc")
    await store.close()
    (folder / "lock").touch(0o600)
    return folder


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return the rights and the bytes of all files."""
    files = [file for file in folder.rglob("*") if file.is_file()]
    return {file.name: (file.stat().st_mode, file.read_bytes()) for file in files}


async def found(folder: Path, **settings: object) -> list[str]:
    """Return what is said of a folder, in which nothing may change."""
    before, said = everything(folder), list[str]()
    config = lambda: Config(**{"port": 0, **settings})  # type: ignore[arg-type] # noqa: E731
    code = await check(folder, config, said.append)
    assert everything(folder) == before
    assert code == (FINE[0] not in said)
    return said


async def test_a_server_that_was_never_started_would_start(folder: Path) -> None:
    assert await found(folder) == FINE
    assert not folder.exists()


async def test_a_server_that_was_stopped_would_start(used: Path) -> None:
    assert await found(used) == FINE


async def test_settings_that_can_not_be_read_are_one_line_and_the_rest_is_checked(
    used: Path,
) -> None:
    (used / "host_key").write_text("no key")

    def read() -> Config:
        raise BadConfig("house.toml: there is no setting prot.")

    lines: list[str] = []
    assert await check(used, read, lines.append) == 1
    assert lines[0] == "house.toml: there is no setting prot."
    assert "contains no private key" in lines[1]
    assert len(lines) == 2


async def test_a_port_that_is_taken_is_said(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (line,) = await found(folder, port=port)
        assert line == f"The server can't listen at 127.0.0.1, port {port}: address already in use."
        (line,) = await found(folder, metrics=f"{port}")
        assert line.startswith(f"The server can't show metrics at 127.0.0.1, port {port}: address")


async def test_an_address_of_another_machine_is_said(folder: Path) -> None:
    (line,) = await found(folder, host="192.0.2.1")
    assert line.startswith("The server can't listen at 192.0.2.1")


def _make_newer(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()


def _lead_nowhere(file: Path) -> None:
    file.rename(file.with_name("away.db"))
    file.symlink_to(file.with_name("nowhere"))


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_make_newer, "house.db was made by a newer version of the program"),
        (lambda file: file.write_bytes(b"no database" * 1000), "house.db: file is not a database"),
        (_lead_nowhere, "is a broken link"),
    ],
    ids=["newer", "no database", "a link"],
)
async def test_a_store_that_a_start_could_not_use_is_said(
    used: Path, spoil: Callable[[Path], object], why: str
) -> None:
    spoil(used / "house.db")
    (line,) = await found(used)
    assert why in line


async def test_rights_that_a_start_puts_right_are_not_refused(used: Path) -> None:
    for path in (used, *used.iterdir()):
        path.chmod(0o755)
    assert await found(used) == FINE


async def test_files_of_another_user_are_said(used: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1234)
    if os.getuid() == 0:
        os.chown(used / "house.db", 4321, -1)
    (line,) = await found(used)
    assert "belongs to another user" in line


async def test_connections_of_a_balancer_need_descriptors_before_they_are_counted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = "regicide_tui.server.running.listening.resource.getrlimit"
    monkeypatch.setattr(module, lambda _: (500, 500))
    assert await found(folder) == FINE
    (line,) = await found(folder, proxy_protocol=("10.0.0.1/32",))
    assert "400 connections need 700" in line


async def test_beside_a_running_server_its_ports_are_not_counted(used: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, lock_folder(used):
        lines = await found(used, port=taken.getsockname()[1])
    assert "is already running here" in lines[0]
    assert lines[1:] == FINE


def test_servers_with_one_database_lock_their_ports_and_not_the_folder(folder: Path) -> None:
    folder.mkdir()
    first, second = (Config(store="postgresql://house@/house", port=port) for port in (2231, 2232))
    with lock_folder(folder, lock_name(first)):
        assert is_running(folder, first)
        assert not is_running(folder, second)
        with lock_folder(folder, lock_name(second)):
            assert is_running(folder, second)
        with pytest.raises(AlreadyOpen), lock_folder(folder, lock_name(first)):
            pass
    assert not is_running(folder, first)


def test_a_file_has_one_server_whatever_its_port(folder: Path) -> None:
    folder.mkdir()
    with lock_folder(folder, lock_name(Config(port=2231))):
        assert is_running(folder, Config(port=2232))


_LOOKS = """
import sys
from pathlib import Path
from regicide_tui.server.storage.sqlite_file import check_file

check_file(Path(sys.argv[1]))
"""


async def test_a_database_that_another_process_has_open_stays_as_it_is(used: Path) -> None:
    database = used / "house.db"
    store = SqliteStore(database)
    await fill(store, "table/1", "d", after=3)
    before = everything(used)
    assert "house.db-shm" in before
    subprocess.run([sys.executable, "-c", _LOOKS, str(database)], check=True)
    assert everything(used) == before
    await fill(store, "table/1", "e", after=4)
    assert len(await store.read("table/1")) == 5
    await store.close()


_KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from regicide_tui.server.storage.sqlite import SqliteStore

async def main():
    store = SqliteStore(Path(sys.argv[1]))
    await store.append("table/1", 3, "d", {})
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_database_of_a_server_that_was_killed_is_fine_and_stays_as_it_is(
    used: Path,
) -> None:
    database = used / "house.db"
    killed = subprocess.run([sys.executable, "-c", _KILLED, str(database)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert {file.name for file in used.iterdir()} >= {"house.db-wal", "house.db-shm"}
    assert await found(used) == FINE
    (used / "house.db-shm").unlink()
    assert await found(used) == FINE
    store = SqliteStore(database)
    assert len(await store.read("table/1")) == 4
    await store.close()


@pytest.mark.slow
def test_the_exit_code_says_whether_a_start_would_be_refused(tmp_path: Path) -> None:
    def run(text: str) -> subprocess.CompletedProcess[str]:
        (tmp_path / "house.toml").write_text(text)
        command = [*PROGRAM, "serve", "--check", "--config", "house.toml"]
        return subprocess.run(
            command,
            env=environment(tmp_path),
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    done = run("port = 0")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{FINE[0]}\n", "")
    assert [file.name for file in tmp_path.iterdir()] == ["house.toml"]
    done = run("prot = 0")
    assert (done.returncode, done.stderr) == (1, "")
    assert "there is no setting prot." in done.stdout
    done = run('proxy_protocol = ["balancer"]')
    assert done.returncode == 1
    assert "proxy_protocol must list addresses or networks such as 10.0.0.1/32" in done.stdout
