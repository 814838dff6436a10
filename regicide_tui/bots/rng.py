"""Random numbers that are the same in Python and in machine code: xoroshiro64*, 32 bits each."""

import numpy as np

from regicide_tui.bots.compiled import Ints, compiled

_MASK = 0xFFFFFFFF


def new_rng(seed: int) -> Ints:
    """Return the state of a generator: two words of 32 bits, never both zero."""
    words = np.random.SeedSequence(seed).generate_state(2)
    return np.array([int(words[0]), int(words[1]) | 1], dtype=np.int64)


@compiled
def random_below(rng: Ints, bound: int) -> int:
    """Return a number from 0 up to but not including `bound`, which is at most 2**16."""
    one, two = int(rng[0]), int(rng[1])
    number = (one * 0x9E3779BB) & _MASK
    two ^= one
    rng[0] = (((one << 26) | (one >> 6)) & _MASK) ^ two ^ ((two << 9) & _MASK)
    rng[1] = ((two << 13) | (two >> 19)) & _MASK
    return (number * bound) >> 32


@compiled
def shuffle(rng: Ints, numbers: Ints, first: int, size: int) -> None:
    """Shuffle `size` numbers of an array in place, from index `first` on."""
    for place in range(size - 1, 0, -1):
        other = random_below(rng, place + 1)
        held = numbers[first + place]
        numbers[first + place] = numbers[first + other]
        numbers[first + other] = held
