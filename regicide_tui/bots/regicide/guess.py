"""Filling in what a seat does not know, at random and again and again: `determinize` on a row."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.base import NoAnswer
from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.luck import below
from regicide_tui.bots.regicide import layout as at
from regicide_tui.bots.regicide.layout import (
    CASTLE,
    CASTLE_SIZE,
    FIRST_ROYAL,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    PLAYERS,
)
from regicide_tui.bots.regicide.memory import Memory, Slot
from regicide_tui.bots.regicide.translate import apart, number_of, public_row
from regicide_tui.cards import JESTER, PACK, Card
from regicide_tui.games.regicide.state import TAVERN_JESTERS, State


class Known(NamedTuple):
    """What a seat knows: a row with gaps, and what can fill them.

    `gaps` are places in the row, ascending by the shuffle that filled each, which `filled` tells.
    `pool` are the cards for them and for the Castle, ascending by the shuffle `since` which they
    are unknown.
    """

    row: Ints
    gaps: Ints
    filled: Ints
    pool: Ints
    since: Ints


def known_to(memory: Memory, view: State) -> Known:
    """Return what is known from a view and from what is remembered.

    Raises `NoAnswer` for a position that one pack of cards does not make.
    """
    row = public_row(view)
    places: list[tuple[int, Slot]] = []
    for seat, hand in enumerate(memory.hands):
        places += _placed(at.HANDS + seat * at.HAND_ROOM, hand)
    places += _placed(at.TAVERN, memory.tavern[::-1])
    places += _placed(at.DISCARD, memory.discard)
    seen = [(place, card) for place, card in places if isinstance(card, Card)]
    table = [card for play in view.table for card in play.cards]
    jesters = table.count(JESTER)
    for (place, _), number in zip(seen, apart([card for _, card in seen], jesters), strict=True):
        row[place] = number
    gone = [*table, *[card for _, card in seen], *([view.enemy] if view.enemy else [])]
    gaps = sorted((slot, place) for place, slot in places if isinstance(slot, int))
    pool = _unseen(gone, len(view.hands), memory)
    if len(set(gone)) + max(0, gone.count(JESTER) - 1) < len(gone):
        raise NoAnswer
    if len(pool) < len(gaps) + len(view.castle) or _royals(pool) < len(view.castle):
        raise NoAnswer
    own = at.HANDS + view.turn * at.HAND_ROOM
    row[own : own + len(view.hands[view.turn])].sort()
    return Known(
        row,
        np.array([place for _, place in gaps], dtype=np.int64),
        np.array([shuffled for shuffled, _ in gaps], dtype=np.int64),
        np.array([number for _, number in pool], dtype=np.int64),
        np.array([since for since, _ in pool], dtype=np.int64),
    )


def _placed(first: int, slots: list[Slot]) -> list[tuple[int, Slot]]:
    return [(first + place, slot) for place, slot in enumerate(slots)]


def _unseen(gone: list[Card], players: int, memory: Memory) -> list[tuple[int, int]]:
    """Return the cards that can be anywhere, each behind the shuffle since which it can be."""
    pool = [(memory.since[card], number_of(card)) for card in PACK if card not in gone]
    shown = gone.count(JESTER)
    # Nobody can tell two Jesters apart: while one is in sight, the other counts as never seen.
    since = memory.since[JESTER] if shown == 0 else 0
    jesters = range(shown, TAVERN_JESTERS[players])
    pool += [(since if number == 0 else 0, number) for number in jesters]
    return sorted(pool)


def _royals(pool: list[tuple[int, int]]) -> int:
    return sum(number >= FIRST_ROYAL for _, number in pool)


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
    left = _build_castle(row, pool, since, luck)
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
def _build_castle(row: Ints, pool: Ints, since: Ints, luck: Ints) -> int:
    """Build the Castle from the bottom: of the wanted rank where there is one, never seen before.

    Returns how many cards are left in the pool, which keeps its order.
    """
    left = pool.size
    for depth in range(int(row[CASTLE_SIZE])):
        wanted = FIRST_ROYAL + 4 * max(0, 2 - depth // 4)
        fits, strict = 0, 3
        while fits == 0 and strict > 0:
            strict -= 1
            for index in range(left):
                fits += _fits(int(pool[index]), int(since[index]), wanted, strict)
        chosen = below(luck, max(1, fits))
        for index in range(left):
            if _fits(int(pool[index]), int(since[index]), wanted, strict):
                if chosen == 0:
                    row[CASTLE + depth] = pool[index]
                    for later in range(index + 1, left):
                        pool[later - 1] = pool[later]
                        since[later - 1] = since[later]
                    left -= 1
                    break
                chosen -= 1
    return left


@compiled
def _fits(card: int, since: int, wanted: int, strict: int) -> int:
    """Tell whether a card can lie in the Castle: by rank and never seen, by rank, or any royal."""
    of_rank = wanted <= card < wanted + 4
    if strict == 2:
        return 1 if of_rank and since == 0 else 0
    if strict == 1:
        return 1 if of_rank else 0
    return 1 if card >= FIRST_ROYAL else 0
