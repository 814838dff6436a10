"""The commands at a table of Regicide, with their keys."""

from regicide_tui.tui.input.commands import (
    RATHER_NOT,
    WISH,
    Command,
    GameCommands,
    before_undo,
    game_action,
    meaning,
)

YIELD = Command(
    game_action("yield_turn"), ("y",), "y", "yield", "Play no card and pay the attack.", "yield"
)
FLIP = Command(
    game_action("flip"),
    ("f",),
    "f",
    "flip Jester",
    "Alone: discard the hand and draw a new one.",
    "flip",
)

COMMANDS = GameCommands(
    "at the table",
    before_undo((YIELD, FLIP, WISH, RATHER_NOT)),
    verbs=(YIELD, FLIP),
    meanings=(
        meaning("y", "Yield (Regicide).", "yield_turn"),
        meaning("f", "Flip a Jester (Regicide).", "flip"),
    ),
)
"""The commands of the game come after those of every table."""
