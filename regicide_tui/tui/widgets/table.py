"""The widgets of a table."""

import re
from collections.abc import Callable, Iterator, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import NULL_OFFSET, Offset, Region, Spacing
from textual.geometry import Size as TextualSize
from textual.layout import ArrangeResult, WidgetPlacement
from textual.layouts.vertical import VerticalLayout
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Input, Label

from regicide_tui.cards import Suit, card
from regicide_tui.games.practice import ELSEWHERE
from regicide_tui.play.table import Told
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap, by_id
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import (
    EventDescriber,
    Key,
    page_rows,
)
from regicide_tui.tui.rendering.canvas import filled
from regicide_tui.tui.rendering.layout import (
    LARGE,
    PlaceZones,
    board_of,
    places_in,
)
from regicide_tui.tui.rendering.paint import Row, Run, Size, Symbols, part_run, width_of, wrap
from regicide_tui.tui.table.hand import Paint, cards_across, cursor_cell
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.widgets.painted import Painted


class Log(Painted):
    """The log of a table, scrolled by `page` and by the mouse wheel."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, wheel="log", id="log")
        self._event_describer: EventDescriber = lambda event, symbols: None
        """Describes events with the names that the players have now."""
        self._told: Sequence[Told] = ()
        self._back = 0

    def show(self, told: Sequence[Told], event_describer: EventDescriber) -> None:
        """Show these moves, scrolled to the newest lines."""
        self._told, self._event_describer = told, event_describer
        self._back = 0
        self.repaint()

    def page(self, lines: int) -> None:
        """Scroll back by some lines, or forward if negative."""
        self._back = max(0, self._back + lines)
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the visible part of the log, with a title if there is room."""
        symbols, size = self.look.symbols, (width, height)
        rows, self._back = page_rows(self._told, self._back, size, symbols, self._event_describer)
        return rows


_TIGHT = 4
"""The most rows of a coach in a narrow window whose text begins in the first row."""
_SIGN = re.compile(r"\{([^}]+)\}")


class Coach(Painted):
    """A title, text, and the key to continue if there is room for it, in place of the log."""

    def __init__(self, look: Look) -> None:
        super().__init__(look, id="log")
        self._title = self._text = ""
        self._style = "text"
        self._key: Key | None = None

    def say(self, title: str, text: str, style: str, key: Key | None) -> None:
        """Show this text, with signs in braces as `games.lesson` describes."""
        self._title, self._text, self._style, self._key = title, text, style, key
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the text on its own ground, with a blank row above it if there is room."""
        left, board = board_of(width)
        margin = Run(" " * (left + 1))
        rows = coach_rows(
            self._title, self._text, self._style, board, self.look.symbols, self.look.keymap
        )
        if self._key is not None:
            rows = _with_key(rows, self._key, board, height)
        # A short text begins in the same row as a long one.
        roomy = board >= LARGE.board or height > _TIGHT
        above = [()] if roomy and len(rows) < height else []
        return filled("band", [(margin, *row) for row in [*above, *rows]], width, height)


def coach_rows(
    title: str, text: str, style: str, width: int, symbols: Symbols, keymap: Keymap = OWN_KEYS
) -> list[Row]:
    """Return a title and the text after it as rows for a board of this width."""
    head = (Run(f"{title} ", "accent+bold"),)
    words = [_word(word, style, symbols, keymap) for word in keymap.worded(text).split()]
    return wrap([head, *words], width - 2)


def _with_key(rows: list[Row], key: Key, width: int, height: int) -> list[Row]:
    """Return the rows with the key to continue: after the text, or in a row below it."""
    char, word, action = key
    shown = (Run(char, "primary+bold", action), Run(f" {word}", "muted", action))
    behind = (*rows[-1], Run("  "), *shown)
    if width_of(behind) <= width - 2:
        return [*rows[:-1], behind]
    return [*rows, shown] if len(rows) < height else rows


def _word(word: str, style: str, symbols: Symbols, keymap: Keymap) -> Row:
    pieces = _SIGN.split(word)  # text and signs alternate
    runs = [
        _sign(piece, symbols, keymap) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def _sign(text: str, symbols: Symbols, keymap: Keymap) -> Run:
    if (command := by_id().get(text)) is not None:
        return Run(keymap.shown(command), "primary+bold")
    part = Suit(text) if len(text) == 1 else card(text.removeprefix(ELSEWHERE))
    return part_run(part, symbols)


FRAME = 0.04
"""Seconds for which a frame of an animation is shown."""


class Zone(Painted):
    """A zone of the table that shows the model. It is visible while `is_shown` returns true."""

    model: TableModel | None = None

    def __init__(
        self,
        look: Look,
        paint: Paint,
        *,
        is_shown: Callable[[TableModel], bool] = lambda _: True,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._paint_model = paint
        self._mark: Callable[[list[Row]], list[Row]] = lambda rows: rows
        self._is_shown = is_shown

    def mark_rows(self, mark: Callable[[list[Row]], list[Row]]) -> None:
        """Set the function that changes the painted rows before they are shown."""
        self._mark = mark

    def show(self, model: TableModel) -> None:
        """Show another model."""
        self.model = model
        shown = self._is_shown(model)
        if self.display != shown:
            self.display = shown
            self.repaint_whole()
        elif shown:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the model."""
        if self.model is None:
            return []
        return self._mark(self._paint_model(self.model, width, height, self.look))


