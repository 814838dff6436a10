"""The puzzles of the duel in the app: one hand is played, and nobody plays the other."""

import pytest

from regicide_tui import games
from regicide_tui.games.duel.puzzles import BY_HAND as PUZZLES
from regicide_tui.games.practice import Puzzle
from regicide_tui.play.paths import Paths
from regicide_tui.tui.pages.hints import with_signs
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.screens.puzzles import PuzzleResult, PuzzleScreen
from tests.make_saves import SOLUTIONS
from tests.tui.conftest import Sitting
from tests.tui.test_puzzles import do, down_to, note, on, pick

ALL = games.puzzles("duel")
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)


async def test_the_list_says_what_each_puzzle_asks(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "right")
        asked = [with_signs(puzzle.asks, DRAWN) for puzzle in ALL[:8]]
        player.shows(f"0 of {len(ALL)} solved", *asked)
        player.shows("the opponent holds 1 card")


@every_puzzle
async def test_each_puzzle_is_solved_by_keys_without_a_curtain(
    sit: Sitting, places: Paths, puzzle: Puzzle
) -> None:
    async with sit() as player:
        await player.press("p", "right", *str(puzzle.number), "enter")
        for action in SOLUTIONS[puzzle.key]:
            assert not player.sees("Pass the keyboard")
            player.shows("Ada  ♠ shield")
            await do(player, action)
        player.announces("SOLVED")
        player.shows(f"Puzzle {puzzle.number}: ")
        await player.until(note(places).exists)
        assert note(places).read_text() == f"{puzzle.key}\n"
        await player.press("p")
        player.shows(f"1 of {len(ALL)} solved")


async def test_what_the_other_could_do_is_shown_once_it_is_decided(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "right", "2", "enter")
        assert not player.sees("K♣")
        await pick(player, "KH")
        player.announces("NOT YET")
        assert "She can pay the 8 and keep a card." in player.told
        await player.press("v")
        player.shows("Bea  ♠ shield", "2 of 7", "K♣", "enter show the result")
        await player.press("2", "enter")
        assert on(player, PuzzleResult)
        await player.press("u")
        assert on(player, PuzzleScreen)
        player.shows("Ada  ♠ shield", "6 of 7")
        assert not player.sees("Pass the keyboard")


@pytest.mark.parametrize(
    ("number", "cards", "why"),
    [
        (1, "AD TC", "She can pay the 1 and keep a card."),
        (1, "AS", "There was nothing to pay, so the duel goes on."),
        (4, "KS", "She answers with 32, and your shield of 32 falls."),
    ],
)
async def test_a_missed_goal_says_why(sit: Sitting, number: int, cards: str, why: str) -> None:
    async with sit() as player:
        await player.press("p", "right", *str(number), "enter")
        await pick(player, *cards.split())
        player.announces("NOT YET")
        assert why in player.told


async def test_a_puzzle_is_not_resigned(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "right", "1", "enter")
        assert not player.sees("X resign")
        await player.press("X", "X", "equals_sign", "equals_sign")
        assert on(player, PuzzleScreen)
        assert player.table.outcome is None


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@every_puzzle
async def test_every_goal_fits_the_title(
    sit: Sitting, puzzle: Puzzle, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        await player.press("p", "right", *str(puzzle.number), "enter")
        title = player.page.split("\n")[0]
        assert f" {puzzle.asks}  " in title
        assert title.endswith("  ? help")


async def test_the_title_says_what_the_opponent_holds_with_the_signs_of_cards(
    sit: Sitting,
) -> None:
    longest = max(ALL, key=lambda puzzle: len(puzzle.asks))
    async with sit(size=(60, 20)) as player:
        await player.press("p", "right", *down_to(longest), "enter")
        title = player.page.split("\n")[0]
        assert f" {with_signs(longest.asks, DRAWN)}  " in title
        assert title.endswith("  ? help")


async def test_the_result_says_what_the_opponent_holds_with_the_signs_of_cards(
    sit: Sitting,
) -> None:
    puzzle = next(one for one in ALL if "{" in one.asks)
    async with sit() as player:
        await player.press("p", "right", *down_to(puzzle), "enter")
        for action in puzzle.line:
            await do(player, action)
        player.shows(with_signs(puzzle.name, DRAWN))


async def test_a_found_puzzle_is_solved_by_keys(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "right", "end", "enter")
        for action in ALL[-1].line:
            await do(player, action)
        player.announces("SOLVED")
        assert "Whatever she does, your next play wins." in player.told
