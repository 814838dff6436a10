"""A function for each construct that is translated. Python and C run it alike."""

from collections.abc import Callable
from math import sqrt
from typing import NamedTuple, TypeVar

from regicide_tui.bots.library import (
    Bytes,
    Doubles,
    Floats,
    Ints,
    Shorts,
    Single,
    doubles_of,
    floats_of,
    ints,
    ints_of,
    part,
    single,
)

F = TypeVar("F", bound=Callable[..., object])
SIZE = 4
LIMIT = 2.5
EVER = True
TABLE = ints_of([3, 1, 4, 1, 5])
WEIGHTS = floats_of([0.1, 0.7, 0.3])
EXACT = doubles_of([0.1, 1 / 3])


def compiled(function: F) -> F:
    """Mark a function for the translator; Python runs it as it is."""
    return function


class Board(NamedTuple):
    """Fields of every kind."""

    cells: Ints
    weights: Floats
    notes: Ints
    scale: float
    turn: int


class Nested(NamedTuple):
    """A struct in a struct."""

    board: Board
    values: Floats


@compiled
def divide(a: int, b: int) -> int:
    return a // b * 1000 + a % b


@compiled
def divide_in_place(a: int, b: int) -> int:
    left = a
    left //= b
    left %= 7
    return left


@compiled
def true_division(a: int, b: int) -> float:
    return a / b + a


@compiled
def bits(a: int, b: int) -> int:
    return (a & b) + (a | b) * 3 - (a ^ ~b) + (a << 3) + (a >> 2) + 2**3


@compiled
def wide_shift(a: int, b: int) -> int:
    return (1 << 40) + a - (b << 33)


@compiled
def signs(a: int, b: int) -> int:
    return -a - (-b) * 3 - ~a


@compiled
def chain(a: int, b: int) -> bool:
    return a < b <= 7 != a


@compiled
def membership(a: int, b: int) -> bool:
    return (a in (1, 2, b)) == (b in (a, 5))


@compiled
def truth(a: int, b: int) -> int:
    if (a and not b) or (b > 3 and a):
        return 1
    return 2 if a or b else 3


@compiled
def bools_are_numbers(a: int, b: int) -> int:
    count = 0
    count += a > b
    return count + (a == b) * 2 + EVER


@compiled
def choice(a: int, b: int) -> float:
    return a if a > b else LIMIT


@compiled
def of_equal_numbers_the_first(a: int, b: int) -> float:
    return max(-0.0, 0.0 * a) + min(a, b, 3) - max(a, b)


@compiled
def first_of_equals_divides(a: int, b: int) -> bool:
    return 1.0 / max(-0.0 * a * a, 0.0 * b * b + 1e-300) > 0.0


@compiled
def casts(a: int, b: int) -> int:
    return int(LIMIT * a) + int(-2.9) + int(b != 0) + int(float(a) / 3.0)


@compiled
def singles(a: int, b: int) -> float:
    total = single(0)
    for place in range(3):
        total += WEIGHTS[place] * single(a)
    return float(total / single(3)) + float(max(total, single(b)))


@compiled
def exact_numbers(a: int, b: int) -> float:
    total = 0.0
    for place in range(len(EXACT)):
        total += EXACT[place] * a - sqrt(abs_of(b))
    return float(total)


@compiled
def abs_of(a: int) -> float:
    return float(a if a >= 0 else -a)


@compiled
def loops(a: int, b: int) -> int:
    total, last = 0, 0
    for place in range(10, a, -3):
        if place == b:
            continue
        if total > 1000:
            break
        total += place
        last = place
        place += 100
    for place in (a, b, 3):
        total = total * 3 + place
    for place in range(2, 5):
        total += place
    for _ in range(2):
        total += 1
    return total * 10 + last + place


@compiled
def while_loop(a: int, b: int) -> int:
    steps = 0
    while a != 1 and steps < 50:
        a = a // 2 if a % 2 == 0 else 3 * a + 1
        steps += 1
        if steps == b:
            break
    return steps


