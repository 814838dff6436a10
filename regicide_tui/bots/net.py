"""A small value net: sparse binary inputs, two hidden layers, two outputs.

The first output is the chance of winning. The second is the progress: in Regicide the share of
royals that will be defeated, in the Duel the chance of winning again.
"""

import json
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from itertools import accumulate
from math import factorial, ldexp, prod
from typing import NamedTuple

from regicide_tui.bots.library import Floats, Ints, compiled, doubles_of, floats, ints, part, single
from regicide_tui.bots.nets import net_file
from regicide_tui.games.base import Json

LIMIT = 80.0
"""The function clamps its argument to the range from -80 to 80."""
_LOG2_E = 1 / 0.6931471805599453
_LN_2_HIGH = 0.693147180369123816490
_LN_2_LOW = 1.90821492927058770002e-10
"""The logarithm of 2 in two parts; the first has few enough digits for exact multiples."""
_TERMS = 14
_FACTORS = doubles_of([1 / factorial(power) for power in range(_TERMS, -1, -1)])
_LARGEST = int(LIMIT * 1.5)
_POWERS = doubles_of([ldexp(1.0, power) for power in range(-_LARGEST, _LARGEST + 1)])


@compiled
def exponential(number: float) -> float:
    """Return e to the power of a number, accurate except for the last bit or two."""
    within = max(-LIMIT, min(LIMIT, number))
    half = 0.5 if within >= 0.0 else -0.5
    twos = int(within * _LOG2_E + half)
    rest = within - twos * _LN_2_HIGH - twos * _LN_2_LOW
    total = 0.0
    for place in range(len(_FACTORS)):
        total = total * rest + _FACTORS[place]
    return total * _POWERS[_LARGEST + twos]


OUTPUTS = 2
MOST_INPUTS = 96
"""The maximum number of inputs of a position that are on."""
MOST_UNITS = 256
"""The maximum number of units in a hidden layer."""

LOST_FOR_SURE = -1
WON_FOR_SURE = -2
"""Returned instead of a number of inputs if the result is known without a net."""


class Net(NamedTuple):
    """Weights and biases, the weights row by row. `w1` has a row of zeros after the inputs'."""

    w1: Floats
    b1: Floats
    w2: Floats
    b2: Floats
    w3: Floats
    b3: Floats


class Layers(NamedTuple):
    """The hidden layers of a position, and the units of the first one that are above 0.

    `active` has room for one more than the number of units.
    """

    one: Floats
    two: Floats
    active: Ints


class Batch(NamedTuple):
    """Positions to evaluate: the inputs that are on, their number, and the net's outputs.

    A position has `MOST_INPUTS` places for inputs, and `OUTPUTS` outputs. `layers` belong to the
    position evaluated last.
    """

    inputs: Ints
    counts: Ints
    chances: Floats
    layers: Layers


def new_batch(size: int) -> Batch:
    """Return a batch with room for `size` positions."""
    return Batch(ints(size * MOST_INPUTS), ints(size), floats(size * OUTPUTS), new_layers())


def new_layers() -> Layers:
    """Return room for the hidden layers of any net."""
    return Layers(floats(MOST_UNITS), floats(MOST_UNITS), ints(MOST_UNITS + 1))


@compiled
def evaluate_batch(net: Net, batch: Batch, size: int) -> None:
    """Write the outputs for the first `size` positions."""
    for index in range(size):
        if batch.counts[index] >= 0:
            forward(
                net,
                part(batch.inputs, index * MOST_INPUTS),
                batch.counts[index],
                batch.layers,
                part(batch.chances, index * OUTPUTS),
            )


@compiled
def forward(net: Net, inputs: Ints, count: int, layers: Layers, chances: Floats) -> None:
    """Evaluate one position."""
    one, two, active = layers.one, layers.two, layers.active
    width, depth = len(net.b1), len(net.b2)
    one[:width] = net.b1[:width]
    _add_rows(net.w1, inputs, count, one, width)
    found = 0
    for unit in range(width):
        active[found] = unit
        found += one[unit] > single(0)
        one[unit] = max(one[unit], single(0))
    two[:depth] = net.b2[:depth]
    _add_weighted_rows(net.w2, active, found, one, two, depth)
    for unit in range(depth):
        two[unit] = max(two[unit], single(0))
    for output in range(OUTPUTS):
        total = net.b3[output]
        for unit in range(depth):
            total += two[unit] * net.w3[unit * OUTPUTS + output]
        chances[output] = 1 / (1 + exponential(-float(total)))


