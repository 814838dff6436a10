"""The first frame: the menu or a table, painted before Textual is imported.

The app uses the same painters and takes the frame over unchanged. Only the modules of the shown
page are imported.
"""

from os import get_terminal_size
from typing import TYPE_CHECKING, NamedTuple

from regicide_tui.play.paths import Paths
from regicide_tui.play.settings import Settings
from regicide_tui.terminal import Colours
from regicide_tui.tui.look import Look, look_for
from regicide_tui.tui.rendering.paint import Size
from regicide_tui.tui.startup.early import WIDTH_QUESTION, EarlyTerminal
from regicide_tui.tui.startup.page import FirstPage, Opening, pieces
from regicide_tui.tui.terminal.wire import Wire, move_to

if TYPE_CHECKING:
    from regicide_tui.tui.startup.menu import MenuFacts


class FirstPicture(NamedTuple):
    """The frame that is already on the terminal, for the app to take over."""

    wire: Wire
    cursor: tuple[int, int]
    menu_facts: "MenuFacts | None"


def show_first(
    terminal: EarlyTerminal,
    opening: Opening,
    settings: Settings,
    paths: Paths,
    colours: Colours,
    *,
    plain: bool,
    light: bool = False,
    external_bot: bool = False,
) -> FirstPicture | None:
    """Show the first frame and return it; None if there is none."""
    menu_facts = _look_around(paths) if opening.saved is None else None
    look = look_for(settings, plain=plain, colours=colours, light=light)
    size = Size(*get_terminal_size(2))
    page = first_page(opening, settings, look, size, menu_facts, external_bot=external_bot)
    if page is None:
        return None
    wire = Wire(colours)
    written = wire.paint(pieces(page), (size.width, size.height)) + move_to(*page.cursor)
    terminal.show(written if plain else WIDTH_QUESTION + written)
    return FirstPicture(wire, page.cursor, menu_facts)


def _look_around(paths: Paths) -> "MenuFacts":
    from regicide_tui.tui.startup.menu import look_around

    return look_around(paths, "")


def first_page(
    opening: Opening,
    settings: Settings,
    look: Look,
    size: Size,
    menu_facts: "MenuFacts | None",
    *,
    external_bot: bool = False,
) -> FirstPage | None:
    """Return the page that the app opens with; None if only the app can paint it."""
    if opening.saved is not None:
        from regicide_tui.tui.startup.table import table_page

        return table_page(opening, settings, look, size, external_bot=external_bot)
    if menu_facts is None:
        return None
    from regicide_tui.tui.startup.menu import menu_page

    return menu_page(menu_facts, opening.sentence, look, size)
