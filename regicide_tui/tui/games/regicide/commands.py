"""The keys at a table of Regicide."""

from regicide_tui.tui.input.commands import Command, GameCommands, before_undo, meaning, of_game

YIELD = Command(
    of_game("yield_turn"), ("y",), "y", "yield", "Play no card and pay the attack.", "yield"
)
FLIP = Command(
    of_game("flip"),
    ("f",),
    "f",
    "flip Jester",
    "Alone: discard the hand and draw a new one.",
    "flip",
)

COMMANDS = GameCommands(
    "at the table",
    before_undo((YIELD, FLIP)),
    verbs=(YIELD, FLIP),
    meanings=(
        meaning("y", "Yield (Regicide).", "yield_turn"),
        meaning("f", "Flip a Jester (Regicide).", "flip"),
    ),
)
"""The commands of the game come after those of every table."""
