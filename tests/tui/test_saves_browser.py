"""The saved games: looked through, renamed, deleted and brought back."""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic

import pytest
from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.games import find
from regicide_tui.play.history import Start, begin
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import lock_briefly, read, write
from regicide_tui.play.table import Table
from regicide_tui.tui.input import keyboard
from regicide_tui.tui.screens.ask import AskName
from regicide_tui.tui.screens.help import items_of
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.saves import SavesScreen
from tests.play.games import NAMES, begun, whole_game
from tests.tui.conftest import Sitting
from tests.tui.models import LAST_KING, SOLO, TRIO, saved
from tests.tui.player import Player

HOUR = 3600
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]

FillFolder = Callable[[], list[Path]]


@pytest.fixture
def saves_folder(places: Paths, noon: int) -> FillFolder:
    """Put four saves into the folder, the file of the first written last, and a damaged one."""

    def fill() -> list[Path]:
        friday = Table(begun(2, "7F3K", {"combos": False}), NAMES[:2], "Friday")
        paths = []
        for number, one in enumerate((saved(SOLO, "9H"), saved(TRIO), friday, whole_game(1)), 1):
            path, then = places.saves / f"{number}.save", noon - number * HOUR
            write(path, Table(one.history, one.seats, one.name, then))
            os.utime(path, (then + 10 * number * HOUR, then + 10 * number * HOUR))
            paths.append(path)
        paths.append(places.saves / "bad.save")
        paths[-1].write_bytes(b"nonsense")
        return paths

    return fill


def pointed(player: Player) -> str:
    """Return the line at the pointer."""
    (line,) = [line for line in player.page.split("\n") if line.startswith(("  › ", "  > "))]
    return line


def files(places: Paths) -> set[str]:
    """Return the names of what lies in the folder, without locks."""
    return {path.name for path in places.saves.iterdir() if not path.name.endswith(".lock")}


async def renamed(player: Player, name: str) -> None:
    """Give the game at the pointer this name, in place of the one it has."""
    await player.press("s", "ctrl+u")
    await player.type(name)
    await player.press("enter")
    await player.until(lambda: isinstance(player.app.screen, SavesScreen))


# ---------------------------------------------------------------- looking


