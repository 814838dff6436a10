"""The coach of a lesson: a text about what to look at, what to do and why."""

import re

from regicide_tui.cards import Suit, card
from regicide_tui.games.practice import ELSEWHERE
from regicide_tui.tui.input import all_commands
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import on
from regicide_tui.tui.rendering.measures import LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run, fit, part_run, width_of, wrap
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.widgets.painted import Painted
from regicide_tui.tui.widgets.table.bars import Key

_TIGHT = 4
"""Rows of the coach in a narrow window up to which the text begins in the first row."""
_SIGN = re.compile(r"\{([^}]+)\}")


class Coach(Painted):
    """A title, a text, and the key to go on if there is room for it."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
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
        filled = [(), *rows] if roomy and len(rows) < height else rows
        lines = [fit((margin, *row), width) for row in filled[:height]]
        return on("band", [*lines, *[fit((), width)] * (height - len(lines))])


def coach_rows(
    title: str, text: str, style: str, width: int, symbols: Symbols, keymap: Keymap = OWN_KEYS
) -> list[Row]:
    """Return a title and the text after it as rows for a board of this width."""
    head: Row = (Run(f"{title} ", "accent+bold"),)
    words = [_word(word, style, symbols, keymap) for word in text.split()]
    return wrap([head, *words], width - 2)


def _with_key(rows: list[Row], key: Key, width: int, height: int) -> list[Row]:
    """Return the rows with the key to go on: after the text, or in a row below it."""
    char, word, action = key
    shown: Row = (Run(char, "primary+bold", action), Run(f" {word}", "muted", action))
    behind = (*rows[-1], Run("  "), *shown)
    if width_of(behind) <= width - 2:
        return [*rows[:-1], behind]
    return [*rows, shown] if len(rows) < height else rows


def _word(word: str, style: str, symbols: Symbols, keymap: Keymap) -> Row:
    pieces = _SIGN.split(word)  # texts and signs alternate
    runs = [
        _sign(piece, symbols, keymap) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def _sign(text: str, symbols: Symbols, keymap: Keymap) -> Run:
    if (command := all_commands.by_id().get(text)) is not None:
        return Run(keymap.shown(command), "primary+bold")
    part = Suit(text) if len(text) == 1 else card(text.removeprefix(ELSEWHERE))
    return part_run(part, symbols)
