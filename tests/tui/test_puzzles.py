"""The puzzles in the app: the list, a try, and how it went."""

from pathlib import Path

import pytest
from textual.events import MouseScrollDown

from regicide_tui import games
from regicide_tui.games.practice import Puzzle
from regicide_tui.games.regicide.puzzles import BY_HAND as PUZZLES
from regicide_tui.games.regicide.puzzles import RegicidePuzzle
from regicide_tui.play.paths import Paths
from regicide_tui.tui.pages.hints import with_signs
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.screens import puzzles
from regicide_tui.tui.screens.menu import MenuScreen
from regicide_tui.tui.screens.puzzles import PuzzleResult, PuzzleScreen, PuzzlesScreen
from regicide_tui.tui.table.game_ui import with_tables
from tests.loose import loose
from tests.make_saves import SOLUTIONS
from tests.tui.conftest import Sitting
from tests.tui.looking import settled
from tests.tui.models import SOLO, saved
from tests.tui.player import Player

ALL = games.puzzles("regicide")


def down_to(puzzle: Puzzle) -> list[str]:
    """Return the keys from the top of the list to a puzzle."""
    return ["down"] * games.puzzles(puzzle.game).index(puzzle)


def on(player: Player, screen: type[object]) -> bool:
    return isinstance(player.app.screen, screen)


def note(places: Paths) -> Path:
    return places.saves.parent / "solved.txt"


async def pick(player: Player, *cards: str) -> None:
    """Pick cards and confirm."""
    seat = player.table.to_act
    assert seat is not None
    hand = [card.text for card in player.state.hands[seat]]
    await player.press(*[str(hand.index(card) + 1) for card in cards], "enter")


async def do(player: Player, action: str) -> None:
    """Take an action by keys; there is no curtain, as one person plays all hands."""
    assert not player.sees("Pass the keyboard")
    if action in ("yield", "flip"):
        await player.press(action[0])
    elif action.startswith(">P"):
        await player.press(action[2], "enter")
    else:
        await pick(player, *action.removeprefix("pay ").replace("+", " ").split())


