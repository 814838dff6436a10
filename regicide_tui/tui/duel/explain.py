"""What is to be done at a moment of a duel, for somebody who does not know."""

from regicide_tui.games.duel.state import PLAY
from regicide_tui.tui import commands as c
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.keymap import Keymap

_PLAY = (
    "Play a card, an Ace with one other card, or 2 to 4 cards of one number with a total of at "
    "most 10. Every play attacks with its total. Hearts heal the discard, Diamonds draw (and your "
    "opponent draws a card of the Castle), Clubs double the attack, Spades stay before you as your "
    "shield. An attack below the shield does nothing; any other destroys it, and what is left over "
    "must be paid."
)
_PAY = (
    "You are attacked. Discard cards worth at least what is due: an Ace is 1, royals are 10, 15 "
    "and 20. Who can't pay loses, and so does who begins a turn without cards."
)


def explain(scene: Scene, keymap: Keymap) -> str:
    """Return what is to be done now, for somebody who does not know."""
    if scene.over:
        enter, undo = keymap.shown(c.CONFIRM), keymap.shown(c.UNDO)
        return f"The duel is over. {enter} shows the result, {undo} takes the last action back."
    if scene.curtain:
        return f"The hands are hidden until {scene.actor} sits at the keyboard."
    return _PLAY if scene.phase is PLAY else _PAY


def chapter(scene: Scene) -> str:
    """Return the heading of the rules that speaks of this moment."""
    return ""
