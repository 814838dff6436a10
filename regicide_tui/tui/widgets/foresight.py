"""The lines below the hand: what the chosen cards would do, and a notice."""

import re

from regicide_tui.cards import card
from regicide_tui.tui.paint import Row, Run, part_run, width_of, wrap
from regicide_tui.tui.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import S, Zone

GAP = Run("   ")
"""What stands between the parts of a preview."""
_CARD = re.compile(r"(\*|\b[2-9TJQKA][CDHS]\b)")
_TIGHT = 70
"""Cells of width below which the preview is written without needless blanks."""


class Foresight(Zone[S]):
    """Two lines below the hand: the preview, and a notice or the rest of a long preview.

    Of a long preview a notice leaves the beginning, which says what the cards do at once.
    """

    def ahead(self, scene: S, symbols: Symbols, *, tight: bool) -> Row:
        """Return the preview line of a scene, `tight` where there is little room."""
        raise NotImplementedError

    def rows(self, scene: S, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the two lines."""
        tight = width < _TIGHT
        told = step_row(scene.step, symbols)
        ahead = told or self.ahead(scene, symbols, tight=tight)
        gap = "  " if tight else GAP.text
        lines = [ahead] if width_of(ahead) < width else wrap(_split(ahead), width - 1, gap)
        if scene.notice.text:
            lines = [*lines[:1], with_cards(scene.notice.text, scene.notice.style, symbols)]
        return [(Run(" "), *line) for line in lines]


def waiting_row(scene: Scene) -> Row:
    """Return who is to do what meanwhile; behind the curtain nothing."""
    if scene.curtain:
        return ()
    return (Run(scene.actor, "text+bold"), Run(f" is {scene.task}.", "muted"))


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
