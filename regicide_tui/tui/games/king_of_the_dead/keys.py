"""The keys that do something at a moment, and sentences where they do nothing."""

from regicide_tui.games.king_of_the_dead import preview
from regicide_tui.games.king_of_the_dead.preview import PickedCards
from regicide_tui.tui.games.king_of_the_dead import commands as own
from regicide_tui.tui.games.king_of_the_dead.table_model import WELL, KingModel
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.keymap import Keymap
from regicide_tui.tui.input.offers import Offer, offer
from regicide_tui.tui.rendering.paint import Symbols

_DIGITS = (*c.PICK, *c.PICK_MORE)
_VERBS = {"discard": "discard", "order": "put back", "retain": "retain"}
"""The words for confirming an answer, if they are not just `choose`."""


def offers(model: KingModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done now, the most useful first."""
    if model.over:
        return [offer(c.CONFIRM, "show the result")]
    if model.waiting:
        return [offer(c.CONFIRM, "show the hand")] if model.curtain else []
    found = _to_answer(model) if model.choosing else _in_a_turn(model)
    return [*found, offer(own.POWERS)]


def _in_a_turn(model: KingModel) -> list[Offer]:
    found = [_digits("pick", len(model.hand))] if model.hand else []
    if model.chosen and model.offer:
        found.append(offer(c.CONFIRM, "do it"))
        if len(model.offered) > 1:
            found.append(offer(own.DO[0], "do", own.DO[min(len(model.offered), len(own.DO)) - 1]))
    if model.chosen:
        found.append(offer(own.DROP))
    if model.offered and not model.chosen:
        found.append(offer(own.RECALL))
    if model.well_open:
        found.append(offer(own.WELL))
    return [*found, offer(own.END_TURN)]


def _to_answer(model: KingModel) -> list[Offer]:
    choice = model.choice
    assert choice is not None
    found = [_digits("pick" if choice.toggles else "choose", len(choice.options))]
    if choice.toggles:
        found.append(offer(c.TOGGLE))
    verb = _VERBS.get(choice.form.verb) if choice.last else None
    found.append(offer(c.CONFIRM, verb or "choose"))
    if choice.none:
        found.append(offer(own.PASS))
    if choice.before or choice.marked:
        found.append(offer(own.DROP, "back" if choice.before else "clear"))
    return found


def _digits(word: str, count: int) -> Offer:
    return offer(_DIGITS[0], word, _DIGITS[min(count, len(_DIGITS)) - 1])


def commands_of(model: KingModel) -> list[c.Command]:
    """Return the commands that this game can ever offer."""
    return [*own.COMMANDS.commands]


def why_nothing(model: KingModel, keymap: Keymap) -> str:
    """Say what to do if confirming does nothing."""
    choice = model.choice
    if choice:
        missing = choice.pick.least - len(choice.marked)
        return f"Choose {missing} more first."
    if not model.chosen:
        return f"Nothing is picked. {keymap.shown(own.END_TURN)} ends your turn."
    return preview.why_nothing(model.view, model.picked)


def why_not_pickable(model: KingModel, place: int) -> str:
    """Say why a card can't be picked now, in the words of the rules."""
    cards = tuple([model.hand[one] for one in (*model.chosen, place) if one != WELL])
    together = PickedCards(cards, WELL in model.chosen)
    otherwise = "Nothing that you can do has all these cards."
    return preview.why_nothing(model.view, together) or otherwise
