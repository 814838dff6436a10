"""How one app looks: its colours and its characters. Every widget of the app shares it."""

from regicide_tui.tui.palette import Palette
from regicide_tui.tui.symbols import DRAWN, Symbols


class Look:
    """The palette and the symbols of one app; they never change."""

    def __init__(self, palette: Palette, symbols: Symbols = DRAWN) -> None:
        self.palette = palette
        self.symbols = symbols
