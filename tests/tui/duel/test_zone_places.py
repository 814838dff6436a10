"""The places of a duel's zones: in a window of any size nothing is covered that is to be seen."""

from itertools import combinations

import pytest
from textual.geometry import Region, Size

from regicide_tui.tui.games.duel.field import field_rows
from regicide_tui.tui.games.duel.game_ui import place_zones, place_zones_below_coach
from regicide_tui.tui.games.duel.sides import rival_rows, shield_line, shield_panel
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.layout import SMALLEST, PlaceZones
from regicide_tui.tui.rendering.paint import DRAWN, Row, width_of
from tests.tui.duel.models import CROWDED, duel, model_of
from tests.tui.laid import Regions, places_in
from tests.tui.models import page

UPON = {"shield", "log", "figures"}
"""Zones that lie on others, where those have nothing."""
WIDTHS, HEIGHTS = range(SMALLEST.width, 221, 3), range(SMALLEST.height, 71)
WINDOWS = [(60, 20), (66, 30), (80, 24), (100, 34), (120, 38), (120, 40), (150, 50), (200, 60)]

every_place = pytest.mark.parametrize("zones", [place_zones, place_zones_below_coach])
every_window = pytest.mark.parametrize(
    "window", WINDOWS, ids=lambda window: f"{window[0]}x{window[1]}"
)


def laid(zones: PlaceZones, width: int, height: int, *, compact: bool = False) -> Regions:
    return places_in(zones, Size(width, height), 2, compact=compact)


@every_place
@pytest.mark.parametrize("compact", [False, True])
def test_the_zones_fill_every_window_exactly(zones: PlaceZones, compact: bool) -> None:
    for width in WIDTHS:
        for height in HEIGHTS:
            found = laid(zones, width, height, compact=compact)
            window = Region(0, 0, width, height)
            assert all(window.contains_region(one) and one.area for one in found.values())
            below = [one for name, one in found.items() if name not in UPON]
            if zones is place_zones_below_coach:
                below.append(found["log"])
            assert not [pair for pair in combinations(below, 2) if pair[0].overlaps(pair[1])]
            assert sum([one.area for one in below]) == width * height, (width, height)


@pytest.mark.slow
def test_the_log_and_the_figures_cover_nothing_that_is_written() -> None:
    model = model_of(duel(CROWDED, "TC+AC"))
    for width in WIDTHS:
        for height in HEIGHTS:
            found = laid(place_zones, width, height)
            painted = {"rival": rival_rows, "stage": field_rows}
            for name, rows_of in painted.items():
                zone = found[name]
                rows = rows_of(model, zone.width, zone.height, DRAWN)
                for upon in UPON & set(found):
                    covered = found[upon].intersection(zone).translate((-zone.x, -zone.y))
                    assert not written(rows, covered), (width, height, name, upon)


def written(rows: list[Row], place: Region) -> str:
    """Return what is written in a place of rows."""
    canvas = Canvas(width_of(rows[0]), len(rows), "night")
    canvas.paste(0, 0, rows)
    cells = [(x, y) for y in range(place.y, place.bottom) for x in range(place.x, place.right)]
    return "".join(["x" for x, y in cells if not canvas.blank(x, y)])


@every_window
def test_all_of_a_large_shield_is_in_sight(window: tuple[int, int]) -> None:
    place = laid(place_zones, *window)["shield"]
    model = model_of(duel(CROWDED))
    draw = shield_line if place.height == 1 else shield_panel
    text = page(draw(model, place.width, place.height, DRAWN))
    for cards in ("2♠ 2♦", "3♠ 3♦", "4♠ 4♥", "5♠ 5♦", "J♠ A♦", "10♠"):
        assert cards in text or " ".join(reversed(cards.split())) in text


@every_window
def test_who_the_rival_is_and_how_much_is_held_is_in_sight(window: tuple[int, int]) -> None:
    place = laid(place_zones, *window)["rival"]
    text = page(rival_rows(model_of(duel(CROWDED)), place.width, place.height, DRAWN))
    for words in ("Bea", "7 cards", "♠ shield", "9♠", "7♠", "6♠", "8♠", "A♠"):
        assert words in text


def test_ones_own_shield_is_a_line_where_the_hand_is_small_and_else_a_panel_beside_it() -> None:
    small, large = laid(place_zones, 80, 24), laid(place_zones, 120, 40)
    assert (small["shield"].height, small["shield"].width) == (1, 80)
    assert large["hand"].contains_region(large["shield"])


def test_the_panels_take_all_that_is_beside_the_largest_board() -> None:
    zones = place_zones(200, 60, 2)
    figures, log = zones["figures"], zones["log"]
    assert figures.x == 0
    assert log.right == 200
    assert log.bottom == figures.bottom == zones["keys"].y
