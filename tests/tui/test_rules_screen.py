"""Reading the rules and the whole log."""

import pytest
from textual.events import MouseScrollDown

from regicide_tui import games
from regicide_tui.play.history import Start, begin
from regicide_tui.play.table import Table
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.rules import RulesScreen
from regicide_tui.tui.screens.table import TableScreen
from regicide_tui.tui.screens.texts import LogScreen, Reader
from regicide_tui.tui.table.game_ui import with_tables
from tests.loose import loose
from tests.play.games import DUEL, duel, game, whole_game
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, TRIO, saved
from tests.tui.player import Player


def first_line(player: Player) -> str:
    """Return the uppermost line of the text."""
    return player.page.split("\n")[2].strip()


def laid(*actions: str) -> Table:
    """Return a duel that was set up, after these actions."""
    position = {"hands": [["KH", "2D"], ["5H", "9D", "TC"]], "castle": ["KS"], "tavern": ["3H"]}
    history = begin(DUEL, Start("duel", 2, "7F3K", {}, loose(position)))
    for action in actions:
        history = history.take_text(action)
    return Table(history, ("Ada", "Bea"))


async def test_the_menu_teaches_how_to_play(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i")
        assert first_line(player) == "The rules of Regicide, and our rulings"
        player.shows("On your turn you play a card")
        assert not player.sees("three versions")
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)


async def test_cards_have_the_signs_of_their_suits_but_not_where_notation_is_taught(
    sit: Sitting,
) -> None:
    async with sit() as player:
        await player.press("i", "slash", *"companion", "enter")
        player.shows("6♠+A♥")
        await player.press("slash", *"ascending", "enter")
        player.shows("3C+3D+3S")


@pytest.mark.parametrize("game", ["Regicide Duel", "King of the Dead"])
async def test_every_game_is_told_in_short_at_first(sit: Sitting, game: str) -> None:
    async with sit() as player:
        await player.press("i", *["tab"] * (1 if game == "Regicide Duel" else 2))
        player.shows(f"The rules of {game}", "On your turn")
        assert "The lessons (Learn" in " ".join(player.page.split())


@pytest.mark.parametrize(
    ("keys", "actions", "heading"),
    [
        ((), (), "What may be played"),
        ((), ("9H",), "Paying"),
        (("enter",), (), "What may be played"),
    ],
)
async def test_help_leads_to_the_rules_of_the_moment(
    sit: Sitting, keys: tuple[str, ...], actions: tuple[str, ...], heading: str
) -> None:
    async with sit(saved(TRIO if keys else SOLO, *actions)) as player:
        await player.press(*keys, "question_mark", "i")
        assert first_line(player) == heading
        await player.press("escape", "escape")
        assert isinstance(player.app.screen, TableScreen)


