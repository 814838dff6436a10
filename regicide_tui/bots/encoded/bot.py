"""What the bots of Regicide and the Duel share: memory, and a search within a budget."""

from collections import Counter
from collections.abc import Callable, Sequence

from regicide_tui.bots.base import (
    A,
    NoAnswer,
    Ranking,
    RatedAction,
    S,
    Stopped,
    never_stop,
)
from regicide_tui.bots.encoded.search import (
    ANY_ACTION,
    SHORT,
    InformationSet,
    determinize,
    evaluate_legal_actions,
    evaluations_spent,
    grow_tree,
    is_decided,
    new_tree,
    new_workspace,
    rank_root_actions,
    reset_tree,
)
from regicide_tui.bots.encoded.state import (
    CASTLE,
    CASTLE_SIZE,
    DISCARD,
    FIRST_ROYAL,
    HAND_ROOM,
    HANDS,
    LENGTH,
    TAVERN,
    card_number,
    number_cards,
)
from regicide_tui.bots.library import Ints, hold, ints, ints_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.search_bot import SearchBot
from regicide_tui.cards import JESTER, PACK, UNKNOWN, Card
from regicide_tui.games.base import Pile

CardOrShuffle = Card | int
"""A place in a pile as known: its card, or the number of the shuffle that filled it."""
FROM_CASTLE = -1
"""Marks a place in a hand with a royal drawn from the Castle, seen only by its holder."""


class KnownPiles:
    """What a seat knows about Tavern and discard, in a game that may shuffle its discard.

    Cards that were played or paid are known to be in the discard until it is shuffled. Shuffles
    are numbered from 1; 0 is the deal. A card is hidden by a shuffle: the last one that it was
    part of, or 0 if the seat never saw the card. An unknown place was filled by a shuffle. It
    can contain any card that was hidden by that shuffle or an earlier one. All ways to fill the
    unknown places count as equally likely.
    """

    tavern: list[CardOrShuffle]
    """From the top down."""
    discard: list[CardOrShuffle]
    """New cards are appended."""
    hidden_since: Counter[Card]
    """The last shuffle that each seen card was part of."""

    def __init__(self, tavern: Pile, discard: Pile) -> None:
        self.tavern = read_pile(tavern)
        self.discard = read_pile(discard)
        self.hidden_since = Counter()
        self._shuffles = 0

    def remove_card(self, slots: list[CardOrShuffle], card: Card) -> None:
        """Remove this card's place: the known one, or else a possible one."""
        if card in slots:
            slots.remove(card)
            return
        unknown = [slot for slot in slots if isinstance(slot, int)]
        able = [slot for slot in unknown if slot >= self.hidden_since[card]]
        if unknown:
            slots.remove(min(able or unknown))

    def heal(self, count: int) -> None:
        """Shuffle the discard and put `count` of its cards under the Tavern (R-32).

        After that, the places of these cards are unknown.
        """
        self._shuffles += 1
        for card in self.discard:
            if isinstance(card, Card):
                self.hidden_since[card] = self._shuffles
        left = max(0, len(self.discard) - count)
        self.tavern += [self._shuffles] * (len(self.discard) - left)
        self.discard = [self._shuffles] * left

    def see_top(self, discard: Pile) -> None:
        """Note the face-up card on top of the discard."""
        for top in discard[:1]:
            if top is not UNKNOWN and top not in self.discard:
                self.remove_card(self.discard, top)
                self.discard.append(top)


def read_pile(pile: Pile) -> list[CardOrShuffle]:
    """Return the places of a pile from a first view."""
    return [0 if card is UNKNOWN else card for card in pile]


def build_information_set(
    encoded: Ints,
    places: Sequence[tuple[int, CardOrShuffle]],
    laid: Sequence[Card],
    hidden_since: Counter[Card],
    jesters: int = 0,
) -> InformationSet:
    """Return what is known, from an encoded state in which the places are still empty.

    `places` are the indices of hands, Tavern and discard with what is known about each. `laid` are
    the open cards elsewhere. `hidden_since` contains the last shuffle that a card was part of.
    `jesters` is the number of Jesters in the game.

    Raises `NoAnswer` if the cards are not those of one pack, or if there are too few cards or too
    few royals that were never seen.
    """
    seen = [(place, card) for place, card in places if isinstance(card, Card)]
    gone = [*laid, *[card for _, card in seen]]
    shown = gone.count(JESTER)
    if len(set(gone)) + max(0, shown - 1) < len(gone):
        raise NoAnswer
    numbers = number_cards([card for _, card in seen], laid.count(JESTER))
    for (place, _), number in zip(seen, numbers, strict=True):
        encoded[place] = number
    pool = [(hidden_since[card], card_number(card)) for card in PACK if card not in gone]
    # Two Jesters look the same. While one is visible, the other counts as never seen.
    pool += [(0 if number else hidden_since[JESTER], number) for number in range(shown, jesters)]
    pool.sort()
    gaps = sorted((slot, place) for place, slot in places if isinstance(slot, int))
    tiers = [
        sum(hidden_since == 0 and number < FIRST_ROYAL + 4 * tier for hidden_since, number in pool)
        for tier in range(4)
    ]
    left = [tiers[tier + 1] - tiers[tier] for tier in range(3)]
    size = encoded[CASTLE_SIZE]
    if len(pool) < len(gaps) + size:
        raise NoAnswer
    royals = [(CASTLE + depth, _castle_tier(depth, left)) for depth in range(size)]
    drawn = [place for slot, place in gaps if slot == FROM_CASTLE][: sum(left)]
    royals += [(place, _lowest(left)) for place in drawn]
    gaps = [(max(0, slot), place) for slot, place in gaps if place not in drawn]
    return InformationSet(
        encoded,
        ints_of(place for _, place in gaps),
        ints_of(shuffled for shuffled, _ in gaps),
        ints_of(number for _, number in pool),
        ints_of(hidden_since for hidden_since, _ in pool),
        ints_of(tiers),
        ints_of(place for place, _ in royals),
        ints_of(tier for _, tier in royals),
    )


