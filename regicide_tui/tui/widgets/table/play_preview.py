"""The band above the hand: the preview of the picked cards, and a notice."""

import re
from collections.abc import Callable, Sequence

from regicide_tui.cards import card
from regicide_tui.games.base import Value
from regicide_tui.games.regicide_family.previews import PayPreview
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.measures import board_of
from regicide_tui.tui.rendering.paint import Row, Run, part_run, width_of, wrap
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.painting import Paint
from regicide_tui.tui.table.table_model import Notice, TableModel

GAP = Run("   ")
"""The gap between the parts of a preview."""
_CARD = re.compile(r"(\*|\b[2-9TJQKA][CDHS]\b)")
_WIDE = 110
"""Cells of a board from which a preview is written in whole words."""
_BADGE_COLUMNS = ((130, 92), (110, 84), (78, 48), (0, 34))
"""The column of the badge, by the width of the board."""
_LOG = 24
"""Cells at the right of a board that the log may take in the row above the band, except on a board
narrower than `_SMALL`, where the log ends higher up."""
_SMALL = 78


class Badge(Value):
    """The most important part of a preview on its own ground, and the text after it."""

    text: str
    style: str = "pay"
    """The ground: `pay` or `accent`."""
    behind: Row = ()
    before: str = ""
    """The beginning of the text, if there is room."""


def pay_badge(play_preview: PayPreview, *, tight: bool) -> Badge:
    """Return what must be paid, and the value of the hand that can pay it."""
    held = Run("of ", "muted"), Run(str(play_preview.hand), "text+bold")
    in_hand = Run(" in your hand", "muted")
    return Badge(f"PAY {play_preview.due}", behind=held if tight else (*held, in_hand))


def band(
    play_preview: Callable[..., Row], badge: Callable[..., Badge | None] = lambda *_, **__: None
) -> Paint:
    """Return the painter of the band between table and hand: a preview, a badge, a notice.

    There are two lines at most. If the band has one row, the first of two lines stands above it, on
    the last row of the table (`line_above`). `preview_row` returns the preview line of a model, and
    `badge` its badge; both are told whether they must be `tight`.
    """

    def rows(model: TableModel, width: int, height: int, look: Look) -> list[Row]:
        symbols, tight = look.symbols, is_tight(width)
        left, board = board_of(width)
        said = badge(model, tight=tight)
        lines = band_lines(model, play_preview(model, symbols, tight=tight), said, width, symbols)
        canvas = Canvas(width, height, "band", pixels=symbols.pixels)
        for y, line in enumerate(lines[-height:]):
            canvas.text(left + _margin(board), y, line)
        if said is not None and _leaves_room(lines[-height:], width):
            column = _badge_column(board)
            _paint_badge(canvas, left + column, board - column, said, symbols)
        return canvas.rows()

    return rows


def is_tight(width: int) -> bool:
    """Tell whether a preview must be written in as few words as possible."""
    return board_of(width)[1] < _WIDE


def band_lines(
    model: TableModel, preview: Row, badge: Badge | None, width: int, symbols: Symbols
) -> list[Row]:
    """Return the lines of the band, two at most: the preview, a notice after its first line."""
    board = board_of(width)[1]
    whole = board - 2 * _margin(board)
    room = whole if badge is None else _badge_column(board) - _margin(board) - 1
    preview = replay_row(model.replay_step, symbols) or preview
    above = whole - (_LOG if board >= _SMALL else 0)
    lines = [preview] if width_of(preview) <= room else wrap(_split(preview), above, "  ")
    if width_of(lines[-1]) > room:
        lines.append(())  # the badge stands in the second line
    if model.notice.text:
        return _with_notice(lines, _noticed(model.notice, symbols), badge, (whole, above, room))
    return lines[:2]


def _with_notice(
    lines: Sequence[Row], notice: Row, badge: Badge | None, widths: tuple[int, int, int]
) -> list[Row]:
    """Return the lines with a notice as the last line.

    If the notice leaves no room for the badge, the badge moves to the line above, or the line is
    dropped, since what must be paid is always shown. `widths` are the cells of the band, of the
    line above it, and of the band before the badge.
    """
    whole, above, room = widths
    words, first = _words(notice), lines[0] if lines else ()
    if width_of(first) > above:  # the log has the cells behind it
        first = wrap(_split(first), above, GAP.text)[0]
    if width_of(notice) > whole:
        noticed = _beside_badge(words, above, room) or _beside_log(words, above, whole)
        return [*[first] * bool(first), *noticed][-2:]
    if badge is not None and room < width_of(notice) and whole < _WIDE:
        for text in (f" {badge.before}{badge.text} ", f" {badge.text} "):
            written = (*first, GAP, Run(text, f"on-{badge.style}/{badge.style}+bold"))
            if width_of(written) <= above:
                first = written
                break
    return [first, notice] if first else [notice]


