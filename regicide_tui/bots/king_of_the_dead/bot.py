"""The bot of King of the Dead with a net, which searches on encoded states, and its memory."""

from collections import Counter
from itertools import accumulate, chain, cycle, islice
from typing import NamedTuple

from regicide_tui.bots.base import Observation, Ranking, RatedAction, Stopped, never_stop
from regicide_tui.bots.king_of_the_dead.appeals import (
    ACTIONS,
    APPEALS,
    MOST_CANDIDATES,
    new_working_memory,
)
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.encoding import decode_action, encode_action, encode_state
from regicide_tui.bots.king_of_the_dead.search import (
    InformationSet,
    evaluations_spent,
    grow_tree,
    new_tree,
    new_workspace,
    rank_root_actions,
)
from regicide_tui.bots.king_of_the_dead.state import CARDS, DRAWS, HANDS, POINT, ROOM, card_number
from regicide_tui.bots.library import Ints, hold, ints_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.search_bot import SearchBot
from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, JESTER, PACK, SPADES, UNKNOWN, Card
from regicide_tui.games.base import Event, Pile, Seat
from regicide_tui.games.king_of_the_dead.actions import Action
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

EVALUATIONS_PER_CHECK = 1_000
"""After this many evaluations, the bot checks whether to stop."""


def list_candidates(view: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals in points, the best first.

    Ending the turn has 0. Without the library of compiled functions, Python finds the same ones.
    """
    work = new_working_memory()
    return [
        (decode_action(view, work[ACTIONS + place]), work[APPEALS + place] / POINT)
        for place in range(write_candidates(encode_state(view), work, MOST_CANDIDATES))
    ]


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
        gaps += _unknown(side.hand, HANDS + seat)
        gaps += _unknown(side.draws[::-1], DRAWS + seat)
        ends.append(len(gaps))
    return gaps, ends


def _unknown(cards: Pile, pile: int) -> list[int]:
    """Return the indices of the unknown cards in a pile, listed from the bottom up."""
    first = CARDS + pile * ROOM
    return [first + place for place, card in enumerate(cards) if card is UNKNOWN]


class Known(NamedTuple):
    """What a seat knows, and its view."""

    information: InformationSet
    view: State


class KingBot(SearchBot[State, Action, Known]):
    """A bot of King of the Dead that searches until a budget of evaluations is spent.

    An evaluation is one action played on an encoded state.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._workspace = new_workspace()
        self._held_net, self._held_workspace = hold(net), hold(self._workspace)

    def find_only(self, view: State) -> Action | None:
        """Return the only action to consider, or None if there are several."""
        candidates = self._write_candidates(encode_state(view))
        return decode_action(view, candidates[0]) if len(candidates) == 1 else None

    def infer(self, observation: Observation[State]) -> Known:
        """Return what the seat to act knows."""
        return Known(infer_information_set(observation), observation.view)

    def _write_candidates(self, encoded: Ints) -> Ints:
        """Return the actions to consider. They depend only on what the seat knows."""
        work = self._workspace.work
        count = write_candidates(encoded, work, MOST_CANDIDATES)
        return work[ACTIONS : ACTIONS + count]

    def search(
        self,
        known: Known,
        seed: int,
        stopped: Stopped = never_stop,
        only: Action | None = None,
    ) -> Ranking[Action]:
        """Return the actions to consider, or `only` one, with their chances, the best first."""
        information, view = known
        actions = (
            ints_of([encode_action(view, only)])
            if only
            else self._write_candidates(information.encoded)
        )
        budget, tree = self._budget, new_tree(self._budget, actions)
        given = (hold(information), self._held_net, self._held_workspace, hold(tree))
        rng, done = new_rng(seed), 0
        while done < budget and not (done and stopped()):
            until = min(budget, done + EVALUATIONS_PER_CHECK)
            grow_tree(*given, until, budget, rng)
            done = evaluations_spent(tree)
        return tuple(
            [
                RatedAction(only or decode_action(view, number), value, share)
                for number, value, share in rank_root_actions(tree)
            ]
        )
