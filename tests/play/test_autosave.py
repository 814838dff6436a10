"""Saving in the background: the newest state, waiting for it, failures, and two windows."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest

from regicide_tui.play.saves import files
from regicide_tui.play.saves.autosave import Autosave
from regicide_tui.play.saves.files import SaveError, read, write
from regicide_tui.play.table import Table
from tests.play.games import NAMES, ROOT, game

WAIT = 30.0
"""Seconds after which something hangs; nothing here takes so long."""
STATES = tuple(Table(game(3, 9).history.at(cursor), NAMES[:3]) for cursor in range(9))
ELSEWHERE = "This game is open in another window. Here you play a copy."


class Desk:
    """Opens autosaves in a folder, notes what they report and closes them in the end."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "game.save"
        self.copy = folder / "copy.save"
        self.reports: SimpleQueue[str | None] = SimpleQueue()
        self.opened: list[Autosave] = []

    def open(self, path: Path | None = None) -> Autosave:
        """Open an autosave and wait until it knows its file."""
        autosave = Autosave(path or self.path, lambda: self.copy, self.reports.put)
        self.opened.append(autosave)
        assert autosave.wait_until_saved(WAIT)
        return autosave

    def reported(self) -> list[str | None]:
        """Return what was reported since last asked."""
        return [self.reports.get() for _ in range(self.reports.qsize())]


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop the clock, so that what is read is what was saved."""
    monkeypatch.setattr(files, "time", lambda: 0)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """Return a desk in an empty folder."""
    desk = Desk(tmp_path)
    yield desk
    for autosave in desk.opened:
        autosave.close(WAIT)


class Slow:
    """Stands in for `files.write`: each write waits until it is let through."""

    def __init__(self) -> None:
        self.begun: SimpleQueue[Table] = SimpleQueue()
        self.go: SimpleQueue[None] = SimpleQueue()
        self.written: list[Table] = []

    def __call__(self, path: Path, saved: Table) -> None:
        """Write once let through."""
        self.begun.put(saved)
        self.go.get(timeout=WAIT)
        write(path, saved)
        self.written.append(saved)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Let writes wait."""
    slow = Slow()
    monkeypatch.setattr(files, "write", slow)
    return slow


def failing_while(broken: Event) -> Callable[[Path, Table], None]:
    """Return a stand-in for `files.write` that fails while something is broken."""

    def maybe(path: Path, saved: Table) -> None:
        if broken.is_set():
            raise SaveError("The game could not be saved: the disk is full.")
        write(path, saved)

    return maybe


def test_what_is_saved_is_on_the_disk_once_settled(desk: Desk) -> None:
    autosave = desk.open()
    for saved in STATES:
        autosave.save(saved)
        assert autosave.wait_until_saved(WAIT)
        assert not autosave.busy
        assert read(desk.path) == saved
    assert desk.reported() == []


def test_nothing_is_written_before_there_is_something_to_save(desk: Desk) -> None:
    desk.open().close(WAIT)
    assert not desk.path.exists()


def test_the_last_of_many_states_is_the_one_on_the_disk(desk: Desk) -> None:
    autosave = desk.open()
    for saved in STATES * 20:
        autosave.save(saved)
    assert autosave.wait_until_saved(WAIT)
    assert read(desk.path) == STATES[-1]


def test_saving_does_not_wait_for_the_disk(desk: Desk, slow: Slow) -> None:
    autosave = desk.open()
    autosave.save(STATES[1])
    assert slow.begun.get(timeout=WAIT) == STATES[1]
    assert autosave.busy
    assert not autosave.wait_until_saved(0.01)
    assert not desk.path.exists()
    slow.go.put(None)
    assert autosave.wait_until_saved(WAIT)
    assert not autosave.busy


def test_states_that_were_overtaken_are_skipped(desk: Desk, slow: Slow) -> None:
    autosave = desk.open()
    autosave.save(STATES[1])
    assert slow.begun.get(timeout=WAIT) == STATES[1]
    for saved in STATES[2:6]:
        autosave.save(saved)
    slow.go.put(None)
    assert slow.begun.get(timeout=WAIT) == STATES[5]
    assert not autosave.wait_until_saved(0.01), "the newer state is not on the disk yet"
    slow.go.put(None)
    assert autosave.wait_until_saved(WAIT)
    assert slow.written == [STATES[1], STATES[5]]
    assert read(desk.path) == STATES[5]


