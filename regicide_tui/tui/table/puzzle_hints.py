"""The texts of puzzles with signs of cards, and the first hint about an action."""

import re

from regicide_tui.cards import card
from regicide_tui.tui.rendering.symbols import Symbols

_BRACES = re.compile(r"\{([A2-9TJQK][CDHS])\}")
_CARD = re.compile(r"[A2-9TJQK][CDHS]|\*")


def with_signs(text: str, symbols: Symbols) -> str:
    """Return a text with a card's sign for its notation in braces, as in `{8D}`."""
    return _BRACES.sub(lambda found: symbols.card_text(card(found[1])), text)


def part(action: str, said: str, symbols: Symbols) -> str:
    """Return the first hint: one card of an action, or `said` if it has only one."""
    cards = _CARD.findall(action)
    if len(cards) < 2:
        return said
    verb = _VERBS.get(action.split()[0], "Play")
    return f"{verb} {symbols.card_text(card(cards[0]))} and something else."


_VERBS = {
    "pay": "Pay with",
    "score": "A run with",
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
