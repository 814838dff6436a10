"""Filling in what a seat does not know, at random and again and again: `determinize` on a row."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.luck import below
from regicide_tui.bots.places import Slot
from regicide_tui.bots.regicide import layout as at
from regicide_tui.bots.regicide.layout import (
    CASTLE,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PLAYERS,
)
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.translate import apart, number_of, public_row
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State


class Known(NamedTuple):
    """What a seat knows: a row with gaps, and what can fill them.

    `gaps` are places in the row, ascending by the shuffle that filled each, which `filled` tells.
    `pool` are the cards for them and for the Castle, ascending by the shuffle `since` which they
    are unknown. Those never seen come first, and of them the royals last: `tiers` are the places in
    the pool where Jacks, Queens and Kings begin and where they end. `castle` is the tier of each
    card of the Castle, from the bottom.
    """

    row: Ints
    gaps: Ints
    filled: Ints
    pool: Ints
    since: Ints
    tiers: Ints
    castle: Ints


def known_to(memory: Memory, view: State) -> Known:
    """Return what is known from a view and from what is remembered.

    Raises `NoAnswer` for a position that one pack of cards does not make.
    """
    row = public_row(view)
    places = _places(memory)
    seen = [(place, card) for place, card in places if isinstance(card, Card)]
    table = [card for play in view.table for card in play.cards]
    numbers = apart([card for _, card in seen], table.count(JESTER))
    for (place, _), number in zip(seen, numbers, strict=True):
        row[place] = number
    own = at.HANDS + view.turn * at.HAND_ROOM
    row[own : own + len(view.hands[view.turn])].sort()
    gone = [*table, *[card for _, card in seen], *([view.enemy] if view.enemy else [])]
    gaps = sorted((slot, place) for place, slot in places if isinstance(slot, int))
    pool = _unseen(gone, len(view.hands), memory)
    twice = len(set(gone)) + max(0, gone.count(JESTER) - 1) < len(gone)
    if twice or len(pool) < len(gaps) + len(view.castle):
        raise NoAnswer
    tiers = [
        sum(since == 0 and number < FIRST_ROYAL + 4 * tier for since, number in pool)
        for tier in range(4)
    ]
    return Known(
        row,
        _ints(place for _, place in gaps),
        _ints(shuffled for shuffled, _ in gaps),
        _ints(number for _, number in pool),
        _ints(since for since, _ in pool),
        _ints(tiers),
        _ints(_castle_tiers(len(view.castle), tiers)),
    )


def _ints(numbers: Iterable[int]) -> Ints:
    return np.array([*numbers], dtype=np.int64)


def _places(memory: Memory) -> list[tuple[int, Slot]]:
    """Return all places of hands, Tavern and discard with what lies there."""
    piles = [(at.HANDS + seat * at.HAND_ROOM, hand) for seat, hand in enumerate(memory.hands)]
    piles += [(at.TAVERN, memory.tavern[::-1]), (at.DISCARD, memory.discard)]
    return [(first + place, slot) for first, pile in piles for place, slot in enumerate(pile)]


def _unseen(gone: list[Card], players: int, memory: Memory) -> list[tuple[int, int]]:
    """Return the cards that can be anywhere, each behind the shuffle since which it can be."""
    pool = [(memory.since[card], number_of(card)) for card in PACK if card not in gone]
    shown = gone.count(JESTER)
    # Nobody can tell two Jesters apart: while one is in sight, the other counts as never seen.
    since = memory.since[JESTER] if shown == 0 else 0
    jesters = range(shown, TAVERN_JESTERS[players])
    pool += [(since if number == 0 else 0, number) for number in jesters]
    return sorted(pool)


def _castle_tiers(size: int, tiers: list[int]) -> list[int]:
    """Return the tier of each card of the Castle from the bottom, as far as there are such left.

    Raises `NoAnswer` if there are too few royals that were never seen.
    """
    left = [tiers[tier + 1] - tiers[tier] for tier in range(3)]
    castle: list[int] = []
    for depth in range(size):
        wanted = max(0, 2 - depth // 4)
        able = [tier for tier in (wanted, 2, 1, 0) if left[tier]]
        if not able:
            raise NoAnswer
        left[able[0]] -= 1
        castle.append(able[0])
    return castle


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
    left = _build_castle(known, row, pool, since, luck)
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
def _build_castle(known: Known, row: Ints, pool: Ints, since: Ints, luck: Ints) -> int:
    """Build the Castle from royals that were never seen, and close the gaps in the pool.

    Returns how many cards are left in the pool.
    """
    ends = known.tiers[1:].copy()
    for depth in range(known.castle.size):
        tier = known.castle[depth]
        first = int(known.tiers[tier])
        chosen = first + below(luck, int(ends[tier]) - first)
        ends[tier] -= 1
        row[CASTLE + depth] = pool[chosen]
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
