"""Who keeps the game that is played: one file at a time, and no word of a game that is over."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from threading import Event

import pytest

from regicide_tui.play.saves import files
from regicide_tui.play.saves.files import SaveError, read
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.table import Table
from regicide_tui.tui.save_session import SaveSession
from tests.play.games import NAMES, game

STATES = tuple(Table(game(2, 5).history.at(cursor), NAMES[:2]) for cursor in range(5))
FULL = "The game could not be saved: the disk is full."


class Disk:
    """Stands in for the disk: it can be full, and it can be slow."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = False
        self.go = Event()
        self.go.set()
        self._write = files.write
        monkeypatch.setattr(files, "write", self.write)

    def write(self, path: Path, saved: Table) -> None:
        """Write, once there is time and if there is room."""
        assert self.go.wait(30)
        if self.full:
            raise SaveError(FULL)
        self._write(path, saved)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Put the disk into the test's hands."""
    return Disk(monkeypatch)


@pytest.fixture
def told() -> list[str]:
    """What the player was told."""
    return []


@pytest.fixture
async def save_session(tmp_path: Path, told: list[str]) -> AsyncIterator[SaveSession]:
    """Make a keeper of an empty folder."""
    save_session = SaveSession(SavesFolder(tmp_path), told.append)
    yield save_session
    await asyncio.to_thread(save_session.finish)


def kept(folder: Path) -> list[Table]:
    """Return the games in a folder."""
    return [read(path) for path in folder.glob("*.save")]


async def test_each_game_has_its_own_file(save_session: SaveSession, tmp_path: Path) -> None:
    for path in (tmp_path / "mine.save", None):
        save_session.begin(path)
        save_session.save(STATES[1])
        save_session.save(STATES[2])
        assert await save_session.let_go() == ""
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [2, 2]
    assert (tmp_path / "mine.save").exists()


async def test_letting_go_waits_for_the_disk(
    save_session: SaveSession, disk: Disk, tmp_path: Path
) -> None:
    disk.go.clear()
    save_session.begin(None)
    save_session.save(STATES[3])
    leaving = asyncio.create_task(save_session.let_go())
    await asyncio.sleep(0)
    assert kept(tmp_path) == []
    disk.go.set()
    assert await leaving == ""
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [3]


async def test_what_could_not_be_written_is_tried_once_more_at_the_end(
    save_session: SaveSession, disk: Disk, told: list[str], tmp_path: Path
) -> None:
    disk.full = True
    save_session.begin(None)
    save_session.save(STATES[1])
    await save_session.wait_until_saved()
    assert save_session.unsaved
    disk.full = False
    assert await save_session.let_go() == ""
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [1]


async def test_who_leaves_while_the_disk_is_full_is_told(
    save_session: SaveSession, disk: Disk
) -> None:
    disk.full = True
    save_session.begin(None)
    save_session.save(STATES[1])
    assert await save_session.end() == FULL
    assert await asyncio.to_thread(save_session.finish) == FULL, "whoever asks again"


async def test_of_a_game_that_is_over_nobody_is_told_anything(
    save_session: SaveSession, disk: Disk, told: list[str]
) -> None:
    disk.full = True
    save_session.begin(None)
    save_session.save(STATES[1])
    await save_session.wait_until_saved()
    letting_go = save_session.let_go()
    assert await letting_go == FULL
    save_session.begin(None)
    save_session.hold()
    assert [sentence for sentence in told if "goes on" not in sentence] == []
    assert not save_session.unsaved


async def test_after_the_end_nothing_begins_any_more(
    save_session: SaveSession, tmp_path: Path
) -> None:
    save_session.begin(None)
    save_session.save(STATES[1])
    assert await save_session.end() == ""
    save_session.save(STATES[2])
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [1]


async def test_a_fresh_game_is_saved_and_never_over_what_came_after_it(
    save_session: SaveSession, tmp_path: Path
) -> None:
    save_session.begin(None, STATES[0])
    save_session.save(STATES[1])  # somebody was quicker than the first look at the disk
    save_session.hold()
    assert await save_session.let_go() == ""
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [1]


@pytest.mark.parametrize("leave", [SaveSession.let_go, SaveSession.end])
async def test_a_fresh_game_is_saved_however_soon_one_leaves(
    save_session: SaveSession, tmp_path: Path, leave: Callable[[SaveSession], Awaitable[str]]
) -> None:
    save_session.begin(None, STATES[0])
    assert await leave(save_session) == ""
    assert [len(saved.history.standing) for saved in kept(tmp_path)] == [0]


async def test_a_game_that_was_only_opened_is_not_written(
    save_session: SaveSession, tmp_path: Path
) -> None:
    save_session.begin(None)
    save_session.hold()
    assert await save_session.let_go() == ""
    assert kept(tmp_path) == []
