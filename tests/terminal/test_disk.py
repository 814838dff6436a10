"""Disks that are full, folders that are none, and one game in two windows."""

import resource
from pathlib import Path

import pytest

from regicide_tui.play.saves.files import read
from regicide_tui.play.saves.saves_folder import SavesFolder
from tests.terminal.conftest import Start
from tests.terminal.terminal import Terminal

pytestmark = pytest.mark.processes

NOT_SAVED = 5
NO_ROOM = "The game could not be saved"


def begin(start: Start, *arguments: str) -> Terminal:
    """Begin a game."""
    terminal = start(*arguments, "new", "--seed", "7F3K")
    terminal.shows("1-8 pick", "q quit")
    return terminal


def moves(folder: Path) -> list[int]:
    """Return how many moves each save has, the newest first."""
    labels = list(SavesFolder(folder / "saves").labels())
    assert [label.fault for label in labels if label.fault] == []
    return [len(read(label.path).history.moves) for label in labels]


def limit_files(terminal: Terminal, size: int) -> None:
    """Let the program write no file that is larger, as if the disk were full."""
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.prlimit(terminal.process.pid, resource.RLIMIT_FSIZE, (size, hard))


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can take away the room")
def test_while_the_disk_is_full_the_game_goes_on_and_then_is_saved_again(
    start: Start, tmp_path: Path
) -> None:
    terminal = begin(start)
    terminal.changes("enter")
    terminal.until(lambda: moves(tmp_path) == [1])
    limit_files(terminal, 10)
    terminal.press("8", "7", "enter")
    terminal.shows(NO_ROOM, "goes on.", "turn 2")
    assert moves(tmp_path) == [1]
    limit_files(terminal, resource.RLIM_INFINITY)
    terminal.press("end", "enter")
    terminal.shows("The game is saved again.", "PAY 10")
    terminal.press("q")
    assert terminal.ends() == 0
    assert moves(tmp_path) == [3]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="only Linux can take away the room")
def test_when_there_is_room_again_the_game_is_saved_without_another_action(
    start: Start, tmp_path: Path
) -> None:
    terminal = begin(start)
    terminal.until(lambda: moves(tmp_path) == [0])
    limit_files(terminal, 10)
    terminal.press("enter")
    terminal.shows(NO_ROOM, "NOT SAVED")
    limit_files(terminal, resource.RLIM_INFINITY)
    terminal.press("q")
    assert terminal.ends() == 0
    assert moves(tmp_path) == [1]


def test_where_the_saves_should_be_is_a_file(start: Start, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("not a folder")
    terminal = begin(start)
    terminal.shows(NO_ROOM, "goes on.", "NOT SAVED")
    terminal.press("enter")
    terminal.shows("PAY 10")
    terminal.press("q")
    assert terminal.ends() == NOT_SAVED
    assert NO_ROOM in terminal.page
    assert (tmp_path / "saves").read_text() == "not a folder"


def test_where_no_folder_can_be_made(start: Start) -> None:
    terminal = begin(start, "--data-dir", "/proc/nowhere")
    terminal.shows(NO_ROOM, "goes on.")
    terminal.press("enter")
    terminal.shows("PAY 10")
    terminal.press("m")
    terminal.shows("New game", NO_ROOM)
    terminal.press("q")
    assert terminal.ends() == 0


def test_a_data_folder_that_is_a_file_does_not_keep_anybody_from_playing(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    terminal = begin(start, "--data-dir", "file")
    terminal.shows(NO_ROOM, "goes on.")
    terminal.press("q")
    assert terminal.ends() == NOT_SAVED


def test_a_name_that_can_not_be_written_is_said_too(start: Start, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("not a folder")
    terminal = begin(start)
    terminal.shows(NO_ROOM)
    terminal.press("backspace")
    terminal.until(lambda: NO_ROOM not in terminal.page)
    terminal.press("s")
    terminal.shows("Save this position as:")
    terminal.press(*"Friday", "enter")
    terminal.shows(NO_ROOM, "1-8 pick")


def test_a_second_window_goes_on_as_a_copy(start: Start, tmp_path: Path) -> None:
    one = begin(start)
    one.changes("enter")
    one.until(lambda: moves(tmp_path) == [1])
    other = start("resume")
    other.shows("another window", "copy", "1-8 pick")
    one.press("8", "7", "enter")
    one.shows("turn 2")
    other.press("8", "7", "enter")
    other.shows("turn 2")
    other.aims("enter")
    other.shows("PAY ")
    for terminal in (other, one):
        terminal.press("q")
        assert terminal.ends() == 0
    assert sorted(moves(tmp_path)) == [2, 3]


def test_after_the_first_window_is_closed_the_game_goes_on_in_its_own_file(
    start: Start, tmp_path: Path
) -> None:
    one = begin(start)
    one.changes("enter")
    one.press("q")
    assert one.ends() == 0
    other = start("resume")
    other.shows("PAY 10", "q quit")
    assert "another window" not in other.page
    other.press("8", "7", "enter")
    other.shows("turn 2")
    other.press("q")
    assert other.ends() == 0
    assert moves(tmp_path) == [2]


def test_to_the_menu_and_back_with_fast_hands_is_the_same_window(
    start: Start, tmp_path: Path
) -> None:
    terminal = begin(start)
    for _ in range(8):
        terminal.press("m")
        terminal.shows("Resume", "New game")
        terminal.press("r")
        terminal.shows("JACK OF ", "? help")
        terminal.has_done_all()
        assert "another window" not in terminal.page
    terminal.press("q")
    assert terminal.ends() == 0
    assert len(moves(tmp_path)) == 1


def test_what_killed_writers_left_is_gone_after_the_next_start(
    start: Start, tmp_path: Path
) -> None:
    (tmp_path / "saves").mkdir()
    left = [tmp_path / "saves" / f".game-{number}.save.part" for number in range(89)]
    left += [tmp_path / ".settings.toml.part", tmp_path / ".solved.txt.part"]
    others = [tmp_path / ".other.part", tmp_path / "saves" / ".notes.txt.part"]
    for path in (*left, *others):
        path.write_text("half")
    terminal = start()
    terminal.shows("New game")
    terminal.until(lambda: not any(path.exists() for path in left))
    assert all(path.exists() for path in others)
    terminal.press("q")
    assert terminal.ends() == 0