def list_places(
    hands: Sequence[Sequence[CardOrShuffle]],
    tavern: Sequence[CardOrShuffle],
    discard: Sequence[CardOrShuffle],
) -> list[tuple[int, CardOrShuffle]]:
    """Return the indices of hands, Tavern and discard, each with what is known about it.

    The Tavern is given from the top down, hands and discard in the order of the encoded state.
    """
    piles = [(HANDS + seat * HAND_ROOM, hand) for seat, hand in enumerate(hands)]
    piles += [(TAVERN, tavern[::-1]), (DISCARD, discard)]
    return [(first + place, slot) for first, pile in piles for place, slot in enumerate(pile)]


def _castle_tier(depth: int, left: list[int]) -> int:
    """Take a royal for a place of the Castle, counted from the bottom. Return its tier.

    Raises `NoAnswer` if there is none.
    """
    wanted = max(0, 2 - depth // 4)
    able = [tier for tier in (wanted, 2, 1, 0) if left[tier]]
    if not able:
        raise NoAnswer
    left[able[0]] -= 1
    return able[0]


def _lowest(left: list[int]) -> int:
    """Take a royal of the lowest remaining tier. Return its tier."""
    tier = next(tier for tier in range(3) if left[tier])
    left[tier] -= 1
    return tier


ROUNDS_PER_CHECK = 20
"""After this many rounds, which take about 1 ms, the bot checks whether to stop."""
DECIDES_EVERY = 5_000
"""After this many evaluations a long search may end."""


class EncodedSearchBot(SearchBot[S, A, InformationSet]):
    """A bot that searches until a budget of evaluations is spent.

    With a budget of 0 it takes the action with the net's best value, without a search. With more
    than `SHORT`, it ends early once it has decided.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._workspace = new_workspace()
        self._tree = new_tree(evaluations)
        self._held_net, self._held_workspace = hold(net), hold(self._workspace)

    list_legal: Callable[[S], Sequence[A]]
    """The legal actions in a view."""
    decode_action: Callable[[int], A]
    """The action with a number."""
    encode_action: Callable[[A, Ints], int]
    """The number of an action of the seat to act in an encoded state."""

    def find_only(self, view: S) -> A | None:
        """Return the only legal action, if there is only one."""
        actions = self.list_legal(view)
        return actions[0] if len(actions) == 1 else None

    def search(
        self,
        known: InformationSet,
        seed: int,
        stopped: Stopped = never_stop,
        only: A | None = None,
        most: int | None = None,
    ) -> Ranking[A]:
        """Return one action or all of them with their chances after a search, the best first.

        With `most`, the search makes at most that many evaluations.
        """
        action = ANY_ACTION if only is None else self.encode_action(only, known.encoded)
        rng = new_rng(seed)
        budget = self._budget if most is None else min(self._budget, most)
        if self._budget == 0:
            seen = self.rank_by_net(known, rng)
            return tuple(
                [
                    one
                    for one in seen
                    if only is None or self.encode_action(one.action, known.encoded) == action
                ]
            )
        reset_tree(self._tree, action)
        given = (hold(known), self._held_net, self._held_workspace, hold(self._tree))
        done, is_stopped = 0, False
        while done < budget and not is_stopped:
            rounds = min(DECIDES_EVERY, budget - done)
            done += rounds
            while rounds > 0 and evaluations_spent(self._tree) < done and not is_stopped:
                grow_tree(*given, done, min(rounds, ROUNDS_PER_CHECK), rng)
                rounds -= ROUNDS_PER_CHECK
                is_stopped = stopped()
            if done >= SHORT and done % DECIDES_EVERY == 0 and is_decided(self._tree, budget):
                break
        ranked = rank_root_actions(self._tree)
        total = max(1, sum(visits for _, _, visits in ranked))
        return tuple(
            [
                RatedAction(self.decode_action(number), value, visits / total)
                for number, value, visits in ranked
            ]
        )

    def rank_by_net(self, information: InformationSet, rng: Ints) -> Ranking[A]:
        """Return every legal action with the net's value, the best first."""
        encoded = ints(LENGTH)
        determinize(information, encoded, rng)
        count = evaluate_legal_actions(encoded, self._net, self._workspace)
        actions, values = self._workspace.actions, self._workspace.values
        order = sorted(range(count), key=lambda place: -values[place])
        return tuple(
            [
                RatedAction(
                    self.decode_action(actions[place]), values[place], float(place == order[0])
                )
                for place in order
            ]
        )
