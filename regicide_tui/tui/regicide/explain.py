"""What is to be done at a moment of Regicide, for somebody who does not know."""

from regicide_tui.games.regicide.actions import Pay
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.regicide.scene import Scene

_SUFFER = (
    "The enemy attacks. Discard cards worth at least what is due: an Ace is 1, a Jester 0, "
    "royals are 10, 15 and 20. "
)
_LOST = "If you can't, the game is lost."
_FLIP_TO_PAY = "If you can't, or don't want to, {} flips a Jester: you get a new hand to pay with."
_PLAY = "Play a card, or an Ace with one other card"
_COMBOS = ", or 2 to 4 cards of one number with a total of at most 10"
_POWERS = (
    ". Hearts heal the discard, Diamonds draw, Clubs double the damage, Spades shield; the "
    "enemy's own suit does nothing. Exactly his health puts him on the Tavern."
)


def chapter(scene: Scene) -> str:
    """Return the heading of the rules that speaks of this moment."""
    if scene.curtain:
        return "Who sees what, who may say what"
    if scene.phase is SUFFER and scene.legal and not isinstance(scene.legal[0], Pay):
        return "Solo"
    return {
        PLAY: "What may be played",
        CHOOSE: "The Jester (three and four players)",
        SUFFER: "Paying",
        OVER: "Winning and losing",
    }[scene.phase]


def explain(scene: Scene, keymap: Keymap) -> str:
    """Return what is to be done now, for somebody who does not know."""
    if scene.phase is OVER:
        enter, undo = keymap.shown(c.CONFIRM), keymap.shown(c.UNDO)
        return f"The game is over. {enter} shows the result, {undo} takes the last action back."
    if scene.curtain:
        return f"The hands are hidden until {scene.actor} sits at the keyboard."
    if scene.phase is CHOOSE:
        return "A Jester was played: whoever you choose now takes the next turn."
    if scene.phase is SUFFER:
        flip = _FLIP_TO_PAY.format(keymap.shown(c.FLIP))
        return _SUFFER + (flip if scene.view.jesters_unused else _LOST)
    return _PLAY + (_COMBOS if scene.view.options.combos else "") + _POWERS
