"""The widget of the log: sentences, turn by turn. The newest are at the bottom."""

from collections.abc import Sequence

from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.play.table import Told
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.logbook import EventDescriber, Sentence, log_rows, page_rows
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.widgets.painted import Painted

__all__ = ["EventDescriber", "Log", "Sentence", "log_rows"]


class Log(Painted):
    """The log of a table, scrolled by `page` and by the mouse wheel."""

    def __init__(
        self,
        look: Look,
        event_describer: EventDescriber,
        *,
        id: str | None = None,  # noqa: A002
    ) -> None:
        super().__init__(look, id=id)
        self._event_describer = event_describer
        self._told: Sequence[Told] = ()
        self._back = 0

    @property
    def told(self) -> Sequence[Told]:
        """The moves that the log shows."""
        return self._told

    def show(self, told: Sequence[Told]) -> None:
        """Show these moves, scrolled to the newest lines."""
        self._told = told
        self._back = 0
        self.repaint()

    def page(self, lines: int) -> None:
        """Scroll back by some lines, or forward if negative."""
        self._back = max(0, self._back + lines)
        self.repaint()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.page(3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll forward."""
        event.stop()
        self.page(-3)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the visible part of the log, with a title if there is room."""
        symbols, size = self.look.symbols, (width, height)
        rows, self._back = page_rows(self._told, self._back, size, symbols, self._event_describer)
        return rows
