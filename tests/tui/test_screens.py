"""The screens around the table: menu, new game, saved games, names and replay."""

import os
import re
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from textual.events import Key, Paste

from regicide_tui.games.regicide.state import Options
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import read, write
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.new_game import NewGameScreen
from regicide_tui.tui.screens.replay import ReplayScreen
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.saves import SavesScreen
from regicide_tui.tui.screens.table import TableScreen
from tests.play.games import NAMES, begun, duel, game, whole_game
from tests.tui.conftest import SIZES, AppMaker, Sitting
from tests.tui.models import SOLO, TRIO, saved
from tests.tui.player import Player, sitting_at

MINUTE, HOUR = 60, 3600


def put(places: Paths, name: str, one: Table, age: int, now: int) -> Path:
    """Put a save of so many seconds ago into the folder of saves."""
    path = places.saves / f"{name}.save"
    write(path, Table(one.history, one.seats, one.name, now - age, one.undos))
    os.utime(path, (now - age, now - age))
    return path


def on(player: Player, screen: type[object]) -> bool:
    return isinstance(player.app.screen, screen)


# ---------------------------------------------------------------- the menu


async def test_the_first_menu_points_at_the_lessons(sit: Sitting) -> None:
    async with sit() as player:
        player.shows_title("REGICIDE")
        player.shows("New game", "Saved games", "Quit", "› l  Learn")
        assert not player.sees("Resume")


