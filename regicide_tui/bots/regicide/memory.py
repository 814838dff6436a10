"""What a seat may remember: where each card is or can be, from its views and the events it saw.

Whatever was played or paid is known to lie in the discard, until a heart power shuffles it. Each
such shuffle has a number, from 1. A card not known by sight is `since` that shuffle which it
was last mixed up in, 0 if the seat never saw it; and an unknown place is a slot that was filled
by a shuffle, 0 for the deal. A slot can hold the cards that are `since` its own shuffle or an
earlier one. Of all that fits, nothing is likelier than anything else, as far as the rules go.
"""

from collections import Counter
from collections.abc import Iterable

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide import events as e
from regicide_tui.games.regicide.rules import draws
from regicide_tui.games.regicide.state import State

Slot = Card | int
"""A place: the card that is known to lie there, or the shuffle it was filled by."""


class Memory:
    """The places of all cards as a seat knows them. `first` is its view before any event."""

    hands: list[list[Slot]]
    tavern: list[Slot]
    """The top first."""
    discard: list[Slot]
    """In any order."""
    since: Counter[Card]
    """For a card that was seen once: the shuffle it was last mixed up in."""

    def __init__(self, seat: Seat, first: State, seen: Iterable[Event]) -> None:
        self._seat = seat
        self._active = first.turn
        self._shuffles = 0
        self._table: list[Card] = [card for play in first.table for card in play.cards]
        self._drawn: list[e.CardsDrawn] = []
        self.since = Counter()
        self.hands = [_slots(hand) for hand in first.hands]
        self.tavern = _slots(first.tavern)
        self.discard = _slots(first.discard)
        for event in seen:
            self._see(event)
        self._finish_draws()

    def look(self, view: State) -> None:
        """Take in the card that lies open on the discard now."""
        top = view.discard[0] if view.discard else UNKNOWN
        if top is not UNKNOWN and top not in self.discard:
            self._take_from(self.discard, top)
            self.discard.append(top)

    def _see(self, event: Event) -> None:
        if isinstance(event, e.CardsDrawn):
            self._drawn.append(event)
            return
        self._finish_draws()
        match event:
            case e.CardsPlayed(seat, cards):
                self._active = seat
                self._leave(seat, cards)
                self._table += cards
            case e.DamagePaid(seat, cards):
                self._leave(seat, cards)
                self.discard += cards
            case e.DiscardHealed(healed):
                self._heal(healed)
            case e.EnemyDefeated(_, enemy, exact):
                self.tavern[:0] = [enemy] * exact
                self.discard += [*self._table] if exact else [enemy, *self._table]
                self._table = []
            case e.JesterFlipped(seat, discarded, cards):
                self._leave(seat, discarded)
                self.discard += discarded
                del self.tavern[: len(cards)]
                self.hands[seat] = [*cards]
            case _:
                pass

    def _leave(self, seat: Seat, cards: Pile) -> None:
        for card in cards:
            self._take_from(self.hands[seat], card)

    def _take_from(self, slots: list[Slot], card: Card) -> None:
        """Empty the place that held this card: where it was known, else where it can have been."""
        if card in slots:
            slots.remove(card)
            return
        able = [slot for slot in slots if isinstance(slot, int) and slot >= self.since[card]]
        unknown = able or [slot for slot in slots if isinstance(slot, int)]
        slots.remove(min(unknown))

    def _heal(self, healed: int) -> None:
        """The discard is shuffled: its cards are known no longer, nor is what came of them."""
        self._shuffles += 1
        for card in self.discard:
            if isinstance(card, Card):
                self.since[card] = self._shuffles
        left = len(self.discard) - healed
        self.tavern += [self._shuffles] * healed
        self.discard = [self._shuffles] * left

    def _finish_draws(self) -> None:
        """Take the cards of one diamond power from the Tavern, in the order they were drawn."""
        if not self._drawn:
            return
        sizes = [len(hand) for hand in self.hands]
        number = sum(len(event.cards) for event in self._drawn)
        for seat, slot in zip(
            draws(sizes, self._active, number, number), self.tavern, strict=False
        ):
            self.hands[seat].append(slot)
        del self.tavern[:number]
        for event in self._drawn:
            if event.seat == self._seat:
                held = self.hands[event.seat]
                self.hands[event.seat] = [*held[: sizes[event.seat]], *event.cards]
        self._drawn = []


def _slots(pile: Pile) -> list[Slot]:
    return [0 if card is UNKNOWN else card for card in pile]
