"""The words of hints: the best action, its chances, and why."""

import re
from collections.abc import Sequence

from regicide_tui.bots.base import whole_percent
from regicide_tui.bots.roster import MISSING, has_searches
from regicide_tui.cards import card
from regicide_tui.games.words import WINS
from regicide_tui.play.table import TableView
from regicide_tui.thinking.questions import Advice
from regicide_tui.tui.pages.lines import chances_text
from regicide_tui.tui.rendering.paint import Symbols
from regicide_tui.tui.table.game_ui import find
from regicide_tui.tui.table.table_model import Notice

SECONDS = 20.0
"""Maximum seconds to think about a hint; the strongest level usually needs far fewer."""
NO_HINT = "No hint found."
NO_HINTS_IN_LESSONS = "The coach says what to do: there are no hints in a lesson."
REASONS = 3
"""The number of reasons that fit into a line."""


def tell_no_hints() -> str:
    """Return why there are no hints in a game without a bot that gives them."""
    return f"There are no hints {'for this game yet' if has_searches() else f'now: {MISSING}'}."


def hint(table: TableView, ranked: Sequence[Advice]) -> Notice:
    """Return the sentence of a hint to the player of a table; the best action is the first."""
    game, view = table.game, table.state
    said = [game.say(view, one.action, table.seats) for one in ranked[:2]]
    return sentence(ranked, said, find(game.name).reasons(view, ranked[0].action))


def sentence(ranked: Sequence[Advice], said: Sequence[str], reasons: Sequence[str]) -> Notice:
    """Return the sentence of a hint; `said` are the two best actions in words.

    An example is `Play 5C: win 83%. Kills exactly. Next best: play 9S, win 79%.` A next best action
    with better chances is left out: the bot has spent more thought on its choice than on these
    numbers, or it follows a wish (R-9). An action that wins the game needs no chances.
    """
    first = said[0][:1].upper() + said[0][1:]
    if len(ranked) == 1:
        return Notice(f"The only legal action: {said[0]}.", "accent")
    if WINS in reasons:
        return Notice(f"{first}: {WINS}.", "accent")
    parts = [f"{first}: {chances_text(ranked[0].chances)}", ", ".join(reasons[:REASONS])]
    if _figure(ranked[1]) <= _figure(ranked[0]):
        parts.append(f"Next best: {said[1]}, {chances_text(ranked[1].chances)}")
    return Notice(" ".join([f"{part[:1].upper()}{part[1:]}." for part in parts if part]), "accent")


def _figure(advice: Advice) -> int:
    """Return the percentage to compare: of gold while gold is possible, else of a win."""
    gold = advice.chances.gold
    return whole_percent(advice.chances.win if gold is None else gold)


_BRACES = re.compile(r"\{([A2-9TJQK][CDHS])\}")
_CARD = re.compile(r"[A2-9TJQK][CDHS]|\*")


def with_signs(text: str, symbols: Symbols) -> str:
    """Replace cards in notation and braces, such as `{8D}`, by cards with suit signs."""
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