class Hand(Zone):
    """The zone `hand`: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the terminal's cursor in the widget: the number of its card."""
        cell = cursor_cell(self.model, *self.size) if self.model is not None else None
        return Offset(*cell) if cell is not None else None

    @property
    def across(self) -> int:
        """The number of cards in a row if they are written in several rows, otherwise 1."""
        return cards_across(len(self.model.hand) if self.model else 0, *self.size)


class Stage(Zone):
    """A zone with short animations."""

    _frames: Iterator[TableModel] = iter(())
    _frame: TableModel | None = None
    _then: Callable[[], None] | None = None
    _clock: Timer | None = None

    def show(self, model: TableModel) -> None:
        """Show another model, once a running animation is over."""
        if self._frame is None:
            super().show(model)
        else:
            self.model = model

    def play(self, frames: Sequence[TableModel], then: Callable[[], None]) -> None:
        """Show these models in turn, then the current one, and call `then`."""
        if self._clock is not None:  # on a server, others may act during an animation
            self._clock.stop()
        self._frames, self._then = iter(frames), then
        self._clock = self.set_interval(FRAME, self._next)
        self._next()

    def finish(self) -> bool:
        """End the animation; return whether there was one."""
        then, self._then, self._frame = self._then, None, None
        if self._clock is not None:
            self._clock.stop()
        if then is None:
            return False
        self.repaint()
        then()
        return True

    def _next(self) -> None:
        self._frame = next(self._frames, None)
        if self._frame is None:
            self.finish()
        else:
            self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the current frame of an animation, or the model if there is none."""
        model = self._frame or self.model
        if model is None:
            return []
        return self._mark(self._paint_model(model, width, height, self.look))


class TableLayout(VerticalLayout):
    """Places the zones of a table; other widgets on the screen keep their own layout."""

    def __init__(self, zones: PlaceZones, players: int, look: Look) -> None:
        self._zones = zones
        self._players = players
        self._look = look

    def arrange(
        self, parent: Widget, children: list[Widget], size: TextualSize, greedy: bool = True
    ) -> ArrangeResult:
        """Place the zones; a zone without a region is not shown."""
        if not any(child.id == "keys" for child in children):
            return super().arrange(parent, children, size, greedy)
        places = places_in(self._zones, Size(*size), self._players, compact=self._look.compact)
        height = {zone: number for number, zone in enumerate(places)}
        return [
            WidgetPlacement(Region(*place), NULL_OFFSET, Spacing(), child, height[zone])
            for child in children
            if (place := places.get(zone := child.id or ""))
        ]


class TextLine(Vertical):
    """A label and a field. While it has the focus, the rows below it show what it means."""

    SCOPED_CSS = False
    DEFAULT_CSS = """
    Form TextLine { height: auto; }
    TextLine Horizontal { height: 1; }
    Form TextLine .label {
        width: 20; color: $foreground; text-style: none; padding: 0;
    }
    Form TextLine.here .label {
        background: $accent; color: $on-accent; text-style: $filled-style;
    }
    TextLine Input, TextLine Input:focus {
        height: 1; border: none; padding: 0 1; margin: 0 1; width: 1fr; max-width: 34;
        background: $chip;
    }
    Form TextLine .told { display: none; height: auto; }
    Form TextLine.here .told { display: block; }
    """

    def __init__(self, look: Look, label: str, field: Input, hint: str) -> None:
        super().__init__(id=f"line-{field.id}", classes="line")
        self.look = look
        self._label = label
        self._field = field
        self._hint = hint

    def compose(self) -> ComposeResult:
        """Compose the line."""
        with Horizontal():
            yield Label(f"  {self._label}", classes="label")
            yield self._field
        yield Label(self._hint, classes="told", markup=False)

    def on_click(self) -> None:
        """Focus the field, wherever the line is clicked."""
        self._field.focus()

    def on_descendant_focus(self) -> None:
        """Show the cursor and the meaning."""
        self._point(self.look.symbols.pointer, here=True)
        self.call_after_refresh(self.scroll_visible, animate=False)

    def on_descendant_blur(self) -> None:
        """Hide the cursor and the meaning."""
        self._point(" ", here=False)

    def _point(self, pointer: str, *, here: bool) -> None:
        self.query_one(".label", Label).update(f"{pointer} {self._label}")
        self.set_class(here, "here")
        self.warn("")

    def warn(self, fault: str) -> None:
        """Show what is wrong instead of what the line means; empty text ends that."""
        told = self.query_one(".told", Label)
        told.update(fault or self._hint)
        told.set_class(bool(fault), "fault")
