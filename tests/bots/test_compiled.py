"""Where machine code is kept."""

from pathlib import Path

import pytest

from regicide_tui.bots.compiled import first_writable


def test_it_is_kept_in_the_first_folder_that_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    folders = [tmp_path / "file" / "a", tmp_path / "b" / "c", tmp_path / "d"]
    assert first_writable(folders) == tmp_path / "b" / "c"
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["b", "file"]


def test_a_folder_that_others_own_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs, own = tmp_path / "theirs", tmp_path / "own"
    monkeypatch.setattr("os.access", lambda folder, _: folder != theirs)
    assert first_writable([theirs, own]) == own


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert first_writable([tmp_path / "file" / "a"]) is None
