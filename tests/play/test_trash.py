"""Deleted saves: brought back, removed for good, and left behind by a crash or another window."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_tui.play.saves.files import lock_briefly, lock_path, write
from regicide_tui.play.saves.saves_folder import SavesFolder, SavesFolderError, Trash
from tests.play.games import game


@pytest.fixture
def saves_folder(tmp_path: Path) -> SavesFolder:
    """Return a folder with three saves."""
    for name in "abc":
        write(tmp_path / f"{name}.save", game())
    return SavesFolder(tmp_path)


def save(saves_folder: SavesFolder, name: str) -> Path:
    return saves_folder.folder / f"{name}.save"


def names(saves_folder: SavesFolder) -> str:
    """Return the names of the saves in the folder in order."""
    return "".join(sorted(label.path.stem for label in saves_folder.labels()))


def files(saves_folder: SavesFolder) -> set[str]:
    """Return the names of what lies in the folder, without locks."""
    return {path.name for path in saves_folder.folder.iterdir() if path.suffix != ".lock"}


def left_behind(saves_folder: SavesFolder, *deleted: str) -> None:
    """Delete saves in a program that is killed before it can empty its bin."""
    words = f"""
import os, signal
from pathlib import Path
from regicide_tui.play.saves.saves_folder import Trash
from regicide_tui.play.saves.saves_folder import SavesFolder
saves_folder = SavesFolder(Path({str(saves_folder.folder)!r}))
bin = Trash(saves_folder)
for name in {deleted!r}:
    bin.delete(saves_folder.folder / (name + ".save"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", words], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL


# ---------------------------------------------------------------- one list


@pytest.mark.parametrize("kind", ["whole", "damaged", "link"])
def test_a_deleted_save_is_gone_and_comes_back_as_it_was(
    saves_folder: SavesFolder, kind: str
) -> None:
    path = save(saves_folder, "a")
    if kind == "damaged":
        path.write_bytes(b"nonsense")
    if kind == "link":
        path.unlink()
        path.symlink_to("nowhere")
    before = path.readlink() if kind == "link" else (path.read_bytes(), path.stat().st_mtime_ns)
    trash = Trash(saves_folder)
    trash.delete(path)
    assert names(saves_folder) == "bc"
    assert trash.restore() == path
    after = path.readlink() if kind == "link" else (path.read_bytes(), path.stat().st_mtime_ns)
    assert after == before


def test_the_last_one_comes_back_first(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    for name in "acb":
        trash.delete(save(saves_folder, name))
    assert len(trash) == 3
    assert [trash.restore().stem for _ in "acb"] == ["b", "c", "a"]
    assert len(trash) == 0
    trash.delete(save(saves_folder, "b"))
    assert trash.restore() == save(saves_folder, "b")


def test_an_emptied_bin_leaves_nothing_behind(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    for name in "ab":
        trash.delete(save(saves_folder, name))
    trash.empty()
    assert files(saves_folder) == {"c.save"}
    assert not [one for one in saves_folder.folder.iterdir() if one.suffix == ".lock"]
    assert len(trash) == 0


def test_an_unused_bin_writes_nothing(tmp_path: Path) -> None:
    trash = Trash(SavesFolder(tmp_path / "nowhere"))
    trash.take_over()
    trash.empty()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_brought_back_over_another_save(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    before = save(saves_folder, "a").read_bytes()
    trash.delete(save(saves_folder, "a"))
    write(save(saves_folder, "a"), game(3))
    other = save(saves_folder, "a").read_bytes()
    back = trash.restore()
    assert (save(saves_folder, "a").read_bytes(), back.read_bytes()) == (other, before)
    assert len(names(saves_folder)) > 3, "it is listed under a new name"


def test_the_lock_of_a_save_that_came_again_is_left_alone(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    trash.delete(save(saves_folder, "a"))
    write(save(saves_folder, "a"), game(3))
    lock_path(save(saves_folder, "a")).touch()
    trash.empty()
    assert lock_path(save(saves_folder, "a")).exists()
    assert names(saves_folder) == "abc"


# ---------------------------------------------------------------- what can't be done


def test_a_save_that_is_open_elsewhere_is_not_deleted(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    with (
        lock_briefly(save(saves_folder, "a")),
        pytest.raises(SavesFolderError, match="open in another window and can't be deleted"),
    ):
        trash.delete(save(saves_folder, "a"))
    assert (names(saves_folder), len(trash)) == ("abc", 0)
    trash.delete(save(saves_folder, "a"))
    assert names(saves_folder) == "bc"


def test_a_folder_named_like_a_save_is_not_deleted(saves_folder: SavesFolder) -> None:
    (saves_folder.folder / "folder.save").mkdir()
    with pytest.raises(SavesFolderError, match="not a file"):
        Trash(saves_folder).delete(saves_folder.folder / "folder.save")
    assert (saves_folder.folder / "folder.save").is_dir()


def test_a_save_that_is_gone_meanwhile_says_so(saves_folder: SavesFolder) -> None:
    trash = Trash(saves_folder)
    with pytest.raises(SavesFolderError, match="It can't be deleted: there is no such file"):
        trash.delete(save(saves_folder, "gone"))
    trash.delete(save(saves_folder, "a"))
    trash.delete(save(saves_folder, "b"))
    (deleted,) = saves_folder.folder.glob(".*.b.save.deleted")
    deleted.unlink()
    with pytest.raises(SavesFolderError, match="no longer exists"):
        trash.restore()
    assert trash.restore() == save(saves_folder, "a"), "the one before can still be brought back"


@pytest.mark.parametrize(
    ("number", "reason"), [(30, "the folder is read-only"), (28, "the disk is full")]
)
def test_what_can_not_be_moved_stays_and_can_be_tried_again(
    saves_folder: SavesFolder, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    trash = Trash(saves_folder)
    trash.delete(save(saves_folder, "a"))
    true = Path.rename

    def refuse(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(SavesFolderError, match=f"can't be deleted: {reason}"):
        trash.delete(save(saves_folder, "b"))
    with pytest.raises(SavesFolderError, match=f"can't be restored: {reason}"):
        trash.restore()
    assert (names(saves_folder), len(trash)) == ("bc", 1)
    monkeypatch.setattr(Path, "rename", true)
    assert trash.restore() == save(saves_folder, "a")


def test_what_can_not_be_removed_is_left_to_the_next_trash(
    saves_folder: SavesFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Trash(saves_folder)
    first.delete(save(saves_folder, "a"))

    def refuse(*_: object, **__: object) -> None:
        raise OSError(30, "no")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", refuse)
        first.empty()
    second = Trash(saves_folder)
    second.take_over()
    assert second.restore() == save(saves_folder, "a")


# ---------------------------------------------------------------- crashes and other windows


@pytest.mark.skipif(os.name == "nt", reason="no process is killed this way on Windows")
def test_what_a_killed_program_had_deleted_can_be_brought_back(saves_folder: SavesFolder) -> None:
    left_behind(saves_folder, "b", "a")
    assert names(saves_folder) == "c"
    trash = Trash(saves_folder)
    trash.take_over()
    trash.delete(save(saves_folder, "c"))
    assert [trash.restore().stem for _ in range(len(trash))] == ["c", "a", "b"]
    trash.empty()
    assert files(saves_folder) == {"a.save", "b.save", "c.save"}
    assert not list(saves_folder.folder.glob(".*.deleted.lock"))


def test_what_another_window_has_deleted_is_left_to_it(saves_folder: SavesFolder) -> None:
    mine, theirs = Trash(saves_folder), Trash(saves_folder)
    mine.delete(save(saves_folder, "a"))
    theirs.take_over()
    assert len(theirs) == 0
    theirs.delete(save(saves_folder, "b"))
    theirs.empty()
    assert mine.restore() == save(saves_folder, "a")
    assert names(saves_folder) == "ac"


@pytest.mark.parametrize("name", [".x.deleted", ".abcdef-0001.deleted", "abcdef-0001.a.deleted"])
def test_what_is_no_deleted_save_is_left_alone(saves_folder: SavesFolder, name: str) -> None:
    (saves_folder.folder / name).touch()
    trash = Trash(saves_folder)
    trash.take_over()
    assert len(trash) == 0
    trash.empty()
    assert (saves_folder.folder / name).exists()
