"""What the coach says in the lessons of every game: all of it is seen, in every window."""

from collections.abc import Callable

import pytest

from regicide_tui import games
from regicide_tui.games.practice import Lesson
from regicide_tui.play.settings import Settings
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.layout import SMALLEST, ZonePlaces, board_of
from regicide_tui.tui.rendering.paint import DRAWN, PLAIN, Symbols
from regicide_tui.tui.screens.lessons import LessonScreen
from regicide_tui.tui.widgets.table import coach_rows
from tests.games.test_lessons import said
from tests.tui.conftest import SIZES, Size
from tests.tui.laid import regions
from tests.tui.models import page

LESSONS = [
    (number, lesson)
    for name in games.names()
    for number, lesson in enumerate(games.lessons(name), 1)
]
LOST = "You owe 20 and hold only 19: the game is lost."
"""What is said before the answer to a game that was lost on one's own way."""

every_lesson = pytest.mark.parametrize(
    ("number", "lesson"), LESSONS, ids=[f"{one.game}-{one.title}" for _, one in LESSONS]
)


def places_by_size(number: int, lesson: Lesson) -> Callable[[Size], ZonePlaces]:
    """Return what tells where the zones of a lesson's table lie in a window."""
    look = Look(palette_of("dark", four_colours=Settings().four_colours), DRAWN)
    place_zones = LessonScreen(look, games.lessons(lesson.game), number).zone_places()
    return lambda size: place_zones(*size, lesson.players, False)


def texts(lesson: Lesson) -> set[str]:
    """Return all that the coach may say in a lesson, whatever is played."""
    found = {text for text, _ in said(lesson)}
    return found | {f"{LOST} {step.otherwise}" for step in lesson.steps if step.free}


@pytest.mark.parametrize("symbols", [DRAWN, PLAIN], ids=["drawn", "plain"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@every_lesson
def test_every_text_fits_into_the_panel(
    number: int, lesson: Lesson, size: Size, symbols: Symbols
) -> None:
    place = places_by_size(number, lesson)(size)["log"]
    title = f"{lesson.title} {len(lesson.steps)}/{len(lesson.steps)}"
    for text in texts(lesson):
        rows = coach_rows(title, text, "text", board_of(place.width)[1], symbols)
        assert len(rows) <= place.height, page(rows)


@every_lesson
def test_no_zone_covers_the_coach_in_any_window(number: int, lesson: Lesson) -> None:
    places = places_by_size(number, lesson)
    for width in range(SMALLEST.width, 221, 4):
        for height in range(SMALLEST.height, 71, 2):
            zones = regions(places((width, height)))
            over = {name for name, one in zones.items() if one.overlaps(zones["log"])}
            assert over == {"log"}, (width, height)
