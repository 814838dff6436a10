"""The texts of puzzles with the signs of cards in them, and what a hint says of an action."""

import re

from regicide_tui.cards import card
from regicide_tui.games.words import named
from regicide_tui.tui.symbols import Symbols

_BRACES = re.compile(r"\{([A2-9TJQK][CDHS])\}")
_CARD = re.compile(r"[A2-9TJQK][CDHS]|\*")
_SLOT = re.compile(r"@(\d)")


def with_signs(text: str, symbols: Symbols) -> str:
    """Return a text with the signs of cards for what stands in braces, as in `{8D}`."""
    return _BRACES.sub(lambda found: symbols.card_text(card(found[1])), text)


def part(action: str, symbols: Symbols) -> str:
    """Return the first hint: one card of an action, or the whole action if it has no card."""
    cards = _CARD.findall(action)
    if len(cards) < 2:
        return whole(action, symbols)
    verb = _VERBS.get(action.split()[0], "Play")
    return f"{verb} {symbols.card_text(card(cards[0]))} and something else."


def whole(action: str, symbols: Symbols) -> str:
    """Return the second hint: the whole action."""
    words = action.split()
    cards = [symbols.card_text(card(text)) for text in _CARD.findall(action)]
    cards += ["the top card of the Well"] if "W" in words else []
    if action.startswith(">P"):
        return f"Choose player {action[2:]}."
    if words[0] in ("yield", "flip", "end", "pass"):
        return f"{_ALONE[words[0]]}."
    slot = _SLOT.search(action)
    if words[0] == "buy":
        return f"Buy {f'slot {slot[1]}' if slot else 'the Newcomer'} with {named(cards)}."
    verb = _VERBS.get(words[0], "Play")
    into = f" in slot {slot[1]}" if slot else ""
    return f"{verb} {named(cards)}{into}." if cards else f"{verb} {' '.join(words[1:])}."


_VERBS = {
    "pay": "Pay with",
    "score": "Score",
    "buy": "Pay with",
    "take": "Take",
    "swap": "Lay",
    "send": "Send",
    "discard": "Discard",
    "retain": "Keep",
    "recall": "Recall Familiar",
    "order": "Put back",
    "target": "Choose",
}
_ALONE = {
    "yield": "Yield",
    "flip": "Flip a Jester",
    "end": "End the turn",
    "pass": "Take nothing more",
}
