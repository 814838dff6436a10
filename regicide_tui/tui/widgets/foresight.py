"""The lines below the hand: what the chosen cards would do, and a notice."""

import re

from regicide_tui.cards import card
from regicide_tui.games.base import Value
from regicide_tui.tui.paint import Row, Run, part_run, width_of, wrap
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.measures import board_of
from regicide_tui.tui.scene import Notice, Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import S, Zone

GAP = Run("   ")
"""What stands between the parts of a preview."""
_CARD = re.compile(r"(\*|\b[2-9TJQKA][CDHS]\b)")
_TIGHT = 100
"""Cells of width below which the preview is written without needless blanks."""
_WIDE = 110
_BADGE_COLUMNS = ((130, 92), (110, 84), (78, 48), (0, 37))
"""In a board so wide, the column at which the badge begins."""


class Badge(Value, frozen=True):
    """What matters most of a preview, on a ground of its own, and what is said behind it."""

    text: str
    style: str = "pay"
    """The ground: `pay` or `accent`."""
    behind: Row = ()


class Foresight(Zone[S]):
    """The band between the table and the hand: a preview, a badge, and a notice.

    Where it has one row, a notice takes the place of the preview; what doesn't fit of a notice
    stands above the band (`notice_above`).
    """

    def ahead(self, scene: S, symbols: Symbols, *, tight: bool) -> Row:
        """Return the preview line of a scene, `tight` where there is little room."""
        raise NotImplementedError

    def badge(self, scene: S, symbols: Symbols, *, tight: bool) -> Badge | None:
        """Return the badge of a scene."""
        return None

    def rows(self, scene: S, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the band."""
        left, board = board_of(width)
        tight = board < _TIGHT
        canvas = Canvas(width, height, "band")
        margin = left + (4 if board >= _WIDE else 1)
        badge = self.badge(scene, symbols, tight=tight)
        column = left + next(at for least, at in _BADGE_COLUMNS if board >= least)
        end = left + board if badge is None else column - 1
        preview = step_row(scene.step, symbols) or self.ahead(scene, symbols, tight=tight)
        noticed = notice_rows(scene, width, symbols)
        lines = _fitted(preview, end - margin, "  " if tight else GAP.text)
        if noticed and height == 1:
            lines = noticed[-1:]
            badge = badge if margin + width_of(lines[0]) < column else None
        elif noticed:
            lines = [*lines[:1], noticed[-1]]
        for y, line in enumerate(lines[:height]):
            canvas.text(margin, y, line)
        if badge is not None:
            _paint_badge(canvas, column, badge, symbols)
        return canvas.rows()


def notice_rows(scene: Scene, width: int, symbols: Symbols) -> list[Row]:
    """Return a notice in one row or two."""
    if not scene.notice.text:
        return []
    board = board_of(width)[1]
    words = _words(_noticed(scene.notice, symbols))
    return wrap(words, board - (8 if board >= _WIDE else 2))[:2]


def notice_above(scene: Scene, width: int, symbols: Symbols) -> Row:
    """Return what doesn't fit into the band of a notice, for the row above it."""
    rows = notice_rows(scene, width, symbols)
    return rows[0] if len(rows) > 1 else ()


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


def _fitted(row: Row, width: int, gap: str) -> list[Row]:
    """Return a preview in rows so wide."""
    return [row] if width_of(row) <= width else wrap(_split(row), width, gap)


def _paint_badge(canvas: Canvas, x: int, badge: Badge, symbols: Symbols) -> None:
    style = f"on-{badge.style}/{badge.style}+bold"
    under = canvas.ground(x, 0)
    text = f" {badge.text} "
    if symbols.pixels:
        canvas.put(x, 0, "▐", badge.style, under)
    end = canvas.text(x + 1, 0, text, style)
    if symbols.pixels:
        canvas.put(end, 0, "▌", badge.style, under)
    canvas.text(end + 2, 0, badge.behind)


def waiting_row(scene: Scene) -> Row:
    """Return who is to do what meanwhile; behind the curtain nothing."""
    if scene.curtain:
        return ()
    return (Run(scene.actor, "text+bold"), Run(f" is {scene.task}.", "muted"))


def _noticed(notice: Notice, symbols: Symbols) -> Row:
    if notice.verbatim:
        return (Run(notice.text, notice.style),)
    return with_cards(notice.text, notice.style, symbols)


def step_row(step: str, symbols: Symbols) -> Row:
    """Return where a replay stands, cards drawn with their signs."""
    return with_cards(step, "muted", symbols)


def with_cards(text: str, style: str, symbols: Symbols) -> Row:
    """Return a text in one style, the cards in it drawn with their signs."""
    pieces = _CARD.split(text)  # texts and cards by turns
    runs = [
        part_run(card(piece), symbols) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def _split(row: Row) -> list[Row]:
    """Return the parts of a preview that stand between its gaps."""
    parts: list[Row] = [()]
    for run in row:
        if run == GAP:
            parts.append(())
        else:
            parts[-1] += (run,)
    return [part for part in parts if part]
