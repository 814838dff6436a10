"""Files that their owner alone can read."""

import os
import stat
from pathlib import Path

import pytest

from regicide_tui.server.base.private import NotPrivate, make_private_file, make_private_folder
from regicide_tui.server.storage.sqlite import SqliteStore


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "a" / "house")
    assert mode(tmp_path / "a" / "house") == 0o700


@pytest.mark.parametrize("before", [0o755, 0o777, 0o750, 0o701])
def test_a_folder_that_was_there_is_closed_to_others_with_all_in_it(
    tmp_path: Path, before: int
) -> None:
    (tmp_path / "house.db").touch(0o644)
    tmp_path.chmod(before)
    make_private_folder(tmp_path)
    assert (mode(tmp_path), mode(tmp_path / "house.db")) == (0o700, 0o600)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("file", ["", "house.db"])
def test_what_belongs_to_somebody_else_is_refused(tmp_path: Path, file: str) -> None:
    (tmp_path / "house.db").touch()
    os.chown(tmp_path / file, 12345, 12345)
    with pytest.raises(NotPrivate, match="belongs to another user"):
        make_private_folder(tmp_path)


def test_a_file_system_without_rights_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", lambda *_, **__: None)
    with pytest.raises(NotPrivate, match="can't prevent that"):
        make_private_folder(tmp_path)


def test_a_file_is_made_once(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    make_private_file(path)
    path.write_text("held")
    make_private_file(path)
    assert (mode(path), path.read_text()) == (0o600, "held")


async def test_the_files_of_a_store_are_its_owners_alone(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    await store.append("log", 0, "id", {})
    modes = {one.name: mode(one) for one in tmp_path.iterdir()}
    assert modes == {"house.db": 0o600, "house.db-wal": 0o600, "house.db-shm": 0o600}
    await store.close()
