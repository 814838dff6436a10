"""Forms: the meaning of a line stands at the line, and free rows part the lines."""

import pytest

from regicide_tui import games
from regicide_tui.play.settings import CHOICES
from tests.tui.conftest import SIZES, Sitting, Size
from tests.tui.player import Player

sizes = pytest.mark.parametrize("size", SIZES, ids=str)


def below_pointer(player: Player) -> str:
    """Return the words in the two rows below the line at the pointer."""
    y, _ = player.find("› ")
    return " ".join(" ".join(player.page.split("\n")[y + 1 : y + 3]).split())


@sizes
async def test_a_setting_is_explained_right_below_its_line(sit: Sitting, size: Size) -> None:
    rules = [rule.meaning for rule in games.find("regicide").options(4)]
    lines = [one for one in CHOICES if not (one.game or one.rare)]
    meanings = [*[one.meaning for one in lines], *rules]
    async with sit(size=size) as player:
        await player.press("o")
        for meaning in meanings:
            first = " ".join(meaning.split()[:3])
            for _ in range(2):  # between the settings and the rules is the choice of a game
                if first not in player.page:
                    await player.press("down")
            assert first in below_pointer(player), player.page


@sizes
async def test_the_form_of_a_new_game_explains_each_line_right_below_it(
    sit: Sitting, size: Size
) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", "3")
        for words in (
            "People at this keyboard",
            "At most 20 characters",
            "A person at this keyboard",
            "Shown at the table",
        ):
            assert words in below_pointer(player), player.page
            await player.press("down")
        await player.press("up", "up", "right")
        assert "Pip, a cautious page" in below_pointer(player), player.page


async def test_what_is_wrong_with_a_form_stands_below_its_line(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down", *"Bea", "down", "down", *"Bea", "enter")
        assert "Two players are called Bea." in below_pointer(player), player.page
        await player.press("up")
        assert not player.sees("Two players are called")


@pytest.mark.parametrize("size", [(120, 40), (200, 60)], ids=str)
async def test_the_lines_of_three_players_are_parted_by_the_free_rows(
    sit: Sitting, size: Size
) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", "3")
        rows = [player.find(label)[0] for label in ("Player 2", "Player 3", "Seed")]
        assert rows == [rows[0], rows[0] + 3, rows[0] + 6], player.page
        for _ in range(6):
            await player.press("down")
            assert player.page.split("\n")[0].strip() == "NEW GAME", player.page


async def test_the_house_rules_of_three_players_have_their_heading(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "3")
        player.shows("HOUSE RULES")
