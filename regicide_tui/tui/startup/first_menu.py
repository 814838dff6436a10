"""The menu page, painted without the app."""

from datetime import datetime

from regicide_tui.tui.input.offers import list_keys
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.bars import key_rows
from regicide_tui.tui.pages.menu_rows import menu_rows
from regicide_tui.tui.rendering.geometry import Region, Size
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.startup.menu_entries import MenuFacts, entries_of, first_line
from regicide_tui.tui.terminal.first_page import FirstPage, PagePart


def menu_page(facts: MenuFacts, sentence: str, look: Look, size: Size) -> FirstPage:
    """Return the menu page."""
    entries = entries_of(facts, datetime.now())
    heading: list[Row] = [(Run(sentence),)] if sentence else []
    above = size.width, size.height - 1
    rows = menu_rows(heading, entries, first_line(facts, entries), above, look.symbols)
    keys = key_rows(list_keys(look), size.width, 1)
    parts = [
        PagePart(Region(0, 0, *above), rows),
        PagePart(Region(0, above[1], size.width, 1), keys),
    ]
    return FirstPage(look, parts)
