"""What a seat remembers of a Duel: public facts that its view does not show.

Whatever was played or paid is known to lie in the discard until Hearts shuffle it. Each shuffle has
a number, from 1. A card out of sight is `since` the shuffle which it was last mixed up in, 0 if the
seat never saw it; an unknown place was filled by a shuffle, 0 for the deal, and can hold what is
out of sight since then or longer. A royal leaves the Castle only for a hand, so of those never seen
the rival holds as many as he drew there.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

from msgspec.structs import replace

from regicide_tui.bots.base import Sight
from regicide_tui.bots.duel.reading import Reading, weighed
from regicide_tui.cards import PACK, UNKNOWN, Card, ascending
from regicide_tui.games.base import Event, Pile, Seat
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
from regicide_tui.games.duel.state import PAY, PLAY, State, becomes_shield, holder, other
from regicide_tui.games.hands import put
from regicide_tui.games.laying import Pay, Play
from regicide_tui.games.plays import is_royal

Slot = Card | int
"""A place: the card that is known to lie there, or the shuffle it was filled by."""

FROM_CASTLE = -1
"""A place in the rival's hand that a card of the Castle filled."""


class Memory:
    """What a seat knows of hidden places; a guesser fills them."""

    def __init__(self, sight: Sight[State]) -> None:
        first, self._view = sight.first, sight.view
        self._seat = holder(sight.view)
        self._shuffles = 0
        self._since: Counter[Card] = Counter()
        self._rival = _slots(first.hands[other(self._seat)])
        self._own = len(first.hands[self._seat])
        self._reading = Reading(other(self._seat), len(self._rival))
        self._tavern = _slots(first.tavern)[::-1]
        self._discard = _slots(first.discard)
        self._public = first
        for event in sight.seen:
            self._see(event)
        self._look()

    def _see(self, event: Event) -> None:
        match event:
            case CardsPlayed(seat, cards):
                self._spend(seat, Play(cards))
                self._public = replace(self._public, turn=seat, played=cards)
            case DamagePaid(seat, cards, due):
                self._public = replace(self._public, phase=PAY, due=due)
                self._spend(seat, Pay(cards))
                self._public = replace(self._public, phase=PLAY)
                self._discard += cards
            case ShieldDestroyed(seat, cards):
                self._public = replace(self._public, shields=put(self._public.shields, seat, ()))
                self._discard += cards
            case DiscardHealed(count):
                self._shuffle(count)
            case CardsDrawn(seat, cards):
                self._draw(seat, self._tavern[: len(cards)])
                del self._tavern[: len(cards)]
            case CastleCardDrawn(seat):
                self._draw(seat, [FROM_CASTLE])
                self._public = replace(self._public, castle=self._public.castle[1:])
            case TurnBegan(seat):
                self._clean_up(seat)

    def _spend(self, seat: Seat, action: Play | Pay) -> None:
        """Take cards from a hand; of the rival it is noted what they were spent on."""
        if seat == self._seat:
            self._own -= len(action.cards)
            return
        self._reading.note(self._position(), action)
        for card in action.cards:
            place = self._place_of(self._rival, card)
            if place is not None:
                del self._rival[place]
                self._reading.spend(place, card)

    def _position(self) -> State:
        """Return the position as everybody sees it, with the right numbers of unknown cards."""
        own = (UNKNOWN,) * self._own
        return replace(
            self._public,
            hands=put(self._public.hands, self._seat, own),
            turn=self._seat if self._public.phase is PAY else other(self._seat),
            tavern=(UNKNOWN,) * len(self._tavern),
            discard=(UNKNOWN,) * len(self._discard),
        )

    def _draw(self, seat: Seat, slots: list[Slot]) -> None:
        if seat == self._seat:
            self._own += len(slots)
        else:
            self._rival += slots
            self._reading.draw(len(slots))

    def _clean_up(self, seat: Seat) -> None:
        """The play becomes shield or is discarded, and this seat's turn begins."""
        state, cards = self._public, self._public.played
        if becomes_shield(cards):
            mover = other(seat)
            shields = put(state.shields, mover, (*state.shields[mover], cards))
            state = replace(state, shields=shields)
        else:
            self._discard += cards
        self._public = replace(state, played=(), turn=seat, due=0)

    def _place_of(self, slots: list[Slot], card: Card) -> int | None:
        """Return the place that held this card: where it was known, else where it can have been."""
        if card in slots:
            return slots.index(card)
        since = self._since[card]
        if is_royal(card) and not since and FROM_CASTLE in slots:
            return slots.index(FROM_CASTLE)
        able = [slot for slot in slots if isinstance(slot, int) and slot >= since]
        unknown = able or [slot for slot in slots if isinstance(slot, int)]
        return slots.index(min(unknown)) if unknown else None

    def _shuffle(self, count: int) -> None:
        self._shuffles += 1
        for card in self._discard:
            if isinstance(card, Card):
                self._since[card] = self._shuffles
        self._tavern += [self._shuffles] * min(count, len(self._discard))
        self._discard = [self._shuffles] * (len(self._discard) - count)

    def _look(self) -> None:
        """Take in the card that lies open on the discard; it lies last, as laid."""
        top = self._view.discard[:1]
        if top and top[0] is not UNKNOWN and top[0] not in self._discard:
            place = self._place_of(self._discard, top[0])
            if place is not None:
                del self._discard[place]
            self._discard += top

    def guesser(self) -> Callable[[Random], State]:
        """Return what makes positions that the seat can't tell from the true one."""
        view, foe = self._view, other(self._seat)
        held = (self._rival, self._tavern, self._discard)
        seen = (view.hands[foe], view.tavern, view.discard)
        shown = {*_cards_in(view), *[slot for some in held for slot in some]}
        pool = [card for card in PACK if card not in shown]
        fresh = [card for card in pool if is_royal(card) and not self._since[card]]
        gaps = [slot for some in held for slot in some if isinstance(slot, int)]
        drawn = gaps.count(FROM_CASTLE)
        if (
            [len(one) for one in held] != [len(one) for one in seen]
            or len(fresh) != drawn + len(view.castle)
            or len(pool) - len(fresh) != len(gaps) - drawn
        ):
            # No deal of the game leads here: a position that was set up. It is guessed without.
            return partial(GAME.determinize, view)
        known = [(card, self._since[card]) for card in pool if card not in fresh]
        sizes = sorted(Counter([slot for slot in gaps if slot != FROM_CASTLE]).items())
        guess = partial(self._guess, sorted(known, key=lambda one: one[1]), sizes, fresh)
        return weighed(guess, self._reading)

    def _guess(
        self,
        known: list[tuple[Card, int]],
        sizes: list[tuple[int, int]],
        fresh: list[Card],
        luck: Random,
    ) -> tuple[State, Pile]:
        """Deal the royals never seen, then each shuffle's places; return the rival's hand, too."""
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

        hand = fill(self._rival)
        state = replace(
            view,
            seed=f"{luck.getrandbits(128):032x}",
            hands=put(view.hands, other(self._seat), ascending(hand)),
            tavern=fill(self._tavern),
            castle=tuple(royals[drawn:]),
            discard=fill(self._discard)[::-1],
        )
        return state, hand


def _slots(pile: Pile) -> list[Slot]:
    """Return the places of a pile, the top last."""
    return [0 if card is UNKNOWN else card for card in reversed(pile)]


def _cards_in(view: State) -> list[Card]:
    """Return the cards that a view shows."""
    shields = [cards for plays in view.shields for cards in plays]
    piles = [*view.hands, view.played, view.discard, *shields]
    return [card for pile in piles for card in pile if card is not UNKNOWN]
