"""Which keys do something at a moment, and what is said where they do nothing."""

from regicide_tui.games.king_of_the_dead import preview
from regicide_tui.games.king_of_the_dead.preview import Picked
from regicide_tui.tui import commands as c
from regicide_tui.tui.keymap import Keymap
from regicide_tui.tui.king_of_the_dead.scene import WELL, Scene
from regicide_tui.tui.offers import Offer, offer
from regicide_tui.tui.symbols import Symbols

_DIGITS = (*c.PICK, *c.PICK_MORE)
_VERBS = {"discard": "discard", "order": "put back", "retain": "retain"}
"""What confirming an answer is called, where it isn't just choosing."""


def offers(scene: Scene, symbols: Symbols) -> list[Offer]:
    """Return what can be done now, the most needed first."""
    if scene.over:
        return [offer(c.CONFIRM, "show the result")]
    if scene.waiting:
        return [offer(c.CONFIRM, "show the hand")] if scene.curtain else []
    found = _to_answer(scene) if scene.choosing else _in_a_turn(scene)
    return [*found, offer(c.POWERS)]


def _in_a_turn(scene: Scene) -> list[Offer]:
    found = [_digits("pick", len(scene.hand))] if scene.hand else []
    if scene.chosen and scene.offer:
        found.append(offer(c.CONFIRM, "do it"))
        if len(scene.offered) > 1:
            found.append(offer(c.DO[0], "do", c.DO[min(len(scene.offered), len(c.DO)) - 1]))
    if scene.chosen:
        found.append(offer(c.DROP))
    if scene.offered and not scene.chosen:
        found.append(offer(c.RECALL))
    if scene.well_open:
        found.append(offer(c.WELL))
    return [*found, offer(c.END_TURN)]


def _to_answer(scene: Scene) -> list[Offer]:
    choice = scene.choice
    assert choice is not None
    found = [_digits("pick" if choice.toggles else "choose", len(choice.options))]
    if choice.toggles:
        found.append(offer(c.TOGGLE))
    verb = _VERBS.get(choice.ask.verb) if choice.last else None
    found.append(offer(c.CONFIRM, verb or "choose"))
    if choice.none:
        found.append(offer(c.PASS))
    if choice.before or choice.marked:
        found.append(offer(c.DROP, "back" if choice.before else "clear"))
    return found


def _digits(word: str, count: int) -> Offer:
    return offer(_DIGITS[0], word, _DIGITS[min(count, len(_DIGITS)) - 1])


def commands_of(scene: Scene) -> list[c.Command]:
    """Return the commands that this game has at all."""
    return [*c.KING]


def why_nothing(scene: Scene, keymap: Keymap) -> str:
    """Say what to do where confirming does nothing."""
    choice = scene.choice
    if choice:
        missing = choice.pick.least - len(choice.marked)
        return f"Choose {missing} more first."
    if not scene.chosen:
        return f"Nothing is picked. {keymap.shown(c.END_TURN)} ends your turn."
    return preview.why_nothing(scene.view, scene.picked)


def why_closed(scene: Scene, place: int) -> str:
    """Say why a card can't join the picked ones, in the words of the rules."""
    cards = tuple([scene.hand[one] for one in (*scene.chosen, place) if one != WELL])
    together = Picked(cards, WELL in scene.chosen)
    otherwise = "Nothing that you can do has all these cards."
    return preview.why_nothing(scene.view, together) or otherwise
