"""What a seat knows in King of the Dead, and guesses of the rest."""

from collections import Counter
from itertools import accumulate, chain, cycle, islice
from typing import NamedTuple

from regicide_tui.bots.ascending import sort_numbers
from regicide_tui.bots.base import Observation
from regicide_tui.bots.king_of_the_dead import state
from regicide_tui.bots.king_of_the_dead.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.state import (
    CARDS,
    GATE,
    HANDS,
    LENGTH,
    NEWCOMER,
    PLAYERS,
    RESHUFFLES,
    ROOM,
    SIZES,
    STARTER,
    card_number,
)
from regicide_tui.bots.library import Ints, compiled, ints, ints_of
from regicide_tui.bots.rng import random_below, shuffle
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
from regicide_tui.games.king_of_the_dead.piles import STARTERS, hidden_cards
from regicide_tui.games.king_of_the_dead.state import State, owned_by


class InformationSet(NamedTuple):
    """What a seat knows: an encoded state with gaps, and the cards that can fill them.

    In `encoded`, an unknown card is 0, and an unknown Newcomer is a Joker. `gaps` are its indices
    of hidden cards in hands and draw piles, seat by seat. `hidden` are the cards known to be in
    the hidden places of a player, seat by seat, followed by all cards that may be anywhere. There
    are at least as many as hidden places. `gap_ends` and `hidden_ends` say where those of each seat
    end. `gate` is the number of cards in the Gate, or 0 if these are known. `newcomer` is 1 if
    there is an unknown Newcomer.
    """

    encoded: Ints
    gaps: Ints
    gap_ends: Ints
    hidden: Ints
    hidden_ends: Ints
    gate: int
    newcomer: int


@compiled
def determinize(information: InformationSet, encoded: Ints, rng: Ints) -> None:
    """Write a full position that the seat can't distinguish from the true one."""
    encoded[:LENGTH] = information.encoded[:LENGTH]
    pool = ints(ROOM)
    hidden = len(information.hidden)
    pool[:hidden] = information.hidden[:hidden]
    players = encoded[PLAYERS]
    size = _deal_owned_cards(information, encoded, pool, rng)
    for place in range(information.hidden_ends[players - 1], len(information.hidden)):
        pool[size] = pool[place]
        size += 1
    shuffle(rng, pool, 0, size)
    behind = information.gate + information.newcomer
    _move_gate_cards_first(encoded, pool, size, behind)
    for place in range(information.gate):
        encoded[CARDS + GATE * ROOM + place] = pool[place]
    if information.newcomer:
        encoded[NEWCOMER] = pool[behind - 1]
    for place in range(len(information.gaps)):
        gap = information.gaps[place]
        if encoded[gap] == 0:
            encoded[gap] = pool[behind]
            behind += 1
    for seat in range(players):
        sort_hand(encoded, seat)


@compiled
def _deal_owned_cards(information: InformationSet, encoded: Ints, pool: Ints, rng: Ints) -> int:
    """Deal the cards that players are known to own. Return how many remain, first in the pool.

    Surplus cards of one player fill the empty places of another. Places without a card stay empty.
    """
    players, spare, card, gap = encoded[PLAYERS], 0, 0, 0
    for seat in range(players):
        end, last = information.hidden_ends[seat], information.gap_ends[seat]
        shuffle(rng, pool, card, end - card)
        while card < end:
            if gap < last:
                encoded[information.gaps[gap]] = pool[card]
                gap += 1
            else:
                pool[spare] = pool[card]
                spare += 1
            card += 1
        gap = last
    first = 0
    for seat in range(players):
        last, incomplete = information.gap_ends[seat], False
        for gap in range(first, last):
            if encoded[information.gaps[gap]] == 0:
                incomplete = True
                if spare > 0:
                    spare -= 1
                    encoded[information.gaps[gap]] = pool[spare]
        if incomplete:
            _shuffle_places(information.gaps, encoded, first, last, rng)
        first = last
    return spare


@compiled
def _shuffle_places(gaps: Ints, encoded: Ints, first: int, last: int, rng: Ints) -> None:
    """Shuffle the cards of these gaps."""
    for gap in range(last - 1, first, -1):
        one, other = gaps[gap], gaps[first + random_below(rng, gap - first + 1)]
        held = encoded[one]
        encoded[one] = encoded[other]
        encoded[other] = held


