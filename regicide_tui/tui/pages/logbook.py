"""The log as rows: sentences, turn by turn. The newest are at the bottom."""

from collections.abc import Callable, Sequence

from regicide_tui.games.base import Event
from regicide_tui.play.table import Told
from regicide_tui.tui.rendering.canvas import on
from regicide_tui.tui.rendering.paint import Row, Run, fit, width_of, wrap
from regicide_tui.tui.rendering.symbols import Symbols

_ROOMY = (30, 8)
"""Cells and rows from which the log has its own ground and margins."""
_TITLED = 20
"""Rows from which the log has a title."""
_NUMBERED = 30
"""Cells from which turns have numbers."""

_HANGING = Run(" ")
"""Indents all rows of a paragraph but the first, if turns have no numbers."""

Sentence = tuple[bool, list[Row]]
"""Whether a sentence begins a paragraph, and its words."""

EventDescriber = Callable[[Event, Symbols], Sentence | None]


def page_rows(
    told: Sequence[Told],
    back: int,
    size: tuple[int, int],
    symbols: Symbols,
    event_describer: EventDescriber,
) -> tuple[list[Row], int]:
    """Return the visible part of the log, with a title if there is room.

    It is scrolled back by `back` lines, or by as many as exist. The number of lines is returned,
    too.
    """
    width, height = size
    roomy = width >= _ROOMY[0] and height >= _ROOMY[1]
    margin, head = int(roomy), 3 if height >= _TITLED else 0
    inner, room = width - 2 * margin, max(0, height - head)
    rows = _newest_rows(told, inner, room + back, symbols, event_describer)
    back = min(back, max(0, len(rows) - room + 1)) if len(rows) > room else 0
    end = len(rows) - back
    start = max(0, end - room + bool(back))
    shown = rows[start:end]
    if start and shown and shown[0][0] == _HANGING:
        shown[0] = (Run(symbols.ellipsis, "muted"), *shown[0][1:])
    if not shown:
        words = ["Nothing", "has", "happened", "yet."]
        shown = wrap([(Run(word, "muted"),) for word in words], inner)
    if back and shown:
        shown.append((Run(f"{symbols.down} {back} more", "muted", "full_log"),))
    title: list[Row] = [(), (Run("THE LOG", "accent+bold", "full_log"),), ()] if head else []
    ground = "band" if roomy else "stone"
    framed = [fit((Run(" " * margin), *row), width) for row in [*title, *shown]]
    if not head:
        framed = [tuple([run._replace(action="full_log") for run in row]) for row in framed]
    return on(ground, [*framed, *[fit((), width)] * (height - len(framed))]), back


def _newest_rows(
    moves: Sequence[Told],
    width: int,
    wanted: int,
    symbols: Symbols,
    event_describer: EventDescriber,
) -> list[Row]:
    """Return at least the `wanted` newest rows, oldest first, without describing older moves."""
    rows: list[Row] = []
    for place in range(len(moves) - 1, -1, -1):
        rows[:0] = _move_rows(moves, place, width, symbols, event_describer)
        if len(rows) >= wanted:
            break
    return rows


def log_rows(
    told: Sequence[Told], width: int, symbols: Symbols, event_describer: EventDescriber
) -> list[list[Row]]:
    """Return the rows of each move."""
    return [_move_rows(told, place, width, symbols, event_describer) for place in range(len(told))]


def _move_rows(
    moves: Sequence[Told], place: int, width: int, symbols: Symbols, event_describer: EventDescriber
) -> list[Row]:
    """Return the rows of one move: paragraphs of a head and its details."""
    told = moves[place]
    first_of_turn = place == 0 or moves[place - 1].turn != told.turn
    paragraphs: list[list[Row]] = []
    for event in told.events:
        sentence = event_describer(event, symbols)
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
        return [row for words in paragraphs for row in _hanging(words, width, symbols)]
    rows = [row for words in paragraphs for row in _break(words, width - 3, symbols)]
    number = f"{told.turn:>2} " if first_of_turn else "   "
    return [(Run("   " if below else number, "muted"), *row) for below, row in enumerate(rows)]


def _hanging(words: Sequence[Row], width: int, symbols: Symbols) -> list[Row]:
    """Return a paragraph whose first row begins one cell further left."""
    rows = _break(words, width - 1, symbols)
    return [(_HANGING, *row) if below else row for below, row in enumerate(rows)]


def _break(words: Sequence[Row], width: int, symbols: Symbols) -> list[Row]:
    """Break words into rows; of one that is wider than a row, such as a name, the end is cut."""
    fitting = [
        word
        if width_of(word) <= width
        else (*fit(word, width - 1), Run(symbols.ellipsis, word[0].style))
        for word in words
    ]
    return wrap(fitting, width)
