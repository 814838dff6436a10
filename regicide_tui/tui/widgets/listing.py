"""A list to choose from, below a heading, in the middle of the screen."""

from collections.abc import Sequence
from typing import NamedTuple

from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, cells_of, fit, prose, shorten, side_by_side, width_of
from regicide_tui.tui.widgets.painted import Painted

_POINTER = 2
_KEYS = 4
"""Cells before a label: of the pointer, and of the keys, where the lines have any."""
_ROOMY = 70
"""Cells of a window from which a label keeps a larger distance from what is said about it."""


class Entry(NamedTuple):
    """A line of a list: its key, its label, more about it, and the action it stands for."""

    key: str
    label: str
    detail: str
    action: str


class Listing(Painted):
    """Heading and entries; the screen moves the pointer.

    With a `measure`, there is room for so many cells of what is said about a line, and what is
    longer takes more rows; so the list stays where it is whatever is said.
    """

    def __init__(
        self,
        look: Look,
        *,
        measure: int | None = None,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._measure = measure
        self._heading: Sequence[Row] = ()
        self._entries: Sequence[Entry] = ()
        self._cursor = 0
        self._before = _POINTER
        """Cells before a label."""

    @property
    def pointed(self) -> str:
        """What the line at the pointer stands for."""
        return self._entries[self._cursor].action if self._entries else ""

    def show(self, heading: Sequence[Row], entries: Sequence[Entry], cursor: int) -> None:
        """Show this heading and these entries, with the pointer at one of them."""
        self._heading, self._entries, self._cursor = heading, entries, cursor
        self._before = _POINTER + (_KEYS if any(entry.key for entry in entries) else 0)
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint heading and entries; of a long list the part around the pointer."""
        labels = self._label_width(width)
        inner = max(1, min(width - 4, self._widest(labels)))
        margin = Run(" " * max(0, (width - inner) // 2))
        room = max(1, height - len(self._heading) - 2)
        first = max(0, self._cursor - room)
        near = self._entries[first : self._cursor + room]  # each takes a row at least
        lines = [
            (place, row)
            for place, entry in enumerate(near, first)
            for row in self._lines(entry, place == self._cursor, inner, labels)
        ]
        here = next((at for at, (place, _) in enumerate(lines) if place == self._cursor), 0)
        start = max(0, min(here - room // 2, len(lines) - room))
        shown = [(margin, *row) for _, row in lines[start : start + room]]
        above = max(0, (height - len(self._heading) - len(shown) - 1) // 3)
        heading = [
            (margin, Run(" " * max(0, (inner - width_of(row)) // 2)), *row) for row in self._heading
        ]
        return [*[()] * above, *heading, (), *shown]

    def _label_width(self, width: int) -> int:
        """Return the cells of the labels; where nothing is said about any, they are never cut."""
        longest = max([cells_of(entry.label) for entry in self._entries], default=0)
        labels = longest + (3 if width >= _ROOMY else 2)
        detailed = any(entry.detail for entry in self._entries)
        return min(labels, width // 2) if detailed else labels

    def _widest(self, label_width: int) -> int:
        """Return the cells of the widest line, so that what is shown stands in the middle."""
        details = [cells_of(entry.detail) for entry in self._entries]
        lines = self._before + label_width + (self._measure or max(details, default=0))
        return max([lines, *[width_of(row) for row in self._heading]])

    def _lines(self, entry: Entry, here: bool, width: int, label_width: int) -> list[Row]:
        """Return the rows of an entry: more than one only where there is a measure."""
        symbols, before = self.look.symbols, self._before + label_width
        label = shorten(entry.label, label_width - 1, symbols.ellipsis)
        start: Row = (
            Run(f"{symbols.pointer if here else ' '} ", "accent+bold"),
            Run(f"{entry.key:<{self._before - _POINTER}}", "primary+bold"),
            Run(label, "text+bold" if here else "text"),
        )
        said = prose(entry.detail, "muted", width - before) if self._measure else []
        if not said:
            said = [(Run(shorten(entry.detail, width - before, symbols.ellipsis), "muted"),)]
        return [
            tuple([run._replace(action=entry.action) for run in fit(row, width)])
            for row in side_by_side([start], said, before)
        ]
