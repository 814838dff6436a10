"""The first picture: the menu or a table, painted before Textual is imported.

It shows what the app will show, by the same painters; the app takes it over as it stands.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from os import get_terminal_size
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.bots.roster import adviser_level, glancer_level, playable
from regicide_tui.play.places import Places
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.terminal import Colours
from regicide_tui.tui.arrangement import Arrangement, find
from regicide_tui.tui.bars import key_rows, title_rows
from regicide_tui.tui.early import EarlyTerminal
from regicide_tui.tui.geometry import Region, Size
from regicide_tui.tui.logbook import page_rows
from regicide_tui.tui.look import Look, look_for
from regicide_tui.tui.menu_entries import Found, entries_of, first_line, look_around
from regicide_tui.tui.menu_rows import menu_rows
from regicide_tui.tui.offers import around, list_keys
from regicide_tui.tui.opening import Opening, no_table
from regicide_tui.tui.paint import Row, Run, in_manners
from regicide_tui.tui.painting import Paint
from regicide_tui.tui.placing import SMALLEST, places_in
from regicide_tui.tui.scene import Notice, Odds, Scene
from regicide_tui.tui.sitting import gathered, keys_at, scene_at
from regicide_tui.tui.title import deal_run, title_of
from regicide_tui.tui.widgets.hand import cursor_cell
from regicide_tui.tui.wire import Piece, Wire, move_to
from regicide_tui.tui.words import as_you, teller


class Sheet(NamedTuple):
    """A part of the window, and what is painted there; a later one lies on earlier ones."""

    place: Region
    rows: Sequence[Row]


class Page(NamedTuple):
    """All that is painted first, and the cell of the terminal's cursor."""

    look: Look
    sheets: Sequence[Sheet]
    cursor: tuple[int, int] = (0, 0)


class FirstPicture(NamedTuple):
    """What stands on the terminal already, for the app to take over."""

    wire: Wire
    cursor: tuple[int, int]
    found: Found | None


def show_first(
    terminal: EarlyTerminal,
    opening: Opening,
    settings: Settings,
    places: Places,
    colours: Colours,
    *,
    plain: bool,
    guest: bool = False,
) -> FirstPicture | None:
    """Show what the app opens with; None where nothing could be shown."""
    found = None if opening.saved is not None else look_around(places, "")
    look = look_for(settings, plain=plain, colourless=colours == "none")
    size = Size(*get_terminal_size(2))
    page = first_page(opening, settings, look, size, found, guest=guest)
    if page is None:
        return None
    wire = Wire(colours)
    terminal.show(wire.paint(pieces(page), (size.width, size.height)) + move_to(*page.cursor))
    return FirstPicture(wire, page.cursor, found)


def first_page(
    opening: Opening,
    settings: Settings,
    look: Look,
    size: Size,
    found: Found | None,
    *,
    guest: bool = False,
) -> Page | None:
    """Return what the app shows first; None for what is left to the app."""
    saved = opening.saved
    if saved is None:
        return Page(look, menu_sheets(found, opening.sentence, look, size)) if found else None
    small = size.width < SMALLEST.width or size.height < SMALLEST.height
    if small or opening.replay or opening.review or no_table(saved):
        return None
    bots = playable(saved.history.game.name, saved.bots, guest=guest)
    table = Table(replace(saved, bots=bots))
    if table.outcome is not None:
        return None
    look = look.of_game(table.game.name)
    notice = Notice(opening.sentence, "warning", verbatim=True)
    return table_page(table, notice, look, size, meter=settings.win_meter)


def menu_sheets(found: Found, sentence: str, look: Look, size: Size) -> list[Sheet]:
    """Return the menu."""
    entries = entries_of(found, datetime.now())
    heading: list[Row] = [(Run(sentence),)] if sentence else []
    page = size.width, size.height - 1
    rows = menu_rows(heading, entries, first_line(found, entries), page, look.symbols)
    return [
        Sheet(Region(0, 0, *page), rows),
        Sheet(Region(0, page[1], size.width, 1), key_rows(list_keys(look), size.width, 1)),
    ]


def table_page(table: Table, notice: Notice, look: Look, size: Size, *, meter: bool) -> Page:
    """Return a table, in the order in which its zones lie on each other."""
    arrangement, players = find(table.game.name), len(table.seats)
    scene = scene_at(arrangement, table, table.seat, (0, ()), notice)
    if meter and _metered(table) and not scene.curtain:
        scene = replace(scene, odds=Odds())
    places = places_in(arrangement.places, size, players, compact=look.compact)
    painted = _painted(arrangement, table, scene, look)
    shown = {
        zone: place
        for zone, place in places.items()
        if zone in painted and arrangement.is_shown(zone, scene)
    }
    sheets = [Sheet(at, painted[zone](at.width, at.height)) for zone, at in shown.items()]
    hand = shown.get("hand")
    return Page(look, sheets, _at_the_pointer(arrangement, scene, hand) if hand else (0, 0))


def _at_the_pointer(arrangement: Arrangement, scene: Scene, hand: Region) -> tuple[int, int]:
    """Return the cell of the card at the pointer."""
    cell = cursor_cell(arrangement.in_hand(scene), hand.width, hand.height)
    return (hand.x + cell[0], hand.y + cell[1]) if cell else (0, 0)


def _metered(table: Table) -> bool:
    return not table.game.rivals and bool(glancer_level(table.game.name, len(table.seats)))


def _painted(
    arrangement: Arrangement, table: Table, scene: Scene, look: Look
) -> dict[str, Callable[[int, int], Sequence[Row]]]:
    """Return what paints each zone, for so many cells and rows."""
    sits = scene.viewer is not None and not scene.elsewhere
    hints = sits and bool(adviser_level(table.game.name, len(table.seats)))
    keys = keys_at(arrangement, scene, look, around(table), hints=hints)
    left, right, *shorter = title_of(arrangement.title, scene, [deal_run(scene, table, look)], look)
    told = gathered(arrangement, table.told(table.seat))
    tell = teller(arrangement.tell, as_you(table.seats, table.bots))

    def zone(paint: Paint, shown: Scene) -> Callable[[int, int], Sequence[Row]]:
        return lambda width, height: paint(shown, width, height, look)

    return {
        "title": lambda width, _: title_rows(
            [left, *[row for row in shorter if row]], right, width, look.symbols.ellipsis
        ),
        "log": lambda width, height: page_rows(told, 0, (width, height), look.symbols, tell)[0],
        "keys": lambda width, height: key_rows(keys, width, height),
        **{
            name: zone(paint, arrangement.in_hand(scene) if name == "hand" else scene)
            for name, paint in arrangement.painters.items()
        },
    }


def pieces(page: Page) -> Iterator[Piece]:
    """Yield the lines of a page, for the wire."""
    for place, rows in page.sheets:
        for below in range(place.height):
            row = rows[below] if below < len(rows) else ()
            written = in_manners(row, place.width, page.look.palette)
            yield place.y + below, place.x, [(text, manner, None) for text, manner in written]
