"""What every game does with its piles, which are listed top first."""

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.games.chance import shuffled


def laid_on(pile: Pile, cards: tuple[Card, ...]) -> Pile:
    """Return the pile after these cards were laid on it one by one, in this order."""
    return (*reversed(cards), *pile)


def heal(tavern: Pile, discard: Pile, value: int, seed: str, number: int) -> tuple[Pile, Pile, int]:
    """Shuffle the discard and put `value` cards of it under the Tavern, unseen (R-32, D-6).

    `number` is that of the shuffle. Returns the Tavern, the discard, and how many cards went.
    """
    if len(discard) > 1:
        discard = shuffled(discard, seed, number)
    healed = discard[:value]
    return tavern + healed, discard[value:], len(healed)


def unknown(pile: Pile) -> Pile:
    """Return as many unknown cards."""
    return (UNKNOWN,) * len(pile)


def top_shown(pile: Pile) -> Pile:
    """Return the pile as everybody sees it of whom only the top card is known (R-7, D-20)."""
    return pile[:1] + unknown(pile[1:])
