"""The help for a moment of a duel, for beginners.

The texts name keys by their commands in braces (`tui/pages/lines.py`).
"""

from collections.abc import Iterator

from regicide_tui.games.duel.state import shield
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.pages.lines import escaped
from regicide_tui.tui.table.play_or_pay import OVERPAID, PAYING, what_to_play

_POWERS = """
- Hearts heal: cards from the discard pile go under the Tavern.
- Diamonds draw cards, but your opponent draws one card from the Castle.
- Clubs double the attack.
- Spades stay on the table as your shield.
"""  # D-6, D-7, D-10, D-13


_LOSING = "You lose if you can't pay, or if your turn begins and you have no card."  # D-16


def explain(model: DuelModel) -> str:
    """Return the help for a moment."""
    return "\n\n".join(_play(model) if model.playing else _pay(model))


def chapter(model: DuelModel) -> str:
    """Return the heading of the rules that describes this moment."""
    if model.curtain:
        return "Who sees what"
    if model.over:
        return "The end"
    return "What may be played" if model.playing else "Paying"


def _play(model: DuelModel) -> Iterator[str]:
    yield what_to_play()
    yield "Every play attacks with its total, and each of its suits acts with it:"
    yield _POWERS.strip()
    rival, against = escaped(model.seats[model.rival]), shield(model.view, model.rival)
    if against:  # D-8
        yield (
            f"{rival} has a shield of {against}: an attack below it does nothing. Any other "
            "destroys it, and what is left over must be paid."
        )
    else:
        yield f"{rival} has no shield: the whole attack must be paid."
    yield _LOSING


def _pay(model: DuelModel) -> Iterator[str]:
    yield (
        f"You are attacked: you owe {model.view.due}. {PAYING} An Ace is worth 1, royals 10, 15 "
        "and 20."
    )
    yield OVERPAID[model.view.options.overpay]  # D-17
    yield _LOSING