async def test_the_list_says_what_each_puzzle_asks(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p")
        player.shows(f"0 of {len(ALL)} solved", *[puzzle.asks for puzzle in ALL[:8]])
        player.shows("difficulty 1 of 5, 8 cards, 5 royals to go, solo")
        await player.press(*down_to(PUZZLES[1]))
        player.shows("1 royal to go, 2 players")
        await player.press("escape")
        assert on(player, MenuScreen)


async def test_the_key_that_leads_back_elsewhere_leaves_a_puzzle(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", *down_to(PUZZLES[0]), "enter")
        assert on(player, PuzzleScreen)
        await player.press("1", "escape")
        assert on(player, PuzzleScreen), "it unpicks a card first"
        await player.press("escape")
        assert on(player, PuzzlesScreen)
        several = next(one for one in PUZZLES if len(one.line) > 2)
        await player.press(*str(several.number), "enter")
        await do(player, several.line[0])
        await player.press("escape")
        player.shows("Leave the puzzle? Press esc again to confirm.")
        await player.press("escape")
        assert on(player, PuzzlesScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(60, 20), (200, 60)])  # the smallest and the largest
async def test_what_a_puzzle_asks_can_be_read_in_every_window(
    sit: Sitting, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        for puzzle in PUZZLES:
            await player.press("p", *str(puzzle.number))
            player.shows(puzzle.asks)
            await player.press("enter")
            assert f"{puzzle.asks}." in " ".join(player.page.split())
            await player.press("m")


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
async def test_each_puzzle_is_solved_by_keys(
    sit: Sitting, places: Paths, puzzle: RegicidePuzzle
) -> None:
    async with sit() as player:
        await player.press("p", *str(puzzle.number), "enter")
        for action in SOLUTIONS[puzzle.key]:
            assert not on(player, PuzzleResult)
            await do(player, action)
        player.shows_title("SOLVED")
        player.reads(puzzle.name)
        await player.until(note(places).exists)
        assert note(places).read_text() == f"{puzzle.key}\n"
        await player.press("p")
        player.shows(f"1 of {len(ALL)} solved")


async def test_a_solved_puzzle_leads_to_the_next(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "6", "enter")
        for action in SOLUTIONS["puzzle-6"]:
            await do(player, action)
        following = ALL[ALL.index(PUZZLES[5]) + 1]
        player.shows("Next puzzle", following.asks)
        await player.press("N")
        for action in following.line:
            await do(player, action)
        player.shows_title("SOLVED")
        player.reads(following.name)


async def test_a_typed_number_points_at_its_puzzle_and_enter_opens_it(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "TOGETHER", 60.0)  # however slow the machine
    async with sit() as player:
        await player.press("p", "2")
        assert on(player, PuzzlesScreen)
        assert player.pointed.startswith("2 ")
        await player.press("4")
        assert player.pointed.startswith("24 ")
        await player.press("3")
        assert player.pointed.startswith("3 ")
        await player.press("down", "4", "enter")
        assert loose(player.app.screen).puzzle.number == 4
        assert player.table.history.standing == ()


async def test_the_list_says_that_a_number_can_be_typed(sit: Sitting) -> None:
    async with sit(size=(60, 20)) as player:
        await player.press("p")
        player.shows("type a number to find a puzzle")


async def test_the_last_puzzle_leads_to_no_other(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "end", "enter")
        for action in ALL[-1].line:
            await do(player, action)
        player.shows_title("SOLVED")
        assert not player.sees("Next puzzle")
        assert player.pointed.startswith("p Puzzles")
        await player.press("enter")
        assert on(player, PuzzlesScreen)


async def test_the_list_opens_at_the_first_puzzle_that_is_not_solved(
    sit: Sitting, places: Paths
) -> None:
    note(places).parent.mkdir(parents=True, exist_ok=True)
    note(places).write_text("".join([f"{puzzle.key}\n" for puzzle in ALL[:9]]))
    async with sit() as player:
        await player.press("p")
        player.shows(f"9 of {len(ALL)} solved", f"› {ALL[9].number:>2} ☆")
        await player.press("right")
        player.shows("›  1 ☆")


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_the_list_goes_on_below_the_window(sit: Sitting, size: tuple[int, int]) -> None:
    async with sit(size=size) as player:
        await player.press("p", "end")
        player.shows(f"› {ALL[-1].number} ", ALL[-1].asks, f"difficulty {ALL[-1].stars} of 5")
        await player.press("home")
        player.shows(ALL[0].asks, "difficulty 1 of 5")


async def test_the_mouse_wheel_moves_through_the_list(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p")
        player.app.post_message(MouseScrollDown(None, 9, 15, 0, 1, 0, False, False, False))
        await settled(player.pilot, workers=False)
        assert player.pointed.startswith(f"{ALL[3].number} ")


async def test_a_hint_names_a_card_and_then_the_whole_action(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "1", "enter", "h")
        player.shows("Play 8♦ and something else.")
        await player.press("h")
        player.shows("Play 8♦ and A♣.")
        await pick(player, "8D", "AC")
        player.shows_title("SOLVED")
        player.shows("With 2 hints.")


async def test_a_hint_names_the_card_that_is_bought(sit: Sitting) -> None:
    puzzles = [one for one in games.puzzles("king_of_the_dead") if one.next_actions(())]
    puzzle = next(one for one in puzzles if one.next_actions(())[0].startswith("buy @"))
    slot = int(puzzle.next_actions(())[0][5])
    async with sit(size=(120, 40)) as player:
        await player.app.show_puzzle(puzzle)
        await player.press("h", "h")
        bought = loose(player.table.view(0)).parade[slot - 1]
        player.shows(f"Buy {DRAWN.card_text(bought)} with ")


@pytest.mark.parametrize("game", ["regicide", "king_of_the_dead"])
async def test_the_smallest_list_cuts_no_goal(sit: Sitting, game: str) -> None:
    longest = max(games.puzzles(game), key=lambda one: len(with_signs(one.asks, DRAWN)))
    async with sit() as player:
        await player.press("p", *["right"] * with_tables().index(game))
        await player.resize(60, 20)
        await player.press("home", *down_to(longest))
        assert player.pointed.endswith(with_signs(longest.asks, DRAWN))


async def test_off_the_solution_a_hint_says_to_undo(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "4", "enter")
        await pick(player, "4C")
        await player.press("h")
        player.shows("You've left the solution.")


async def test_a_missed_goal_says_why_and_is_taken_back(sit: Sitting, places: Paths) -> None:
    async with sit() as player:
        await player.press("p", "1", "enter")
        await pick(player, "TH")
        player.shows_title("NOT YET")
        player.reads("1 play did not do it: the Queen still had 8 health.")
        assert not note(places).exists()
        await player.press("u")
        assert on(player, PuzzleScreen)
        assert player.actions == []
        await player.press("escape")
        await pick(player, "8D", "AC")
        player.shows_title("SOLVED")


async def test_a_missed_goal_is_tried_again_from_the_beginning(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "6", "enter")
        await do(player, "TS+AD")
        await pick(player, "3C")
        player.shows_title("NOT YET")
        player.shows("The enemy survived")
        await player.press("a")
        assert player.actions == []
        player.shows("Win in this turn, before a King attacks.")


async def test_a_decided_puzzle_takes_no_more_actions(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "6", "enter")
        await pick(player, "3C")
        await player.press("v")
        assert on(player, PuzzleScreen)
        await player.press("f")
        assert player.actions == ["3C"]
        player.shows("enter show the result")
        await player.press("enter")
        assert on(player, PuzzleResult)


async def test_a_lost_game_is_not_this_time(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "3", "enter")
        await do(player, "pay 8D 9D TS")
        while not on(player, PuzzleResult):
            await player.press("1", "enter")
            if player.state.phase == "suffer":
                await player.press("end", "space", "enter")
        player.shows_title("NOT YET")
        player.shows("lost")


async def test_a_puzzle_is_begun_again_at_any_time(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "3", "enter")
        await do(player, "pay 6C 8C 8D")
        await player.press("a")
        assert player.actions == []


async def test_a_puzzle_never_takes_the_place_of_the_game_to_resume(
    sit: Sitting, places: Paths
) -> None:
    async with sit(saved(SOLO)) as player:
        await player.press("1", "enter")
        kept = await player.kept()
        files = sorted(places.saves.iterdir())
        await player.press("m", "p", "6", "enter")
        await do(player, "TS+AD")
        await player.press("s")
        player.shows("A puzzle attempt is not saved.")
        await player.press("m")
        assert sorted(places.saves.iterdir()) == files
        await player.press("r")
        assert player.table.history == kept.history


async def test_help_in_a_puzzle_promises_no_saving(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("p", "1", "enter", "question_mark", "end")
        await player.press(*["down"] * 30)
        player.shows("a puzzle attempt is not saved")
        assert not player.sees("the game is saved")
        assert not player.sees("Save this position")


async def test_help_in_a_puzzle_says_what_is_asked(sit: Sitting) -> None:
    async with sit(size=(60, 20)) as player:
        await player.press("p", "2", "enter", "question_mark")
        player.shows("Goal: Defeat the last King; your partner has no")


async def test_where_it_can_not_be_noted_the_result_says_so(sit: Sitting, places: Paths) -> None:
    note(places).mkdir()
    async with sit() as player:
        await player.press("p", "1", "enter")
        await pick(player, "8D", "AC")
        player.shows_title("SOLVED")
        await player.until(lambda: player.sees("could not be recorded"))


async def test_the_puzzles_by_mouse(sit: Sitting) -> None:
    async with sit() as player:
        await player.click("Puzzles")
        assert on(player, PuzzlesScreen)
        await player.click(ALL[3].asks)
        player.shows(f"{ALL[3].asks}.")


async def test_a_puzzle_is_solved_in_ascii_too(sit: Sitting) -> None:
    async with sit(plain=True) as player:
        await player.press("p", "1", "enter")
        await pick(player, "8D", "AC")
        player.shows("S O L V E D")
        assert player.page.isascii()


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
async def test_every_goal_fits_the_title(
    sit: Sitting, puzzle: RegicidePuzzle, size: tuple[int, int]
) -> None:
    async with sit(size=size) as player:
        await player.press("p", *str(puzzle.number), "enter")
        title = player.page.split("\n")[0]
        assert f" {puzzle.asks}  " in title
        assert title.endswith("  ? help")
