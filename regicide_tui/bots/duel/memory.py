"""What a seat remembers of a Duel: public facts that its view does not show.

A royal leaves the Castle only for a hand. So the rival holds as many royals that were never seen as
the rival drew from the Castle. The other piles are tracked by known_piles.py.
"""

from regicide_tui.bots.base import Observation
from regicide_tui.bots.encoded.determinize import FROM_CASTLE
from regicide_tui.bots.known_piles import CardOrShuffle, KnownPiles, read_pile
from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.duel.state import (
    CardsDrawn,
    CardsPlayed,
    CastleCardDrawn,
    DamagePaid,
    DiscardHealed,
    ShieldDestroyed,
    State,
    TurnBegan,
    becomes_shield,
    holder,
    other,
)
from regicide_tui.games.regicide_family.plays import is_royal


class Memory(KnownPiles):
    """What a seat knows of hidden places."""

    def __init__(self, observation: Observation[State]) -> None:
        first, self._view = observation.first_view, observation.view
        super().__init__(first.tavern, first.discard[::-1])
        self._seat = holder(observation.view)
        self._rival = read_pile(first.hands[other(self._seat)])
        self._played = first.played
        for event in observation.events:
            self._apply(event)
        self.see_top(observation.view.discard)

    def _apply(self, event: Event) -> None:
        match event:
            case CardsPlayed(seat, cards):
                self._remove_from_hand(seat, cards)
                self._played = cards
            case DamagePaid(seat, cards):
                self._remove_from_hand(seat, cards)
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

    def _remove_from_hand(self, seat: int, cards: Pile) -> None:
        if seat != self._seat:
            for card in cards:
                self.remove_card(self._rival, card)

    def remove_card(self, slots: list[CardOrShuffle], card: Card) -> None:
        """Remove the place that held this card. A royal never seen came from the Castle."""
        unseen = card not in slots and not self.hidden_since[card]
        if unseen and is_royal(card) and FROM_CASTLE in slots:
            slots.remove(FROM_CASTLE)
        else:
            super().remove_card(slots, card)

    def hidden(self) -> tuple[list[CardOrShuffle], list[CardOrShuffle], list[CardOrShuffle]]:
        """Return the rival's hand, Tavern and discard as the seat knows them.

        If the game was not dealt by the rules, memory may not fit the view. Then nothing is known
        of them.
        """
        view = self._view
        held = (self._rival, self.tavern, self.discard)
        seen = (view.hands[other(self._seat)], view.tavern, view.discard[::-1])
        fits = [len(one) for one in held] == [len(one) for one in seen]
        return held if fits else (read_pile(seen[0]), read_pile(seen[1]), read_pile(seen[2]))