def test_closing_writes_what_waits(desk: Desk, slow: Slow) -> None:
    autosave = desk.open()
    autosave.save(STATES[1])
    assert slow.begun.get(timeout=WAIT) == STATES[1]
    autosave.save(STATES[2])
    slow.go.put(None)
    slow.go.put(None)
    autosave.close(WAIT)
    assert slow.written == [STATES[1], STATES[2]]
    assert read(desk.path) == STATES[2]


def test_closing_at_once_writes_what_waits(desk: Desk) -> None:
    autosave = Autosave(desk.path, lambda: desk.copy, desk.reports.put)
    autosave.save(STATES[3])
    autosave.close(WAIT)
    assert read(desk.path) == STATES[3]


def test_closing_twice_does_no_harm(desk: Desk) -> None:
    autosave = desk.open()
    autosave.save(STATES[1])
    autosave.close(WAIT)
    autosave.close(WAIT)
    assert read(desk.path) == STATES[1]


def test_closing_does_not_wait_for_ever(desk: Desk, slow: Slow) -> None:
    autosave = desk.open()
    autosave.save(STATES[1])
    assert slow.begun.get(timeout=WAIT) == STATES[1]
    autosave.close(0.01)
    assert slow.written == []
    slow.go.put(None)


def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "data" / "saves" / "game.save"
    desk = Desk(path.parent)
    with closing(desk.open()) as autosave:
        autosave.save(STATES[1])
        assert autosave.wait_until_saved(WAIT)
        assert read(path) == STATES[1]
    assert desk.reported() == []


# ---------------------------------------------------------------- failures