async def test_what_was_played_last_comes_first_whenever_its_file_was_written(
    sit: Sitting, saves_folder: FillFolder
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g")
        lines = player.page.split("\n")
        when = [
            place for hours in "1234" for place, line in enumerate(lines) if f"{hours} hour" in line
        ]
        assert when == sorted(when)
        assert "bad.save" in lines[when[-1] + 1]


@pytest.mark.parametrize("size", SIZES)
async def test_the_game_at_the_pointer_is_told_of(
    sit: Sitting, saves_folder: FillFolder, size: tuple[int, int]
) -> None:
    saves_folder()
    async with sit(size=size) as player:
        await player.press("g")
        player.shows("21 of 30 health", "Hand    7 cards", "01 Mar 2026, 11:00", "seed 7F3K")
        await player.press("down", "down")
        player.shows("Jack of Spades", "a saved position", "combos no")
        await player.press("end")
        player.shows("This file is not a saved game of regicide-tui.", "damaged")


@pytest.mark.parametrize("size", SIZES)
async def test_in_plain_letters_all_is_ascii(
    sit: Sitting, saves_folder: FillFolder, size: tuple[int, int]
) -> None:
    saves_folder()
    async with sit(size=size, plain=True) as player:
        await player.press("g", "down")
        assert player.page.isascii()


async def test_the_columns_use_the_width(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit(size=(200, 60)) as player:
        await player.press("g")
        player.shows("Name or players", "Progress", "Last played", "Game")
        player.shows("royal 7 of 12, Queen of Hearts", "Regicide")
        await player.resize(60, 20)
        player.shows("Name or players", "Last played", "lost at royal 4", "21 of 30 health")


async def test_where_there_are_several_games_each_line_says_which(
    sit: Sitting, saves_folder: FillFolder, places: Paths, noon: int
) -> None:
    saves_folder()
    duel = begin(find("duel"), Start("duel", 2, "7F3K", {}))
    write(places.saves / "duel.save", Table(duel, NAMES[:2], "", noon))
    async with sit() as player:
        await player.press("g")
        assert "Regicide Duel" in pointed(player)
        await player.press("down")
        assert pointed(player).endswith("Regicide")
        await player.resize(60, 20)
        await player.press("up")
        assert "Regicide Duel" in pointed(player)
        assert not player.sees("Last played")
        player.shows("Regicide Duel, 2 players")


async def test_pages_stop_at_the_ends(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g", "pagedown")
        assert "bad.save" in pointed(player)
        await player.press("pageup")
        assert "1 hour ago" in pointed(player)
        await player.press("up")
        assert "bad.save" in pointed(player)


async def test_the_wheel_moves_the_pointer(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g")
        over = player.app.screen.query_one("#content")
        over.post_message(MouseScrollDown(over, 9, 9, 0, 0, 0, False, False, False))
        await player.until(lambda: "4 hours ago" in pointed(player))
        over.post_message(MouseScrollUp(over, 9, 9, 0, 0, 0, False, False, False))
        await player.until(lambda: "1 hour ago" in pointed(player))


async def test_the_list_is_read_anew_when_it_is_shown_again(
    sit: Sitting, saves_folder: FillFolder, places: Paths, noon: int
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g", "down", "question_mark")
        one = saved(LAST_KING)
        write(places.saves / "new.save", Table(one.history, one.seats, "New", noon))
        await player.press("escape")
        await player.until(lambda: player.sees("6 games"))
        player.shows("New", "just now")
        assert "Ada & Bea & Cy" in pointed(player), "the pointer stays with its game"


async def test_where_nothing_is_saved_only_the_way_back_is_offered(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("g")
        player.shows("No saved games yet.", "esc back")
        assert not player.sees("rename")
        assert not player.sees("delete")
        await player.press("s", "x", "delete", "enter", "pagedown", "u")
        player.shows("There is nothing to restore.")
        await player.press("backspace")
        assert isinstance(player.app.screen, MenuScreen)


async def test_a_thousand_saves_are_listed_at_once(sit: Sitting, places: Paths, noon: int) -> None:
    one = saved(SOLO)
    write(places.saves / "0.save", Table(one.history, one.seats, "", noon))
    whole = (places.saves / "0.save").read_bytes()
    for number in range(1, 1000):
        (places.saves / f"{number}.save").write_bytes(whole)
    async with sit() as player:
        start = monotonic()
        await player.press("g")
        await player.until(lambda: player.sees("1000 games"))
        assert monotonic() - start < 5, "half a second, on a machine that does nothing else"


# ---------------------------------------------------------------- names


async def test_what_is_said_is_never_cut_off(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit(size=(60, 20)) as player:
        await player.press("g")
        await renamed(player, "a name of just forty characters, no more")
        await player.until(
            lambda: player.sees("Renamed to 'a name of just forty characters, no more'.")
        )
        await player.press("x")
        await player.until(lambda: player.sees("Deleted: a name of just forty ch… (u restores it)"))


async def test_a_running_game_that_gets_a_name_goes_on_under_it(
    sit: Sitting, saves_folder: FillFolder
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        await renamed(player, "Queen")
        await player.until(lambda: player.sees("Renamed to 'Queen'."))
        assert "Queen" in pointed(player)
        await player.press("down")
        assert not player.sees("Renamed to 'Queen'.")
        await player.press("1", "5", "6", "enter")
        await player.app.save_session.wait_until_saved()
        one = read(paths[0])
        assert (one.name, one.title, len(one.history.moves)) == ("", "Queen", 2)
        await player.press("m")
        player.shows("Resume", "Queen")


async def test_what_begins_from_a_running_game_has_not_its_name(
    sit: Sitting, saves_folder: FillFolder
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        await renamed(player, "Queen")
        await player.until(lambda: player.sees("Renamed to 'Queen'."))
        await player.press("enter", "s")
        await player.type("beside")
        await player.press("enter")
        await player.until(lambda: player.sees("Saved as 'beside'."))
        (beside,) = [one for one in player.app.saves_folder.labels() if one.name == "beside"]
        assert beside.title == ""
        await player.app.play_again(player.table)
        assert (await player.kept()).title == ""
        await player.app.play_from(read(paths[0]))
        assert (await player.kept()).title == ""


async def test_no_two_games_get_the_same_name(sit: Sitting, saves_folder: FillFolder) -> None:
    paths = saves_folder()
    before = paths[0].read_bytes()
    async with sit() as player:
        await player.press("g")
        await renamed(player, "Friday")
        await player.until(lambda: player.sees("Another game is already called Friday."))
        assert paths[0].read_bytes() == before


async def test_a_named_game_gets_another_name(sit: Sitting, saves_folder: FillFolder) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g", "down", "down", "s")
        player.shows("New name for this game:", "Friday")
        await player.press("escape")
        await renamed(player, "Saturday")
        await player.until(lambda: player.sees("Renamed to 'Saturday'."))
        assert read(paths[2]).name == "Saturday"


async def test_without_a_new_name_nothing_changes(sit: Sitting, saves_folder: FillFolder) -> None:
    paths = saves_folder()
    before = [path.read_bytes() for path in paths]
    async with sit() as player:
        await player.press("g", "s", "escape", "s", "ctrl+b", "s", "enter", "escape")
        await player.press("down", "down", "s", "enter")
        assert [path.read_bytes() for path in paths] == before


async def test_a_damaged_file_gets_no_name(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g", "end", "s")
        assert not isinstance(player.app.screen, AskName)
        player.shows("A damaged file can't be renamed.")


async def test_of_a_damaged_file_only_what_works_is_offered(
    sit: Sitting, saves_folder: FillFolder
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g")
        player.shows("enter open", "s rename", "x delete")
        await player.press("end")
        player.shows("x delete", "esc back")
        assert not player.sees("enter open")
        assert not player.sees("s rename")
        items = items_of(player.app.screen, player.app.look)
        assert {item.word for item in items if item.idle} == {"choose", "rename", "undo"}


# ---------------------------------------------------------------- deleting


@pytest.mark.parametrize("key", ["x", "delete"])
async def test_a_deleted_game_can_be_brought_back(
    sit: Sitting, saves_folder: FillFolder, places: Paths, key: str
) -> None:
    paths = saves_folder()
    before = paths[1].read_bytes()
    async with sit() as player:
        await player.press("g", "down")
        assert not player.sees("u undo")
        await player.press(key)
        await player.until(lambda: player.sees("Deleted: Ada & Bea & Cy (u restores it)"))
        player.shows("u undo")
        assert not paths[1].exists()
        assert "Friday" in pointed(player), "the pointer goes to the next one"
        await player.press("home", "u")
        await player.until(lambda: player.sees("Restored."))
        assert "Ada & Bea & Cy" in pointed(player)
        assert paths[1].read_bytes() == before
        assert not player.sees("u undo")


async def test_a_key_that_is_held_down_deletes_one_game(
    sit: Sitting, saves_folder: FillFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        monkeypatch.setattr(keyboard, "REPEAT", 3600.0)
        await player.press("x", "x", "x", "x")
        await player.until(lambda: player.sees("Deleted: "))
        assert [path.exists() for path in paths].count(False) == 1
        await player.press("down", "x")
        await player.until(lambda: [path.exists() for path in paths].count(False) == 2)


@pytest.mark.parametrize("ways", [("escape",), ("enter", "m")])
async def test_a_deleted_game_can_be_brought_back_at_the_next_visit(
    sit: Sitting, saves_folder: FillFolder, places: Paths, ways: tuple[str, ...]
) -> None:
    saves_folder()
    before = files(places)
    async with sit() as player:
        await player.press("g", "x")
        await player.until(lambda: player.sees("Deleted"))
        await player.press(*ways, "g")
        await player.until(lambda: player.sees("4 games, 1 damaged, 1 deleted", "u undo"))
        await player.press("u")
        await player.until(lambda: player.sees("Restored."))
        assert files(places) == before


@pytest.mark.parametrize("ways", [("q",), ("escape", "q")])
async def test_a_game_is_deleted_for_good_when_the_app_ends(
    sit: Sitting, saves_folder: FillFolder, places: Paths, ways: tuple[str, ...]
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g", "x")
        await player.until(lambda: player.sees("Deleted"))
        assert len(files(places)) == 5
        await player.press(*ways)
    assert files(places) == {"2.save", "3.save", "4.save", "bad.save"}
    assert not list(places.saves.glob(".*.deleted.lock"))


async def test_all_that_was_deleted_can_be_brought_back_the_last_one_first(
    sit: Sitting, saves_folder: FillFolder, places: Paths
) -> None:
    saves_folder()
    before = files(places)
    async with sit() as player:
        await player.press("g", "x", "x", "x")
        await player.press("end", "x", "x")
        await player.until(lambda: player.sees("Deleted: solo"))
        await player.press("question_mark", "escape")
        player.shows("u undo")
        assert not [name for name in files(places) if not name.startswith(".")]
        await player.press("u")
        await player.until(lambda: player.sees("Restored."))
        assert "lost" in pointed(player)
        await player.press("u", "u", "u", "u")
        await player.until(lambda: files(places) == before)
        assert not player.sees("u undo")
        await player.press("u")
        player.shows("There is nothing to restore.")


async def test_what_was_deleted_before_a_crash_can_be_brought_back_at_the_next_look(
    sit: Sitting, saves_folder: FillFolder, places: Paths
) -> None:
    paths = saves_folder()
    paths[0].rename(places.saves / ".abcdef-0000.1.save.deleted")
    async with sit() as player:
        await player.press("g")
        await player.until(lambda: player.sees("4 games, 1 damaged, 1 deleted", "u undo"))
        await player.press("u")
        await player.until(lambda: player.sees("Restored."))
        assert "1 hour ago" in pointed(player)


async def test_the_last_game_can_be_deleted_and_brought_back(sit: Sitting, places: Paths) -> None:
    write(places.saves / "a.save", saved(SOLO))
    async with sit() as player:
        await player.press("g", "x")
        await player.until(lambda: player.sees("Deleted: solo (u restores it)"))
        player.shows("u undo")
        await player.press("u")
        await player.until(lambda: player.sees("Restored.", "30 of 30 health"))


async def test_a_game_that_is_open_in_another_window_stays(
    sit: Sitting, saves_folder: FillFolder, places: Paths
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        with lock_briefly(paths[0]):
            await player.press("x")
            await player.until(lambda: player.sees("open in another window and can't be deleted"))
            await renamed(player, "Mine")
            await player.until(lambda: player.sees("open in another window and can't be renamed"))
        assert read(paths[0]).name == ""


async def test_a_game_that_is_gone_meanwhile_is_told_of(
    sit: Sitting, saves_folder: FillFolder
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        paths[0].unlink()
        await player.press("x")
        await player.until(lambda: player.sees("It can't be deleted: there is no such file."))


async def test_the_help_lists_the_keys(sit: Sitting, saves_folder: FillFolder) -> None:
    saves_folder()
    async with sit(size=(80, 40)) as player:
        await player.press("g", "question_mark")
        player.shows("Give the game a name.", "x delete", "Restore the last deleted game.")


async def test_the_keys_of_the_bar_can_be_clicked(sit: Sitting, saves_folder: FillFolder) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g")
        await player.click("delete")
        await player.until(lambda: player.sees("Deleted"))
        await player.click("undo")
        await player.until(lambda: player.sees("Restored."))
        assert paths[0].exists()
