"""Reading the rules and the whole log."""

import pytest

from regicide_tui.tui.screens.log import LogScreen
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.rules import RulesScreen
from regicide_tui.tui.screens.table import TableScreen
from tests.play.games import game, whole_game
from tests.tui.conftest import Sitting
from tests.tui.player import Player
from tests.tui.scenes import SOLO, TRIO, saved


def first_line(player: Player) -> str:
    """Return the uppermost line of the text."""
    return player.page.split("\n")[1].strip()


async def test_the_menu_teaches_how_to_play(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("h")
        assert first_line(player) == "The rules of Regicide, and our rulings"
        await player.press("escape")
        assert isinstance(player.app.screen, MenuScreen)


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
        await player.press(*keys, "question_mark", "r")
        assert first_line(player) == heading
        await player.press("escape")
        assert isinstance(player.app.screen, TableScreen)


async def test_at_the_curtain_the_rules_tell_who_sees_what(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press("question_mark", "r")
        assert first_line(player) == "Who sees what, who may say what"


async def test_one_reads_by_lines_pages_headings_and_ends(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("h", "down")
        assert first_line(player) != "The rules of Regicide, and our rulings"
        await player.press("up")
        start = player.page
        await player.press("space")
        assert player.page != start
        await player.press("b")
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
        await player.press("h", "slash")
        await player.type("Jester")
        await player.press("enter")
        player.shows("Jester: 1 of ")
        first = player.page
        await player.press("n")
        player.shows("Jester: 2 of ")
        await player.press("N")
        assert player.page == first
        await player.press("slash")
        await player.type("no such words")
        await player.press("enter")
        player.shows("no such words: nowhere")
        await player.press("slash", "escape")
        assert isinstance(player.app.screen, RulesScreen)


async def test_a_window_of_another_size_keeps_the_place(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("h", "right", "right", "right")
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
        await player.press("L")
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
