"""Places: in every window all zones have room, and a question leaves Parade and hand open."""

import pytest
from textual.geometry import Size

from regicide_tui.tui.king_of_the_dead.arrangement import places as zones_of_a_table
from regicide_tui.tui.king_of_the_dead.scene import pointed
from regicide_tui.tui.scene import NOTHING
from regicide_tui.tui.symbols import DRAWN
from regicide_tui.tui.widgets.hand import fan_of, hand_panel
from regicide_tui.tui.widgets.layout import SMALLEST, Places, places_in
from tests.tui.king_of_the_dead.scenes import holding, scene
from tests.tui.test_zones import HEIGHTS, WIDTHS, faults

MANY_CARDS = 20
A_LOT = " ".join([rank + suit for rank in "234678JQ" for suit in "CDHS"])


def zones(width: int, height: int, *, compact: bool = False) -> Places:
    return places_in(zones_of_a_table, Size(width, height), 4, compact=compact)


def without_dialog(places: Places) -> Places:
    return {name: place for name, place in places.items() if name != "dialog"}


@pytest.mark.parametrize("compact", [False, True])
def test_the_zones_fill_every_window_exactly(compact: bool) -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            places = without_dialog(zones(width, height, compact=compact))
            assert faults(places, width, height) == [], (width, height)
            assert sum([one.area for one in places.values()]) == width * height, (width, height)


def test_a_question_covers_neither_parade_nor_hand() -> None:
    for width in range(SMALLEST.width, 221):
        for height in range(SMALLEST.height, 71):
            places = zones(width, height)
            dialog = places["dialog"]
            covered = {name for name, one in places.items() if one.overlaps(dialog)}
            assert covered - {"dialog"} <= {"sides", "log", "foresight"}, (width, height)
            assert dialog.height >= 8
            assert list(places)[-1] == "dialog"  # it lies on top


def test_four_players_have_a_line_each_in_every_window() -> None:
    for height in range(SMALLEST.height, 71):
        assert zones(SMALLEST.width, height)["sides"].height >= 6, height


def test_many_cards_fit_into_every_hand() -> None:
    for width in range(SMALLEST.width, 221):
        for height in range(SMALLEST.height, 71):
            hand = zones(width, height)["hand"]
            fan = fan_of(MANY_CARDS, hand.width, hand.height)
            if fan.size:
                assert fan.step * (MANY_CARDS - 1) + fan.size.width <= hand.width - 3
            else:
                across = (hand.width - 3) // fan.step
                assert across * (hand.height - 2) >= MANY_CARDS, (width, height)


@pytest.mark.parametrize("cursor", [0, 13, 31])
def test_a_hand_of_many_more_shows_the_part_around_the_pointer(cursor: int) -> None:
    one = pointed(scene(holding(A_LOT)), cursor, (), NOTHING)
    rows = hand_panel(one, (), (), 60, 4, DRAWN)
    actions = [run.action for row in rows for run in row]
    assert f"pick({cursor + 1})" in actions
