"""Functions for piles, which are listed top first."""

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.games.chance import shuffled


def lay_on_pile(pile: Pile, cards: tuple[Card, ...]) -> Pile:
    """Return the pile after these cards are laid on it one by one, in this order."""
    return (*reversed(cards), *pile)


def heal(tavern: Pile, discard: Pile, value: int, seed: str, number: int) -> tuple[Pile, Pile, int]:
    """Shuffle the discard pile and put `value` cards of it under the Tavern, unseen (R-32, D-6).

    `number` is the number of the shuffle. Returns the Tavern, the discard pile, and how many cards
    moved.
    """
    if len(discard) > 1:
        discard = shuffled(discard, seed, number)
    healed = discard[:value]
    return tavern + healed, discard[value:], len(healed)


def hide_all(pile: Pile) -> Pile:
    """Return a pile of unknown cards with the same size."""
    return (UNKNOWN,) * len(pile)


def hide_below_top(pile: Pile) -> Pile:
    """Return the pile as seen by players who know only its top card (R-7, D-20)."""
    return pile[:1] + hide_all(pile[1:])
