"""Random numbers, and parts of arrays in random or ascending order.

Random numbers are the same in Python and C: xoroshiro64*, 32 bits each.
"""

from itertools import permutations, product

from regicide_tui.bots.library import Ints, compiled, ints_of

_MASK = 0xFFFFFFFF
_POOL = 4
"""The number of 32-bit words for mixing a seed."""


def new_rng(seed: int) -> Ints:
    """Return the state of a generator: two 32-bit words, never both zero."""
    one, two = spread_seed(seed, 2)
    return ints_of([one, two | 1])


def spread_seed(seed: int, count: int) -> list[int]:
    """Return 32-bit words that look random, from a non-negative seed.

    They equal those of numpy's `SeedSequence`, so that published seeds stay valid. (It is O'Neill's
    `seed_seq_fe128`.)
    """
    factor = 0x43B0D7E5

    def hashed(word: int) -> int:
        nonlocal factor
        word ^= factor
        factor = factor * 0x931E8875 & _MASK
        return _fold(word * factor)

    words = [seed >> shift & _MASK for shift in range(0, max(1, seed.bit_length()), 32)]
    pool = [hashed(word) for word in (words + [0] * _POOL)[:_POOL]]
    for source, into in permutations(range(_POOL), 2):
        pool[into] = _fold(0xCA01F9DD * pool[into] - 0x4973F715 * hashed(pool[source]))
    for word, into in product(words[_POOL:], range(_POOL)):
        pool[into] = _fold(0xCA01F9DD * pool[into] - 0x4973F715 * hashed(word))
    factor, found = 0x8B51F9DD, []
    for place in range(count):
        word = pool[place % _POOL] ^ factor
        factor = factor * 0x58F38DED & _MASK
        found.append(_fold(word * factor))
    return found


def _fold(number: int) -> int:
    """Return 32 bits of a number, with their upper half mixed into the lower one."""
    word = number & _MASK
    return word ^ word >> 16


@compiled
def random_below(rng: Ints, bound: int) -> int:
    """Return a number from 0 to below `bound`, which is at most 2**16."""
    one, two = rng[0], rng[1]
    number = (one * 0x9E3779BB) & _MASK
    two ^= one
    rng[0] = (((one << 26) | (one >> 6)) & _MASK) ^ two ^ ((two << 9) & _MASK)
    rng[1] = ((two << 13) | (two >> 19)) & _MASK
    return (number * bound) >> 32


@compiled
def shuffle(rng: Ints, numbers: Ints, first: int, size: int) -> None:
    """Shuffle `size` numbers of an array in place, starting at index `first`."""
    for place in range(size - 1, 0, -1):
        other = random_below(rng, place + 1)
        held = numbers[first + place]
        numbers[first + place] = numbers[first + other]
        numbers[first + other] = held


@compiled
def insert_number(numbers: Ints, first: int, size: int, number: int) -> None:
    """Insert a number into `size` ascending ones starting at index `first`."""
    place = first + size
    while place > first and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@compiled
def sort_numbers(numbers: Ints, first: int, size: int) -> None:
    """Sort `size` numbers starting at index `first`, the lowest first."""
    for place in range(1, size):
        insert_number(numbers, first, place, numbers[first + place])
