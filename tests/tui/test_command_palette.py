"""The command palette: it opens everywhere, finds by typing, and runs what was found."""

import pytest
from textual.dom import DOMNode

from regicide_tui.play.settings import Settings
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.screens.help import CommandPalette, Item, item_rows, items_of, matching
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.new_game import NewGameScreen
from tests.play.games import game
from tests.tui.conftest import Sitting
from tests.tui.king_of_the_dead.models import dealt
from tests.tui.models import SOLO, TRIO, saved, text_of
from tests.tui.player import Player


def is_open(player: Player) -> bool:
    return isinstance(player.app.screen, CommandPalette)


@pytest.mark.parametrize("key", [":", "ctrl+p"])
@pytest.mark.parametrize(
    "way", ["", "m", "m g", "m o", "m n"], ids=["table", "menu", "saves", "settings", "new game"]
)
async def test_it_opens_on_every_screen(sit: Sitting, way: str, key: str) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press(*way.split(), key)
        assert is_open(player)


async def test_it_opens_in_a_replay_and_at_the_end(sit: Sitting) -> None:
    async with sit(game(1, 4), replay=True) as player:
        await player.press(":")
        player.shows("play from here", "Go forward one action.")


@pytest.mark.parametrize("key", ["escape", "ctrl+b"])
async def test_it_closes_without_doing_anything(sit: Sitting, key: str) -> None:
    async with sit(game(1, 4)) as player:
        before = player.page
        await player.press("ctrl+p", *"undo", key)
        assert not is_open(player)
        assert player.page == before
        assert len(player.actions) == 4


async def test_what_is_typed_is_found_and_enter_runs_it(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":", *"und")
        player.shows("› undo")
        assert not player.sees("› play")
        await player.press("enter")
        assert not is_open(player)
        assert len(player.actions) == 3


async def test_the_arrows_choose(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":", *"undo", "down")
        player.shows("› redo")
        await player.press("up")
        player.shows("› undo")
        await player.press("enter")
        assert len(player.actions) == 3


async def test_a_long_list_says_how_many_commands_are_above_and_below(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":")
        _, _, after = player.page.partition("↓ ")
        more = after.split("\n")[0]
        assert more.endswith(" more")
        assert not player.sees("↑ ")
        await player.press("up")  # to the last one
        player.shows(f"↑ {more}")
        assert not player.sees("↓ ")
        await player.press(*"undo")
        assert not player.sees("more")


async def test_page_keys_move_by_ten_lines_and_stop_at_the_ends(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":", "pagedown")
        assert player.sees("↑ ")
        await player.press("pageup", "pageup")
        assert not player.sees("↑ ")
        await player.press(*["pagedown"] * 9)
        assert not player.sees("↓ ")
        assert player.sees("› ")


def test_a_long_name_takes_the_room_that_its_meaning_leaves() -> None:
    items = [
        Item((), word, meaning, "", DOMNode())
        for word, meaning in (
            ("Wait for Regicide for 4", "private, 2 seats free"),
            ("Undo", "Take the last action back, and what came of it, as often as you like."),
        )
    ]
    named, meant = item_rows(items, 0, 22, (74, 2), DRAWN)
    assert "Wait for Regicide for 4  private, 2 seats free" in text_of(named)
    assert text_of(meant).index("Take the") == 24


async def test_no_two_lines_read_alike_and_cards_are_not_picked_here(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        items = items_of(player.app.screen, player.app.look)
        assert len({(item.word, item.meaning) for item in items}) == len(items)
        assert not [item for item in items if item.action == "pick(1)"]
        assert [item for item in items if item.word == "pick"]


async def test_of_the_keys_for_what_is_on_offer_the_first_is_listed(sit: Sitting) -> None:
    async with sit(dealt(2)) as player:
        for _ in range(2):  # nothing is on offer, then the first card is picked
            items = items_of(player.app.screen, player.app.look)
            assert [item.keys for item in items if item.word == "do"] == [("A",)]
            await player.press("1")


async def test_a_click_runs_a_command(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":")
        await player.click("undo", after="type to find")
        assert not is_open(player)
        assert len(player.actions) == 3


async def test_where_nothing_is_found_it_says_so_and_enter_does_nothing(sit: Sitting) -> None:
    async with sit(game(1, 4)) as player:
        await player.press(":", *"zzz")
        player.shows("No matching commands.")
        await player.press("enter", "down")
        assert is_open(player)


async def test_the_lines_of_a_list_are_commands_as_well(sit: Sitting) -> None:
    async with sit() as player:
        await player.press(":", *"one to four", "enter")
        assert isinstance(player.app.screen, NewGameScreen)


async def test_it_goes_to_other_screens(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press(":", *"menu", "enter")
        await player.until(lambda: isinstance(player.app.screen, MenuScreen))


async def test_a_line_of_a_form_is_changed(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", ":", *"next value", "enter")
        player.shows("Your name")
        assert player.chosen("Players") == "2"


async def test_the_table_offers_only_what_its_game_has(sit: Sitting) -> None:
    async with sit(saved(TRIO)) as player:
        await player.press(":", *"flip")
        assert not player.sees("flip Jester")
    async with sit(saved(SOLO)) as player:
        await player.press(":", *"flip")
        player.shows("flip Jester")


async def test_the_players_own_keys_are_shown(sit: Sitting) -> None:
    keys = Settings(keys={"undo": ("z", "f2"), "palette": ("f4",)})
    async with sit(game(1, 4), settings=keys) as player:
        await player.press(":")
        assert not is_open(player)
        await player.press("f4", *"undo")
        player.shows("z f2")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_it_fits_every_window(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(game(1, 4), size, plain=True) as player:
        await player.press(":")
        player.shows("> play", "undo", "type to find")


def test_words_are_found_in_any_order_and_beginnings_come_first() -> None:
    node = MenuScreen.__new__(MenuScreen)
    items = [
        Item(("s",), "save as", "Save this position under a name.", "save", node),
        Item(("n",), "name", "Give a name.", "name", node),
    ]
    assert [item.word for item in matching(items, "name")] == ["name", "save as"]
    assert [item.word for item in matching(items, "NAME position")] == ["save as"]
    assert matching(items, "") == items


async def test_the_command_that_is_typed_in_full_comes_first(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("colon", *"log")
        assert player.find("› log ")[0] < player.find("log up")[0]


async def test_what_does_nothing_now_comes_last_and_says_so(sit: Sitting) -> None:
    async with sit(saved(SOLO, "9H")) as player:
        items = items_of(player.app.screen, player.app.look)
        places = {item.word: place for place, item in enumerate(items)}
        assert {item.word for item in items if item.idle} == {"play", "clear", "redo"}
        assert max(places["undo"], places["right"]) < min(places["play"], places["redo"])
        await player.press(":", *"do")
        player.shows("Undo the last action.", "Not now: redo the last undone action.")
        assert player.page.index("undo  ") < player.page.index("redo  ")
        await player.press("escape", "u")
        items = items_of(player.app.screen, player.app.look)
        assert {item.word for item in items if item.idle} == {"clear", "undo"}


async def test_who_runs_what_does_nothing_now_is_told_why(sit: Sitting) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press(":", *"undo", "enter")
        player.shows("There is nothing to undo.")


async def test_while_a_player_is_chosen_nobody_yields(sit: Sitting) -> None:
    async with sit(saved(TRIO, "*")) as player:
        await player.press("enter")
        items = items_of(player.app.screen, player.app.look)
        assert {item.word for item in items if item.idle} >= {"yield", "clear"}
