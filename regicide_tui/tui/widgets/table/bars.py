"""The widgets of the top line and of the line of keys."""

from collections.abc import Sequence

from regicide_tui.tui.input.commands import GameCommands
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.bars import Key, key_rows, title_rows
from regicide_tui.tui.rendering.paint import Row, Run, fit
from regicide_tui.tui.widgets.painted import Painted

__all__ = ["Key", "KeyBar", "TitleBar"]


class TitleBar(Painted):
    """The top line: the game that is played, and its progress."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._lefts: Sequence[Row] = ((),)
        self._right: Row = ()

    def show(self, left: Row, right: Row, *shorter: Row) -> None:
        """Show two parts, one at each end.

        If the left part doesn't fit, the first of the `shorter` parts that fits replaces it; if
        none fits, the last one is cut.
        """
        self._lefts, self._right = (left, *[row for row in shorter if row]), right
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line."""
        return title_rows(self._lefts, self._right, width, self.look.symbols.ellipsis)


class KeyBar(Painted):
    """The keys that work now. If there is little room, the least needed keys are left out.

    The key that quits always stays.
    """

    def __init__(
        self,
        look: Look,
        *,
        id: str | None = None,  # noqa: A002
        game: GameCommands | None = None,
    ) -> None:
        super().__init__(look, id=id)
        self._game = game
        self._keys: Sequence[Key] = ()
        self._told = ""

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        self._keys, self._told = keys, ""
        self.repaint()

    def tell(self, sentence: str) -> None:
        """Show a sentence in place of the keys until they are shown again."""
        self._told = sentence
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line."""
        if self._told:
            return [fit((Run(f" {self._told}", "warning"),), width)]
        return key_rows(self._keys, width, height, self._game)
