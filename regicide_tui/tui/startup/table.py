"""A table, painted without the app."""

from msgspec.structs import replace

from regicide_tui.bots.roster import adviser_level, fit_levels, quick_adviser_level, tell_replaced
from regicide_tui.play.settings import Settings
from regicide_tui.play.table import TableView
from regicide_tui.tui.input import keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import (
    common_commands,
    deal_run,
    key_bar,
    page_rows,
    title_of,
)
from regicide_tui.tui.rendering.layout import has_room, places_in
from regicide_tui.tui.rendering.paint import PaintRows, Region, Size
from regicide_tui.tui.startup.page import FirstPage, Opening, PagePart, why_no_table
from regicide_tui.tui.table.game_ui import (
    AnyGameUI,
    describer_of,
    find,
    gathered,
    keys_at,
    model_at,
    shown_in,
)
from regicide_tui.tui.table.hand import Paint, cursor_cell
from regicide_tui.tui.table.table_model import Notice, Odds, Pointing, TableModel


def table_page(
    opening: Opening, settings: Settings, look: Look, size: Size, *, external_bot: bool
) -> FirstPage | None:
    """Return the table of the game to open; None if only the app can paint it."""
    saved = opening.saved
    small = not has_room(size.width, size.height)
    if saved is None or small or opening.replay or opening.review or why_no_table(saved):
        return None
    bots = fit_levels(saved.game.name, saved.bots, external=external_bot)
    table = replace(saved, bots=bots)
    if table.outcome is not None:
        return None
    view = table.seen_from(table.seat)
    said = opening.sentence or tell_replaced(saved.game.name, saved.bots)
    notice = Notice(said, "warning", verbatim=True)
    return _page(view, notice, look.game_look(view.game.name), size, meter=settings.win_meter)


def _page(table: TableView, notice: Notice, look: Look, size: Size, *, meter: bool) -> FirstPage:
    """Return the page of a table; later zones cover earlier ones."""
    game_ui, players = find(table.game.name), len(table.seats)
    model = model_at(game_ui, table, Pointing(notice=notice))
    if meter and _metered(table) and not model.curtain:
        model = replace(model, odds=Odds())
    places = places_in(game_ui.place_zones, size, players, compact=look.compact)
    painted = _painted(game_ui, table, model, look)
    shown = {
        zone: place
        for zone, place in places.items()
        if zone in painted and game_ui.is_shown(zone, model)
    }
    parts = [PagePart(at, painted[zone](at.width, at.height)) for zone, at in shown.items()]
    hand = shown.get("hand")
    return FirstPage(look, parts, _at_the_pointer(game_ui, model, hand) if hand else (0, 0))


def _at_the_pointer(game_ui: AnyGameUI, model: TableModel, hand: Region) -> tuple[int, int]:
    """Return the cell of the card at the cursor."""
    cell = cursor_cell(shown_in(game_ui, "hand", model), hand.width, hand.height)
    return (hand.x + cell[0], hand.y + cell[1]) if cell else (0, 0)


def _metered(table: TableView) -> bool:
    return not table.game.rivals and bool(quick_adviser_level(table.game.name, len(table.seats)))


def _painted(
    game_ui: AnyGameUI, table: TableView, model: TableModel, look: Look
) -> dict[str, PaintRows]:
    """Return the functions that paint each zone for a width and height."""
    sits = model.viewer is not None and not model.others_act
    hints = sits and bool(adviser_level(table.game.name, len(table.seats)))
    keys = keys_at(game_ui, model, look, common_commands(table), hints=hints)
    told = gathered(game_ui, table.told)
    tell = describer_of(game_ui, table)

    def zone(paint: Paint, shown: TableModel) -> PaintRows:
        return lambda width, height: paint(shown, width, height, look)

    return {
        "title": title_of(table.game.title, model, [deal_run(model, table, look)], look),
        "log": lambda width, height: page_rows(told, 0, (width, height), look.symbols, tell)[0],
        "keys": key_bar(keys, keymap.game_commands(table.game.name)),
        **{
            name: zone(paint, shown_in(game_ui, name, model))
            for name, paint in game_ui.painters.items()
        },
    }
