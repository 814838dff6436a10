"""Fills in the cards that a seat does not know, at random."""

from typing import NamedTuple

from regicide_tui.bots.arrays import Ints, ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.king_of_the_dead.encoded.cards import STARTER
from regicide_tui.bots.king_of_the_dead.encoded.layout import (
    CARDS,
    GATE,
    HANDS,
    LENGTH,
    NEWCOMER,
    PLAYERS,
    RESHUFFLES,
    ROOM,
    SIZES,
)
from regicide_tui.bots.rng import random_below, shuffle


class InformationSet(NamedTuple):
    """What a seat knows: an encoded state with gaps, and the cards that can fill them.

    In `encoded`, an unknown card is 0, and an unknown Newcomer is a Joker.
    `gaps` are the indices in the encoded state of hidden cards in hands and draw piles, seat by
    seat. `hidden` are the cards that are known to lie in the hidden places of a player, seat by
    seat, and then all cards that may lie anywhere. There are at least as many as hidden places.
    `gap_ends` and `hidden_ends` say where those of each seat end. `gate` is the number of cards in
    the Gate, or 0 if these are known. `newcomer` is 1 if there is a Newcomer whose card is not
    known.
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
    """Write a full position that the seat can't tell from the true one."""
    encoded[:LENGTH] = information.encoded[:LENGTH]
    pool = ints(ROOM)
    hidden = len(information.hidden)
    pool[:hidden] = information.hidden[:hidden]
    players = int(encoded[PLAYERS])
    size = _deal_owned_cards(information, encoded, pool, rng)
    for place in range(int(information.hidden_ends[players - 1]), len(information.hidden)):
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
        gap = int(information.gaps[place])
        if encoded[gap] == 0:
            encoded[gap] = pool[behind]
            behind += 1
    for seat in range(players):
        sort_hand(encoded, seat)


@compiled
def _deal_owned_cards(information: InformationSet, encoded: Ints, pool: Ints, rng: Ints) -> int:
    """Deal the cards that players are known to own. Return how many are left, first in the pool.

    What is too much for one player fills the places that are empty at another's. Places for which
    there is nothing stay empty.
    """
    players, spare, card, gap = int(encoded[PLAYERS]), 0, 0, 0
    for seat in range(players):
        end, last = int(information.hidden_ends[seat]), int(information.gap_ends[seat])
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
        last, incomplete = int(information.gap_ends[seat]), False
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
    """Exchange the cards of these gaps at random."""
    for gap in range(last - 1, first, -1):
        one, other = gaps[gap], gaps[first + random_below(rng, gap - first + 1)]
        held = encoded[one]
        encoded[one] = encoded[other]
        encoded[other] = held


@compiled
def _move_gate_cards_first(encoded: Ints, pool: Ints, size: int, behind: int) -> None:
    """Move cards that can be in the Gate or the Newcomer to the front: as many as are there.

    Until the Well becomes the Gate for the first time, these are no starting cards (K-1).
    """
    others = 0
    for place in range(size):
        others += 1 - int(STARTER[pool[place]])
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
    first = CARDS + (HANDS + seat) * ROOM
    for place in range(first + 1, first + int(encoded[SIZES + HANDS + seat])):
        card, lower = encoded[place], place
        while lower > first and encoded[lower - 1] > card:
            encoded[lower] = encoded[lower - 1]
            lower -= 1
        encoded[lower] = card
