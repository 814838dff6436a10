"""The form of a new game where there are several: the choice of one, and what it begins with."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.play.dealing import LastPlayers, last_players
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.table.game_ui import with_tables
from regicide_tui.tui.widgets.form import HERE
from tests.play.games import NAMES as PEOPLE
from tests.play.games import begun, duel, game
from tests.tui.conftest import Sitting
from tests.tui.models import SOLO, saved
from tests.tui.player import Player

DAY = begun(1, "2026-03-01")


def put_saves(places: Paths, *newest_first: Table) -> None:
    """Put saves into the folder."""
    for age, one in enumerate(newest_first):
        path: Path = places.saves / f"{age}.save"
        write(path, one)
        os.utime(path, (1_000_000_000 - age, 1_000_000_000 - age))


def focused_tile(player: Player) -> str:
    """Return the name of the game whose tile has the pointer."""
    (name,) = [one for one in player.pieces("Regicide Duel", HERE) if one]
    assert name.startswith("›")
    return name.removeprefix("›")


# ---------------------------------------------------------------- who played last


def test_the_last_company_is_that_of_each_game(places: Paths) -> None:
    put_saves(
        places,
        Table(DAY, PEOPLE[:1]),
        replace(game(4), name="kept"),
        game(1),
        Table(begun(2), ("Eve", "Player 2")),
        duel(),
    )
    (places.saves / "notes.save").write_text("nothing")
    found = last_players(SavesFolder(places.saves).labels())
    assert found == LastPlayers({"regicide": 1, "duel": 2}, ("Eve", ""))


def test_without_saves_nobody_played_last(places: Paths) -> None:
    assert last_players(SavesFolder(places.saves).labels()) == LastPlayers({}, ())


# ---------------------------------------------------------------- the form


@pytest.mark.slow
async def test_a_duel_is_chosen_set_up_and_dealt(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n")
        player.shows("NEW GAME")
        assert focused_tile(player) == "Regicide"
        await player.press("right")
        assert player.chosen("Player 2") == "squire"
        assert focused_tile(player) == "Regicide Duel"
        assert not player.sees("Players")
        assert not player.sees("Combos")
        await player.press("down")
        await player.type("Ada")
        await player.press("down", "left", "left", "down", "down")
        await player.type("X7")
        await player.press("down", "right", "down", "down", "2", "enter")
        start = player.table.history.start
        assert (start.game, start.players, start.seed) == ("duel", 2, "X7")
        assert start.options == {"diamond_redeal": True, "first_player": 2}
        assert player.table.seats == ("Ada", "Player 2")
        player.shows("REGICIDE DUEL", "Pass the keyboard to Player 2.")


@pytest.mark.slow
async def test_going_through_the_games_changes_the_lines_and_keeps_what_was_typed(
    sit: Sitting,
) -> None:
    async with sit() as player:
        await player.press("n", "down", "3", "down")
        await player.type("Ada")
        await player.click("Regicide Duel")
        player.shows("Your name           Ada")
        await player.click("Regicide")
        player.shows("Your name           Ada", "Combos")
        assert player.chosen("Players") == "3"


@pytest.mark.parametrize("name", with_tables())
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_every_line_of_every_game_can_be_reached(
    sit: Sitting, size: tuple[int, int], name: str
) -> None:
    options = games.find(name).options(max(games.find(name).player_counts))
    async with sit(size=size, settings=Settings(names=PEOPLE)) as player:
        await player.press("n", *["right"] * with_tables().index(name))
        player.shows("enter deal")
        if size == (60, 20):
            assert player.chosen("King of the Dead") == games.find(name).title
        else:
            assert focused_tile(player) == games.find(name).title
        await player.press("up")
        player.shows("› First player", options[-1].meaning)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (200, 60)])
async def test_the_lines_of_four_people_are_seen_at_once(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", "4")
        player.shows("Players", "Name of player 4", "Seed", "Diamond redeal", "First player")
        assert not player.sees("more")


@pytest.mark.slow
async def test_a_form_with_more_lines_than_rows_says_so(sit: Sitting) -> None:
    async with sit(size=(80, 24)) as player:
        await player.press("n", "right", "right", "down", "4")
        for _ in range(3):  # people, who have names
            await player.press("down", "left", "left", "down")
        await player.press(*["up"] * 6)
        await player.until(lambda: player.sees("↓ more"))
        assert not player.sees("Joker self target")
        await player.press("up", "up")
        await player.until(lambda: player.sees("Joker self target", "end"))
        assert not player.sees("↓ more")


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_levels_stand_below_the_number_of_players(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", "4")
        columns = {
            player.find(one, label)[1] for one, label in (("1", "Players"), ("p", "Player 3"))
        }
        assert max(columns) - min(columns) <= 1


async def test_the_form_begins_with_the_game_that_was_played_last(
    sit: Sitting, places: Paths
) -> None:
    put_saves(places, duel(), saved(SOLO))
    async with sit() as player:
        await player.press("n")
        player.shows("Ada", "Bea")
        assert focused_tile(player) == "Regicide Duel"
        await player.press("enter")
        assert player.table.history.start.game == "duel"
        assert player.table.seats == ("Ada", "Bea")


async def test_as_many_play_as_last_time(sit: Sitting, places: Paths) -> None:
    put_saves(places, game(3))
    async with sit() as player:
        await player.press("n")
        player.shows("1   2   3   4", "Cy")
        assert player.chosen("Players") == "3"


async def test_names_of_the_settings_come_before_those_of_last_time(
    sit: Sitting, places: Paths
) -> None:
    put_saves(places, game(3))
    async with sit(settings=Settings(names=("Eve", "Fay"))) as player:
        await player.press("n")
        player.shows("1   2   3   4", "Eve", "Fay")
        assert player.chosen("Players") == "2"
        assert not player.sees("Ada")


async def test_the_form_leads_to_the_house_rules_of_the_chosen_game(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "right", "f1", "i")
        player.shows("6. House-rule options")
        assert not player.sees("combos")


async def test_what_a_house_rule_means_is_never_cut_off(sit: Sitting) -> None:
    async with sit(size=(60, 20)) as player:
        await player.press("n", "up")
        player.shows("› Overpay")
        player.reads("Pay until it is enough; minimal: no card too many; free: any number.")


@pytest.mark.slow
@pytest.mark.parametrize("other", ["Bea", " Bea", "Player 1"])
async def test_no_two_players_have_the_same_name(sit: Sitting, other: str) -> None:
    first = "" if other == "Player 1" else "Bea"
    async with sit(settings=Settings(names=(first, other))) as player:
        await player.press("n", "enter")
        player.shows(f"Two players are called {other.strip()}.", "NEW GAME")
        await player.press("down", "down", "down", "down", "x", "enter")
        assert player.table.seats[1] == f"{other}x".strip()


@pytest.mark.slow
async def test_a_name_that_is_typed_is_short_enough_for_the_log(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down")
        await player.type("Wilhelmina Augustina the Elder")
        await player.press("enter")
        assert player.table.seats == ("Wilhelmina Augustina", "Player 2")
        await player.press("m", "n", "down", "down")
        player.shows("At most 20 characters")


# ---------------------------------------------------------------- bots


@pytest.mark.slow
async def test_a_seat_is_given_to_a_bot_which_says_who_it_is(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "3")
        assert player.page.count(" person ") == 2, "the first player is always a person"
        await player.press("down", "down", "right")
        player.shows("Pip, a cautious page")
        assert player.chosen("Player 2") == "page"
        assert not player.sees("Name of player 2")
        await player.press("down", "right")
        player.shows("Wat, a cautious page")
        await player.press("up", "up")
        await player.type("Pip")
        await player.press("down")
        player.shows("Wat, a cautious page")
        await player.press("enter")
        assert player.table.seats == ("Pip", "Wat", "Tib")
        assert player.table.bots == ("", "page", "page")


@pytest.mark.slow
async def test_a_click_changes_who_sits_there_and_keeps_the_name(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down", "down", "down")
        await player.type("Bea")
        await player.click("page")
        player.shows("Pip, a cautious page")
        assert not player.sees("Name of player 2")
        await player.press("left")
        player.shows("Name of player 2    Bea")
        assert player.chosen("Player 2") == "person"


async def test_who_plays_alone_is_not_asked_about_bots(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n")
        assert not player.sees("person")
        await player.press("right")
        assert player.chosen("Player 2") == "squire", "a duel is against a bot at first"
        assert not player.sees("Name of player 2")
        await player.press("right")
        assert player.chosen("Player 2") == "squire", "so is King of the Dead"


async def test_further_seats_of_rivals_are_bots_like_the_first_one(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "right", "right", "down", "4")
        chosen = [player.chosen(f"Player {number}") for number in (2, 3, 4)]
        assert chosen == ["squire"] * 3


@pytest.mark.slow
async def test_bots_turned_off_by_fewer_players_have_no_seat(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down", "down", "right")
        await player.press("up", "up", "1", "enter")
        assert player.table.bots == ("",)


async def test_the_bots_of_last_time_are_offered_again(sit: Sitting, places: Paths) -> None:
    put_saves(places, Table(begun(3), ("Eve", "Pip", "Player 3"), bots=("", "page", "")))
    async with sit() as player:
        await player.press("n")
        player.shows("Your name           Eve")
        assert player.chosen("Players") == "3"
        assert player.chosen("Player 2") == "page"
        assert player.chosen("Player 3") == "person"


# ---------------------------------------------------------------- one's name, and the fields


@pytest.mark.slow
async def test_down_from_a_persons_level_goes_to_the_name_and_the_field_keeps_the_focus(
    sit: Sitting,
) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down", "down")
        assert player.chosen("Player 2") == "person"
        await player.press("down")
        await player.type("Bea hjkl q")
        player.shows("Name of player 2    Bea hjkl q")
        await player.press("up", "right")
        assert player.chosen("Player 2") == "page"
        await player.press("down")
        player.shows("The same seed deals the same cards again.")
        assert player.chosen("Player 2") == "page"


@pytest.mark.slow
async def test_the_levels_are_a_row_of_choices_in_every_window(sit: Sitting) -> None:
    for size in ((60, 20), (80, 24), (120, 40)):
        async with sit(size=size) as player:
            await player.press("n", "right")
            await player.until(lambda: player.sees("Player 2"))
            y, _ = player.find("Player 2")
            row = player.page.split("\n")[y]
            for level in ("person", "page", "squire", "knight", "captain", "marshal"):
                assert level in row, (size, row)


@pytest.mark.slow
async def test_ones_name_is_asked_once_and_kept_in_the_settings(
    sit: Sitting, places: Paths
) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down")
        await player.type("Ada")
        await player.press("enter")
        assert player.table.seats == ("Ada", "Player 2")
        assert player.app.settings.name == "Ada"
        assert 'name = "Ada"' in places.settings.read_text()
        await player.press("m", "n")
        player.shows("Your name           Ada")


async def test_who_plays_with_bots_is_you_in_the_log(sit: Sitting) -> None:
    with_bot = Table(begun(2), ("Ada", "Pip"), bots=("", "page"))
    async with sit(with_bot, (120, 40)) as player:
        if player.table.to_act == 0:
            await player.press("enter")
        await player.until(lambda: player.sees("You play") or player.sees("Pip plays"))
        assert not player.sees("Ada plays")


async def test_the_levels_are_called_bots_in_the_row(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2")
        await player.until(lambda: player.sees("person  bot  page   squire"))
