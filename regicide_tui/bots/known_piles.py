"""What a seat knows about Tavern and discard, in a game that sometimes shuffles its discard.

Cards that were played or paid are known to be in the discard until it is shuffled. Shuffles are
numbered from 1; 0 is the deal. A card is hidden by a shuffle: the last one that it was part of, or
0 if the seat never saw the card. An unknown place was filled by a shuffle. It can contain any card
that was hidden by that shuffle or an earlier one. All ways to fill the unknown places count as
equally likely.
"""

from collections import Counter

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile

CardOrShuffle = Card | int
"""A place in a pile as known: its card, or the number of the shuffle that filled it."""


class KnownPiles:
    """The places of Tavern and discard as a seat knows them."""

    tavern: list[CardOrShuffle]
    """From the top down."""
    discard: list[CardOrShuffle]
    """New cards are appended."""
    hidden_since: Counter[Card]
    """The last shuffle that each seen card was part of."""

    def __init__(self, tavern: Pile, discard: Pile) -> None:
        self.tavern = read_pile(tavern)
        self.discard = read_pile(discard)
        self.hidden_since = Counter()
        self._shuffles = 0

    def remove_card(self, slots: list[CardOrShuffle], card: Card) -> None:
        """Remove this card's place: the known one, or else a possible one."""
        if card in slots:
            slots.remove(card)
            return
        unknown = [slot for slot in slots if isinstance(slot, int)]
        able = [slot for slot in unknown if slot >= self.hidden_since[card]]
        if unknown:
            slots.remove(min(able or unknown))

    def heal(self, count: int) -> None:
        """Shuffle the discard and put `count` of its cards under the Tavern (R-32).

        After that, the places of these cards are unknown.
        """
        self._shuffles += 1
        for card in self.discard:
            if isinstance(card, Card):
                self.hidden_since[card] = self._shuffles
        left = max(0, len(self.discard) - count)
        self.tavern += [self._shuffles] * (len(self.discard) - left)
        self.discard = [self._shuffles] * left

    def see_top(self, discard: Pile) -> None:
        """Note the face-up card on top of the discard."""
        for top in discard[:1]:
            if top is not UNKNOWN and top not in self.discard:
                self.remove_card(self.discard, top)
                self.discard.append(top)


def read_pile(pile: Pile) -> list[CardOrShuffle]:
    """Return the places of a pile from a first view."""
    return [0 if card is UNKNOWN else card for card in pile]
