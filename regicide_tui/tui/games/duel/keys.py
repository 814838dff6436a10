"""The keys that do something at a moment of a duel, and sentences where they do nothing."""

from regicide_tui.games.duel.rules import refusal
from regicide_tui.tui.games.duel.commands import COMMANDS
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer, offer
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table.play_or_pay import offers_to_lay


def offers(model: DuelModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most useful first."""
    if model.over:
        return [offer(c.CONFIRM, "show the result")]
    if model.waiting:
        return [offer(c.CONFIRM, "show the hand")] if model.curtain else []
    return [*offers_to_lay(model, symbols), offer(c.RESIGN), offer(c.AGREE)]


def commands_of(model: DuelModel) -> list[c.Command]:
    """Return the commands that this game can ever offer."""
    return [*COMMANDS.commands]


def why_not_pickable(model: DuelModel, place: int) -> str:
    """Say why a card can't be picked now, in the words of the rules."""
    together = tuple([model.hand[one] for one in (*model.chosen, place)])
    return refusal(model.view, together) or "No play has all these cards."


def why_nothing(model: DuelModel, keymap: Keymap) -> str:
    """Say what to do if confirming does nothing; only a payment needs picked cards."""
    return f"Pick the cards to discard, then press {keymap.shown(c.CONFIRM)}."


def resigning(model: DuelModel, keymap: Keymap) -> str:
    """Return the question before a player resigns (D-21)."""
    winner = model.seats[model.rival]
    return f"Resign? {winner} then wins. Press {keymap.shown(c.RESIGN)} again to resign."


def agreeing(model: DuelModel, keymap: Keymap, *, offered: bool) -> str:
    """Return the question before both agree on a draw, or one player offers it (D-21)."""
    again = f"Press {keymap.shown(c.AGREE)} again"
    rival = model.seats[model.rival]
    if not model.needs_no_curtain:
        return f"Do you both agree on a draw? {again} to agree."
    if offered:
        return f"{rival} offers a draw. {again} to agree."
    return f"Offer {rival} a draw? {again} to offer it."
