"""Reports of unexpected errors: what they hold, how many are kept, and a disk that takes none."""

import os
from pathlib import Path

import pytest

from regicide_tui.play.crash_report import describe, write_report


def _error(words: str = "on purpose") -> ValueError:
    hidden = "the hand is KS"
    try:
        raise ValueError(words)
    except ValueError as error:
        assert hidden
        return error


def test_a_report_has_the_traceback_and_the_terminal_but_no_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-kitty")
    path = write_report(_error(), tmp_path / "data")
    assert path is not None
    text = path.read_text()
    assert "TERM=xterm-kitty" in text
    assert "ValueError: on purpose" in text
    assert "in _error" in text
    assert "the hand is KS" not in text


@pytest.mark.skipif(os.name != "posix", reason="no file modes")
def test_a_report_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = write_report(_error(), tmp_path / "data")
    assert path is not None
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


def test_a_report_holds_nothing_raw(tmp_path: Path) -> None:
    path = write_report(_error("\x1b]0;owned\x07"), tmp_path)
    assert path is not None
    assert all(line.isprintable() for line in path.read_text().splitlines())


def test_the_newest_reports_are_kept(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"crash-20200101-0000{number:02}-1.txt").touch()
    (tmp_path / "records.jsonl").touch()
    path = write_report(_error(), tmp_path)
    found = sorted(tmp_path.glob("crash-*"))
    assert len(found) == 10
    assert found[-1] == path
    assert (tmp_path / "records.jsonl").exists()


def test_where_no_report_can_be_written_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("no folder")
    assert write_report(_error(), tmp_path / "data") is None


def test_an_error_is_described_in_one_line() -> None:
    assert describe(_error("on\npurpose")) == "ValueError: on"
