"""What a seat remembers of a Duel: public facts that its view does not show.

A royal leaves the Castle only for a hand, so of those never seen the rival holds as many as he drew
there. What is known of the rest, places.py tells.
"""

from regicide_tui.bots.base import Sight
from regicide_tui.bots.places import Places, Slot, slots_of
from regicide_tui.bots.rows.guess import FROM_CASTLE
from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.duel.events import (
    CardsDrawn,
    CardsPlayed,
    CastleCardDrawn,
    DamagePaid,
    DiscardHealed,
    ShieldDestroyed,
    TurnBegan,
)
from regicide_tui.games.duel.state import State, becomes_shield, holder, other
from regicide_tui.games.regicide_family.plays import is_royal


class Memory(Places):
    """What a seat knows of hidden places."""

    def __init__(self, sight: Sight[State]) -> None:
        first, self._view = sight.first, sight.view
        super().__init__(first.tavern, first.discard[::-1])
        self._seat = holder(sight.view)
        self._rival = slots_of(first.hands[other(self._seat)])
        self._played = first.played
        for event in sight.seen:
            self._see(event)
        self.look_at(sight.view.discard)

    def _see(self, event: Event) -> None:
        match event:
            case CardsPlayed(seat, cards):
                self._leave(seat, cards)
                self._played = cards
            case DamagePaid(seat, cards):
                self._leave(seat, cards)
                self.discard += cards
            case ShieldDestroyed(_, cards):
                self.discard += cards
            case DiscardHealed(count):
                self.heal(count)
            case CardsDrawn(seat, cards):
                if seat != self._seat:
                    self._rival += self.tavern[: len(cards)]
                del self.tavern[: len(cards)]
            case CastleCardDrawn(seat):
                self._rival += [FROM_CASTLE] * (seat != self._seat)
            case TurnBegan():
                self.discard += () if becomes_shield(self._played) else self._played
                self._played = ()

    def _leave(self, seat: int, cards: Pile) -> None:
        if seat != self._seat:
            for card in cards:
                self.take_from(self._rival, card)

    def take_from(self, slots: list[Slot], card: Card) -> None:
        """Empty the place that held this card; a royal never seen was drawn from the Castle."""
        unseen = card not in slots and not self.since[card]
        if unseen and is_royal(card) and FROM_CASTLE in slots:
            slots.remove(FROM_CASTLE)
        else:
            super().take_from(slots, card)

    def hidden(self) -> tuple[list[Slot], list[Slot], list[Slot]]:
        """Return the rival's hand, Tavern and discard as the seat knows them.

        Where the game was not dealt by the rules, what is remembered may not fit; then nothing is.
        """
        view = self._view
        held = (self._rival, self.tavern, self.discard)
        seen = (view.hands[other(self._seat)], view.tavern, view.discard[::-1])
        fits = [len(one) for one in held] == [len(one) for one in seen]
        return held if fits else (slots_of(seen[0]), slots_of(seen[1]), slots_of(seen[2]))
