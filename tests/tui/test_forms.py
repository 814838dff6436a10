"""Forms: the meaning of a line stands at the line, and free rows part the lines."""

import pytest

from regicide_tui import games
from regicide_tui.play.settings import CHOICES
from regicide_tui.tui.rendering.paint import DRAWN, Row, width_of
from regicide_tui.tui.widgets.form import CHOSEN, Choice
from tests.tui.conftest import SIZES, Sitting, Size
from tests.tui.models import look_with
from tests.tui.player import Player

sizes = pytest.mark.parametrize("size", SIZES, ids=str)


def below_pointer(player: Player) -> str:
    """Return the words in the two rows below the line at the pointer."""
    y, _ = player.find("› ")
    return " ".join(" ".join(player.page.split("\n")[y + 1 : y + 3]).split())


@pytest.mark.slow
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


@pytest.mark.slow
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


@pytest.mark.slow
async def test_what_is_wrong_with_a_form_stands_below_its_line(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "2", "down", *"Bea", "down", "down", *"Bea", "enter")
        assert "Two players are called Bea." in below_pointer(player), player.page
        await player.press("up")
        assert not player.sees("Two players are called")


@pytest.mark.slow
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


@pytest.mark.parametrize("label", ["Players", "Seed"])
async def test_a_click_on_a_label_goes_to_its_line(sit: Sitting, label: str) -> None:
    async with sit() as player:
        await player.press("n")
        assert not player.sees(f"› {label}")
        await player.click(label)
        player.shows(f"› {label}")


async def test_the_house_rules_of_three_players_have_their_heading(sit: Sitting) -> None:
    async with sit() as player:
        await player.press("n", "down", "3")
        player.shows("HOUSE RULES")


VALUES = (
    ("Clock", ("none", "5+5", "10+5", "20+10", "1 day", "3 days", "7 days")),
    ("", ("Regicide", "Regicide Duel", "King of the Dead")),
    ("Overpay", ("one at a time", "minimal", "free")),
    ("Joker self target", ("a" * 30, "b", "c" * 50, "d e f")),
)


def painted(label: str, values: tuple[str, ...], value: str, width: int) -> Row:
    return Choice(look_with(DRAWN), label, values, value, "").line(width)


@pytest.mark.parametrize("width", range(38, 130, 7))
@pytest.mark.parametrize(("label", "values"), VALUES)
def test_the_chosen_value_is_in_sight_and_clicks_lead_to_all_others(
    label: str, values: tuple[str, ...], width: int
) -> None:
    for value in values:
        row = painted(label, values, value, width)
        assert width_of(row) <= width
        (chosen,) = [run for run in row if run.style == CHOSEN]
        assert chosen.action == f"set({values.index(value)})"
        assert chosen.text.strip(" …") in value
        assert label in "".join([run.text for run in row])
        near = {min(len(values) - 1, values.index(value) + 1), max(0, values.index(value) - 1)}
        assert {f"set({place})" for place in near} <= {run.action for run in row}


def test_arrows_lead_to_values_out_of_sight() -> None:
    row = painted("Clock", VALUES[0][1], "20+10", 38)
    assert [(run.text.strip(), run.action) for run in row if run.action] == [
        ("←", "set(2)"),
        ("20+10", "set(3)"),
        ("→", "set(4)"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("size", [(40, 10), (60, 20), (80, 24)], ids=str)
async def test_every_line_of_a_form_is_one_row_whatever_is_chosen(sit: Sitting, size: Size) -> None:
    async with sit(size=size) as player:
        await player.press("n", "down", "4", "down", "down")
        for level in ("page", "squire", "knight", "captain", "marshal", "person"):
            await player.press("right")
            (row,) = [row for row in player.page.split("\n") if "› Player 2" in row]
            assert level in row, player.page
