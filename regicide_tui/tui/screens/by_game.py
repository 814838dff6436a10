"""The base of lists of which each game has one; the games' names stand above the list."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from regicide_tui import games
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.rendering.pictures import emblem, emblem_of
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.screens.lists import ListScreen
from regicide_tui.tui.widgets.choice import CHOSEN, OPEN

_NARROWEST = 19
"""Width in cells from which a picture of the game stands beside the list."""


def game_tabs(names: Sequence[str], here: str, action: str) -> Row:
    """Return the games side by side; a click on the second one means `action(1)`."""
    row: Row = ()
    for place, name in enumerate(names):
        style = CHOSEN if name == here else OPEN
        gap = (Run(" "),) if place else ()
        row += (*gap, Run(f" {games.find(name).title} ", style, f"{action}({place})"))
    return row


def picture_of(game: str, width: int, height: int, symbols: Symbols) -> Sequence[Row]:
    """Return the picture of a game; empty if there is no room for it."""
    if width < _NARROWEST:
        return ()
    return emblem(game, width, height, emblem_of(game).cloth, symbols)


class GameListScreen(ListScreen):
    """A list of one game; left and right show the lists of the other games."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings((*c.BY_GAME, c.BACK)))

    def __init__(self, look: Look, game: str, names: Sequence[str]) -> None:
        super().__init__(look)
        self.names = names
        self.game = game if game in names else names[0]

    def tabs(self) -> list[Row]:
        """Return a row of the games and a blank row; none if there is only one game."""
        return [game_tabs(self.names, self.game, "turn_to"), ()] if len(self.names) > 1 else []

    def picture(self, width: int, height: int) -> Sequence[Row]:
        """Return the picture of the game."""
        return picture_of(self.game, width, height, self.look.symbols)

    def key_line(self) -> list[tuple[str, str, str]]:
        """Add the keys to the other games, and back."""
        others = [self.look.keys("game", *c.BY_GAME)] if len(self.names) > 1 else []
        *moves, explain, leaving = super().key_line()
        return [*moves, *others, explain, self.look.key(c.BACK), leaving]

    def action_turn(self, steps: int) -> None:
        """Go to another game; the order wraps around at the ends."""
        self.action_turn_to((self.names.index(self.game) + steps) % len(self.names))

    def action_turn_to(self, place: int) -> None:
        """Go to the game at this place."""
        self.game, self.cursor = self.names[place], 0
        self.refresh_list()

    def action_back(self) -> None:
        """Go back to the screen below."""
        self.app.pop_screen()
