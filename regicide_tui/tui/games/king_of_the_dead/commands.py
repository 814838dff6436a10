"""The commands at a table of King of the Dead, with their keys."""

from regicide_tui.tui.input import commands as c

_DOES = "Do one of the first three things on offer."

DO = tuple(
    c.Command(c.game_action("do", number), (letter,), letter, "do", _DOES, f"do_{number}")
    for number, letter in enumerate("ABC", 1)
)
DROP = c.Command(
    "clear", ("escape", "backspace"), "esc", "clear", "Drop all that is picked.", "drop"
)
WELL = c.Command(
    c.game_action("well"),
    ("w",),
    "w",
    "Well",
    "Pick or drop the top card of the Well, for a run.",
    "pick_well",
)
END_TURN = c.Command(
    c.game_action("end_turn"), ("e",), "e", "end turn", "End the turn.", "end_turn"
)
RECALL = c.Command(
    c.game_action("recall"), ("F",), "F", "recall", "Take a Familiar's card back.", "recall"
)
PASS = c.Command(
    c.game_action("pass_by"), ("N",), "N", "none", "Choose nothing, if that is allowed.", "pass"
)
POWERS = c.Command(
    c.game_action("powers"), ("P",), "P", "powers", "Read what all cards can do.", "powers"
)


_OWN = (*DO, WELL, RECALL, PASS, END_TURN, POWERS)
_POINTER = (
    *(*c.PICK, *c.PICK_MORE, c.LEFT, c.RIGHT),
    *(c.OFFER_UP, c.OFFER_DOWN, c.HOME, c.END, c.TOGGLE),
)
COMMANDS = c.GameCommands(
    "at the table of King of the Dead",
    (*_POINTER, c.CONFIRM, DROP, *_OWN, *c.ANY_TABLE[c.ANY_TABLE.index(c.UNDO) :]),
    verbs=(*DO, WELL, END_TURN, RECALL, PASS),
    left_out_early=(POWERS,),
    left_out_late=(PASS,),
    meanings=(
        c.meaning("A B C", "The first three things on offer (King of the Dead).", "do"),
        c.meaning("w", "The top card of the Well (King of the Dead).", "well"),
        c.meaning("F", "Recall a Familiar's card (King of the Dead).", "recall"),
        c.meaning("e", "End the turn (King of the Dead).", "end_turn"),
        c.meaning("P", "The powers of all cards (King of the Dead).", "powers"),
    ),
)
