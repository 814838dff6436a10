"""The line at the top of a table and the line of keys at its bottom."""

from collections.abc import Sequence

from regicide_tui.tui.input.commands import GameCommands
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.bars import Key, key_rows, title_rows
from regicide_tui.tui.rendering.paint import Row
from regicide_tui.tui.widgets.painted import Painted

__all__ = ["Key", "KeyBar", "TitleBar"]


class TitleBar(Painted):
    """What is being played, and how far it is."""

    def __init__(self, look: Look, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(look, id=id)
        self._lefts: Sequence[Row] = ((),)
        self._right: Row = ()

    def show(self, left: Row, right: Row, *shorter: Row) -> None:
        """Show these two parts, one at each end.

        Where there is no room for the left one, the first of the `shorter` ones stands there for
        which there is; where there is room for none, the last of them is cut.
        """
        self._lefts, self._right = (left, *[row for row in shorter if row]), right
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line."""
        return title_rows(self._lefts, self._right, width, self.look.symbols.ellipsis)


class KeyBar(Painted):
    """The keys that work now. Where room is short, those that one needs least are left out.

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

    def show(self, keys: Sequence[Key]) -> None:
        """Show these keys."""
        self._keys = keys
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint the line."""
        return key_rows(self._keys, width, height, self._game)
