"""Where machine code is kept, and for what."""

from pathlib import Path

import pytest

from regicide_tui.bots.code_folder import find_writable_folder


def test_machine_code_is_kept_in_the_first_folder_that_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folders = [tmp_path / "file" / "a", tmp_path / "b" / "c", tmp_path / "d"]
    assert find_writable_folder(folders) == tmp_path / "b" / "c"
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["b", "file"]


def test_a_folder_without_write_permission_is_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, own = tmp_path / "theirs", tmp_path / "own"
    monkeypatch.setattr("os.access", lambda folder, _: folder != theirs)
    assert find_writable_folder([theirs, own]) == own


def test_without_a_writable_folder_no_machine_code_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert find_writable_folder([tmp_path / "file" / "a"]) is None