@compiled
def _move_gate_cards_first(encoded: Ints, pool: Ints, size: int, behind: int) -> None:
    """Move as many cards to the front as the Gate and the Newcomer need, choosing possible ones.

    Until the Well becomes the Gate for the first time, starting cards can't be there (K-1).
    """
    others = 0
    for place in range(size):
        others += 1 - STARTER[pool[place]]
    if encoded[RESHUFFLES] > 0 or others < behind:
        return
    found = 0
    for place in range(size):
        card = pool[place]
        if found < behind and not STARTER[card]:
            pool[place] = pool[found]
            pool[found] = card
            found += 1


@compiled
def sort_hand(encoded: Ints, seat: int) -> None:
    """Sort a hand, the lowest card first."""
    sort_numbers(encoded, CARDS + (HANDS + seat) * ROOM, encoded[SIZES + HANDS + seat])


_SUITS = ((HEARTS, SPADES), (DIAMONDS, CLUBS))
"""The suits of the starting cards of odd and even players (K-1)."""


class Memory:
    """What a seat knows about each player's cards."""

    hidden: list[list[Card]]
    """For each player, the cards in hand and draw pile whose places the view doesn't show."""

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
        """Note cards that a player gains from the middle of the table."""
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
        """Note a run. The player didn't own its card from the Well."""
        owned = self._owned[seat]
        strange = [card for card in cards if owned[card] <= 0]
        if well:
            owned[strange[0] if strange else cards[2]] += 1
        owned[cards[2]] -= 1

    def _count_hidden(self, seat: Seat) -> Counter[Card]:
        """Return the cards of a player whose places the view doesn't show.

        A count is negative if it is unknown how the player got the card.
        """
        prompt = self._view.prompt
        hidden = self._owned[seat].copy()
        hidden.subtract(owned_by(self._view.sides[seat]))
        if prompt and prompt.seat == seat:
            hidden.subtract(prompt.looked)
        del hidden[UNKNOWN]
        return hidden

    def _settle_thefts(self, hidden: list[Counter[Card]]) -> None:
        """Stop counting cards as hidden with the victim once the thief has shown them."""
        for (victim, thief), unseen in self._thefts.items():
            for card in [card for card, count in hidden[thief].items() if count < 0]:
                stolen = max(0, min(unseen, hidden[victim][card], -hidden[thief][card]))
                hidden[victim][card] -= stolen
                hidden[thief][card] += stolen
                unseen -= stolen


def _at_first(first: State, seat: Seat) -> Counter[Card]:
    """Return the cards that a player is known to own in a first view.

    At the deal, everyone's starting cards are known. The other cards are Jokers (K-1, K-7).
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


def infer_information_set(observation: Observation[State]) -> InformationSet:
    """Return what the seat to act knows from what it has seen."""
    view = observation.view
    gaps, gap_ends = _find_gaps(view)
    pool = hidden_cards(view)
    owned: list[list[Card]] = []
    for cards in Memory(observation).hidden:
        # A player who joins late may think that others still own cards that were banished long ago.
        possible = Counter(cards) & pool
        pool -= possible
        owned.append([*possible.elements()])
    places = len(gaps) + len(view.gate) + (view.newcomer is UNKNOWN)
    anywhere = [*pool.elements()]
    missing = places - len(anywhere) - sum(map(len, owned))
    if missing > 0:  # a position with cards that the game sets aside
        anywhere += islice(cycle(PACK), missing)
    return InformationSet(
        encode_state(view),
        ints_of(gaps),
        ints_of(gap_ends),
        ints_of(map(card_number, chain(*owned, anywhere))),
        ints_of(accumulate(map(len, owned))),
        len(view.gate),
        int(view.newcomer is UNKNOWN),
    )


def _find_gaps(view: State) -> tuple[list[int], list[int]]:
    """Return the indices of hidden cards in hands and draw piles, and where each seat's end."""
    gaps: list[int] = []
    ends: list[int] = []
    for seat, side in enumerate(view.sides):
        gaps += _unknown(side.hand, state.HANDS + seat)
        gaps += _unknown(side.draws[::-1], state.DRAWS + seat)
        ends.append(len(gaps))
    return gaps, ends


def _unknown(cards: Pile, pile: int) -> list[int]:
    """Return the indices of the unknown cards in a pile, listed from the bottom up."""
    first = state.CARDS + pile * state.ROOM
    return [first + place for place, card in enumerate(cards) if card is UNKNOWN]
