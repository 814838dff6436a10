"""What a hand of Regicide can do: how well it pays, and how much damage it can deal."""

from regicide_tui.bots.arrays import Ints
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.layout import CLUBS, FIRST_ACE, JESTER_CARDS, VALUE

MOST_SPARE = 16
"""An excess of this value or more counts as this."""
_SUMS = (1 << 40) - 1
"""Only sums below 40 matter: no attack costs more than 20."""
_LARGEST_SET = 10
"""The greatest sum of a set of equal numbers (R-11)."""


@compiled
def count_left_after_payment(held: Ints, size: int, owed: int) -> int:
    """Return how many cards at most are left after a payment, or -1 if the hand can't pay.

    The hand is ascending.
    """
    left = size
    while owed > 0 and left > 0:
        left -= 1
        owed -= int(VALUE[held[left]])
    return left if owed <= 0 else -1


@compiled
def find_smallest_excess(held: Ints, size: int, owed: int) -> int:
    """Return by how much the closest payment exceeds `owed`, or `MOST_SPARE` if it is more."""
    sums = 1  # bit n is set if some cards have the sum n
    for place in range(size):
        sums |= (sums << int(VALUE[held[place]])) & _SUMS
    excess = 0
    while excess < MOST_SPARE and not sums >> (owed + excess) & 1:
        excess += 1
    return excess


@compiled
def find_damage(held: Ints, size: int, doubles: bool, health: int) -> tuple[int, bool]:
    """Return the most damage that a play can deal, and whether one deals exactly `health`.

    `doubles` says whether Clubs deal twice their value.
    """
    most, exact = 0, False
    for place in range(size):
        card = int(held[place])
        if card >= JESTER_CARDS:
            damage = int(VALUE[card]) << int(doubles and _is_club(card))
            most, exact = max(most, damage), exact or damage == health
    for place in range(size):
        ace = int(held[place])
        if FIRST_ACE <= ace < FIRST_ACE + 4:
            more, hits = _find_damage_with_ace(held, size, place, doubles, health)
            most, exact = max(most, more), exact or hits
    for number in range(2, 6):
        more, hits = _find_damage_of_set(held, size, number, doubles, health)
        most, exact = max(most, more), exact or hits
    return most, exact


@compiled
def _is_club(card: int) -> bool:
    return (card - 2) & 3 == CLUBS


@compiled
def _find_damage_with_ace(
    held: Ints, size: int, place: int, doubles: bool, health: int
) -> tuple[int, bool]:
    """Return the same for the plays of two cards with the Ace in this place."""
    most, exact = 0, False
    ace = int(held[place])
    for other in range(size):
        card = int(held[other])
        if other != place and card >= JESTER_CARDS:
            has_club = _is_club(ace) or _is_club(card)
            damage = (1 + int(VALUE[card])) << int(doubles and has_club)
            most, exact = max(most, damage), exact or damage == health
    return most, exact


@compiled
def _find_damage_of_set(
    held: Ints, size: int, number: int, doubles: bool, health: int
) -> tuple[int, bool]:
    """Return the same for two or more cards of a number."""
    found, has_club = 0, False
    for place in range(size):
        card = int(held[place])
        if card >= JESTER_CARDS and (card - 2) >> 2 == number - 1:
            found += 1
            has_club = has_club or _is_club(card)
    most, exact = 0, False
    for count in range(2, min(found, _LARGEST_SET // number) + 1):
        damage = count * number
        if not has_club or count < found:
            most, exact = max(most, damage), exact or damage == health
        if has_club:
            damage <<= int(doubles)
            most, exact = max(most, damage), exact or damage == health
    return most, exact