async def test_at_the_curtain_the_rules_tell_who_sees_what(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("question_mark", "i")
        assert first_line(player) == "Who sees what, who may say what"


async def test_one_reads_by_lines_pages_headings_and_ends(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "down")
        assert first_line(player) != "The rules of Regicide, and our rulings"
        await player.press("up")
        start = player.page
        await player.press("space")
        assert player.page != start
        await player.press("pageup")
        assert player.page == start
        await player.press("right", "right")
        assert first_line(player) == "2. How to play"
        await player.press("left")
        assert first_line(player) == "1. The game"
        await player.press("end")
        player.shows("first_player")
        await player.press("home")
        assert player.page == start


async def test_what_one_looks_for_is_found_counted_and_left_again(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "slash")
        await player.type("Jester")
        await player.press("enter")
        player.shows("Jester: 1 of ")
        first = player.page
        await player.press("greater_than_sign")
        player.shows("Jester: 2 of ")
        await player.press("less_than_sign")
        assert player.page == first
        await player.press("slash")
        await player.type("no such words")
        await player.press("enter")
        player.shows("no such words: not found")
        await player.press("greater_than_sign", "less_than_sign")
        player.shows("no such words: not found")


async def test_it_is_found_while_one_types_and_the_place_is_pointed_at(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "slash")
        await player.type("r-32")
        player.shows("r-32: 1 of 1", "› - R-32. What if Hearts find too few cards?", "enter done")
        await player.press("enter")
        player.shows("r-32: 1 of 1", "/ search")


async def test_places_found_are_visited_round(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "slash")
        await player.type("combo")
        await player.press("enter")
        player.shows("combo: 1 of 6")
        await player.press("less_than_sign")
        player.shows("combo: 6 of 6")
        await player.press("greater_than_sign")
        player.shows("combo: 1 of 6", "< > match")


async def test_a_search_begins_where_one_reads_and_goes_on_from_the_beginning(
    sit: Sitting,
) -> None:
    async with sit() as player:
        await player.press("i", "end", "slash")
        await player.type("unofficial")
        player.shows("unofficial: 1 of 1", "Badgers from Mars")


async def test_a_search_that_is_given_up_leaves_the_text_as_it_was(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "right", "right")
        before = player.page
        await player.press("slash")
        await player.type("R-54")
        assert player.page != before
        await player.press("escape")
        assert player.page == before
        assert isinstance(player.app.screen, RulesScreen)


async def test_what_was_found_is_forgotten_before_one_leaves(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "slash")
        await player.type("Jester")
        await player.press("enter", "greater_than_sign")
        player.shows("Jester: 2 of")
        read = player.page.split("\n")[1:-1]
        await player.press("escape")
        assert not player.sees("Jester: ")
        assert [line[2:] for line in player.page.split("\n")[1:-1]] == [line[2:] for line in read]
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)


