"""The first picture is, cell by cell, what the app shows once it has settled."""

import subprocess
import sys
from collections.abc import Iterable

import pyte
import pytest
from textual._compositor import LayoutUpdate
from textual.strip import Strip

from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.paths import Paths
from regicide_tui.play.saves import files
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours
from regicide_tui.tui.app import RegicideApp
from regicide_tui.tui.look import look_for
from regicide_tui.tui.rendering.paint import Size
from regicide_tui.tui.startup.first import first_page
from regicide_tui.tui.startup.menu import look_around
from regicide_tui.tui.startup.page import Opening, pieces
from regicide_tui.tui.terminal.driver import write
from regicide_tui.tui.terminal.wire import Wire
from tests.tui.test_wire import seen

USUAL = (80, 24)
SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
COLOURS: tuple[Colours, ...] = ("truecolor", "256", "16", "none")
Page = list[list[tuple[object, ...]]]
"""What is to be seen of each cell."""
OPENINGS = ("menu", "menu of many", "solo", "duel", "king_of_the_dead", "bots", "company")


def saved_of(opening: str) -> Table | None:
    """Return the game that is opened, if one is."""
    names = ("Ada", "Bea", "Cy")
    match opening:
        case "solo":
            return deal(Start("regicide", 1, "7F3K", {}))
        case "company":
            return deal(Start("regicide", 3, "7F3K", {}), names)
        case "duel":
            return deal(Start("duel", 2, "7F3K", {}), names[:2])
        case "king_of_the_dead":
            return deal(Start("king_of_the_dead", 3, "7F3K", {}), names)
        case "bots":
            return deal(Start("duel", 2, "7F3K", {}), names[:2], ("", "page"))
    return None


def settings_for(colours: Colours) -> Settings:
    return Settings(theme="ansi" if colours == "16" else "dark", motion=False)


def on_terminal(written: str, size: tuple[int, int]) -> Page:
    """Return the cells of a terminal after these characters."""
    screen = pyte.Screen(*size)
    pyte.Stream(screen).feed(written)
    return [[seen(screen.buffer[y][x]) for x in range(size[0])] for y in range(size[1])]


async def settled(places: Paths, opening: Opening, colours: Colours, size: tuple[int, int]) -> Page:
    """Return the cells that the app shows in the end."""
    plain = RegicideApp(*(places, settings_for(colours), opening), colours=colours)
    async with plain.run_test(size=size) as pilot:
        await pilot.pause()
        screen = plain.screen
        strips: list[Iterable[Strip]] = [[strip] for strip in screen._compositor.render_strips()]
        update = LayoutUpdate(strips, screen.region)
        return on_terminal(write(Wire(colours), update), size)


def first(places: Paths, opening: Opening, colours: Colours, size: tuple[int, int]) -> Page:
    """Return the cells of the first picture."""
    settings = settings_for(colours)
    look = look_for(settings, plain=False, colours=colours)
    found = look_around(places, "")
    page = first_page(opening, settings, look, Size(*size), found)
    assert page is not None
    return on_terminal(Wire(colours).paint(pieces(page), size), size)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "colours"),
    [
        pytest.param(size, colours, marks=[] if usual else pytest.mark.attack)
        for size in SIZES
        for colours in COLOURS
        for usual in [colours == "truecolor" or size == USUAL]
    ],
)
@pytest.mark.parametrize("opening", OPENINGS)
async def test_no_cell_changes_when_the_app_takes_over(
    places: Paths, opening: str, size: tuple[int, int], colours: Colours
) -> None:
    saved = saved_of(opening)
    if opening == "menu of many":
        for game in ("solo", "duel"):
            found = saved_of(game)
            assert found is not None
            files.write(places.saves / f"{game}.save", found)
    begun = Opening(saved)
    before = first(places, begun, colours, size)
    after = await settled(places, begun, colours, size)
    different = [
        (x, y, one, other)
        for y, (row, row_after) in enumerate(zip(before, after, strict=True))
        for x, (one, other) in enumerate(zip(row, row_after, strict=True))
        if one != other
    ]
    assert not different


def test_what_only_the_app_can_show_has_no_first_picture(places: Paths) -> None:
    look = look_for(Settings(), plain=False, colours="truecolor")
    saved = saved_of("solo")
    for opening in (Opening(saved, replay=True), Opening(saved, review=True)):
        assert first_page(opening, Settings(), look, Size(80, 24), None) is None
    assert first_page(Opening(saved), Settings(), look, Size(59, 20), None) is None


def test_the_first_picture_needs_no_textual(places: Paths) -> None:
    script = (
        "import sys\n"
        "from regicide_tui.play.dealing import deal\n"
        "from regicide_tui.play.history import Start\n"
        "from regicide_tui.play.paths import find_paths\n"
        "from regicide_tui.play.settings import Settings\n"
        "from regicide_tui.tui.startup.early import EarlyTerminal\n"
        "from regicide_tui.tui.startup.first import first_page\n"
        "from regicide_tui.tui.startup.page import pieces\n"
        "from regicide_tui.tui.rendering.paint import Size\n"
        "from regicide_tui.tui.look import look_for\n"
        "from regicide_tui.tui.startup.menu import look_around\n"
        "from regicide_tui.tui.startup.page import Opening\n"
        "from regicide_tui.tui.terminal.wire import Wire\n"
        "places = find_paths(sys.argv[1])\n"
        "games = (('regicide', 1), ('duel', 2), ('king_of_the_dead', 3))\n"
        "found = [deal(Start(game, players, '7F3K', {}), ('Ada', 'Bea', 'Cy')[:players])\n"
        "         for game, players in games]\n"
        "for saved in (None, *found):\n"
        "    look = look_for(Settings(), plain=False, colours='truecolor')\n"
        "    known = look_around(places, '')\n"
        "    page = first_page(Opening(saved), Settings(), look, Size(80, 24), known)\n"
        "    assert Wire('256').paint(pieces(page), (80, 24))\n"
        "print([name for name in sys.modules if name.split('.')[0] == 'textual'])\n"
    )
    command = [sys.executable, "-c", script, str(places.saves.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
