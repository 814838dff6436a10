"""A table as it is painted before there is an app."""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from regicide_tui.bots.roster import adviser_level, glancer_level, playable
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import Table
from regicide_tui.tui.arrangement import Arrangement, find
from regicide_tui.tui.bars import key_rows, title_rows
from regicide_tui.tui.geometry import Region, Size
from regicide_tui.tui.logbook import page_rows
from regicide_tui.tui.look import Look
from regicide_tui.tui.offers import around
from regicide_tui.tui.opening import Opening, no_table
from regicide_tui.tui.paint import Row
from regicide_tui.tui.painting import Paint
from regicide_tui.tui.placing import SMALLEST, places_in
from regicide_tui.tui.scene import Notice, Odds, Scene
from regicide_tui.tui.sheets import Page, Sheet
from regicide_tui.tui.sitting import gathered, keys_at, scene_at
from regicide_tui.tui.title import deal_run, title_of
from regicide_tui.tui.widgets.hand import cursor_cell
from regicide_tui.tui.words import as_you, teller


def table_page(
    opening: Opening, settings: Settings, look: Look, size: Size, *, guest: bool
) -> Page | None:
    """Return the table of the game one opens with; None for what is left to the app."""
    saved = opening.saved
    small = size.width < SMALLEST.width or size.height < SMALLEST.height
    if saved is None or small or opening.replay or opening.review or no_table(saved):
        return None
    bots = playable(saved.history.game.name, saved.bots, guest=guest)
    table = Table(replace(saved, bots=bots))
    if table.outcome is not None:
        return None
    notice = Notice(opening.sentence, "warning", verbatim=True)
    return _page(table, notice, look.of_game(table.game.name), size, meter=settings.win_meter)


def _page(table: Table, notice: Notice, look: Look, size: Size, *, meter: bool) -> Page:
    """Return a table, its zones in the order in which they lie on each other."""
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
