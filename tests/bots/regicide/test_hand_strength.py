"""What a hand can pay and deal is what trying everything finds."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from regicide_tui.bots.encoded.rules import write_plays
from regicide_tui.bots.encoded.state import (
    CLUBS,
    COMBOS,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    JESTER_CARDS,
    LENGTH,
    MOST_ACTIONS,
    VALUE,
)
from regicide_tui.bots.library import ints, ints_of
from regicide_tui.bots.regicide.afterstate import (
    MOST_SPARE,
    count_left_after_payment,
    find_damage,
    find_smallest_excess,
)


def _hands() -> Iterator[list[int]]:
    """Yield hands, many with cards of low numbers, which can be played together."""
    rng = Random(4)
    for number in range(300):
        yield sorted(rng.sample(range(54 if number % 2 else 22), rng.randrange(HAND_ROOM + 1)))


def _payments(hand: list[int], owed: int) -> list[tuple[int, ...]]:
    """Return all sets of cards that pay."""
    return [
        chosen
        for count in range(len(hand) + 1)
        for chosen in combinations(hand, count)
        if sum(VALUE[card] for card in chosen) >= owed
    ]


def test_a_payment_leaves_as_many_cards_as_possible() -> None:
    for hand in _hands():
        for owed in (1, 7, 15, 20):
            payments = _payments(hand, owed)
            left = max((len(hand) - len(chosen) for chosen in payments), default=-1)
            assert count_left_after_payment(ints_of(hand), len(hand), owed) == left


def test_the_closest_payment_is_found() -> None:
    for hand in _hands():
        for owed in (1, 7, 15, 20):
            excess = [sum(VALUE[card] for card in one) - owed for one in _payments(hand, owed)]
            found = find_smallest_excess(ints_of(hand), len(hand), owed)
            assert found == min([MOST_SPARE, *excess])


def _plays(hand: list[int]) -> list[list[int]]:
    """Return every legal play without a Jester."""
    encoded, found = ints(LENGTH), ints(MOST_ACTIONS)
    encoded[COMBOS], encoded[HAND_SIZE] = 1, len(hand)
    encoded[HANDS : HANDS + len(hand)] = ints_of(hand)
    plays = found[: write_plays(encoded, found)].tolist()
    return [
        [card for card in hand if cards >> card & 1]
        for cards in plays
        if not cards & ((1 << JESTER_CARDS) - 1)
    ]


def _damage(play: list[int], *, doubles: bool) -> int:
    value = int(sum(VALUE[card] for card in play))
    return 2 * value if doubles and any((card - 2) % 4 == CLUBS for card in play) else value


def test_the_most_damage_and_an_exact_blow_are_found() -> None:
    exact_blows = 0
    for hand in _hands():
        for doubles in (False, True):
            dealt = {_damage(play, doubles=doubles) for play in _plays(hand)}
            for health in (4, 10, 13, 20):
                held = ints_of(hand)
                most, exact = find_damage(held, len(hand), doubles, health)
                assert most == max(dealt, default=0)
                assert exact == (health in dealt)
                exact_blows += exact
    assert exact_blows > 50
