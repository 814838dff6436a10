"""Zones: in a window of any size everything has its place and nothing covers anything else."""

from itertools import combinations, pairwise

import pytest
from textual.geometry import Region, Size

from regicide_tui.tui.games.regicide.game_ui import GAME_UI
from regicide_tui.tui.games.regicide.zones import paint_hand
from regicide_tui.tui.rendering.layout import SMALLEST, board_of
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.table.hand import fan_of
from tests.tui.laid import Regions, places_in
from tests.tui.models import SOLO, lines, look_with, model

WIDTHS, HEIGHTS = range(1, 221), range(1, 71)
PLAYERS = (1, 2, 3, 4)
ZONES = {"title", "track", "stage", "hand", "foresight", "keys"}
"""They fill a window; the log lies on the stage, or beside the largest board with the figures."""
FULL_HAND = 8


def zones(width: int, height: int, players: int, *, compact: bool = False) -> Regions:
    """Return the zones of a table of Regicide in a window of this size."""
    return places_in(GAME_UI.place_zones, Size(width, height), players, compact=compact)


def grounds(places: Regions) -> Regions:
    """Return the zones that lie on no other one."""
    return {name: one for name, one in places.items() if name not in ("log", "figures")}


def faults(places: dict[str, Region], width: int, height: int) -> list[str]:
    """Name the zones that are empty, leave the window or cover one another."""
    window = Region(0, 0, width, height)
    wrong = [
        name
        for name, one in places.items()
        if one.width < 1 or one.height < 1 or not window.contains_region(one)
    ]
    pairs = combinations(grounds(places).items(), 2)
    return wrong + [f"{a} and {b}" for (a, one), (b, other) in pairs if one.overlaps(other)]


@pytest.mark.slow
@pytest.mark.parametrize("players", PLAYERS)
def test_the_zones_fill_every_window_exactly(players: int) -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            places = zones(width, height, players)
            assert faults(places, width, height) == [], (width, height)
            covered = sum([one.area for one in grounds(places).values()])
            assert covered == width * height, (width, height)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_window_has_a_table_in_it_or_a_friendly_notice(players: int) -> None:
    table = ZONES | {"log"} | ({"players"} if players > 1 else set())
    for width in WIDTHS:
        for height in HEIGHTS:
            enough = width >= SMALLEST.width and height >= SMALLEST.height
            found = set(zones(width, height, players)) - {"figures"}
            assert found == (table if enough else {"notice"})


@pytest.mark.parametrize("players", PLAYERS)
def test_the_log_lies_on_the_table_or_beside_the_largest_board(players: int) -> None:
    for width in range(SMALLEST.width, 221):
        for height in range(SMALLEST.height, 71):
            places = zones(width, height, players)
            log, stage = places["log"], places["stage"]
            left, board = board_of(width)
            assert ("figures" in places) == (log.x >= left + board), (width, height)
            assert "figures" in places or stage.contains_region(log), (width, height)


def test_the_smallest_table_is_60x20() -> None:
    assert SMALLEST == (60, 20)


@pytest.mark.parametrize("players", PLAYERS)
def test_the_hand_shows_eight_whole_cards_at_every_size(players: int) -> None:
    for width in range(SMALLEST.width, 221):
        for height in range(SMALLEST.height, 71):
            hand = zones(width, height, players)["hand"]
            fan = fan_of(FULL_HAND, hand.width, hand.height)
            assert fan.size is not None, (width, height)
            assert fan.step > fan.size.width, (width, height)
            raised, numbers = 1, 1
            assert fan.size.height + raised + numbers <= hand.height, (width, height)


def test_at_80x24_eight_cards_are_nine_cells_wide() -> None:
    hand = zones(80, 24, 1)["hand"]
    fan = fan_of(FULL_HAND, hand.width, hand.height)
    assert fan.size is not None
    assert (fan.size.width, fan.size.height) == (9, 7)


@pytest.mark.parametrize("players", PLAYERS)
def test_more_room_never_draws_a_smaller_card(players: int) -> None:
    def drawn(width: int, height: int) -> int:
        hand = zones(width, height, players)["hand"]
        size = fan_of(FULL_HAND, hand.width, hand.height).size
        assert size is not None
        return size.width * size.height

    for height in range(SMALLEST.height, 71):
        widths = [drawn(width, height) for width in range(SMALLEST.width, 221)]
        assert all(narrow <= wide for narrow, wide in pairwise(widths)), height
    for width in range(SMALLEST.width, 221):
        heights = [drawn(width, height) for height in range(SMALLEST.height, 71)]
        assert all(low <= high for low, high in pairwise(heights)), width


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (120, 40), (220, 70)])
def test_all_cards_of_a_full_hand_can_be_read(width: int, height: int) -> None:
    hand = zones(width, height, 1)["hand"]
    page = "\n".join(lines(paint_hand(model(SOLO), hand.width, hand.height, look_with(DRAWN))))
    for card in ("A♣", "2♦", "3♥", "5♠", "7♣", "8♦", "9♥", "10♠"):
        assert card in page


@pytest.mark.parametrize("players", PLAYERS)
def test_a_compact_table_has_the_cards_of_a_small_window(players: int) -> None:
    for width, height in ((80, 24), (120, 40), (200, 60)):
        places = zones(width, height, players, compact=True)
        assert faults(places, width, height) == []
        small = zones(SMALLEST.width, SMALLEST.height, players)["hand"]
        assert places["hand"].height == small.height
        of_small = fan_of(FULL_HAND, small.width, small.height)
        compact = fan_of(FULL_HAND, places["hand"].width, places["hand"].height)
        assert compact.size == of_small.size


@pytest.mark.parametrize("width", [198, 200, 240])
def test_the_panels_take_all_that_is_beside_the_largest_board(width: int) -> None:
    left, board = board_of(width)
    places = zones(width, 60, 1)
    figures, log, stage = places["figures"], places["log"], places["stage"]
    assert (figures.x, figures.right) == (0, left)
    assert (log.x, log.right) == (left + board, width)
    assert log.y == figures.y <= stage.y
    assert log.bottom == figures.bottom == places["hand"].bottom == places["keys"].y