async def test_who_has_begun_a_lesson_is_offered_to_go_on_with_it(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("enter", "2", "m")
        player.shows("Continue", "lesson 2 of Regicide")
        await player.press("enter")
        player.shows("Lesson 2 of 8")


async def test_who_has_finished_a_game_is_not_sent_to_the_lessons(
    sit: Sitting, places: Paths, noon: int
) -> None:
    put(places, "over", whole_game(1), MINUTE, noon)
    async with sit() as player:
        player.shows("› n  New game")


async def test_the_menu_offers_first_to_go_on_with_the_newest_unfinished_game(
    sit: Sitting, places: Paths, noon: int
) -> None:
    put(places, "old", saved(TRIO), HOUR, noon)
    put(places, "new", saved(SOLO), 5 * MINUTE, noon)
    put(places, "over", whole_game(1), MINUTE, noon)
    put(places, "named", Table(begun(2), NAMES[:2], "Friday"), MINUTE, noon)
    async with sit() as player:
        player.shows("› r  Resume", "Regicide, 5 minutes ago")


@pytest.mark.parametrize("size", SIZES)
async def test_however_much_there_is_to_say_of_a_game_resume_takes_one_row_and_the_menu_stays(
    sit: Sitting, places: Paths, noon: int, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        _, column = player.find("three games")
    quartet = deal(Start("king_of_the_dead", 4, "X7", {}), ("Ada", "Bea", "Cyd", "Dee"))
    put(places, "new", quartet, 5 * MINUTE, noon)
    async with sit(size=size) as player:
        assert player.find("three games")[1] == column
        resume, below = player.find("Resume")[0], player.find("New game")[0]
        between = player.page.split("\n")[resume + 1 : below]
        assert not [row for row in between if row[:column].strip(" ▀")]
        assert "…" not in player.page.split("\n")[resume]
        player.shows("King of the Dead")
        await player.click("King of the Dead")
        player.shows("KING OF THE DEAD")


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_duel_that_goes_on_is_offered_by_its_name(
    sit: Sitting, places: Paths, noon: int, size: tuple[int, int]
) -> None:
    put(places, "old", saved(SOLO), HOUR, noon)
    put(places, "new", duel(), 5 * MINUTE, noon)
    async with sit(size=size) as player:
        player.shows("› r  Resume", "Regicide Duel, 5 minutes ago")
        await player.press("r")
        player.shows("REGICIDE DUEL")


@pytest.mark.parametrize("keys", [("r",), ("enter",), ("space",)])
async def test_the_game_goes_on_where_it_stood(
    sit: Sitting, places: Paths, noon: int, keys: tuple[str, ...]
) -> None:
    path = put(places, "game", saved(SOLO, "9H"), MINUTE, noon)
    async with sit() as player:
        await player.press(*keys)
        player.shows("QUEEN OF HEARTS", "PAY 15")
        await player.press("5", "6", "enter")
        kept = await player.kept()
        assert kept.history == player.table.history
        assert read(path) == kept


async def test_from_the_table_to_the_menu_and_back_nothing_is_lost(sit: Sitting) -> None:
    async with sit(game(1, 8)) as player:
        await player.press("u", "u", "home")
        before, history = player.page, player.table.history
        await player.press("m")
        assert on(player, MenuScreen)
        player.shows("Resume")
        await player.press("r")
        assert player.page == before.replace("Undone.", "").rstrip()
        assert player.table.history == history
        await player.press("U", "U")
        assert len(player.actions) == 8


async def test_the_game_is_let_go_in_the_menu_and_can_be_opened_by_another(
    sit: Sitting, places: Paths
) -> None:
    async with sit(saved(SOLO)) as player:
        for _ in range(3):
            await player.press("m", "r")
            assert not player.sees("another window")
        assert len(list(places.saves.glob("*.save"))) == 1


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every save take a while, as on a disk far away."""

    def write_slowly(path: Path, one: Table) -> None:
        sleep(0.3)
        write(path, one)

    monkeypatch.setattr("regicide_tui.play.saves.files.write", write_slowly)


@pytest.mark.usefixtures("slow_disk")
async def test_on_a_slow_disk_the_menu_offers_the_game_as_it_stands(
    sit: Sitting, places: Paths
) -> None:
    async with sit(saved(SOLO), size=(120, 40)) as player:
        await player.press("8", "enter", "m")
        offered = re.compile(r"Resume +Regicide, (just now|\d+ seconds? ago)")
        await player.until(lambda: bool(offered.search(player.page)))
        await player.press("r")
        await player.until(lambda: on(player, TableScreen))
        assert player.actions == ["TS"]
        assert not player.sees("another window")
    assert len(list(places.saves.glob("*.save"))) == 1


@pytest.mark.parametrize(
    "go", ["q", "ctrl+q", "end enter", "click"], ids=["q", "ctrl+q", "the last line", "a click"]
)
async def test_one_leaves_the_menu(sit: Sitting, go: str) -> None:
    async with sit() as player:
        if go == "click":
            await player.click("Quit")
        else:
            await player.press(*go.split())
        await player.until(lambda: player.app.return_code is not None)
        assert player.app.return_code == 0


async def test_the_pointer_goes_round_and_letters_choose_at_once(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("up")
        player.shows("› D")
        await player.press("up", "up")
        player.shows("› q")
        await player.press("down", "j", "k", "tab")
        player.shows("› D")
        await player.press("g")
        assert on(player, SavesScreen)


async def test_a_sentence_that_the_app_opens_with_is_shown(make_app: AppMaker) -> None:
    async with sitting_at(make_app(sentence="There is no game to resume.")) as player:
        assert player.sees("There is no game to resume.")


# ---------------------------------------------------------------- a new game


async def test_a_solo_game_is_dealt_at_once(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "enter")
        assert on(player, TableScreen)
        player.shows("solo", "1-8 pick", "turn 1")
        assert (await player.kept()).history == player.table.history


@pytest.mark.slow
async def test_a_game_is_dealt_as_the_form_says(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "3")
        player.shows("Name of player 3")
        assert not player.sees("Name of player 4")
        await player.press("down")
        await player.type("Ada B")
        await player.press("down", "down")  # past who sits there
        await player.type("Bea")
        await player.press("down", "down", "down")
        await player.type("7F3K")
        await player.press("down", "right")  # no redeal
        await player.press("down", "space")  # no combos
        await player.press("down", "left")  # overpay: free
        await player.press("down", "2")  # Bea begins
        assert player.chosen("Diamond redeal") == player.chosen("Combos") == "no"
        assert (player.chosen("Overpay"), player.chosen("First player")) == ("free", "2")
        await player.press("enter")
        start = player.table.history.start
        assert (start.players, start.seed) == (3, "7F3K")
        assert player.table.seats == ("Ada B", "Bea", "Player 3")
        assert player.state.options == Options(False, False, False, "free", 2)
        player.shows("Pass the keyboard to Bea.", "seed 7F3K", "3 players")


@pytest.mark.slow
async def test_the_same_seed_deals_the_same_game(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "down")
        await player.type("my lucky seed")
        await player.press("enter")
        assert player.table.history.first == begun(1, "my lucky seed").first


async def test_the_form_by_mouse(sit: Sitting) -> None:
    async with sit() as player:
        await player.click("New game")
        await player.click("2", after="Players")
        await player.click("no", after="Combos")
        await player.click("minimal")
        await player.click("deal", after="change")
        assert player.state.options == Options(combos=False, overpay="minimal")
        assert len(player.table.seats) == 2


async def test_only_house_rules_that_matter_are_offered(sit: Sitting) -> None:
    async with sit(size=(80, 30)) as player:
        await player.press("n")
        player.shows("Solo yield")
        assert not player.sees("First player")
        await player.press("down", "4")
        assert not player.sees("Solo yield")
        player.shows("First player", "random   1   2   3   4")
        assert player.chosen("First player") == "random"
        await player.press("2")
        assert "1   2   3" not in player.page.split("First player")[1]


@pytest.mark.slow
async def test_a_first_player_who_is_gone_is_random_again(sit: Sitting) -> None:
    async with sit(size=(80, 30)) as player:
        await player.press("n", "down", "4")
        await player.click("4", after="First player")
        await player.click("2", after="Players")
        player.shows("random   1   2")
        assert player.chosen("First player") == "random"
        await player.press("enter")
        assert player.state.options == Options()


async def test_a_bad_seed_is_refused_in_words_and_can_be_put_right(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "down")
        assert player.app.focused is not None
        player.app.focused.post_message(Paste("7F\t3K"))
        await player.press("enter")
        assert on(player, NewGameScreen)
        assert player.sees("A seed must be one line of at most 200 characters.")
        await player.press(*["backspace"] * 5)
        await player.type("7F3K")
        await player.press("enter")
        assert player.table.seed == "7F3K"


async def test_the_form_is_left_without_dealing(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        for key in ("escape", "ctrl+b"):
            await player.press("n", key)
            assert on(player, MenuScreen)
        assert not places.saves.exists()


@pytest.mark.slow
async def test_letters_typed_into_a_name_are_no_commands(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down")
        await player.type("quim 12")
        await player.press("enter")
        assert player.table.seats == ("quim 12", "Player 2")


async def test_names_from_the_settings_are_offered(sit: Sitting) -> None:
    async with sit(settings=Settings(names=("Ada", "Bea"))) as player:
        await player.press("n")
        player.shows("Ada", "Bea")
        assert player.chosen("Players") == "2"
        await player.press("enter")
        assert player.table.seats == ("Ada", "Bea")


@pytest.mark.parametrize(("size", "players"), [((60, 20), "4"), ((80, 24), "2"), ((80, 30), "4")])
async def test_the_whole_form_fits_into_a_small_window(
    sit: Sitting, size: tuple[int, int], players: str
) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", players)
        player.shows(f"Name of player {players}", "Seed", "Combos", "First player", "enter deal")


# ---------------------------------------------------------------- saved games


@pytest.fixture
def saves_folder(places: Paths, noon: int) -> Callable[[], list[Path]]:
    """Put five saves into the folder: newest first a damaged one, and one that is cut off."""

    def fill() -> list[Path]:
        paths = [
            put(places, "damaged", saved(SOLO), 1, noon),
            put(places, "cut", saved(SOLO), MINUTE, noon),
            put(places, "solo", saved(SOLO, "9H"), HOUR, noon),
            put(places, "over", whole_game(2), 2 * HOUR, noon),
            put(places, "named", Table(begun(2), NAMES[:2], "Friday"), 3 * HOUR, noon),
        ]
        paths[0].write_bytes(b"not a save at all")
        paths[1].write_bytes(paths[1].read_bytes()[:-20])
        for age, path in ((1, paths[0]), (MINUTE, paths[1])):
            os.utime(path, (noon - age, noon - age))
        return paths

    return fill


async def test_saved_games_are_listed_newest_first_and_damaged_ones_last(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g")
        page = player.page
        names = ("solo", "Ada & Bea", "Friday", "damaged.save", "cut.save")
        found = [page.index(name) for name in names]
        assert found == sorted(found)
        player.shows("5 games, 2 damaged", "lost", "2 hours ago")
        for key, fault in (("4", "This file is not a saved game"), ("5", "The save is damaged")):
            await player.press(key)
            player.shows(fault)


@pytest.mark.parametrize("screen", ["the menu", "the list"])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_when_a_game_was_saved_can_be_read(
    sit: Sitting, places: Paths, noon: int, size: tuple[int, int], screen: str
) -> None:
    put(places, "game", saved(TRIO), 25 * MINUTE, noon)
    async with sit(size=size) as player:
        if screen == "the list":
            await player.press("g")
        player.shows("25 minutes ago")


async def test_a_damaged_save_is_not_opened_and_says_why(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    paths = saves_folder()
    before = paths[0].read_bytes()
    async with sit() as player:
        await player.press("g", "4", "enter")
        assert on(player, SavesScreen)
        assert player.page.count("This file is not a saved game of regicide-tui.") == 2
        await player.press("5")
        assert on(player, SavesScreen)
        assert paths[0].read_bytes() == before


async def test_an_unfinished_game_is_opened_in_its_own_file(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    paths = saves_folder()
    async with sit() as player:
        await player.press("g", "1")
        player.shows("QUEEN OF HEARTS", "9 damage", "7 of 8")
        await player.press("5", "6", "enter")
        await player.app.save_session.wait_until_saved()
        assert len(read(paths[2]).history.moves) == 2


async def test_a_named_game_is_opened_as_a_new_one_and_stays_as_it_is(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    paths = saves_folder()
    before = paths[4].read_bytes()
    async with sit() as player:
        await player.press("g", "3", "enter", "enter")
        assert len(player.actions) == 1
        await player.app.save_session.wait_until_saved()
        assert paths[4].read_bytes() == before
        assert (await player.kept()).name == ""


async def test_a_finished_game_can_be_opened_and_looked_at(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    saves_folder()
    async with sit() as player:
        await player.press("g", "2")
        assert player.sees("The game is over.")
        await player.press("enter")
        assert on(player, ResultScreen)


async def test_a_save_is_pointed_at_by_a_click_and_opened_by_another(
    sit: Sitting, saves_folder: Callable[[], list[Path]]
) -> None:
    saves_folder()
    async with sit() as player:
        await player.click("Saved games")
        await player.click("Friday")
        player.shows("a saved position")
        await player.click("Friday")
        player.shows("2 players")


async def test_with_nothing_saved_the_list_says_so(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("g")
        player.shows("No saved games yet.")
        await player.press("enter", "up", "down", "end", "escape")
        assert on(player, MenuScreen)


async def test_of_a_long_list_the_part_around_the_pointer_is_shown(
    sit: Sitting, places: Paths, noon: int
) -> None:
    for number in range(60):
        put(places, f"{number}", Table(begun(1), ("Ada",), f"game {number:02}"), number, noon)
    async with sit(size=(60, 20)) as player:
        await player.press("g")
        player.shows("game 00")
        assert not player.sees("game 59")
        await player.press("end")
        player.shows("game 59", "60 games")
        await player.press("enter")
        assert on(player, TableScreen)


async def test_a_game_that_was_only_opened_is_saved_when_something_changes(
    sit: Sitting, places: Paths
) -> None:
    async with sit(saved(SOLO), fresh=False) as player:
        await player.press("right", "8", "m", "escape")
        await player.app.save_session.wait_until_saved()
        assert not list(places.saves.glob("*.save"))
    async with sit(saved(SOLO), fresh=False) as player:
        await player.press("8", "enter")
        assert (await player.kept()).history == player.table.history


# ---------------------------------------------------------------- odd keys in the new-game form


@pytest.mark.slow
async def test_keys_that_are_no_value_of_a_line_change_nothing(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "superscript_two", "9", "0", "down", "down")
        before = player.page
        for key in ("superscript_two", "1", "0"):
            await player.press(key)
        assert player.page == before
        await player.press("enter")
        options = player.table.history.start.options
        assert options == {}


async def test_each_line_of_a_new_game_says_what_it_means(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n")
        player.shows("›Regicide")
        await player.press("down")
        player.shows("› Players", "People at this keyboard, and bots.")
        await player.press("down")
        player.shows("› Seed", "The same seed deals the same cards again.")
        await player.press("down", "down")
        player.shows("› Combos", "Cards of one number, 2 to 5, may be played together.")


# ---------------------------------------------------------------- keeping a position under a name


async def test_a_position_is_kept_under_a_name_and_the_game_goes_on(
    sit: Sitting, places: Paths
) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("s")
        await player.type("before the Queen")
        await player.press("enter")
        player.shows("Saved as 'before the Queen'.", "1-8 pick")
        await player.press("7", "enter")
        assert player.actions == ["9H"]
        named = [one for one in player.app.saves_folder.labels() if one.name]
        assert [one.name for one in named] == ["before the Queen"]
        assert read(named[0].path).history.moves == ()
        assert len((await player.kept()).history.moves) == 1


async def test_a_name_that_looks_like_a_card_is_a_name(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("s", "2", "C", "enter")
        await player.until(lambda: player.sees("Saved as '2C'."))


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_name_can_be_read_while_it_is_typed(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(saved(SOLO), size) as player:
        await player.press("s")
        await player.type("Friday")
        player.shows("Save this position", "Friday")


@pytest.mark.slow
async def test_what_is_typed_into_the_form_can_be_read(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down")
        await player.type("Ada")
        player.shows("Ada")


@pytest.mark.parametrize("keys", [("escape",), ("a", "ctrl+b"), ("enter", "escape")])
async def test_without_a_name_nothing_is_kept(
    sit: Sitting, places: Paths, keys: tuple[str, ...]
) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("s", *keys)
        assert on(player, TableScreen)
        assert not player.sees("Saved as")
        await player.app.save_session.wait_until_saved()
        assert len(list(places.saves.glob("*.save"))) == 1


@pytest.mark.parametrize("keys", [("enter",), ("space", "enter")])
async def test_a_name_is_asked_for_until_there_is_one(sit: Sitting, keys: tuple[str, ...]) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("s", *keys)
        player.shows("The name is empty.")
        await player.press("a", "enter")
        await player.until(lambda: player.sees("Saved as 'a'."))


async def test_a_name_typed_in_one_go_with_the_key_loses_nothing(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        for char in "sabc":
            player.app.post_message(Key(char, char))
        await player.until(lambda: player.sees("Save this position", " abc"))


async def test_keys_typed_into_the_name_do_nothing_at_the_table(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("8", "s")
        await player.type("fuqmy1")
        await player.press("escape")
        assert on(player, TableScreen)
        assert player.actions == []
        assert "▴8" in player.page
        assert "▴1" not in player.page


# ---------------------------------------------------------------- the replay


def signed(action: str) -> str:
    """Return an action with the signs of the suits."""
    return re.sub(r"(?<=[2-9TJQKA])[CDHS]", lambda suit: "♣♦♥♠"["CDHS".index(suit[0])], action)


async def test_a_game_is_replayed_forwards_and_backwards(sit: Sitting) -> None:
    one = game(1, 6)
    states = [one.history.at(number).state for number in range(6)]
    actions = [
        signed(one.game.say(state, move.action, one.seats))
        for state, move in zip(states, one.history.moves, strict=True)
    ]
    async with sit(one, (120, 40), replay=True) as player:
        pages = [player.page]
        player.shows("Replay 0/6   the deal", f"next: {actions[0]}", "Nothing has happened yet.")
        for number in range(1, 7):
            await player.press("right")
            player.shows(f"Replay {number}/6   last: {actions[number - 1]}")
            pages.append(player.page)
        player.shows("the end")
        await player.press("right")
        assert player.page == pages[6]
        for number in range(5, -1, -1):
            await player.press("left")
            assert player.page == pages[number]
        await player.press("left")
        assert player.page == pages[0]
        await player.press("end")
        assert player.page == pages[6]
        await player.press("home")
        assert player.page == pages[0]


async def test_a_replay_is_stepped_through_by_mouse(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        await player.click("next", after="previous")
        await player.click("next", after="previous")
        player.shows("Replay 2/6")
        await player.click("previous")
        player.shows("Replay 1/6")


async def test_a_replay_saves_and_changes_nothing(sit: Sitting, places: Paths) -> None:
    async with sit(game(1, 6), replay=True) as player:
        await player.press("end", "left", "u", "y", "f", "enter", "1", "c")
        player.shows("Replay 5/6")
        await player.press("m")
        assert on(player, MenuScreen)
        assert not list(places.saves.glob("*.save"))


async def test_one_plays_on_from_a_replay_as_a_new_game(
    sit: Sitting, places: Paths, noon: int
) -> None:
    one = whole_game(1)
    path = put(places, "over", one, HOUR, noon)
    before = path.read_bytes()
    async with sit() as player:
        await player.press("g", "enter", "enter", "W")
        assert on(player, ReplayScreen)
        await player.press("right", "right", "right", "n")
        assert on(player, TableScreen)
        assert player.table.history == one.history.at(3)
        kept = await player.kept()
        assert kept.history.cursor == 3
        assert path.read_bytes() == before


async def test_in_company_a_replay_shows_the_hand_of_who_acts(sit: Sitting) -> None:
    async with sit(saved(TRIO, "yield", "pay TC", "9H"), replay=True) as player:
        player.shows("Ada's hand", "10♣")
        await player.press("end")
        player.shows("Bea's hand", "9♣")


async def test_help_in_a_replay_lists_its_keys(sit: Sitting) -> None:
    async with sit(game(1, 6), (100, 50), replay=True) as player:
        await player.press("question_mark")
        player.shows("Go back one action.", "Play on from here in a new game.")
        await player.press("escape")
        assert on(player, ReplayScreen)


async def test_from_a_replay_one_goes_back_to_the_result(
    sit: Sitting, places: Paths, noon: int
) -> None:
    put(places, "over", whole_game(1), HOUR, noon)
    async with sit() as player:
        await player.press("g", "enter", "enter")
        result = player.page
        await player.press("W", "right")
        player.shows("Replay 1/", "esc back")
        await player.press("escape", "home")
        assert player.page == result


async def test_from_a_replay_of_the_command_line_one_goes_to_the_menu(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        await player.press("escape")
        assert on(player, MenuScreen)


# ---------------------------------------------------------------- leaving


@pytest.mark.parametrize("where", [(), ("question_mark", "escape"), ("9", "8")])
async def test_q_leaves_the_table_at_once_and_everything_is_kept(
    sit: Sitting, places: Paths, where: tuple[str, ...]
) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("8", "enter", *where, "q")
        await player.until(lambda: player.app.return_code is not None)
        assert player.app.return_code == 0
        history = player.table.history
    (path,) = places.saves.glob("*.save")
    assert read(path).history == history


async def test_the_kings_stand_beside_the_menu_where_there_is_room(sit: Sitting) -> None:
    async with sit(size=(120, 40)) as player:
        player.shows("K♠", "K♥", "K♦", "K♣", "New game")
        player.shows_title("REGICIDE", large=True)
        await player.resize(60, 20)
        assert not player.sees("K♠")
        player.shows_title("REGICIDE")
        player.shows("New game")
