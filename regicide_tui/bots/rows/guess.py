"""Filling in what a seat does not know, at random and again and again: `determinize` on a row."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.luck import below
from regicide_tui.bots.places import Slot
from regicide_tui.bots.rows.layout import (
    CASTLE,
    CASTLE_SIZE,
    DISCARD,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PLAYERS,
    TAVERN,
)

FROM_CASTLE = -1
"""A place in a hand that a royal of the Castle filled, which only its holder has seen."""


class Known(NamedTuple):
    """What a seat knows: a row with gaps, and what can fill them.

    `gaps` are places in the row, ascending by the shuffle that filled each, which `filled` tells.
    `pool` are the cards for them and for the royals, ascending by the shuffle `since` which they
    are unknown. Those never seen come first, and of them the royals last: `tiers` are the places in
    the pool where Jacks, Queens and Kings begin and where they end. `royals` are the places of
    royals never seen, in the Castle from the bottom and then in hands; `royal_tiers` tell which.
    """

    row: Ints
    gaps: Ints
    filled: Ints
    pool: Ints
    since: Ints
    tiers: Ints
    royals: Ints
    royal_tiers: Ints


def known_by(
    row: Ints, places: Iterable[tuple[int, Slot]], pool: Sequence[tuple[int, int]]
) -> Known:
    """Return what is known from a row of all that lies open.

    `places` are those of hands, Tavern and discard, of which the known ones are in the row already.
    `pool` are the cards that can be anywhere, each behind the shuffle since which it can be.

    Raises `NoAnswer` where there are too few cards, or royals that were never seen.
    """
    pool = sorted(pool)
    gaps = sorted((slot, place) for place, slot in places if isinstance(slot, int))
    tiers = [
        sum(since == 0 and number < FIRST_ROYAL + 4 * tier for since, number in pool)
        for tier in range(4)
    ]
    left = [tiers[tier + 1] - tiers[tier] for tier in range(3)]
    size = int(row[CASTLE_SIZE])
    if len(pool) < len(gaps) + size:
        raise NoAnswer
    royals = [(CASTLE + depth, _castle_tier(depth, left)) for depth in range(size)]
    drawn = [place for slot, place in gaps if slot == FROM_CASTLE][: sum(left)]
    royals += [(place, _lowest(left)) for place in drawn]
    gaps = [(max(0, slot), place) for slot, place in gaps if place not in drawn]
    return Known(
        row,
        _ints(place for _, place in gaps),
        _ints(shuffled for shuffled, _ in gaps),
        _ints(number for _, number in pool),
        _ints(since for since, _ in pool),
        _ints(tiers),
        _ints(place for place, _ in royals),
        _ints(tier for _, tier in royals),
    )


def places_of(
    hands: Sequence[Sequence[Slot]], tavern: Sequence[Slot], discard: Sequence[Slot]
) -> list[tuple[int, Slot]]:
    """Return all places of hands, Tavern and discard with what lies there.

    The Tavern is given from its top, hands and discard in the order of the row.
    """
    piles = [(HANDS + seat * HAND_ROOM, hand) for seat, hand in enumerate(hands)]
    piles += [(TAVERN, tavern[::-1]), (DISCARD, discard)]
    return [(first + place, slot) for first, pile in piles for place, slot in enumerate(pile)]


def _ints(numbers: Iterable[int]) -> Ints:
    return np.array([*numbers], dtype=np.int64)


def _castle_tier(depth: int, left: list[int]) -> int:
    """Take a royal for a place of the Castle, counted from the bottom; return its tier.

    Raises `NoAnswer` if there is none.
    """
    wanted = max(0, 2 - depth // 4)
    able = [tier for tier in (wanted, 2, 1, 0) if left[tier]]
    if not able:
        raise NoAnswer
    left[able[0]] -= 1
    return able[0]


def _lowest(left: list[int]) -> int:
    """Take a royal of the lowest tier there is left; return its tier."""
    tier = next(tier for tier in range(3) if left[tier])
    left[tier] -= 1
    return tier


@compiled
def _sort_hands(row: Ints) -> None:
    """Sort each hand, lowest card first."""
    for seat in range(int(row[PLAYERS])):
        first = HANDS + seat * HAND_ROOM
        row[first : first + row[HAND_SIZE + seat]].sort()


@compiled
def fill(known: Known, row: Ints, luck: Ints) -> None:
    """Write one full position that the seat can't tell from the true one."""
    row[:] = known.row
    pool, since = known.pool.copy(), known.since.copy()
    left = _place_royals(known, row, pool, since, luck)
    eligible = 0
    for taken in range(known.gaps.size):
        while eligible < left and since[eligible] <= known.filled[taken]:
            eligible += 1
        # Those from `taken` to `eligible` can lie here. If none can, the seat saw a position that
        # no game leads to, and any card will do.
        spread = eligible - taken if eligible > taken else left - taken
        chosen = taken + below(luck, spread)
        row[known.gaps[taken]] = pool[chosen]
        pool[chosen] = pool[taken]
        eligible = max(eligible, taken + 1)
    _sort_hands(row)


@compiled
def _place_royals(known: Known, row: Ints, pool: Ints, since: Ints, luck: Ints) -> int:
    """Put royals that were never seen where such must lie, and close the gaps in the pool.

    Returns how many cards are left in the pool.
    """
    ends = known.tiers[1:].copy()
    for number in range(known.royals.size):
        tier = known.royal_tiers[number]
        first = int(known.tiers[tier])
        chosen = first + below(luck, int(ends[tier]) - first)
        ends[tier] -= 1
        row[known.royals[number]] = pool[chosen]
        pool[chosen] = pool[ends[tier]]
    left = int(known.tiers[0])
    for tier in range(3):
        for place in range(int(known.tiers[tier]), int(ends[tier])):
            pool[left] = pool[place]
            left += 1
    after = int(known.tiers[3])
    rest = pool.size - after
    pool[left : left + rest] = known.pool[after:]
    since[left : left + rest] = known.since[after:]
    return left + rest
