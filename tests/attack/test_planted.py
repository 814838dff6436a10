"""What somebody put into the folder before the server was opened there."""

import os
from pathlib import Path

import pytest

from regicide_tui.server.base.private import NotPrivate, make_private_folder


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A file that everybody can read, outside the folder of the server."""
    file = tmp_path / "elsewhere"
    file.touch(mode=0o644)
    return file


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which others could leave things."""
    folder = tmp_path / "house"
    folder.mkdir(mode=0o777)
    return folder


@pytest.mark.parametrize("name", ["house.db", "host_key", "lock", "house.db-wal"])
def test_a_link_leads_to_nothing_that_others_can_read(
    folder: Path, elsewhere: Path, name: str
) -> None:
    (folder / name).symlink_to(elsewhere)
    make_private_folder(folder)
    assert elsewhere.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("name", ["house.db", "host_key"])
def test_a_link_to_what_belongs_to_somebody_else_is_refused(
    folder: Path, elsewhere: Path, name: str
) -> None:
    os.chown(elsewhere, 65534, 65534)
    (folder / name).symlink_to(elsewhere)
    with pytest.raises(NotPrivate, match="another user"):
        make_private_folder(folder)


def test_a_link_to_nothing_is_refused(folder: Path, tmp_path: Path) -> None:
    """SQLite would make the file where the link leads, for everybody to read."""
    (folder / "house.db").symlink_to(tmp_path / "nothing")
    with pytest.raises(NotPrivate, match="is a broken link"):
        make_private_folder(folder)
    assert not (tmp_path / "nothing").exists()
