"""The commands at a table of Regicide Duel, with their keys."""

from regicide_tui.tui.input.commands import AGREE, RESIGN, GameCommands, before_undo

COMMANDS = GameCommands(
    "at the table of a duel",
    before_undo((RESIGN, AGREE)),
    verbs=(RESIGN, AGREE),
    left_out_late=(AGREE, RESIGN),
)
