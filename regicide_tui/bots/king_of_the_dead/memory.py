"""What a seat remembers of King of the Dead: who owns which cards.

Everybody sees nearly all cards that enter or leave a deck. So it is known what each player owns;
only the split into hand and draw pile is hidden. There are two exceptions. Of hands that are
swapped (Devilry), the others see nothing. And nobody but the two players sees cards that one takes
off the other's draw pile (Pillage), until they are shown: so long, one player has more hidden cards
here than hidden places, and another has fewer.
"""

from collections import Counter

from regicide_tui.bots.base import Observation
from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, PACK, SPADES, UNKNOWN, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.king_of_the_dead.events import (
    CardBought,
    CardGiven,
    CardsBanished,
    CardsPillaged,
    CardsTaken,
    CardSwapped,
    HandsSwapped,
    JokerAppeared,
    JokerPassed,
    JokerPlaced,
    RunScored,
)
from regicide_tui.games.king_of_the_dead.piles import STARTERS
from regicide_tui.games.king_of_the_dead.state import State, owned_by

_SUITS = ((HEARTS, SPADES), (DIAMONDS, CLUBS))
"""The suits of the starting cards of the odd and of the even players (K-1)."""


class Memory:
    """What each player owns, as a seat knows it."""

    hidden: list[list[Card]]
    """For each player, the cards in hand and draw pile whose places the view does not show."""

    def __init__(self, observation: Observation[State]) -> None:
        self._view = observation.view
        self._owned = [
            _at_first(observation.first_view, seat)
            for seat in range(len(observation.first_view.sides))
        ]
        self._thefts = Counter[tuple[Seat, Seat]]()
        """For each victim and thief, how many cards the thief took that this seat did not see."""
        for event in observation.events:
            self._see(event)
        hidden = [self._count_hidden(seat) for seat in range(len(self._owned))]
        self._settle_thefts(hidden)
        self.hidden = [[*one.elements()] for one in hidden]

    def _see(self, event: Event) -> None:
        match event:
            case RunScored(seat, cards, well):
                self._score(seat, cards, well)
            case HandsSwapped(seat, chosen, hand, other):
                self._move(chosen, seat, hand)
                self._move(seat, chosen, other)
            case CardsPillaged(seat, chosen, cards):
                self._move(chosen, seat, cards)
                self._thefts[chosen, seat] += cards.count(UNKNOWN)
            case JokerPassed(seat, chosen, banished):
                self._owned[seat].subtract(banished)
                self._move(seat, chosen, (JESTER,))
            case JokerPlaced(seat, chosen):
                self._move(seat, chosen, (JESTER,))
            case CardsBanished(seat, cards):
                self._owned[seat].subtract(cards)
            case _:
                self._gain(event)

    def _gain(self, event: Event) -> None:
        """Note cards that a player gets from the middle of the table."""
        match event:
            case CardBought(seat, _, card) | CardGiven(_, seat, card):
                self._owned[seat][card] += 1
            case CardsTaken(seat, cards, ("Well" | "Parade")):
                self._owned[seat].update(cards)
            case CardSwapped(seat, _, taken, laid):
                self._owned[seat][taken] += 1
                self._owned[seat][laid] -= 1
            case JokerAppeared(seat):
                self._owned[seat][JESTER] += 1

    def _move(self, giver: Seat, taker: Seat, cards: Pile) -> None:
        self._owned[giver].subtract(cards)
        self._owned[taker].update(cards)

    def _score(self, seat: Seat, cards: Pile, well: bool) -> None:
        """Note a run. The Well's card in it is one that the player did not own."""
        owned = self._owned[seat]
        strange = [card for card in cards if owned[card] <= 0]
        if well:
            owned[strange[0] if strange else cards[2]] += 1
        owned[cards[2]] -= 1

    def _count_hidden(self, seat: Seat) -> Counter[Card]:
        """Return the cards of a player whose places the view does not show.

        A count is below 0 for a card of which it is not known how the player got it.
        """
        prompt = self._view.prompt
        hidden = self._owned[seat].copy()
        hidden.subtract(owned_by(self._view.sides[seat]))
        if prompt and prompt.seat == seat:
            hidden.subtract(prompt.looked)
        del hidden[UNKNOWN]
        return hidden

    def _settle_thefts(self, hidden: list[Counter[Card]]) -> None:
        """Stop counting cards as hidden cards of the victim that the thief has shown since."""
        for (victim, thief), unseen in self._thefts.items():
            for card in [card for card, count in hidden[thief].items() if count < 0]:
                stolen = max(0, min(unseen, hidden[victim][card], -hidden[thief][card]))
                hidden[victim][card] -= stolen
                hidden[thief][card] += stolen
                unseen -= stolen


def _at_first(first: State, seat: Seat) -> Counter[Card]:
    """Return what a player owns in a first view, as far as it can be known.

    At the deal it is known who has which starting cards. The other cards are Jokers (K-1, K-7).
    """
    side = first.sides[seat]
    owned = owned_by(side)
    known = Counter([card for card in owned if card is not UNKNOWN])
    starters = Counter(
        [card for card in PACK if card.rank in STARTERS and card.suit in _SUITS[seat % 2]]
    )
    fresh = not (first.well or first.reshuffles or side.scores or known - starters)
    jokers = len(owned) - starters.total()
    if not fresh or not 0 <= jokers <= 4:
        return known
    return starters + Counter({JESTER: jokers})
