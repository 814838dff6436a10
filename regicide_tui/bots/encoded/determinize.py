"""Fills in the cards that a seat does not know, at random: `determinize` for encoded states."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from regicide_tui.bots.arrays import Ints, ints, ints_of
from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import (
    CARDS,
    CASTLE,
    CASTLE_SIZE,
    DISCARD,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    LENGTH,
    PLAYERS,
    TAVERN,
)
from regicide_tui.bots.encoded.piles import sort_cards
from regicide_tui.bots.known_piles import CardOrShuffle
from regicide_tui.bots.rng import random_below

FROM_CASTLE = -1
"""Marks a place in a hand that holds a royal drawn from the Castle, seen only by its holder."""


class InformationSet(NamedTuple):
    """What a seat knows: an encoded state with gaps, and the cards that can fill them.

    `gaps` are indices of the encoded state, ascending by the shuffle that filled them. `filled_by`
    has that shuffle for each gap. `pool` are the cards for the gaps and for the royals, ascending
    by the shuffle since which they are hidden; `hidden_since` has that shuffle for each card. Cards
    that were never seen come first, and of these the royals last. `tiers` are the places in the
    pool where Jacks, Queens and Kings begin, and where the Kings end. `royals` are the indices that
    hold royals never seen: the Castle from the bottom, then hands. `royal_tiers` has the tier of
    each.
    """

    encoded: Ints
    gaps: Ints
    filled_by: Ints
    pool: Ints
    hidden_since: Ints
    tiers: Ints
    royals: Ints
    royal_tiers: Ints


def build_information_set(
    encoded: Ints, places: Iterable[tuple[int, CardOrShuffle]], pool: Sequence[tuple[int, int]]
) -> InformationSet:
    """Return what is known, from an encoded state with all cards that lie open.

    `places` are the indices of hands, Tavern and discard with what is known of each. Known cards
    are in the encoded state already. `pool` are the cards that can be anywhere, each after the
    shuffle since which it is hidden.

    Raises `NoAnswer` if there are too few cards, or too few royals that were never seen.
    """
    pool = sorted(pool)
    gaps = sorted((slot, place) for place, slot in places if isinstance(slot, int))
    tiers = [
        sum(hidden_since == 0 and number < FIRST_ROYAL + 4 * tier for hidden_since, number in pool)
        for tier in range(4)
    ]
    left = [tiers[tier + 1] - tiers[tier] for tier in range(3)]
    size = int(encoded[CASTLE_SIZE])
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
    """Return the indices of hands, Tavern and discard, each with what is known of it.

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
    """Take a royal of the lowest tier that is left. Return its tier."""
    tier = next(tier for tier in range(3) if left[tier])
    left[tier] -= 1
    return tier


@compiled
def _sort_hands(encoded: Ints) -> None:
    """Sort each hand, the lowest card first."""
    for seat in range(int(encoded[PLAYERS])):
        first = HANDS + seat * HAND_ROOM
        sort_cards(encoded, first, int(encoded[HAND_SIZE + seat]))


@compiled
def determinize(information: InformationSet, encoded: Ints, rng: Ints) -> None:
    """Write a full position that the seat can't tell from the true one."""
    encoded[:LENGTH] = information.encoded[:LENGTH]
    pool = ints(CARDS)
    hidden_since = ints(CARDS)
    size = len(information.pool)
    pool[:size] = information.pool[:size]
    hidden_since[:size] = information.hidden_since[:size]
    left = _place_royals(information, encoded, pool, hidden_since, rng)
    eligible = 0
    for taken in range(len(information.gaps)):
        while eligible < left and hidden_since[eligible] <= information.filled_by[taken]:
            eligible += 1
        # The cards from `taken` to `eligible` can lie here. If there are none, the seat is in
        # a position that no game leads to, and any card will do.
        spread = eligible - taken if eligible > taken else left - taken
        chosen = taken + random_below(rng, spread)
        encoded[information.gaps[taken]] = pool[chosen]
        pool[chosen] = pool[taken]
        eligible = max(eligible, taken + 1)
    _sort_hands(encoded)


@compiled
def _place_royals(
    information: InformationSet, encoded: Ints, pool: Ints, hidden_since: Ints, rng: Ints
) -> int:
    """Place the royals that were never seen, and close the gaps in the pool.

    Return how many cards are left in the pool.
    """
    ends = ints(3)
    ends[:3] = information.tiers[1:4]
    for number in range(len(information.royals)):
        tier = information.royal_tiers[number]
        first = int(information.tiers[tier])
        chosen = first + random_below(rng, int(ends[tier]) - first)
        ends[tier] -= 1
        encoded[information.royals[number]] = pool[chosen]
        pool[chosen] = pool[ends[tier]]
    left = int(information.tiers[0])
    for tier in range(3):
        for place in range(int(information.tiers[tier]), int(ends[tier])):
            pool[left] = pool[place]
            left += 1
    after = int(information.tiers[3])
    rest = len(information.pool) - after
    pool[left : left + rest] = information.pool[after : after + rest]
    hidden_since[left : left + rest] = information.hidden_since[after : after + rest]
    return left + rest