def _beside_badge(words: Sequence[Row], above: int, room: int) -> list[Row]:
    """Return words in two lines at most; if possible the last leaves room for the badge.

    What must be paid is always shown beside other texts. No line is longer than the one above the
    band, which leaves the log its cells.
    """
    for width in (min(room, above), above):
        lines = wrap(words, width)
        if len(lines) <= 2 and width_of(lines[-1]) <= room:
            return lines
    return []


def _beside_log(words: Sequence[Row], above: int, whole: int) -> list[Row]:
    """Return words in two lines; the first leaves the log its cells.

    If the words don't fit, whole sentences at the end are left out.
    """
    first = _fitting(words, above)
    both = first + _fitting(words[first:], whole)
    if both < len(words):
        ends = [end for end in range(first + 1, both + 1) if words[end - 1][-1].text.endswith(".")]
        both = ends[-1] if ends else both
    return [*wrap(words[:first], above), *wrap(words[first:both], whole)]


def _fitting(words: Sequence[Row], width: int) -> int:
    """Return the number of words that fit into a line of this width, at least one."""
    return max(1, sum([len(wrap(words[: end + 1], width)) == 1 for end in range(len(words))]))


def line_above(lines: Sequence[Row], width: int, height: int) -> Row:
    """Return the line that doesn't fit into a band of this height, with its margin."""
    if len(lines) <= height:
        return ()
    left, board = board_of(width)
    return (Run(" " * (left + _margin(board))), *lines[0])


def _margin(board: int) -> int:
    return 4 if board >= _WIDE else 1


def _badge_column(board: int) -> int:
    return next(column for least, column in _BADGE_COLUMNS if board >= least)


def _leaves_room(lines: Sequence[Row], width: int) -> bool:
    """Tell whether the first line of the band ends before the badge begins."""
    board = board_of(width)[1]
    return not lines or _margin(board) + width_of(lines[0]) < _badge_column(board)


def _words(row: Row) -> list[Row]:
    """Return the words of a row, each in its style."""
    words: list[Row] = []
    glued = False
    for run in row:
        for place, word in enumerate(re.split(" +", run.text)):
            if not word:
                glued = False
            elif place == 0 and glued and words:
                words[-1] = (*words[-1], run._replace(text=word))
            else:
                words.append((run._replace(text=word),))
            glued = bool(word)
    return words


def _paint_badge(canvas: Canvas, x: int, width: int, badge: Badge, symbols: Symbols) -> None:
    style = f"on-{badge.style}/{badge.style}+bold"
    under = canvas.ground(x, 0)
    text = f" {badge.before}{badge.text} "
    if len(text) + 3 + width_of(badge.behind) > width:
        text = f" {badge.text} "
    if symbols.pixels:
        canvas.put(x, 0, "▐", badge.style, under)
    end = canvas.text(x + 1, 0, text, style)
    if symbols.pixels:
        canvas.put(end, 0, "▌", badge.style, under)
    canvas.text(end + 2, 0, badge.behind)


def waiting_row(model: TableModel) -> Row:
    """Return who must act and how, or that the game is over; empty behind the curtain."""
    if model.curtain:
        return ()
    if model.stopped:
        return (Run("The game is over.", "muted"),)
    return (Run(model.actor, "text+bold"), Run(f" is {model.task}.", "muted"))


def _noticed(notice: Notice, symbols: Symbols) -> Row:
    if notice.verbatim:
        return (Run(notice.text, notice.style),)
    return with_cards(notice.text, notice.style, symbols)


def replay_row(replay_step: str, symbols: Symbols) -> Row:
    """Return the step of a replay, with the signs of cards."""
    return with_cards(replay_step, "muted", symbols)


def with_cards(text: str, style: str, symbols: Symbols) -> Row:
    """Return a text in one style, with the signs of cards."""
    pieces = _CARD.split(text)  # texts and cards alternate
    runs = [
        part_run(card(piece), symbols) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def _split(row: Row) -> list[Row]:
    """Return the parts of a preview between its gaps."""
    parts: list[Row] = [()]
    for run in row:
        if run == GAP:
            parts.append(())
        else:
            parts[-1] += (run,)
    return [part for part in parts if part]
