"""What a seat remembers: where each card is or can be, from its views and the events it saw.

A royal that was defeated exactly lies on top of the Tavern, and it is known who draws it. The other
piles are tracked by known_piles.py.
"""

from collections.abc import Iterable

from regicide_tui.bots.known_piles import KnownPiles, read_pile
from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.regicide import state as e
from regicide_tui.games.regicide.rules import draws
from regicide_tui.games.regicide.state import State


class Memory(KnownPiles):
    """The places of all cards as a seat knows them. `first` is its view before any event."""

    def __init__(self, seat: Seat, first: State, seen: Iterable[Event]) -> None:
        super().__init__(first.tavern, first.discard)
        self._seat = seat
        self._active = first.turn
        self._table: list[Card] = [card for play in first.table for card in play.cards]
        self._drawn: list[e.CardsDrawn] = []
        self.hands = [read_pile(hand) for hand in first.hands]
        self.public: set[Card] = set()
        """The royals that everybody knows to be in a hand."""
        for event in seen:
            self._apply(event)
        self._finish_draws()

    def _apply(self, event: Event) -> None:
        if isinstance(event, e.CardsDrawn):
            self._drawn.append(event)
            return
        self._finish_draws()
        match event:
            case e.CardsPlayed(seat, cards):
                self._active = seat
                self._remove_from_hand(seat, cards)
                self._table += cards
            case e.DamagePaid(seat, cards):
                self._remove_from_hand(seat, cards)
                self.discard += cards
            case e.DiscardHealed(healed):
                self.heal(healed)
            case e.EnemyDefeated(_, enemy, exact):
                self.tavern[:0] = [enemy] * exact
                self.discard += [*self._table] if exact else [enemy, *self._table]
                self._table = []
            case e.JesterFlipped(seat, discarded, cards):
                self._remove_from_hand(seat, discarded)
                self.discard += discarded
                del self.tavern[: len(cards)]
                self.hands[seat] = [*cards]
            case _:
                pass

    def _remove_from_hand(self, seat: Seat, cards: Pile) -> None:
        self.public.difference_update(cards)
        for card in cards:
            self.remove_card(self.hands[seat], card)

    def _finish_draws(self) -> None:
        """Take the cards of one Diamond power from the Tavern, in the order they were drawn."""
        if not self._drawn:
            return
        sizes = [len(hand) for hand in self.hands]
        number = sum(len(event.cards) for event in self._drawn)
        for seat, slot in zip(
            draws(sizes, self._active, number, number), self.tavern, strict=False
        ):
            self.hands[seat].append(slot)
            if isinstance(slot, Card):
                self.public.add(slot)
        del self.tavern[:number]
        for event in self._drawn:
            if event.seat == self._seat:
                held = self.hands[event.seat]
                self.hands[event.seat] = [*held[: sizes[event.seat]], *event.cards]
        self._drawn = []
