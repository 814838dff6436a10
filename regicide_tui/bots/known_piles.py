"""What a seat knows about Tavern and discard, in a game that shuffles its discard now and then.

Cards that were played or paid are known to lie in the discard until it is shuffled. Shuffles are
numbered from 1; 0 is the deal. A hidden card is hidden since a shuffle: the last one that it was
part of, or 0 if the seat never saw the card. An unknown place was filled by a shuffle. It can hold
any card that is hidden since that shuffle or an earlier one. All ways to fill the unknown places
are taken as equally likely.
"""

from collections import Counter

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile

CardOrShuffle = Card | int
"""What is known of a place in a pile: its card, or the number of the shuffle that filled it."""


class KnownPiles:
    """The places of Tavern and discard as a seat knows them."""

    tavern: list[CardOrShuffle]
    """From the top down."""
    discard: list[CardOrShuffle]
    """New cards are added at the end."""
    hidden_since: Counter[Card]
    """For a card that was seen: the last shuffle that it was part of."""

    def __init__(self, tavern: Pile, discard: Pile) -> None:
        self.tavern = read_pile(tavern)
        self.discard = read_pile(discard)
        self.hidden_since = Counter()
        self._shuffles = 0

    def remove_card(self, slots: list[CardOrShuffle], card: Card) -> None:
        """Remove the place that held this card: the known one, or else a possible one."""
        if card in slots:
            slots.remove(card)
            return
        unknown = [slot for slot in slots if isinstance(slot, int)]
        able = [slot for slot in unknown if slot >= self.hidden_since[card]]
        if unknown:
            slots.remove(min(able or unknown))

    def heal(self, count: int) -> None:
        """Shuffle the discard and put `count` of its cards under the Tavern (R-32).

        After that, none of these cards has a known place.
        """
        self._shuffles += 1
        for card in self.discard:
            if isinstance(card, Card):
                self.hidden_since[card] = self._shuffles
        left = max(0, len(self.discard) - count)
        self.tavern += [self._shuffles] * (len(self.discard) - left)
        self.discard = [self._shuffles] * left

    def see_top(self, discard: Pile) -> None:
        """Note the card that lies open on the discard now."""
        for top in discard[:1]:
            if top is not UNKNOWN and top not in self.discard:
                self.remove_card(self.discard, top)
                self.discard.append(top)


def read_pile(pile: Pile) -> list[CardOrShuffle]:
    """Return the places of a pile as a first view shows it."""
    return [0 if card is UNKNOWN else card for card in pile]