async def test_the_help_for_the_rules_leads_back_to_them(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("question_mark", "i", "pagedown")
        page, open_screens = player.page, len(player.app.screen_stack)
        for way in (("question_mark", "i"), ("H", "question_mark", "i")) * 3:
            await player.press(*way)
        assert player.page == page
        assert len(player.app.screen_stack) == open_screens


async def test_from_the_rules_one_goes_back_to_the_help(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("question_mark")
        help_page = player.page
        await player.press("i", "escape")
        assert player.page == help_page


async def test_the_contents_lead_to_a_heading(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "right", "right", "right", "H")
        player.shows("›   Set-up", "4. Rulings")
        await player.press("end", "enter")
        player.shows("    6. House-rule options")
        before = player.page
        await player.press("H", "home", "escape")
        assert player.page == before


@pytest.mark.parametrize("key", ["escape", "backspace"])
async def test_who_reads_comes_back_to_where_it_was(sit: Sitting, key: str) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("question_mark", "i", key, key)
        assert isinstance(player.app.screen, TableScreen)
        await player.press("L", key)
        assert isinstance(player.app.screen, TableScreen)
        assert player.app.return_code is None


async def test_the_title_says_where_one_reads_and_follows_the_wheel(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i")
        player.shows("↓ more")
        await player.press("right", "right", "right", "right")
        player.shows("    A turn in four steps", "%")
        for _ in range(4):
            player.app.post_message(MouseScrollDown(None, 5, 5, 0, 0, 0, False, False, False, 5, 5))
            await player.pilot.pause()
        player.shows("    Enemies")
        await player.press("end")
        player.shows("end", "    Error codes")


async def test_jumping_breaks_no_line_anew(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sit() as player:
        await player.press("i")
        monkeypatch.setattr(Reader, "fold", lambda *_: pytest.fail("folded again"))
        await player.press("right", "slash")
        await player.type("jester")
        await player.press("enter", "greater_than_sign", "H", "enter", "left")
        player.shows("jester: ")


async def test_in_plain_letters_the_rules_are_ascii(sit: Sitting) -> None:
    async with sit(plain=True) as player:
        await player.press("i", "slash")
        await player.type("6S+AH")
        player.shows("> - A companion pair.")
        assert player.page.isascii()


async def test_a_window_of_another_size_keeps_the_place(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "right", "right", "right")
        heading = first_line(player)
        for size in ((60, 20), (200, 60), (80, 24)):
            await player.resize(*size)
            assert first_line(player) == heading


async def test_the_whole_log_opens_at_its_end_and_is_read_backwards(sit: Sitting) -> None:
    one = whole_game(1)
    async with sit(one) as player:
        await player.press("L")
        assert isinstance(player.app.screen, LogScreen)
        player.shows("the game is lost")
        await player.press("home")
        player.shows(" 1 You play")
        await player.press("escape")
        assert isinstance(player.app.screen, TableScreen)


async def test_before_anything_happened_the_log_says_so(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("L")
        player.shows("Nothing has happened yet.")


async def test_the_log_shows_nobody_what_others_drew(sit: Sitting) -> None:
    async with sit(saved(TRIO, "8D")) as player:
        await player.press("L")
        player.shows("draws 2")
        assert "draws 3♣" not in player.page


async def test_in_a_replay_the_log_is_whole_too(sit: Sitting) -> None:
    async with sit(game(1, 6), replay=True) as player:
        await player.press("end", "L")
        assert isinstance(player.app.screen, LogScreen)
        player.shows(" 1 You play")


async def test_the_title_of_the_small_log_opens_the_whole_one(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H"), (200, 60)) as player:
        await player.click("THE LOG")
        assert isinstance(player.app.screen, LogScreen)
        assert not player.sees("up down scroll")


async def test_in_the_whole_log_the_turns_stand_apart(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H", "pay 5S TS", "2D")) as player:
        await player.press("L")
        rows = [row.strip() for row in player.page.split("\n")]
        (second,) = [place for place, row in enumerate(rows) if row.startswith("2 You play")]
        assert rows[second - 1] == ""
        assert rows[second - 2].startswith("You discard")


# ---------------------------------------------------------------- the rules of several games


async def test_from_the_menu_one_goes_through_the_rules_of_all_games(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i")
        for name in (*with_tables()[1:], with_tables()[0]):
            await player.press("right", "tab")
            assert first_line(player) == f"The rules of {games.find(name).title}, and our rulings"
        await player.press("shift+tab")
        assert games.find(with_tables()[-1]).title in first_line(player)
        await player.click("Regicide")
        assert first_line(player) == "The rules of Regicide, and our rulings"


async def test_what_was_searched_in_one_game_is_not_marked_in_another(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("i", "slash")
        await player.type("Jester")
        await player.press("tab")
        assert first_line(player) == "The rules of Regicide Duel, and our rulings"
        assert not player.sees("Jester:")
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)


async def test_the_rules_of_the_game_that_was_played_are_open(sit: Sitting) -> None:
    async with sit(duel()) as player:
        await player.press("m", "i")
        assert first_line(player) == "The rules of Regicide Duel, and our rulings"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("actions", "keys", "heading"),
    [
        ((), (), "Who sees what"),
        ((), ("enter",), "What may be played"),
        (("KH",), ("enter",), "Paying"),
    ],
)
async def test_help_at_a_duel_leads_to_its_rules(
    sit: Sitting, actions: tuple[str, ...], keys: tuple[str, ...], heading: str
) -> None:
    async with sit(laid(*actions)) as player:
        await player.press(*keys, "question_mark", "i")
        assert first_line(player) == heading
        player.shows("Regicide Duel")


async def test_help_at_the_end_of_a_duel_leads_to_the_end(sit: Sitting) -> None:
    async with sit(duel(10_000)) as player:
        await player.press("question_mark", "i")
        assert first_line(player) == "The end"


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_games_stand_above_the_rules(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(size=size) as player:
        await player.press("i", *["right"] * 4)
        player.shows(*[games.find(name).title for name in with_tables()], "tab game")
