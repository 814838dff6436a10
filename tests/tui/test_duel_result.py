"""The end of a duel: who won and why, the match, and what it leads to."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.history import Match, Result, Start, begin
from regicide_tui.play.paths import Paths
from regicide_tui.play.statistics import Records
from regicide_tui.play.table import Table
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.screens.table import TableScreen
from tests.loose import loose
from tests.play.games import DUEL, duel
from tests.tui.conftest import Sitting
from tests.tui.player import Player

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
DECISIVE = {"hands": [["KH", "2D"], ["5H"]], "castle": ["KS"], "tavern": ["3H"]}
"""Whatever Bea holds, Ada's King can't be paid."""


def dealt(earlier: tuple[Result, ...] = ()) -> Table:
    """Return a duel after some moves, with the games of the match before it."""
    return replace(duel(), match=Match(earlier))


def decisive() -> Table:
    """Return a duel that Ada wins with her first play."""
    return Table(begin(DUEL, Start("duel", 2, "7F3K", {}, loose(DECISIVE))), ("Ada", "Bea"))


async def resign(player: Player) -> str:
    """Resign; return the name of who did."""
    await player.press("enter")
    name = player.table.seats[player.table.to_act or 0]
    await player.press("X", "X")
    assert isinstance(player.app.screen, ResultScreen)
    return name


@pytest.mark.parametrize("size", SIZES)
async def test_the_result_names_the_winner_and_why(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(decisive(), size) as player:
        await player.press("enter", "end", "enter")
        player.shows("Bea could not pay the damage. Ada wins.", "Ada  1 : 0  Bea")
        assert player.page.count("Ada wins") == 1
        player.shows("Next duel", "Bea starts", "Same position again", "Menu", "q  Quit")


async def test_the_last_attack_lies_in_the_middle(sit: Sitting) -> None:
    async with sit(decisive(), (120, 40)) as player:
        await player.press("enter", "end", "enter")
        head = next(line for line in player.page.splitlines() if "The last attack" in line)
        before, behind = len(head) - len(head.lstrip()), 120 - len(head.rstrip())
        assert abs(before - behind) <= 1


@pytest.mark.parametrize("key", ["N", "enter"])
async def test_the_loser_begins_the_next_duel(sit: Sitting, places: Paths, key: str) -> None:
    async with sit(dealt()) as player:
        loser = await resign(player)
        winner = next(name for name in player.table.seats if name != loser)
        player.shows(f"{winner} wins", f"{loser} resigned", f"{loser} starts")
        old = player.table.seed
        await player.press(key)
        assert isinstance(player.app.screen, TableScreen)
        assert player.table.seed != old
        assert player.table.seats == ("Ada", "Bea")
        player.shows(f"Pass the keyboard to {loser}.", "0:1" if loser == "Ada" else "1:0")
        await player.app.save_session.wait_until_saved()
        assert len(list(places.saves.glob("*.save"))) == 2


@pytest.mark.slow
async def test_a_duel_that_a_bot_has_won_is_a_defeat(sit: Sitting) -> None:
    async with sit(replace(duel(), seats=("Ada", "Rosalind"), bots=("", "squire"))) as player:
        await player.until(
            lambda: player.table.to_act == 0 and not player.sees("Rosalind is to play")
        )
        await player.press("X", "X")
        player.announces("DEFEAT")
        player.shows("Rosalind wins")


async def test_a_duel_that_is_won_against_a_bot_is_a_victory(sit: Sitting) -> None:
    won = replace(decisive(), seats=("Ada", "Rosalind"), bots=("", "squire"))
    async with sit(won) as player:
        await player.press("end", "enter")
        await player.until(lambda: isinstance(player.app.screen, ResultScreen))
        player.announces("VICTORY")


async def test_after_a_draw_the_last_loser_begins_again(sit: Sitting) -> None:
    async with sit(dealt((Result(0),))) as player:
        await player.press("enter", "=", "=")
        player.shows("The game is a draw. Both players agreed.", "Ada  1 : 0  Bea", "Bea starts")


async def test_while_nobody_has_lost_chance_decides(sit: Sitting) -> None:
    async with sit(dealt()) as player:
        await player.press("enter", "=", "=")
        player.shows("Ada  0 : 0  Bea", "chance decides who starts")


async def test_a_duel_that_was_resigned_begins_again_with_the_same_cards(sit: Sitting) -> None:
    async with sit(dealt((Result(1),))) as player:
        first = player.table.history.first
        await resign(player)
        player.shows("Same deal again")
        await player.press("a")
        assert isinstance(player.app.screen, TableScreen)
        assert player.table.outcome is None
        assert player.table.history.first == first
        assert player.table.match == Match((Result(1),))


async def test_the_result_of_a_duel_is_shared_in_three_lines(sit: Sitting) -> None:
    async with sit(dealt((Result(0), Result(0)))) as player:
        loser = await resign(player)
        await player.press("c")
        title, score, figures = player.app.clipboard.splitlines()
        winner = "Bea" if loser == "Ada" else "Ada"
        assert title == f"Regicide Duel, 2 players, seed 7F3K: {winner} wins"
        assert score.startswith(
            f"Ada {2 + (winner == 'Ada')} : {int(winner == 'Bea')} Bea. {loser}"
        )
        assert figures.endswith("no undos")


async def test_a_duel_enters_the_statistics_by_name(sit: Sitting, places: Paths) -> None:
    async with sit(dealt()) as player:
        loser = await resign(player)
        winner = "Bea" if loser == "Ada" else "Ada"
        await player.until(lambda: player.sees(f"{winner}'s 1st win in 1 game."))
        (kept,) = Records(places.records).read()
        assert (kept.seats, kept.winners, kept.reason) == (("Ada", "Bea"), (winner,), "resigned")


async def test_to_take_a_resignation_back_goes_on_with_the_duel(sit: Sitting) -> None:
    async with sit(dealt()) as player:
        await resign(player)
        await player.press("u")
        assert isinstance(player.app.screen, TableScreen)
        assert player.table.outcome is None


async def test_a_duel_that_is_over_is_not_resumed(sit: Sitting) -> None:
    async with sit(dealt()) as player:
        await resign(player)
        await player.press("m")
        assert isinstance(player.app.screen, MenuScreen)
        assert not player.sees("Resume")