@compiled
def swaps(a: int, b: int) -> int:
    x, y = a, b
    x, y = y, x + y
    z, w = x * y, x * y
    z, w = halves(z, w + 1)
    return x + 10 * y + 100 * z + w


@compiled
def halves(a: int, b: int) -> tuple[int, int]:
    return a // 2, b // 2


@compiled
def mixed_parts(a: int, b: int) -> tuple[float, int]:
    if a > b:
        return a / 2, b
    return 1.5, a


@compiled
def arrays(a: int, b: int) -> int:
    some = ints(SIZE * 2)
    other = ints(SIZE)
    some[: SIZE + 1] = TABLE[: SIZE + 1]
    other[:SIZE] = some[1 : SIZE + 1]
    some[2], some[3] = a, a
    some[1] += other[2] * b
    some[a & 3] -= 1
    some[0], some[1] = some[1], some[0]
    total = 0
    for place in range(2 * SIZE):
        total = total * 7 + some[place]
    return int(total + len(TABLE))


@compiled
def count_up(ints: Ints) -> int:
    ints[0] += 1
    return int(ints[0])


@compiled
def parts_in_order(ints: Ints) -> tuple[int, int, int]:
    return int(ints[0]), count_up(ints), int(ints[0])


@compiled
def in_order(a: int, b: int) -> int:
    some = ints(SIZE)
    some[0] = a
    before, counted, after = parts_in_order(some)
    once, twice = count_up(some), count_up(some)
    return before + 2 * counted + 4 * after + 8 * once + 16 * twice


@compiled
def slices(a: int, b: int) -> int:
    """A copy of a slice to the same array is whole."""
    some = ints(SIZE)
    for place in range(SIZE):
        some[place] = a + place * b
    some[1:3] = some[0:2]
    total = int(some[2])
    some[2:1] = some[0:0]
    return total * 100 + int(some[0]) * 10 + int(some[1])


@compiled
def names_of_c(short: int, long: int) -> int:
    double = short + long
    return double * 2


@compiled
def nothing(a: int, b: int) -> int:
    """Has a docstring and no other statement without effect."""
    return a - b


BY_NUMBERS = [
    *(divide, divide_in_place, true_division, bits, wide_shift, signs, chain, membership, truth),
    *(bools_are_numbers, choice, of_equal_numbers_the_first, first_of_equals_divides, casts),
    *(singles, exact_numbers, loops, while_loop, swaps, mixed_parts, arrays, names_of_c, nothing),
    *(in_order, slices),
]


@compiled
def write_all(given: Ints, rounded: Floats, exact: Doubles, count: int) -> None:
    for place in range(count):
        rounded[place] = given[place] / 3
        exact[place] = given[place] / 3
        given[place] = int(exact[place])
    if count > 2:
        return
    rounded[0] = 0


@compiled
def write_board(board: Board, row: int) -> float:
    notes, scale = board.notes, board.scale
    for column in range(3):
        board.cells[row * 5 + column] = notes[column] * board.turn
        board.weights[row * 3 + column] = scale * notes[column]
    line = part(board.weights, row * 3)
    add_up(line, 3, notes)
    return float(line[1]) * board.scale + len(board.notes)


@compiled
def add_up(line: Floats, count: int, notes: Ints) -> None:
    for place in range(1, count):
        line[place] = float(line[place]) + float(line[place - 1])
        notes[place] += 1


@compiled
def write_nested(nested: Nested, rows: Floats, row: int) -> float:
    found = write_board(nested.board, row)
    nested.values[0] = found
    rows[row * 4] = nested.values[0]
    return float(rows[row * 4])


@compiled
def write_small(bytes_: Bytes, shorts: Shorts, weights: Floats, rate: Single) -> int:
    total = 0
    for place in range(3):
        bytes_[place] += place + 1
        shorts[place + 1] = bytes_[place] * 100
        weights[place] *= rate
        total += shorts[place] - bytes_[place]
    return total
