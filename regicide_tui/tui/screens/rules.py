"""The rules to read: with all rulings, searchable, opened at the place that matters now."""

from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Input

from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run
from regicide_tui.tui.reading import Block, Line, blocks_of, hits, lines_of
from regicide_tui.tui.screens.text import TextScreen
from regicide_tui.tui.widgets.bars import KeyBar, TitleBar
from regicide_tui.tui.widgets.reader import Reader


def rules_text() -> str:
    """Return docs/rules.md: an installed package holds a copy of it."""
    packaged = files("regicide_tui") / "rules.md"
    if packaged.is_file():
        return packaged.read_text(encoding="utf-8")
    return (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")


class RulesScreen(TextScreen):
    """The rules, from a heading on."""

    DEFAULT_CSS = """
    RulesScreen Input, RulesScreen Input:focus {
        height: 1; border: none; padding: 0 1; background: $panel; display: none;
    }
    RulesScreen Input.open { display: block; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.SEARCHING))

    def __init__(self, look: Look, heading: str = "") -> None:
        super().__init__(look)
        self._blocks: list[Block] = blocks_of(rules_text())
        self._heading = heading
        self._found = ""

    def compose(self) -> ComposeResult:
        """Lay out the text, and the line to search in."""
        yield TitleBar(self.look)
        yield Reader(self.look)
        yield Input(placeholder="what to look for, such as Jester or R-32", max_length=40)
        yield KeyBar(self.look)

    def on_mount(self) -> None:
        """Open at the heading."""
        bar = (c.PAGE_DOWN, c.SECTION_ON, c.SEARCH, c.FOUND_NEXT, c.LEAVE_TEXT)
        self.query_one(KeyBar).show([self.look.key(key) for key in bar])
        self._show(self._place_of(self._heading))

    def _place_of(self, heading: str) -> int:
        places = [place for place, block in enumerate(self._blocks) if block.level]
        return next((place for place in places if self._blocks[place].text == heading), 0)

    def _show(self, place: int | None = None) -> None:
        """Show the text, with what was found in it marked."""

        def make(width: int) -> list[Line]:
            return lines_of(self._blocks, width, self._found, self.look.symbols)

        self.reader.show(make, place)
        self.moved()

    def moved(self) -> None:
        """Say which of the places found is in sight."""
        right: Row = ()
        if self._found:
            places = hits(self._blocks, self._found)
            number = sum(place <= self.reader.place for place in places)
            count = f"{max(1, number)} of {len(places)}" if places else "nowhere"
            right = (Run(f"{self._found}: "), Run(count, "accent"))
        self.query_one(TitleBar).show((Run("The rules of Regicide", "primary+bold"),), right)

    def action_section(self, steps: int) -> None:
        """Go to the next heading, or to the one before."""
        self._jump([place for place, block in enumerate(self._blocks) if block.level], steps)

    def _jump(self, places: list[int], steps: int) -> None:
        here = self.reader.place
        ahead = [place for place in places if place > here]
        behind = [place for place in places if place < here]
        if steps > 0 and ahead:
            self._show(ahead[0])
        elif steps < 0 and behind:
            self._show(behind[-1])

    # ------------------------------------------------------------ searching

    def action_search(self) -> None:
        """Ask what to look for."""
        field = self.query_one(Input)
        field.value = ""
        field.add_class("open")
        field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to where it stands first, from here on."""
        self._found = event.value.strip()
        self._close_field()
        places = hits(self._blocks, self._found) if self._found else []
        here = self.reader.place
        after = [place for place in places if place >= here]
        self._show(next(iter(after or places), None))

    def action_found(self, steps: int) -> None:
        """Go to where it stands next, or before."""
        if self._found:
            self._jump(hits(self._blocks, self._found), steps)

    def _close_field(self) -> None:
        self.query_one(Input).remove_class("open")
        self.set_focus(None)

    def action_back(self) -> None:
        """Close the search, or else the rules."""
        if self.query_one(Input).has_class("open"):
            self._close_field()
        else:
            self.app.pop_screen()

    def action_help(self) -> None:
        """List the keys."""
        self.app.show_keys(c.RULES)
