"""The file of finished games: lines are added and never lost, damaged ones passed over."""

import errno
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.play.statistics import RecordError, Records
from tests.play.games import ROOT
from tests.play.test_statistics import record


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "deep" / "records.jsonl")


def test_without_a_file_there_are_no_records(records: Records) -> None:
    assert records.read() == ()
    assert not records.path.parent.exists()


def test_what_was_added_is_read_in_order(records: Records) -> None:
    games = (record(1), record(2, won=True, medal="gold", peeks=1, undos=2), record(1, turns=3))
    for one in games:
        records.add(one)
    assert records.read() == games
    assert records.path.read_bytes().count(b"\n") == 3


def test_the_file_is_for_its_owner_alone(records: Records) -> None:
    records.add(record())
    assert stat.S_IMODE(records.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"nonsense",
        b"[1,2]",
        b'{"id":"x"}',
        b"\xff\xfe\x00",
        pytest.param(b"[" * 100_000, id="deep"),
        b'{"id":"","date":"","game":"","players":1,"won":true,"turns":1,"seed":""}',
        b'{"id":"x","date":"","game":"","players":9,"won":true,"turns":1,"seed":""}',
        b'{"id":"x","date":"","game":"","players":1,"won":true,"turns":-1,"seed":""}',
    ],
)
def test_a_damaged_line_is_passed_over_and_kept(records: Records, line: bytes) -> None:
    records.add(record(1))
    with records.path.open("ab") as file:
        file.write(line + b"\n")
    records.add(record(2))
    assert records.read() == (record(1), record(2))
    assert line in records.path.read_bytes()


def test_a_line_that_was_cut_off_costs_no_other(records: Records) -> None:
    records.add(record(1))
    whole = records.path.read_bytes()
    records.path.write_bytes(whole + whole[: len(whole) // 2])
    records.add(record(2))
    assert records.read() == (record(1), record(2))


def test_a_line_of_a_later_version_may_say_more(records: Records) -> None:
    records.add(record(1))
    line = records.path.read_text().replace('"turns"', '"hints":3,"turns"')
    records.path.write_text(line)
    assert records.read() == (record(1),)


def test_texts_that_could_move_the_cursor_are_made_harmless(records: Records) -> None:
    records.add(record(1, seed="a\x1b[2J", medal="\x07"))
    (found,) = records.read()
    assert (found.seed, found.medal) == ("a?[2J", "?")


@pytest.mark.slow
def test_windows_that_add_at_once_lose_no_line(records: Records) -> None:
    program = (
        "import sys; from pathlib import Path; from regicide_tui.play.statistics import Records;"
        "from tests.play.test_statistics import record;"
        "records = Records(Path(sys.argv[1]));"
        "[records.add(record(int(sys.argv[2]) + n)) for n in range(50)]"
    )
    windows = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(records.path), str(1000 * number)], cwd=ROOT
        )
        for number in range(3)
    ]
    assert [window.wait() for window in windows] == [0, 0, 0]
    expected = {f"game {1000 * number + n}" for number in range(3) for n in range(50)}
    assert {one.id for one in records.read()} == expected
    assert len(records.read()) == 150


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "the folder is read-only")],
)
def test_a_disk_that_takes_nothing_is_told_in_a_sentence(
    records: Records, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    records.add(record(1))

    def refuse(*_: Any) -> int:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", refuse)
        with pytest.raises(RecordError, match=words):
            records.add(record(2))
    assert records.read() == (record(1),)


def test_a_line_of_which_a_part_only_fits_is_told_and_costs_no_other(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda handle, data: write(handle, data[:9]))
        with pytest.raises(RecordError, match="the disk is full"):
            records.add(record(1))
    records.add(record(2))
    assert records.read() == (record(2),)


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_holds_nobody_up(records: Records, kind: str) -> None:
    records.path.parent.mkdir()
    if kind == "folder":
        records.path.mkdir()
    else:
        os.mkfifo(records.path)
    assert records.read() == ()
    with pytest.raises(RecordError):
        records.add(record())


def test_of_a_file_that_is_far_too_long_the_end_is_read(
    records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(10):
        records.add(record(number))
    length = len(records.path.read_bytes()) // 10
    monkeypatch.setattr("regicide_tui.play.statistics.LIMIT", 3 * length + 5)
    assert records.read() == (record(7), record(8), record(9))
