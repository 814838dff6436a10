"""The table of King of the Dead: its commands, and its picture in the form for a new game."""

from regicide_tui.cards import Card, cards
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Symbols, card_style
from regicide_tui.tui.rendering.pictures import LARGE, MEDIUM, GamePicture, lay

_DOES = "Take one of the first three actions on offer."

DO = tuple(
    c.command(c.game_action("do", number), letter, "do", _DOES, f"do_{number}")
    for number, letter in enumerate("ABC", 1)
)
DROP = c.command("clear", "escape backspace", "clear", "Unpick all cards.", "drop")
WELL = c.command(
    c.game_action("well"),
    "w",
    "Well",
    "Pick or unpick the top card of the Well, for a run.",
    "pick_well",
)
END_TURN = c.command(c.game_action("end_turn"), "e", "end turn", "End the turn.", "end_turn")
RECALL = c.command(c.game_action("recall"), "F", "recall", "Recall a Familiar's card.", "recall")
PASS = c.command(
    c.game_action("pass_by"), "N", "none", "Choose nothing, if that is allowed.", "pass"
)
POWERS = c.command(
    c.game_action("powers"), "P", "powers", "List the powers of all cards.", "powers"
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
)


def _apart(size: CardSize) -> int:
    return max(12, size.width * 13 // 8) + size.width


def _paint_dead(canvas: Canvas, size: CardSize, symbols: Symbols) -> None:
    """Paint a crowned skull in front of a black and a red card with coloured ends."""
    left, apart = (canvas.width - _apart(size)) // 2, _apart(size) - size.width
    top = (canvas.height - size.height) // 2
    skull, circlet, scale = art.SKULL, art.CIRCLET, 1
    if size.height >= LARGE.height:
        skull, circlet, scale = art.doubled(skull), art.doubled(circlet), 2
    shown = cards("7S 6H" if size.height >= MEDIUM.height else "KS KH")
    for x, one in zip((left, left + apart), shown, strict=True):
        lay(canvas, x, top, one, size, symbols)
        if not symbols.framed:
            _colour_ends(canvas, x, top, one, size, symbols)
    if size.height >= MEDIUM.height and symbols.pixels:
        middle = (canvas.width - len(skull[0])) // 2
        down = canvas.height - len(skull) // 2 + 2 * scale
        canvas.picture(middle, down, skull, "H")
        canvas.picture(middle + 2 * scale, down - 5 * scale, circlet, "H")


def _colour_ends(
    canvas: Canvas, x: int, y: int, one: Card, size: CardSize, symbols: Symbols
) -> None:
    """Fill the first and last row of a card with its colour, red or black."""
    suit = "hearts" if card_style(one) in ("hearts", "diamonds") else "spades"
    ink = f"index-{suit}"
    name = symbols.card_text(one)
    for row, at in ((y, x + 1), (y + size.height - 1, x + size.width - 1 - len(name))):
        canvas.fill(x + 1, row, size.width - 2, 1, ink)
        if symbols.pixels:
            for column, sign in zip(
                (x, x + size.width - 1), "▟▙" if row == y else "▜▛", strict=True
            ):
                canvas.put(column, row, sign, ink)
        canvas.text(at, row, name, f"on-index-{suit}/{ink}+bold")


PICTURE = GamePicture(_apart, _paint_dead)
