"""Places: in every window all zones have room, and a question leaves Parade and hand open."""

import pytest
from textual.geometry import Size

from regicide_tui.tui.games.king_of_the_dead.game_ui import GAME_UI
from regicide_tui.tui.games.king_of_the_dead.model import pointed
from regicide_tui.tui.games.king_of_the_dead.offers import paint_hand
from regicide_tui.tui.games.king_of_the_dead.parade import parade_above_coach
from regicide_tui.tui.rendering.layout import SMALLEST
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.table.hand import fan_of
from regicide_tui.tui.table.table_model import Pointing
from tests.tui.king_of_the_dead.models import holding, model
from tests.tui.laid import Regions, places_in, regions
from tests.tui.models import look_with
from tests.tui.test_zones import HEIGHTS, WIDTHS, faults

MANY_CARDS = 20
A_LOT = " ".join([rank + suit for rank in "234678JQ" for suit in "CDHS"])


PLAYERS = (2, 3, 4)


def zones(width: int, height: int, players: int = 4, *, compact: bool = False) -> Regions:
    return places_in(GAME_UI.place_zones, Size(width, height), players, compact=compact)


ASIDE = ("dialog", "figures")
"""What lies on other zones; so does the log of the largest board."""


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("compact", [False, True])
def test_the_zones_fill_every_window_exactly(compact: bool, players: int) -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            places = zones(width, height, players, compact=compact)
            huge = "figures" in places
            below = {name: one for name, one in places.items() if name not in ASIDE}
            if huge:  # the panels lie beside the players and on the ends of band and hand
                left, right = places["figures"], places["log"]
                assert (left.x, right.right) == (0, width)
                assert (left.right, right.x) == (places["sides"].x, places["sides"].right)
                assert left.bottom == right.bottom == places["keys"].y
                below = {**below, "log": right.crop_size((right.width, places["sides"].height))}
                below["left"] = left.crop_size((left.width, places["sides"].height))
            assert faults(below, width, height) == [], (width, height)
            assert sum([one.area for one in below.values()]) == width * height, (width, height)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_question_covers_neither_parade_nor_hand(players: int) -> None:
    for width in range(SMALLEST.width, 221, 3):
        for height in range(SMALLEST.height, 71):
            places = zones(width, height, players)
            dialog = places["dialog"]
            covered = {name for name, one in places.items() if one.overlaps(dialog)}
            assert covered - {"dialog"} <= {"sides", "log", "foresight"}, (width, height)
            assert dialog.height >= 7
            assert list(places)[-1] == "dialog"  # it lies on top


def test_in_a_lesson_a_question_leaves_the_coach_open() -> None:
    for width in range(SMALLEST.width, 221, 3):
        for height in range(SMALLEST.height, 71):
            places = regions(parade_above_coach(width, height, 2))
            dialog = places["dialog"]
            covered = {name for name, one in places.items() if one.overlaps(dialog)}
            assert covered - {"dialog"} <= {"sides", "foresight"}, (width, height)
            assert dialog.height >= 7


def test_four_players_have_a_line_each_in_every_window() -> None:
    for height in range(SMALLEST.height, 71):
        assert zones(SMALLEST.width, height)["sides"].height >= 5, height


def test_many_cards_fit_into_every_hand() -> None:
    for width in range(SMALLEST.width, 221):
        for height in range(SMALLEST.height, 71):
            hand = zones(width, height)["hand"]
            fan = fan_of(MANY_CARDS, hand.width, hand.height)
            if fan.size:
                cells = fan.left + fan.step * (MANY_CARDS - 1) + fan.size.width
                assert cells <= hand.width
            else:
                across = (hand.width - 2) // fan.step
                assert across * (hand.height - 2) >= MANY_CARDS, (width, height)


@pytest.mark.parametrize("cursor", [0, 13, 31])
def test_a_hand_of_many_more_shows_the_part_around_the_pointer(cursor: int) -> None:
    one = pointed(model(holding(A_LOT)), Pointing(cursor))
    rows = paint_hand(one, 60, 6, look_with(DRAWN))
    actions = [run.action for row in rows for run in row]
    assert f"pick({cursor + 1})" in actions
