"""Which keys do something at a moment of a duel, and what is said where they do nothing."""

from regicide_tui.games.duel.preview import refusal
from regicide_tui.tui import commands as c
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.laying import offers_to_lay
from regicide_tui.tui.offers import Offer, offer
from regicide_tui.tui.symbols import Symbols


def offers(scene: Scene, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most needed first."""
    if scene.over:
        return [offer(c.CONFIRM, "show the result")]
    if scene.waiting:
        return [offer(c.CONFIRM, "show the hand")] if scene.curtain else []
    return [*offers_to_lay(scene, symbols), offer(c.RESIGN), offer(c.AGREE)]


def commands_of(scene: Scene) -> list[c.Command]:
    """Return the commands that this game has at all."""
    return [*c.DUEL]


def why_closed(scene: Scene, place: int) -> str:
    """Say why a card can't join the picked ones, in the words of the rules."""
    together = tuple([scene.hand[one] for one in (*scene.chosen, place)])
    return refusal(scene.view, together) or "No play has all these cards."


def why_nothing(scene: Scene, keymap: Keymap) -> str:
    """Say what to do where confirming does nothing: only a payment waits for picked cards."""
    return f"Pick the cards to discard, then press {keymap.shown(c.CONFIRM)}."


def resigning(scene: Scene, keymap: Keymap) -> str:
    """Return what is asked before somebody resigns (D-21)."""
    winner = scene.seats[scene.rival]
    return f"Resign? {winner} then wins. Press {keymap.shown(c.RESIGN)} again to resign."


def agreeing(scene: Scene, keymap: Keymap) -> str:
    """Return what is asked before both agree on a draw, or one of them offers it (D-21)."""
    if scene.far:
        rival = scene.seats[scene.rival]
        return f"Offer a draw to {rival}, or agree? Press {keymap.shown(c.AGREE)} again to do it."
    return f"Do you both agree on a draw? Press {keymap.shown(c.AGREE)} again to agree."
