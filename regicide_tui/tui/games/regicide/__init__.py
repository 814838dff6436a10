"""The table of Regicide: its commands, and its picture in the form for a new game."""

from regicide_tui.cards import cards
from regicide_tui.tui.input.commands import (
    RATHER_NOT,
    WISH,
    GameCommands,
    before_undo,
    command,
    game_action,
)
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.rendering.pictures import GamePicture, paint_spread, spread

YIELD = command(
    game_action("yield_turn"), "y", "yield", "Play no card, and pay for the attack.", "yield"
)
FLIP = command(
    game_action("flip"), "f", "flip Jester", "Solo: discard your hand and draw a new one.", "flip"
)

COMMANDS = GameCommands(
    "at the table",
    before_undo((YIELD, FLIP, WISH, RATHER_NOT)),
    verbs=(YIELD, FLIP),
)
"""The commands of the game come after those of every table."""


def _paint_court(canvas: Canvas, size: CardSize, symbols: Symbols) -> None:
    paint_spread(canvas, tuple(cards("JC QD KH")), (1, 0, 1), size, symbols)


PICTURE = GamePicture(lambda size: spread(size, 3), _paint_court)
