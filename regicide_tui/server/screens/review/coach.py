"""The rows above the table in a shared review, where a lesson has its coach."""

from collections.abc import Callable

from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import on
from regicide_tui.tui.rendering.layout import PlaceZones, board_of
from regicide_tui.tui.rendering.paint import Row, Run, fit
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.widgets.painted import Painted

Rows = Callable[[int, int], list[Row]]
"""Makes the rows for a width and a height."""


class Verdicts(Painted):
    """Shows the verdict on a decision, who points at what, and the notes."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._make_rows: Rows = lambda width, height: []

    def say(self, rows: Rows) -> None:
        """Show other rows."""
        self._make_rows = rows
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the rows on a ground of their own."""
        left, board = board_of(width)
        margin = Run(" " * (left + 1))
        rows = self._make_rows(board - 2, height)
        lines = [fit((margin, *row), width) for row in rows[:height]]
        return on("band", [*lines, *[fit((), width)] * (height - len(lines))])


def places_with_verdicts(game: str) -> PlaceZones:
    """Return what places the zones of a game's table, with room for the verdicts if it can."""
    game_ui = find(game)
    return game_ui.place_zones_with_coach or game_ui.place_zones
