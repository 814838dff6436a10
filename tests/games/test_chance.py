"""Shuffles: the same for ever from the same seed, and otherwise as even as dice."""

from collections import Counter
from itertools import permutations

import pytest

from regicide_tui.cards import PACK, UNKNOWN, card
from regicide_tui.games.piles import heal, shuffled

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


# These orders may never change: every seed and every saved game of the past depends on them.
@pytest.mark.parametrize(
    ("seed", "number", "order"),
    [
        ("7F3K", 0, "JFDEZUHARMWONKGQPVXYBCLIST"),
        ("7F3K", 1, "WAKQJZUECPXSHMYVDGOFTNLIRB"),
        ("", 0, "PQCIHWXVMTENDGLKRYSUZJFBOA"),
        ("ééééééééééééééé✓", 2**32, "VOPMWRTYGEFJACZHQDKBNIUSXL"),
        ("a seed of more than sixteen characters ✓", 7, "AFVHNODXBPUWTSQEGICZMJKRLY"),
    ],
)
def test_a_seed_gives_this_order_for_ever(seed: str, number: int, order: str) -> None:
    assert "".join(shuffled(LETTERS, seed, number)) == order


def test_a_short_shuffle_is_pinned_too() -> None:
    assert shuffled(range(10), "7F3K", 0) == (9, 5, 3, 4, 7, 0, 6, 1, 2, 8)
    assert shuffled(range(10), "7F3K", 1) == (0, 9, 4, 2, 7, 3, 6, 5, 8, 1)


@pytest.mark.parametrize("size", [0, 1, 2, 7, 8, 9, 16, 17, 54, 108])
def test_nothing_is_lost_and_nothing_is_made(size: int) -> None:
    for number in range(20):
        order = shuffled(range(size), "7F3K", number)
        assert isinstance(order, tuple)
        assert sorted(order) == list(range(size))


def test_what_is_shuffled_is_left_as_it_was() -> None:
    deck = list(PACK)
    shuffled(deck, "7F3K", 0)
    assert deck == list(PACK)


def test_the_order_depends_on_the_places_and_not_on_the_cards() -> None:
    places = shuffled(range(52), "7F3K", 3)
    assert shuffled(PACK, "7F3K", 3) == tuple([PACK[place] for place in places])
    assert shuffled([UNKNOWN] * 52, "7F3K", 3) == (UNKNOWN,) * 52


def test_every_shuffle_of_a_game_is_another() -> None:
    assert len({shuffled(PACK, "7F3K", number) for number in range(500)}) == 500


def test_every_seed_is_another_game() -> None:
    seeds = [
        "",
        "0",
        "1",
        "7F3K",
        "7f3k",
        "7F3K ",
        "7F3K0",
        "x" * 16,
        "x" * 17,
        "x" * 18,
        "\u00e9",
        "e\u0301",
    ]
    assert len({shuffled(PACK, seed, 0) for seed in seeds}) == len(seeds)


def test_the_seed_and_the_number_do_not_run_into_each_other() -> None:
    assert shuffled(PACK, "1", 11) != shuffled(PACK, "11", 1)
    assert shuffled(PACK, "1.", 1) != shuffled(PACK, "1", 1)


@pytest.mark.parametrize("by", ["number", "seed"])
def test_every_order_comes_up_equally_often(by: str) -> None:
    times = 24 * 1000
    numbers = range(times)
    orders = [
        shuffled("ABCD", "7F3K", n) if by == "number" else shuffled("ABCD", f"{n}", 0)
        for n in numbers
    ]
    counts = Counter(orders)
    assert set(counts) == set(permutations("ABCD"))
    assert sum([(count - 1000) ** 2 / 1000 for count in counts.values()]) < 49.7  # p = 0.001


@pytest.mark.parametrize("place", [0, 7, 8, 25, 53])
def test_every_card_comes_to_the_top_equally_often(place: int) -> None:
    ends = [shuffled(range(54), "7F3K", number).index(place) for number in range(54 * 100)]
    counts = Counter(ends)
    assert sum([(counts[end] - 100) ** 2 / 100 for end in range(54)]) < 90.6  # p = 0.001


def test_of_two_discarded_cards_each_may_heal_to_the_tavern_first() -> None:
    first, second = two = (card("2C"), card("3C"))
    healed = {heal((), two, 1, f"{seed}", 1)[0] for seed in range(40)}
    assert healed == {(first,), (second,)}
