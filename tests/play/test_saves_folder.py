"""The folder of saved games: what stands in it, in which order, and which game to go on with."""

import os
import re
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui.play.saves.codec import encode
from regicide_tui.play.saves.files import lock_briefly, read, write
from regicide_tui.play.saves.saves_folder import (
    SaveLabel,
    SavesFolder,
    SavesFolderError,
    sort_by_last_played,
)
from regicide_tui.play.table import Table
from tests.play.damaged_saves import body_of, seal
from tests.play.games import NAMES, game, whole_game


@dataclass
class Library:
    """A folder in which each save is newer than the one before."""

    saves_folder: SavesFolder
    hour: int = 0

    def put(self, name: str, content: Table | bytes) -> Path:
        """Put a save or what looks like one into the folder, under this file name."""
        path = self.saves_folder.folder / f"{name}.save"
        if isinstance(content, Table):
            write(path, content)
        else:
            path.write_bytes(content)
        self.hour += 1
        os.utime(path, (self.hour * 3600, self.hour * 3600))
        return path

    @property
    def names(self) -> list[str]:
        """The names of the files as the list has them."""
        return [label.path.stem for label in self.saves_folder.labels()]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Return a folder without saves."""
    return Library(SavesFolder(tmp_path))


def going_on(saves_folder: SavesFolder) -> SaveLabel | None:
    """Return the newest game that is not finished."""
    return next((label for label in saves_folder.labels() if label.going_on), None)


def named(saved: Table, name: str) -> Table:
    return Table(saved.history, saved.seats, name, saved.saved, saved.undos)


def test_a_missing_folder_has_no_saves(tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path / "nowhere")
    assert list(saves_folder.labels()) == []
    assert going_on(saves_folder) is None
    assert saves_folder.newest_unfinished() is None
    assert list(tmp_path.iterdir()) == []


def test_a_file_in_place_of_the_folder_has_no_saves(tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("no folder")
    assert list(SavesFolder(tmp_path / "saves").labels()) == []


def test_the_newest_save_comes_first(library: Library) -> None:
    for name in ("b", "c", "a"):
        library.put(name, game())
    assert library.names == ["a", "c", "b"]
    library.put("b", game())
    assert library.names == ["b", "a", "c"]


def test_a_label_says_what_the_save_says(library: Library) -> None:
    saved = Table(game(3, 4).history, NAMES[:3], "Friday", 1_700_000_000)
    path = library.put("a", saved)
    snapshot = body_of(saved)["snapshot"]
    assert list(library.saves_folder.labels()) == [
        SaveLabel(
            path,
            "Friday",
            "regicide",
            NAMES[:3],
            1_700_000_000,
            snapshot,
            start=saved.history.start,
            actions=4,
        )
    ]


def test_a_label_tells_whether_the_game_is_over(library: Library) -> None:
    library.put("going on", game(2, 3))
    library.put("over", whole_game(2))
    assert [label.over for label in library.saves_folder.labels()] == [True, False]


def test_only_saves_are_listed(library: Library) -> None:
    path = library.put("a", game())
    for name in ("notes.txt", f".{path.name}.part", f".{path.name}.lock", "a.save.bak"):
        (library.saves_folder.folder / name).write_bytes(encode(game()))
    assert library.names == ["a"]


def test_the_newest_unfinished_game_is_gone_on_with(library: Library) -> None:
    library.put("old", game(2, 3))
    path = library.put("new", game(3, 4))
    library.put("over", whole_game(2))
    label = going_on(library.saves_folder)
    assert label is not None
    assert label.path == path
    assert library.saves_folder.newest_unfinished() == (path, read(path))


def test_named_saves_are_not_gone_on_with(library: Library) -> None:
    path = library.put("unnamed", game())
    library.put("named", named(game(3), "Friday"))
    label = going_on(library.saves_folder)
    found = library.saves_folder.newest_unfinished()
    assert label is not None
    assert found is not None
    assert label.path == found[0] == path


def test_where_all_is_over_or_named_there_is_nothing_to_go_on_with(library: Library) -> None:
    library.put("over", whole_game())
    library.put("named", named(game(), "Friday"))
    assert going_on(library.saves_folder) is None
    assert library.saves_folder.newest_unfinished() is None


DAMAGED = {
    "empty": b"",
    "foreign": b"PK\x03\x04 and so on",
    "cut off": encode(game())[:-20],
    "changed": encode(game()).replace(b"7F3K", b"7F3L"),
    "newer": seal(body_of(game()), 99),
    "too large": encode(game()).ljust(300_000, b"\x00"),
    "strange": seal({**body_of(game()), "snapshot": {"phase": []}}),
    "cursor": seal({**body_of(game()), "cursor": -1}),
    "unknown key": seal({**body_of(game()), "\x1b[2J": 1}),
}


@pytest.mark.parametrize("kind", [kind for kind in DAMAGED if kind != "strange"])
def test_a_damaged_file_has_a_fault_and_hides_no_other(kind: str, library: Library) -> None:
    old, damaged = library.put("old", game()), library.put("damaged", DAMAGED[kind])
    new = library.put("new", whole_game())
    labels = list(library.saves_folder.labels())
    assert [label.path for label in labels] == [new, damaged, old]
    assert [bool(label.fault) for label in labels] == [False, True, False]
    assert labels[1] == SaveLabel(damaged, fault=labels[1].fault)
    assert labels[1].fault.endswith(".")


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_damaged_file_is_passed_over(kind: str, library: Library) -> None:
    path = library.put("old", game())
    library.put("damaged", DAMAGED[kind])
    assert library.saves_folder.newest_unfinished() == (path, read(path))


def test_a_save_whose_proof_fails_is_passed_over(library: Library) -> None:
    path = library.put("old", game())
    body = body_of(game(3))
    body["actions"].pop()
    library.put("cheat", seal(body))
    assert [label.fault for label in library.saves_folder.labels()] == ["", ""]
    assert library.saves_folder.newest_unfinished() == (path, read(path))


def test_a_folder_named_like_a_save_has_a_fault_and_hides_no_other(library: Library) -> None:
    path = library.put("old", game())
    (library.saves_folder.folder / "folder.save").mkdir()
    faults = {label.path.stem: bool(label.fault) for label in library.saves_folder.labels()}
    assert faults == {"old": False, "folder": True}
    assert library.saves_folder.newest_unfinished() == (path, read(path))


@pytest.mark.timeout(20)
def test_a_pipe_named_like_a_save_has_a_fault_and_hides_no_other(library: Library) -> None:
    path = library.put("old", game())
    os.mkfifo(library.saves_folder.folder / "pipe.save")
    faults = {label.path.stem: bool(label.fault) for label in library.saves_folder.labels()}
    assert faults == {"old": False, "pipe": True}
    assert library.saves_folder.newest_unfinished() == (path, read(path))


@pytest.mark.parametrize("target", ["nowhere", "link.save"])
def test_a_link_to_nowhere_hides_no_other(target: str, library: Library) -> None:
    path = library.put("old", game())
    (library.saves_folder.folder / "link.save").symlink_to(target)
    assert path in [label.path for label in library.saves_folder.labels()]
    assert library.saves_folder.newest_unfinished() == (path, read(path))


def test_a_save_that_vanishes_meanwhile_hides_no_other(library: Library) -> None:
    library.put("first", game())
    library.put("second", game())
    labels = library.saves_folder.labels()
    assert next(labels).path.stem == "second"
    (library.saves_folder.folder / "first.save").unlink()
    assert [bool(label.fault) for label in labels] == [True]


def test_a_save_that_vanishes_during_the_look_around_hides_no_other(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = library.put("old", game())
    gone = library.put("gone", game())
    true = Path.glob

    def glob(folder: Path, pattern: str) -> list[Path]:
        found = list(true(folder, pattern))
        gone.unlink(missing_ok=True)
        return found

    monkeypatch.setattr(Path, "glob", glob)
    assert path in [label.path for label in library.saves_folder.labels()]


def test_a_file_that_may_not_be_read_has_a_fault(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.put("old", game())
    true = os.open

    def refusing(path: str | Path, *args: int) -> int:
        if str(path).endswith("old.save"):
            raise PermissionError(13, "Permission denied")
        return true(path, *args)

    monkeypatch.setattr(os, "open", refusing)
    (label,) = library.saves_folder.labels()
    assert label.fault == "It can't be read: Permission denied."


def test_a_new_path_is_new_and_says_when_and_what(tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path)
    paths = {saves_folder.new_path() for _ in range(100)}
    assert len(paths) == 100
    for path in paths:
        assert path.parent == tmp_path
        assert re.fullmatch(r"\d{8}-\d{6}-game-[0-9a-f]{6}\.save", path.name)


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Friday night", "friday-night"),
        ("../../etc/passwd", "etc-passwd"),
        ("Zoë & Çem", "zo-em"),
        ("漢字", "game"),
        ("---", "game"),
        ("x" * 100, "x" * 30),
        ("a\x00\n/b", "a-b"),
    ],
)
def test_a_new_path_of_a_name_is_a_plain_file_name(tmp_path: Path, name: str, slug: str) -> None:
    path = SavesFolder(tmp_path).new_path(name)
    assert path.parent == tmp_path
    assert re.fullmatch(rf"\d{{8}}-\d{{6}}-{slug}-[0-9a-f]{{6}}\.save", path.name)


# ---------------------------------------------------------------- names and order


def moment(path: Path) -> int:
    return path.stat().st_mtime_ns


@pytest.mark.parametrize(("name", "field"), [("", "title"), ("Thursday", "name")])
def test_a_renamed_save_keeps_all_but_its_name(library: Library, name: str, field: str) -> None:
    one = Table(game(3).history, NAMES[:3], name, 1_700_000_000, 7, "Win.", 2)
    path = library.put("a", one)
    written = moment(path)
    library.saves_folder.rename(path, "  Friday ")
    assert read(path) == replace(one, **{field: "Friday"})
    assert moment(path) == written, "Resume goes by it"


def test_a_game_that_was_given_a_name_goes_on(library: Library) -> None:
    library.put("old", game())
    path = library.put("new", game(3))
    library.saves_folder.rename(path, "Friday")
    found = library.saves_folder.newest_unfinished()
    assert found is not None
    assert (found[0], found[1].title) == (path, "Friday")
    (label, _) = library.saves_folder.labels()
    assert (label.title, label.going_on) == ("Friday", True)


@pytest.mark.parametrize("name", ["x" * 500, "\x1b[2J", "a\nb", "\ud800"])
def test_a_strange_name_leaves_a_save_that_opens(library: Library, name: str) -> None:
    path = library.put("a", game())
    library.saves_folder.rename(path, name)
    assert read(path).title.isprintable()
    assert 0 < len(read(path).title) <= 40


@pytest.mark.parametrize("name", ["", "  "])
def test_a_name_has_at_least_one_character(library: Library, name: str) -> None:
    path = library.put("a", game())
    with pytest.raises(SavesFolderError, match="at least one character"):
        library.saves_folder.rename(path, name)


@pytest.mark.parametrize("other", ["name", "title"])
def test_two_games_can_not_be_given_the_same_name(library: Library, other: str) -> None:
    library.put("b", replace(game(), **{other: "Friday"}))
    path = library.put("a", game())
    before = path.read_bytes()
    with pytest.raises(SavesFolderError, match="Another game is already called Friday"):
        library.saves_folder.rename(path, "Friday")
    assert path.read_bytes() == before


def test_a_damaged_save_can_not_be_renamed_and_stays_as_it_is(library: Library) -> None:
    path = library.put("a", DAMAGED["cut off"])
    before = path.read_bytes()
    with pytest.raises(SavesFolderError, match=r"It can't be renamed\. The save is damaged"):
        library.saves_folder.rename(path, "Friday")
    assert path.read_bytes() == before


def test_a_save_that_is_open_elsewhere_keeps_its_name(library: Library) -> None:
    path = library.put("a", game())
    before = path.read_bytes()
    with (
        lock_briefly(path),
        pytest.raises(SavesFolderError, match="another window and can't be renamed"),
    ):
        library.saves_folder.rename(path, "Friday")
    assert path.read_bytes() == before


def test_a_save_that_is_gone_meanwhile_is_not_renamed(library: Library) -> None:
    with pytest.raises(SavesFolderError, match="It can't be renamed: there is no such file"):
        library.saves_folder.rename(library.saves_folder.folder / "gone.save", "Friday")
    assert library.names == []


@pytest.mark.parametrize(
    ("number", "reason"), [(30, "the folder is read-only"), (28, "the disk is full")]
)
def test_what_can_not_be_written_keeps_its_name(
    library: Library, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    path = library.put("a", game())
    before = path.read_bytes()

    def refuse(*_: object) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SavesFolderError, match=f"could not be saved: {reason}"):
        library.saves_folder.rename(path, "Friday")
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir() if one.suffix == ".part"] == []


def test_what_was_played_last_comes_first_and_what_does_not_say_it_last() -> None:
    labels = [SaveLabel(Path(name), saved=saved) for name, saved in (("a", 0), ("b", 5), ("c", 9))]
    assert [label.path.name for label in sort_by_last_played(labels)] == ["c", "b", "a"]


def test_a_save_from_the_future_comes_after_those_of_the_past(library: Library) -> None:
    future, past = game(2, 3), game(2, 4)
    path = library.put("future", future)
    os.utime(path, (time.time() + 1e8, time.time() + 1e8))
    library.put("past", past)
    assert library.names == ["past", "future"]
    newest = library.saves_folder.newest_unfinished()
    assert newest is not None
    assert newest[0].stem == "past"


def test_a_game_whose_time_lies_in_the_future_is_listed_after_those_of_the_past() -> None:
    times = (int(time.time() + 1e8), 0, 500)
    labels = [SaveLabel(Path(f"{saved}"), saved=saved) for saved in times]
    assert [label.saved for label in sort_by_last_played(labels)] == [500, times[0], 0]


def test_a_clock_that_was_set_back_an_hour_keeps_the_order_of_games(library: Library) -> None:
    library.put("older", game(2, 3))
    path = library.put("newer", game(2, 4))
    os.utime(path, (time.time() + 3600, time.time() + 3600))
    assert library.names == ["newer", "older"]
