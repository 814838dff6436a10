"""Deleted saves: brought back, removed for good, and left behind by a crash or another window."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.locks import lock_briefly, lock_path
from regicide_tui.play.saves.saves_folder import SavesFolder, SavesFolderError
from regicide_tui.play.saves.trash import Trash
from tests.play.games import game


@pytest.fixture
def shelf(tmp_path: Path) -> SavesFolder:
    """Return a shelf with three saves."""
    for name in "abc":
        write(tmp_path / f"{name}.save", game())
    return SavesFolder(tmp_path)


def save(shelf: SavesFolder, name: str) -> Path:
    return shelf.folder / f"{name}.save"


def names(shelf: SavesFolder) -> str:
    """Return the names of the saves on the shelf in order."""
    return "".join(sorted(label.path.stem for label in shelf.labels()))


def files(shelf: SavesFolder) -> set[str]:
    """Return the names of what lies in the folder, without locks."""
    return {path.name for path in shelf.folder.iterdir() if path.suffix != ".lock"}


def left_behind(shelf: SavesFolder, *deleted: str) -> None:
    """Delete saves in a program that is killed before it can empty its bin."""
    words = f"""
import os, signal
from pathlib import Path
from regicide_tui.play.saves.trash import Trash
from regicide_tui.play.saves.saves_folder import SavesFolder
shelf = SavesFolder(Path({str(shelf.folder)!r}))
bin = Trash(shelf)
for name in {deleted!r}:
    bin.delete(shelf.folder / (name + ".save"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", words], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL


# ---------------------------------------------------------------- one list


@pytest.mark.parametrize("kind", ["whole", "damaged", "link"])
def test_a_deleted_save_is_gone_and_comes_back_as_it_was(shelf: SavesFolder, kind: str) -> None:
    path = save(shelf, "a")
    if kind == "damaged":
        path.write_bytes(b"nonsense")
    if kind == "link":
        path.unlink()
        path.symlink_to("nowhere")
    before = path.readlink() if kind == "link" else (path.read_bytes(), path.stat().st_mtime_ns)
    trash = Trash(shelf)
    trash.delete(path)
    assert names(shelf) == "bc"
    assert trash.restore() == path
    after = path.readlink() if kind == "link" else (path.read_bytes(), path.stat().st_mtime_ns)
    assert after == before


def test_the_last_one_comes_back_first(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    for name in "acb":
        trash.delete(save(shelf, name))
    assert len(trash) == 3
    assert [trash.restore().stem for _ in "acb"] == ["b", "c", "a"]
    assert len(trash) == 0
    trash.delete(save(shelf, "b"))
    assert trash.restore() == save(shelf, "b")


def test_an_emptied_bin_leaves_nothing_behind(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    for name in "ab":
        trash.delete(save(shelf, name))
    trash.empty()
    assert files(shelf) == {"c.save"}
    assert not [one for one in shelf.folder.iterdir() if one.suffix == ".lock"]
    assert len(trash) == 0


def test_an_unused_bin_writes_nothing(tmp_path: Path) -> None:
    trash = Trash(SavesFolder(tmp_path / "nowhere"))
    trash.take_over()
    trash.empty()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_brought_back_over_another_save(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    before = save(shelf, "a").read_bytes()
    trash.delete(save(shelf, "a"))
    write(save(shelf, "a"), game(3))
    other = save(shelf, "a").read_bytes()
    back = trash.restore()
    assert (save(shelf, "a").read_bytes(), back.read_bytes()) == (other, before)
    assert len(names(shelf)) > 3, "it stands on the shelf under a new name"


def test_the_lock_of_a_save_that_came_again_is_left_alone(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    trash.delete(save(shelf, "a"))
    write(save(shelf, "a"), game(3))
    lock_path(save(shelf, "a")).touch()
    trash.empty()
    assert lock_path(save(shelf, "a")).exists()
    assert names(shelf) == "abc"


# ---------------------------------------------------------------- what can't be done


def test_a_save_that_is_open_elsewhere_is_not_deleted(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    with (
        lock_briefly(save(shelf, "a")),
        pytest.raises(SavesFolderError, match="open in another window and can't be deleted"),
    ):
        trash.delete(save(shelf, "a"))
    assert (names(shelf), len(trash)) == ("abc", 0)
    trash.delete(save(shelf, "a"))
    assert names(shelf) == "bc"


def test_a_folder_named_like_a_save_is_not_deleted(shelf: SavesFolder) -> None:
    (shelf.folder / "folder.save").mkdir()
    with pytest.raises(SavesFolderError, match="not a file"):
        Trash(shelf).delete(shelf.folder / "folder.save")
    assert (shelf.folder / "folder.save").is_dir()


def test_a_save_that_is_gone_meanwhile_says_so(shelf: SavesFolder) -> None:
    trash = Trash(shelf)
    with pytest.raises(SavesFolderError, match="It can't be deleted: there is no such file"):
        trash.delete(save(shelf, "gone"))
    trash.delete(save(shelf, "a"))
    trash.delete(save(shelf, "b"))
    (deleted,) = shelf.folder.glob(".*.b.save.deleted")
    deleted.unlink()
    with pytest.raises(SavesFolderError, match="no longer exists"):
        trash.restore()
    assert trash.restore() == save(shelf, "a"), "the one before can still be brought back"


@pytest.mark.parametrize(
    ("number", "reason"), [(30, "the folder can only be read"), (28, "the disk is full")]
)
def test_what_can_not_be_moved_stays_and_can_be_tried_again(
    shelf: SavesFolder, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    trash = Trash(shelf)
    trash.delete(save(shelf, "a"))
    true = Path.rename

    def refuse(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(SavesFolderError, match=f"can't be deleted: {reason}"):
        trash.delete(save(shelf, "b"))
    with pytest.raises(SavesFolderError, match=f"can't be brought back: {reason}"):
        trash.restore()
    assert (names(shelf), len(trash)) == ("bc", 1)
    monkeypatch.setattr(Path, "rename", true)
    assert trash.restore() == save(shelf, "a")


def test_what_can_not_be_removed_is_left_to_the_next_trash(
    shelf: SavesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Trash(shelf)
    first.delete(save(shelf, "a"))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "no")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        first.empty()
    second = Trash(shelf)
    second.take_over()
    assert second.restore() == save(shelf, "a")


# ---------------------------------------------------------------- crashes and other windows


@pytest.mark.skipif(os.name == "nt", reason="no process is killed this way on Windows")
def test_what_a_killed_program_had_deleted_can_be_brought_back(shelf: SavesFolder) -> None:
    left_behind(shelf, "b", "a")
    assert names(shelf) == "c"
    trash = Trash(shelf)
    trash.take_over()
    trash.delete(save(shelf, "c"))
    assert [trash.restore().stem for _ in range(len(trash))] == ["c", "a", "b"]
    trash.empty()
    assert files(shelf) == {"a.save", "b.save", "c.save"}
    assert not list(shelf.folder.glob(".*.deleted.lock"))


def test_what_another_window_has_deleted_is_left_to_it(shelf: SavesFolder) -> None:
    mine, theirs = Trash(shelf), Trash(shelf)
    mine.delete(save(shelf, "a"))
    theirs.take_over()
    assert len(theirs) == 0
    theirs.delete(save(shelf, "b"))
    theirs.empty()
    assert mine.restore() == save(shelf, "a")
    assert names(shelf) == "ac"


@pytest.mark.parametrize("name", [".x.deleted", ".abcdef-0001.deleted", "abcdef-0001.a.deleted"])
def test_what_is_no_deleted_save_is_left_alone(shelf: SavesFolder, name: str) -> None:
    (shelf.folder / name).touch()
    trash = Trash(shelf)
    trash.take_over()
    assert len(trash) == 0
    trash.empty()
    assert (shelf.folder / name).exists()