def test_a_failure_is_reported_and_so_is_recovery(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Event()
    monkeypatch.setattr(files, "write", failing_while(broken))
    autosave = desk.open()
    autosave.save(STATES[1])
    assert autosave.wait_until_saved(WAIT)
    broken.set()
    autosave.save(STATES[2])
    assert autosave.wait_until_saved(WAIT), "that it failed is settled, too"
    assert desk.reported() == ["The game could not be saved: the disk is full. The game goes on."]
    assert read(desk.path) == STATES[1]
    broken.clear()
    autosave.save(STATES[3])
    assert autosave.wait_until_saved(WAIT)
    assert desk.reported() == [None]
    assert read(desk.path) == STATES[3]
    autosave.save(STATES[4])
    assert autosave.wait_until_saved(WAIT)
    assert desk.reported() == []


def test_a_failure_that_goes_on_is_reported_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Event()
    broken.set()
    monkeypatch.setattr(files, "write", failing_while(broken))
    autosave = desk.open()
    for saved in STATES[1:5]:
        autosave.save(saved)
        assert autosave.wait_until_saved(WAIT)
    assert len(desk.reported()) == 1


def test_a_second_failure_after_recovery_is_reported_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Event()
    monkeypatch.setattr(files, "write", failing_while(broken))
    autosave = desk.open()
    reports: list[bool] = []
    for number, saved in enumerate(STATES[1:7]):
        (broken.clear if number % 2 else broken.set)()
        autosave.save(saved)
        assert autosave.wait_until_saved(WAIT)
        reports += [report is None for report in desk.reported()]
    assert reports == [False, True, False, True, False, True]


def test_a_folder_that_is_a_file_is_reported_at_the_first_save(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")
    desk = Desk(tmp_path / "saves")
    with closing(desk.open()) as autosave:
        assert desk.reported() == []
        autosave.save(STATES[1])
        assert autosave.wait_until_saved(WAIT)
    (report,) = desk.reported()
    assert report is not None
    assert report.startswith("The game could not be saved: ")


def test_a_folder_that_can_only_be_read_is_reported_at_the_first_save(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = os.open

    def read_only(path: str | Path, flags: int, *args: int, **kwargs: int) -> int:
        if flags & os.O_CREAT and str(path).startswith(str(desk.path.parent)):
            raise OSError(30, "Read-only file system")
        return true(path, flags, *args, **kwargs)

    monkeypatch.setattr(os, "open", read_only)
    autosave = desk.open()
    assert desk.reported() == []
    autosave.save(STATES[1])
    assert autosave.wait_until_saved(WAIT)
    assert desk.reported() == [
        "The game could not be saved: the folder is read-only. The game goes on."
    ]
    monkeypatch.setattr(os, "open", true)
    autosave.save(STATES[2])
    assert autosave.wait_until_saved(WAIT)
    assert desk.reported() == [None]
    assert read(desk.path) == STATES[2]


# ---------------------------------------------------------------- two windows


def test_a_second_window_goes_on_in_a_copy_and_says_so(desk: Desk) -> None:
    first = desk.open()
    first.save(STATES[4])
    assert first.wait_until_saved(WAIT)
    assert desk.reported() == []
    before = desk.path.stat()
    second = desk.open()
    assert desk.reported() == [ELSEWHERE]
    assert (first.path, second.path) == (desk.path, desk.copy)
    second.save(STATES[5])
    second.save(STATES[6])
    assert second.wait_until_saved(WAIT)
    assert read(desk.copy) == STATES[6]
    assert read(desk.path) == STATES[4]
    after = desk.path.stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_both_windows_go_on_each_in_its_file(desk: Desk) -> None:
    first, second = desk.open(), desk.open()
    first.save(STATES[2])
    second.save(STATES[7])
    assert first.wait_until_saved(WAIT)
    assert second.wait_until_saved(WAIT)
    assert (read(desk.path), read(desk.copy)) == (STATES[2], STATES[7])


def test_two_games_in_one_folder_do_not_hinder_each_other(desk: Desk) -> None:
    first, second = desk.open(), desk.open(desk.path.with_name("second.save"))
    assert desk.reported() == []
    assert first.path != second.path


def test_the_file_is_free_again_after_closing(desk: Desk) -> None:
    first = desk.open()
    first.save(STATES[1])
    first.close(WAIT)
    second = desk.open()
    assert desk.reported() == []
    second.save(STATES[2])
    assert second.wait_until_saved(WAIT)
    assert read(desk.path) == STATES[2]
    assert not desk.copy.exists()


def test_the_file_is_free_again_after_its_process_was_killed(desk: Desk) -> None:
    write(desk.path, STATES[1])
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.play.player", "--hold", str(desk.path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held game.save\n"
        assert desk.open().path == desk.copy
        assert desk.reported() == [ELSEWHERE]
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == -signal.SIGKILL
    third = desk.open()
    assert third.path == desk.path
    assert desk.reported() == []
    third.save(STATES[2])
    assert third.wait_until_saved(WAIT)
    assert read(desk.path) == STATES[2]


# ---------------------------------------------------------------- folders that go, links


def test_who_loses_the_folder_takes_the_lock_again_before_writing(desk: Desk) -> None:
    first = desk.open()
    first.save(STATES[1])
    assert first.wait_until_saved(WAIT)
    shutil.rmtree(desk.path.parent)
    first.save(STATES[2])
    assert first.wait_until_saved(WAIT)
    assert read(desk.path) == STATES[2]
    second = desk.open()
    assert (second.path, desk.reported()) == (desk.copy, [ELSEWHERE])


def test_who_loses_the_folder_to_another_window_goes_on_in_a_copy(desk: Desk) -> None:
    first = desk.open()
    first.save(STATES[1])
    assert first.wait_until_saved(WAIT)
    shutil.rmtree(desk.path.parent)
    second = desk.open()
    second.save(STATES[3])
    assert second.wait_until_saved(WAIT)
    first.save(STATES[2])
    assert first.wait_until_saved(WAIT)
    assert desk.reported() == [ELSEWHERE]
    assert (read(desk.path), read(desk.copy)) == (STATES[3], STATES[2])
    assert (first.path, second.path) == (desk.copy, desk.path)


def test_a_lock_that_could_not_be_had_at_first_is_taken_once_it_can_be(desk: Desk) -> None:
    desk.path.parent.rmdir()
    desk.path.parent.write_text("in the way")
    first = desk.open()
    desk.path.parent.unlink()
    first.save(STATES[1])
    assert first.wait_until_saved(WAIT)
    second = desk.open()
    assert (second.path, desk.reported()) == (desk.copy, [ELSEWHERE])


def test_a_save_that_is_a_link_stays_one_and_is_locked_where_it_leads(desk: Desk) -> None:
    real = desk.path.parent / "elsewhere" / "real.save"
    write(real, STATES[0])
    desk.path.symlink_to(real)
    first = desk.open()
    first.save(STATES[1])
    assert first.wait_until_saved(WAIT)
    assert desk.path.is_symlink()
    assert read(real) == STATES[1]
    second = desk.open(real)
    assert (second.path, desk.reported()) == (desk.copy, [ELSEWHERE])
