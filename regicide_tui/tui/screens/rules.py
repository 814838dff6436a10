"""The rules of a game, with a search, and the list of their headings."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.widgets import Input

from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key
from regicide_tui.tui.pages.reading import (
    SPARE,
    Block,
    hits,
    lines_of,
    marked,
    pointed_at,
    rules_of,
    with_signs,
)
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.lists import BackList, Entry, game_tabs
from regicide_tui.tui.screens.page import heading_of
from regicide_tui.tui.screens.texts import TextScreen
from regicide_tui.tui.table.game_ui import with_tables


class ContentsScreen(BackList):
    """The headings of a text without its title, each with the number of its block."""

    headline = "Contents"

    def __init__(
        self, look: Look, headings: Mapping[int, Block], here: int, go_to: Callable[[int], None]
    ) -> None:
        super().__init__(look)
        self._go_to = go_to
        below = {place: block for place, block in headings.items() if block.level > 1}
        self._lines = [
            Entry("", "  " * (block.level - 2) + block.text, "", f"go_to({place})")
            for place, block in below.items()
        ]
        self.cursor = max(0, sum(place <= here for place in below) - 1)

    def entries(self) -> list[Entry]:
        """Return an entry for each heading."""
        return self._lines

    def action_go_to(self, place: int) -> None:
        """Go to a heading of the text."""
        self.app.pop_screen()
        self._go_to(place)


_NOTATION = "Notation"
"""Part of the heading after which cards stay in letters, as players type them."""


class RulesScreen(TextScreen):
    """The rules of a game, from a heading on."""

    DEFAULT_CSS = """
    RulesScreen Input, RulesScreen Input:focus {
        height: 1; border: none; padding: 0 1; background: $chip; display: none;
    }
    RulesScreen Input.open { display: block; }
    """
    BINDINGS = c.bindings(c.RULES)

    def __init__(self, look: Look, game: str, heading: str = "") -> None:
        super().__init__(look)
        self._heading = heading
        self._found = ""
        self._places: list[int] = []
        self._search_from = 0
        self._take_up(game)

    def _take_up(self, game: str) -> None:
        """Load the rules of a game."""
        self._game = game
        self._blocks = rules_of(game)
        self._headings = [place for place, block in enumerate(self._blocks) if block.level]
        chapters = [place for place in self._headings if _NOTATION in self._blocks[place].text]
        # After this heading, cards stay as they are typed. Not all rules have such a heading.
        self._notation = chapters[0] if chapters else len(self._blocks)

    def content(self) -> ComposeResult:
        """Yield the text and the search line."""
        yield from super().content()
        yield Input(placeholder="text to find, such as Jester or R-32", max_length=40)

    def on_mount(self) -> None:
        """Open at the heading."""
        self.reader.mark(self._marked)
        self._open()

    def _open(self) -> None:
        titles = {self._blocks[place].text: place for place in self._headings}
        self.reader.show(partial(lines_of, self._blocks, spare=SPARE), titles.get(self._heading, 0))

    # ------------------------------------------------------------ what is shown

    def title_row(self) -> Row:
        """Return the game of the rules, and the heading of the current section."""
        block = self._blocks[self._section]
        heading = block.text if self._section else ""
        return (*self._games, Run(f"   {heading}"))

    def shorter_titles(self) -> Sequence[Row]:
        """Return the games without the heading."""
        return (self._games,)

    @property
    def _games(self) -> Row:
        """The games side by side."""
        known = with_tables()
        return game_tabs(known, self._game, "read") if len(known) > 1 else heading_of("Rules")

    def aside(self) -> Row:
        """Add the number of the current match."""
        gap, place_in_text = super().aside()
        if not self._found:
            return (gap, place_in_text)
        count = Run("not found", "warning")
        if self._places:
            place = self._places.index(self._here) + 1
            count = Run(f"{place} of {len(self._places)}", "accent")
        return (gap, Run(f"{self._found}: "), count, Run("  "), place_in_text)

    def key_line(self) -> list[Key]:
        """Return the keys of the search line, or of the text."""
        key = self.look.key
        if self._searching:
            return [key(c.SUBMIT), key(c.LEAVE_TEXT)]
        found = [self.look.keys("match", c.FOUND_BEFORE, c.FOUND_NEXT)]
        return [
            *(found if self._places else []),
            *[key(one) for one in (c.SEARCH, c.CONTENTS, c.PAGE_DOWN)],
            *([key(c.OTHER_AFTER)] if len(with_tables()) > 1 else []),
            self.look.keys("heading", c.SECTION_BACK, c.SECTION_ON),
            key(c.LEAVE_TEXT),
            key(c.QUIT),
        ]

    @property
    def _section(self) -> int:
        """The number of the heading of the current section."""
        return max([place for place in self._headings if place <= self.reader.place], default=0)

    @property
    def _here(self) -> int:
        """The number of the matching block that is shown."""
        behind = [place for place in self._places if place <= self.reader.place]
        return behind[-1] if behind else self._places[0]

    def _marked(self, number: int, row: Row, begins: bool) -> Row:
        """Mark the found text in a row, and point at the current match."""
        symbols = self.look.symbols
        if number in self._places:
            row = marked(row, self._found)
            row = pointed_at(row, symbols) if begins and number == self._here else row
        return with_signs(row, symbols) if number < self._notation else row

    # ------------------------------------------------------------ moving

    def action_section(self, steps: int) -> None:
        """Go to the next or previous heading."""
        here = self.reader.place
        play_preview = [place for place in self._headings if place > here]
        behind = [place for place in self._headings if place < here]
        for place in play_preview[:1] if steps > 0 else behind[-1:]:
            self.reader.go_to(place)

    def action_contents(self) -> None:
        """List the headings."""
        headings = {place: self._blocks[place] for place in self._headings}
        go_to = self.reader.go_to
        self.app.push_screen(ContentsScreen(self.look, headings, self._section, go_to))

    def action_other(self, steps: int) -> None:
        """Show the rules of the next or previous game from the start."""
        known = with_tables()
        self.action_read((known.index(self._game) + steps) % len(known))

    def action_read(self, place: int) -> None:
        """Show the rules of the game at this place in the list of games."""
        self.action_submit()
        self._take_up(with_tables()[place])
        self._heading, self._found, self._places = "", "", []
        self._open()

    # ------------------------------------------------------------ searching

    @property
    def _searching(self) -> bool:
        return self.query_one(Input).has_class("open")

    def action_search(self) -> None:
        """Open the search line."""
        self._search_from = self.reader.place
        field = self.query_one(Input)
        field.value = ""
        field.add_class("open")
        field.focus()
        self.show_bars()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Go to the first match, from the current place on."""
        self._look_for(event.value.strip())

    def on_input_submitted(self) -> None:
        """Close the search line and stay at the match."""
        self.action_submit()

    def action_submit(self) -> None:
        """Close the search line and stay at the match."""
        self.query_one(Input).remove_class("open")
        self.set_focus(None)
        self.show_bars()

    def action_found(self, steps: int) -> None:
        """Go to the next or previous match; the order wraps around at the ends."""
        if self._places:
            place = self._places.index(self._here) + steps
            self.reader.go_to(self._places[place % len(self._places)])

    def _look_for(self, found: str) -> None:
        self._found = found
        self._places = hits(self._blocks, found) if found else []
        after = [place for place in self._places if place >= self._search_from]
        self.reader.go_to(next(iter(after or self._places), self._search_from))

    def action_back(self) -> None:
        """Cancel the search and go back to where it started; else clear the marks; else leave."""
        if self._searching:
            self._look_for("")
            self.action_submit()
        elif self._found:
            self._found, self._places = "", []
            self.reader.scroll_lines(0)  # paints the same lines without marks
        else:
            super().action_back()
