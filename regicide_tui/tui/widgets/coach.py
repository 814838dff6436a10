"""The coach: what to look at, what to do and why, in the place of the log."""

import re

from regicide_tui.cards import Suit, card
from regicide_tui.tui.commands import COMMANDS
from regicide_tui.tui.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, panel, part_run, wrap
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.bars import Key
from regicide_tui.tui.widgets.painted import Painted

_SIGN = re.compile(r"\{([^}]+)\}")


class Coach(Painted):
    """A text under a title, with the key to go on where there is room for it."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._title = self._text = ""
        self._style = "text"
        self._key: Key | None = None

    def say(self, title: str, text: str, style: str, key: Key | None) -> None:
        """Say this; cards, suits and commands stand in braces, as in `{8D}`, `{D}` and `{undo}`."""
        self._title, self._text, self._style, self._key = title, text, style, key
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the panel."""
        symbols = self.look.symbols
        rows = coach_rows(self._text, self._style, width, symbols, self.look.keymap)
        if self._key is not None and len(rows) + 2 <= height - 2:
            key, word, action = self._key
            rows += [(), (Run(key, "primary+bold", action), Run(f" {word}", "muted", action))]
        framed = [(Run(" "), *row) for row in rows]
        title = (Run(self._title, "primary+bold"),)
        return panel(title, framed, width, height, symbols.panel, "primary")


def coach_rows(
    text: str, style: str, width: int, symbols: Symbols, keymap: Keymap = OWN_KEYS
) -> list[Row]:
    """Return a text as rows for a panel of this width."""
    return wrap([_word(word, style, symbols, keymap) for word in text.split()], width - 3)


def _word(word: str, style: str, symbols: Symbols, keymap: Keymap) -> Row:
    pieces = _SIGN.split(word)  # texts and signs by turns
    runs = [
        _sign(piece, symbols, keymap) if place % 2 else Run(piece, style)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return tuple(runs)


def _sign(text: str, symbols: Symbols, keymap: Keymap) -> Run:
    if text in COMMANDS:
        return Run(keymap.shown(COMMANDS[text]), "primary+bold")
    return part_run(Suit(text) if len(text) == 1 else card(text), symbols)
