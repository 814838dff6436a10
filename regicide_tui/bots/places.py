"""What a seat knows of Tavern and discard, in a game whose discard is shuffled now and then.

Whatever was played or paid is known to lie in the discard, until it is shuffled. Each shuffle has a
number, from 1. A card out of sight is `since` the shuffle which it was last mixed up in, 0 if the
seat never saw it; an unknown place was filled by a shuffle, 0 for the deal, and can hold what is
out of sight since then or longer. Of all that fits, nothing is likelier than anything else, as far
as the rules go.
"""

from collections import Counter

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile

Slot = Card | int
"""A place: the card that is known to lie there, or the shuffle it was filled by."""


class Places:
    """The places of Tavern and discard as a seat knows them."""

    tavern: list[Slot]
    """The top first."""
    discard: list[Slot]
    """What comes there is added at the end."""
    since: Counter[Card]
    """For a card that was seen once: the shuffle it was last mixed up in."""

    def __init__(self, tavern: Pile, discard: Pile) -> None:
        self.tavern = slots_of(tavern)
        self.discard = slots_of(discard)
        self.since = Counter()
        self._shuffles = 0

    def take_from(self, slots: list[Slot], card: Card) -> None:
        """Empty the place that held this card: where it was known, else where it can have been."""
        if card in slots:
            slots.remove(card)
            return
        unknown = [slot for slot in slots if isinstance(slot, int)]
        able = [slot for slot in unknown if slot >= self.since[card]]
        if unknown:
            slots.remove(min(able or unknown))

    def heal(self, count: int) -> None:
        """Shuffle the discard and lay so many of its cards under the Tavern.

        Its cards are known no longer, nor is what came of them.
        """
        self._shuffles += 1
        for card in self.discard:
            if isinstance(card, Card):
                self.since[card] = self._shuffles
        left = max(0, len(self.discard) - count)
        self.tavern += [self._shuffles] * (len(self.discard) - left)
        self.discard = [self._shuffles] * left

    def look_at(self, discard: Pile) -> None:
        """Take in the card that lies open on the discard now."""
        for top in discard[:1]:
            if top is not UNKNOWN and top not in self.discard:
                self.take_from(self.discard, top)
                self.discard.append(top)


def slots_of(pile: Pile) -> list[Slot]:
    """Return the places of a pile as a view shows it first."""
    return [0 if card is UNKNOWN else card for card in pile]
