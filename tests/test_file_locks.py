"""Files are locked in one way: by `locks.py`, until the lock is released or its process ends."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from regicide_tui.locks import FileLock, NoLocks, lock_open_file

_HOLD = """
import sys
from pathlib import Path
from regicide_tui.locks import FileLock
assert FileLock(Path(sys.argv[1])).take()
print("held", flush=True)
sys.stdin.read()
"""


def test_one_module_locks_files() -> None:
    graph = grimp.build_graph("regicide_tui", include_external_packages=True, cache_dir=None)
    systems = [name for name in ("fcntl", "msvcrt") if name in graph.modules]
    users = {user for name in systems for user in graph.find_modules_that_directly_import(name)}
    assert users == {"regicide_tui.locks"}
    assert "filelock" not in graph.modules


def test_only_one_holds_a_lock(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.take()
    assert first.take()
    assert not second.take()
    first.release()
    assert second.take()
    assert not first.take()


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    command = [sys.executable, "-c", _HOLD, str(lock.path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        assert not lock.take()
        holder.kill()
        holder.wait()
        assert lock.take()


def test_a_lock_that_was_removed_before_it_is_taken_counts_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lock"
    opened: list[int] = []
    really_open = os.open

    def open_and_remove(at: Path, flags: int, mode: int = 0o777) -> int:
        opened.append(really_open(at, flags, mode))
        if len(opened) == 1:
            path.unlink()
        return opened[-1]

    first = FileLock(path)
    monkeypatch.setattr(os, "open", open_and_remove)
    assert first.take()
    assert len(opened) == 2
    assert not FileLock(path).take()


def test_only_the_owner_can_read_a_lock(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "lock")
    lock.take()
    assert lock.path.stat().st_mode & 0o777 == 0o600


def test_a_link_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OSError, match="symbolic"):
        FileLock(tmp_path / "lock").take()
    assert not (tmp_path / "elsewhere").exists()


def test_an_open_file_is_locked_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with path.open("w") as file, path.open() as other:
        assert lock_open_file(file.fileno())
        assert not lock_open_file(other.fileno())
        file.close()
        assert lock_open_file(other.fileno())


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOLCK])
def test_a_file_system_may_have_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: int) -> None:
        raise OSError(number, "no locks")

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(NoLocks):
        FileLock(tmp_path / "lock").take()
