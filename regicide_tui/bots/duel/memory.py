"""What a seat remembers of a Duel: public facts that its view does not show.

A royal leaves the Castle only for a hand, so of those never seen the rival holds as many as he drew
there. What is known of the rest, places.py tells.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from msgspec.structs import replace

from regicide_tui.bots.base import Sight
from regicide_tui.bots.places import Places, Slot, slots_of
from regicide_tui.cards import PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Event, Pile
from regicide_tui.games.duel import GAME
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
from regicide_tui.games.plays import is_royal

FROM_CASTLE = -1
"""A place in the rival's hand that a card of the Castle filled."""


class Memory(Places):
    """What a seat knows of hidden places; a guesser fills them."""

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

    def guesser(self) -> Callable[[Random], State]:
        """Return what makes positions that the seat can't tell from the true one."""
        view, foe = self._view, other(self._seat)
        held = (self._rival, self.tavern, self.discard)
        seen = (view.hands[foe], view.tavern, view.discard)
        shown = {*_cards_in(view), *[slot for some in held for slot in some]}
        pool = [card for card in PACK if card not in shown]
        fresh = [card for card in pool if is_royal(card) and not self.since[card]]
        gaps = [slot for some in held for slot in some if isinstance(slot, int)]
        drawn = gaps.count(FROM_CASTLE)
        if (
            [len(one) for one in held] != [len(one) for one in seen]
            or len(fresh) != drawn + len(view.castle)
            or len(pool) - len(fresh) != len(gaps) - drawn
        ):
            # No deal of the game leads here: a position that was set up. It is guessed without.
            return partial(GAME.determinize, view)
        known = [(card, self.since[card]) for card in pool if card not in fresh]
        sizes = sorted(Counter([slot for slot in gaps if slot != FROM_CASTLE]).items())
        return partial(self._guess, sorted(known, key=lambda one: one[1]), sizes, fresh)

    def _guess(
        self,
        known: list[tuple[Card, int]],
        sizes: list[tuple[int, int]],
        fresh: list[Card],
        luck: Random,
    ) -> State:
        """Deal the royals never seen, then each shuffle's places."""
        view = self._view
        chance = luck.random
        royals = sorted(fresh, key=lambda card: (card.rank == "K", card.rank != "J", chance()))
        drawn = len(royals) - len(view.castle)
        dealt = {FROM_CASTLE: royals[:drawn]}
        left = known
        for slot, size in sizes:
            # Those that can lie there come first and are mixed; the others are for lack of such.
            left = sorted(left, key=lambda one: chance() if one[1] <= slot else 1.0 + one[1])
            dealt[slot] = [card for card, _ in left[:size]]
            left = left[size:]

        def fill(slots: list[Slot]) -> Pile:
            return tuple([slot if isinstance(slot, Card) else dealt[slot].pop() for slot in slots])

        hand = ascending(fill(self._rival))
        hands = (view.hands[0], hand) if self._seat == 0 else (hand, view.hands[1])
        return replace(
            view,
            seed=f"{luck.getrandbits(128):032x}",
            hands=hands,
            tavern=fill(self.tavern),
            castle=tuple(royals[drawn:]),
            discard=fill(self.discard)[::-1],
        )


def _cards_in(view: State) -> list[Card]:
    """Return the cards that a view shows."""
    shields = [cards for plays in view.shields for cards in plays]
    piles = [*view.hands, view.played, view.discard, *shields]
    return [card for pile in piles for card in pile if card is not UNKNOWN]
