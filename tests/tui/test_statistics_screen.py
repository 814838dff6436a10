"""The page of statistics: empty, full, in every size, drawn and plain, and how one leaves it."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.paths import Paths
from regicide_tui.play.statistics import Record, Records, by_day
from regicide_tui.tui.games.regicide.pages import figures_page
from regicide_tui.tui.pages.figures import group_rows
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, width_of
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.statistics import StatisticsScreen
from tests.play.test_statistics import record
from tests.tui.conftest import Sitting
from tests.tui.models import page

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]


def many() -> list[Record]:
    """Return games of all kinds, more than are shown one by one."""
    return [
        record(
            number,
            players=1 + number % 3,
            won=number % 4 == 0,
            medal=("gold", "silver", "bronze")[number % 3] if number % 12 == 0 else None,
            turns=1000 + number,
            figures={"royals": number % 13, "exact": number % 12},
            undos=100,
            peeks=number % 2,
            set_up=number % 10 == 9,
        )
        for number in range(60)
    ]


async def test_before_the_first_game_the_page_says_so(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("S")
        assert isinstance(player.app.screen, StatisticsScreen)
        player.shows("STATISTICS", "No finished games yet.", "esc back")


@pytest.mark.parametrize("key", ["escape", "backspace"])
async def test_one_goes_back_to_the_menu(sit: Sitting, key: str) -> None:
    async with sit() as player:
        await player.press("S", key)
        assert isinstance(player.app.screen, MenuScreen)


async def test_the_page_is_opened_and_left_by_clicks(sit: Sitting) -> None:
    async with sit() as player:
        await player.click("Statistics")
        await player.click("back")
        assert isinstance(player.app.screen, MenuScreen)


async def test_the_keys_are_explained(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("S", "question_mark")
        player.shows("Go back.")


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("size", SIZES)
async def test_the_page_tells_everything_in_every_size(
    sit: Sitting, places: Paths, size: tuple[int, int], plain: bool
) -> None:
    records = Records(places.records)
    for one in many():
        records.add(one)
    async with sit(size=size, plain=plain) as player:
        await player.press("S")
        player.shows("solo", "2 players", "3 players", "4 players", "Last 20 games", "esc back")
        player.shows("Fastest win        1000 turns", "6 games from a position")
        star = "*" if plain else "★"
        player.shows(f"{star} 5 gold  {star} 0 silver  {star} 0 bronze")
        assert player.page.isascii() is plain


async def test_after_a_change_of_size_the_page_fits_again(sit: Sitting, places: Paths) -> None:
    Records(places.records).add(record(1, figures={"royals": 7}))
    async with sit(size=(120, 40)) as player:
        await player.press("S")
        player.shows("Last game", "royals defeated in each")
        await player.resize(60, 20)
        assert not player.sees("in each")
        player.shows("Last game", "▅", "royals defeated")


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
@pytest.mark.parametrize("size", SIZES)
def test_no_row_is_wider_than_the_page(size: tuple[int, int], symbols: object) -> None:
    symbols = DRAWN if symbols is DRAWN else PLAIN
    width, height = size[0] - 4, size[1] - 1
    rows = figures_page(many(), width, height, symbols)
    assert len(rows) <= height
    assert max(width_of(row) for row in rows) <= width


def test_the_last_games_are_signs_from_low_to_high() -> None:
    games = [record(number, figures={"royals": number}) for number in range(13)]
    rows = figures_page(games, 56, 19, DRAWN)
    assert "Last 13 games      ▁▁▂▂▃▃▄▅▅▆▆▇█  royals defeated" in page(rows)


def test_in_plain_letters_the_last_games_are_figures() -> None:
    games = [record(number, figures={"royals": number}) for number in range(13)]
    rows = figures_page(games, 56, 19, PLAIN)
    assert "0 1 2 3 4 5 6 7 8 9 10 11 12" in page(rows)


def test_a_high_window_draws_a_column_for_each_of_the_last_games() -> None:
    games = [record(number, figures={"royals": royals}) for number, royals in enumerate((12, 3))]
    text = page(figures_page(games, 96, 39, DRAWN))
    assert "12  ██\n" in text
    assert "3  ██ ██\n" in text
    assert text.endswith("12 3")


def test_the_bar_shows_how_many_were_won() -> None:
    games = [record(1, won=True), record(2)]
    text = page(figures_page(games, 56, 19, PLAIN))
    assert "50%  =========---------" in text
    colourless = page(figures_page(games, 56, 19, replace(DRAWN, mono=True)))
    assert "50%  ▄▄▄▄▄▄▄▄▄─────────" in colourless


def test_help_that_was_used_is_told_in_short() -> None:
    games = [record(1, undos=3, peeks=1, hints=76), record(2)]
    assert "Help used          76 hints; 3 undos, 1 past seen" in page(
        figures_page(games, 56, 19, DRAWN)
    )
    assert "Help used          none" in page(figures_page([record()], 56, 19, PLAIN))


def test_three_wins_with_76_hints_are_not_called_wins_without_help() -> None:
    games = [record(number, won=True, hints=hints) for number, hints in enumerate((70, 5, 1))]
    told = page(figures_page(games, 56, 19, DRAWN))
    assert "Wins without help  0 of 3, no hints or undos" in told


@pytest.mark.parametrize("size", SIZES)
async def test_the_figures_are_shown_by_the_level_of_the_bots_and_by_day(
    sit: Sitting, places: Paths, size: tuple[int, int]
) -> None:
    records = Records(places.records)
    records.add(record(1, date="2026-11-20", won=True, players=2, bots=("", "squire")))
    records.add(record(2, date="2026-11-21", players=2, bots=("", "page"), hints=3))
    async with sit(size=size) as player:
        await player.press("S")
        player.shows("All games", "By bot level", "By day", "up down view")
        await player.press("down")
        player.shows(
            "With", "squire                  1     1 100%", "page                    1     0   0%"
        )
        await player.press("down")
        player.shows("Day", "2026-11-21              1     0   0%", "Wins without help  1 of 1")
        await player.press("down")
        player.shows("Players", "2 with bots")
        await player.click("By day")
        player.shows("2026-11-20")


async def test_in_a_low_window_with_bots_and_a_daily_deal_the_last_games_are_still_shown(
    sit: Sitting, places: Paths
) -> None:
    records = Records(places.records)
    for number in range(4):
        bots = ("",) * number + ("page",) if number else ()
        records.add(record(number, players=1 + number, bots=bots))
    records.add(record(7, seed="2026-03-01", daily=True))
    async with sit(size=(60, 20)) as player:
        await player.press("S")
        player.shows("4 with bots", "Daily deals", "Last 5 games")


def test_of_many_days_the_last_ones_are_shown() -> None:
    days = [record(day, date=f"2026-11-{day:02}") for day in range(1, 31)]
    text = page(group_rows("Day", by_day(days), 56, 12, DRAWN))
    assert "2026-11-30" in text
    assert "and 23 more" in text
    assert "2026-11-23" not in text


def test_positions_alone_are_no_games() -> None:
    text = page(figures_page([record(1, set_up=True)], 56, 19, DRAWN))
    assert "No finished games yet." in text
    assert "1 game from a position" in text


def test_deals_of_the_day_are_counted_once_there_are_any() -> None:
    day = record(1, seed="2026-03-01", daily=True)
    assert "Daily deals        1, 0 won; 1 day running" in page(figures_page([day], 56, 20, DRAWN))
    assert "Daily deals" not in page(figures_page([record(1)], 56, 20, DRAWN))