@compiled
def _add_rows(weights: Floats, rows: Ints, count: int, total: Floats, width: int) -> None:
    """Add the first `count` of these rows.

    It takes four at a time, so `total` is read and written only a quarter as often.
    """
    fours = count - count % 4
    for place in range(0, fours, 4):
        a, b = part(weights, rows[place] * width), part(weights, rows[place + 1] * width)
        c, d = part(weights, rows[place + 2] * width), part(weights, rows[place + 3] * width)
        for unit in range(width):
            total[unit] += a[unit] + b[unit] + c[unit] + d[unit]
    for place in range(fours, count):
        a = part(weights, rows[place] * width)
        for unit in range(width):
            total[unit] += a[unit]


@compiled
def _add_weighted_rows(
    weights: Floats, rows: Ints, count: int, factors: Floats, total: Floats, width: int
) -> None:
    """Add the first `count` of these rows, each times the factor of its row, four at a time."""
    fours = count - count % 4
    for place in range(0, fours, 4):
        i, j, k, m = rows[place], rows[place + 1], rows[place + 2], rows[place + 3]
        p, q, r, s = factors[i], factors[j], factors[k], factors[m]
        a, b = part(weights, i * width), part(weights, j * width)
        c, d = part(weights, k * width), part(weights, m * width)
        for unit in range(width):
            total[unit] += p * a[unit] + q * b[unit] + r * c[unit] + s * d[unit]
    for place in range(fours, count):
        i = rows[place]
        p, a = factors[i], part(weights, i * width)
        for unit in range(width):
            total[unit] += p * a[unit]


VERSION = 1


class BadWeights(Exception):
    """A file of weights is missing, damaged, or of another version."""


def encode_net(net: Net, game: str, players: int, about: Mapping[str, Json]) -> bytes:
    """Return a net as the bytes of a file. `about` is added to the header."""
    numbers = b"".join([_little_endian(one).tobytes() for one in net])
    layers = ((net.w1, net.b1), (net.w2, net.b2), (net.w3, net.b3))
    head = {
        "version": VERSION,
        "game": game,
        "players": players,
        "shapes": [
            shape
            for weights, biases in layers
            for shape in ([len(weights) // len(biases), len(biases)], [len(biases)])
        ],
        "sha256": sha256(numbers).hexdigest(),
        **about,
    }
    return json.dumps(head).encode() + b"\n" + numbers


def decode_net(data: bytes, game: str, players: int) -> Net:
    """Return the net in a file's bytes. Raises `BadWeights`."""
    line, _, numbers = data.partition(b"\n")
    try:
        head = json.loads(line)
        expected = [head[name] for name in ("version", "game", "players", "sha256")]
        sizes = [prod(shape) for shape in head["shapes"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights("The file of weights has no valid header.") from error
    if expected != [VERSION, game, players, sha256(numbers).hexdigest()]:
        raise BadWeights("The file of weights is damaged, or it belongs to something else.")
    flat = floats(sum(sizes))
    memoryview(flat).cast("B")[:] = numbers
    flat = _little_endian(flat)
    return Net(
        *[flat[last - size : last] for size, last in zip(sizes, accumulate(sizes), strict=True)]
    )


def _little_endian(numbers: Floats) -> Floats:
    """Convert numbers from the machine's byte order to that of files, or back."""
    found = numbers[:]
    if sys.byteorder == "big":
        found.byteswap()
    return found


@cache
def load_net(game: str, players: int) -> Net:
    """Return the app's net, which is read only once. Raises `BadWeights`."""
    return decode_net(_read_bytes(game, players), game, players)


def read_digest(game: str, players: int) -> str:
    """Return the checksum of the app's net. Raises `BadWeights`."""
    line, _, _ = _read_bytes(game, players).partition(b"\n")
    digest: str = json.loads(line)["sha256"]
    return digest


def _read_bytes(game: str, players: int) -> bytes:
    try:
        return net_file(game, players).read_bytes()
    except OSError as error:
        raise BadWeights(f"There are no weights for {game} with {players} players.") from error
