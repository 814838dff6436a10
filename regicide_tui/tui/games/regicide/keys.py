"""The keys that do something at a moment of Regicide, and what they would do."""

from regicide_tui.games.regicide.rules import refusal
from regicide_tui.games.regicide.state import OVER, SUFFER, Flip, Yield, attack
from regicide_tui.tui.games.regicide.commands import COMMANDS, FLIP, YIELD
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import OWN_KEYS, Keymap
from regicide_tui.tui.input.offers import Offer, offer
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table.play_or_pay import offers_to_lay


def offers(model: RegicideModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most useful first."""
    if model.phase is OVER:
        return [offer(c.CONFIRM, "show the result")]
    if model.waiting:
        wishes = [offer(c.WISH), offer(c.RATHER_NOT)] if model.may_wish else []
        return [offer(c.CONFIRM, "show the hand")] if model.curtain else wishes
    if model.choosing:
        players = c.PICK[len(model.seats) - 1]
        return [offer(c.PICK[0], "player", players), offer(c.CONFIRM, "choose")]
    found = offers_to_lay(model, symbols)
    if Yield() in model.legal:
        pays = f"yield, pay {attack(model.view) or 'nothing'}"
        found.append(offer(YIELD, "yield and lose" if model.yield_loses else pays))
    if Flip() in model.legal:
        found.append(offer(FLIP))
    return found


def why_nothing(model: RegicideModel, keymap: Keymap = OWN_KEYS) -> str:
    """Say what to do if confirming does nothing."""
    flips = f"{keymap.shown(FLIP)} flips a Jester"
    if model.phase is SUFFER:
        if list(model.legal) == [Flip()]:
            return f"Your hand can't cover the attack: {flips}."
        return f"Pick the cards to discard, then press {keymap.shown(c.CONFIRM)}."
    yields = f"{keymap.shown(YIELD)} yields"
    return f"Your hand is empty: {flips if Flip() in model.legal else yields}."


def why_not_pickable(model: RegicideModel, place: int) -> str:
    """Say why a card can't be picked now, in the words of the rules."""
    together = tuple([model.hand[one] for one in (*model.chosen, place)])
    return refusal(model.view, together) or "No play has all these cards."


def commands_of(model: RegicideModel) -> list[c.Command]:
    """Return the commands that this game can ever offer."""
    absent = [] if model.alone else [FLIP]
    # Where several people sit at one keyboard nobody would know who spoke; two have no Jesters.
    absent += [] if model.own and len(model.seats) > 2 else [c.WISH, c.RATHER_NOT]
    absent += [YIELD] if model.alone and not model.view.options.solo_yield else []
    return [command for command in COMMANDS.commands if command not in absent]
