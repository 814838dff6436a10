"""The log: what happened, in sentences, turn by turn. The newest stands at the bottom."""

from collections.abc import Callable, Sequence

from textual.events import MouseScrollDown, MouseScrollUp

from regicide_tui.games.base import Event
from regicide_tui.play.table import Told
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, fit, wrap
from regicide_tui.tui.rendering.canvas import on
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.painted import Painted

_ROOMY = (30, 8)
"""Cells and rows from which on the log has a ground and margins of its own."""
_TITLED = 20
"""Rows from which on it has a title."""
_NUMBERED = 30
"""Cells from which on turns have their numbers."""

Sentence = tuple[bool, list[Row]]
"""Whether it begins a paragraph, and its words."""

Teller = Callable[[Event, Symbols], Sentence | None]


class Log(Painted):
    """The log of a table, scrolled by `page` and by the mouse wheel."""

    def __init__(self, look: Look, teller: Teller, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._teller = teller
        self._told: Sequence[Told] = ()
        self._back = 0

    @property
    def told(self) -> Sequence[Told]:
        """What is told."""
        return self._told

    def show(self, told: Sequence[Told]) -> None:
        """Tell the game so far; the newest lines come into sight."""
        self._told = told
        self._back = 0
        self.repaint()

    def page(self, lines: int) -> None:
        """Scroll back by so many lines, or forward if negative."""
        self._back = max(0, self._back + lines)
        self.repaint()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Look further back."""
        event.stop()
        self.page(3)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Look further forward."""
        event.stop()
        self.page(-3)

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the part of the log in sight, with a title where there is room."""
        symbols, roomy = self.look.symbols, width >= _ROOMY[0] and height >= _ROOMY[1]
        margin, head = int(roomy), 3 if height >= _TITLED else 0
        inner, room = width - 2 * margin, max(0, height - head)
        rows = self._newest_rows(inner, room + self._back, symbols)
        self._back = min(self._back, max(0, len(rows) - room + 1)) if len(rows) > room else 0
        end = len(rows) - self._back
        shown = rows[max(0, end - room + bool(self._back)) : end]
        if not shown:
            words = ["Nothing", "has", "happened", "yet."]
            shown = wrap([(Run(word, "muted"),) for word in words], inner)
        if self._back and shown:
            shown.append((Run(f"{symbols.down} {self._back} more", "muted", "full_log"),))
        title: list[Row] = [(), (Run("THE LOG", "accent+bold", "full_log"),), ()] if head else []
        ground = "band" if roomy else "stone"
        framed = [fit((Run(" " * margin), *row), width) for row in [*title, *shown]]
        if not head:
            framed = [tuple([run._replace(action="full_log") for run in row]) for row in framed]
        return on(ground, [*framed, *[fit((), width)] * (height - len(framed))])

    def _newest_rows(self, width: int, wanted: int, symbols: Symbols) -> list[Row]:
        """Return at least the newest rows wanted, oldest first, without telling all the rest."""
        rows: list[Row] = []
        for place in range(len(self._told) - 1, -1, -1):
            rows[:0] = _move_rows(self._told, place, width, symbols, self._teller)
            if len(rows) >= wanted:
                break
        return rows


def log_rows(told: Sequence[Told], width: int, symbols: Symbols, teller: Teller) -> list[list[Row]]:
    """Return the rows of each move."""
    return [_move_rows(told, place, width, symbols, teller) for place in range(len(told))]


def _move_rows(
    moves: Sequence[Told], place: int, width: int, symbols: Symbols, teller: Teller
) -> list[Row]:
    """Return the rows of one move: paragraphs of a head and the details that follow it."""
    told = moves[place]
    first_of_turn = place == 0 or moves[place - 1].turn != told.turn
    paragraphs: list[list[Row]] = []
    for event in told.events:
        sentence = teller(event, symbols)
        if sentence is None:
            continue
        head, words = sentence
        if head or not paragraphs:
            paragraphs.append(words)
        else:
            so_far = paragraphs[-1]
            so_far[-1] = (*so_far[-1], Run(","))
            so_far += words
    if width < _NUMBERED:
        return [row for words in paragraphs for row in _hanging(words, width)]
    rows = [row for words in paragraphs for row in wrap(words, width - 3)]
    number = f"{told.turn:>2} " if first_of_turn else "   "
    return [(Run("   " if below else number, "muted"), *row) for below, row in enumerate(rows)]


def _hanging(words: Sequence[Row], width: int) -> list[Row]:
    """Return a paragraph whose first row begins one cell further left."""
    rows = wrap(words, width - 1)
    return [(Run(" "), *row) if below else row for below, row in enumerate(rows)]
