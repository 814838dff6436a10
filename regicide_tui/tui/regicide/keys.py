"""Which keys do something at a moment of Regicide, and what they would do."""

from regicide_tui.games.regicide.actions import Flip, Yield
from regicide_tui.games.regicide.preview import refusal
from regicide_tui.games.regicide.state import OVER, SUFFER, attack
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.laying import offers_to_lay
from regicide_tui.tui.offers import Offer, offer
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.symbols import Symbols


def offers(scene: Scene, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most needed first."""
    if scene.phase is OVER:
        return [offer(c.CONFIRM, "show the result")]
    if scene.waiting:
        return [offer(c.CONFIRM, "show the hand")] if scene.curtain else []
    if scene.choosing:
        players = c.PICK[len(scene.seats) - 1]
        return [offer(c.PICK[0], "player", players), offer(c.CONFIRM, "choose")]
    found = offers_to_lay(scene, symbols)
    if Yield() in scene.legal:
        found.append(offer(c.YIELD, f"yield, pay {attack(scene.view) or 'nothing'}"))
    if Flip() in scene.legal:
        found.append(offer(c.FLIP))
    return found


def why_nothing(scene: Scene, keymap: Keymap = OWN_KEYS) -> str:
    """Say what to do where confirming does nothing."""
    flips = f"{keymap.shown(c.FLIP)} flips a Jester"
    if scene.phase is SUFFER:
        if list(scene.legal) == [Flip()]:
            return f"Your hand can't cover the attack: {flips}."
        return f"Pick the cards to discard, then press {keymap.shown(c.CONFIRM)}."
    yields = f"{keymap.shown(c.YIELD)} yields"
    return f"Your hand is empty: {flips if Flip() in scene.legal else yields}."


def why_closed(scene: Scene, place: int) -> str:
    """Say why a card can't join the picked ones, in the words of the rules."""
    together = tuple([scene.hand[one] for one in (*scene.chosen, place)])
    return refusal(scene.view, together) or "No play has all these cards."


def commands_of(scene: Scene) -> list[c.Command]:
    """Return the commands that this game has at all."""
    absent = [] if scene.alone else [c.FLIP]
    absent += [c.YIELD] if scene.alone and not scene.view.options.solo_yield else []
    return [command for command in c.TABLE if command not in absent]
