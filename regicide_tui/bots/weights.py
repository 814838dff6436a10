"""The files of weights: a line of JSON as a head, then the numbers. The head has a checksum."""

import json
import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from itertools import accumulate
from math import prod

from regicide_tui.bots.arrays import Floats, floats
from regicide_tui.bots.net import Net
from regicide_tui.bots.nets import net_file
from regicide_tui.games.base import Json

VERSION = 1


class BadWeights(Exception):
    """A file of weights is missing, damaged, or of another version."""


def encode_net(net: Net, game: str, players: int, about: Mapping[str, Json]) -> bytes:
    """Return a net as the bytes of a file. `about` is added to the head."""
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
        raise BadWeights("The file of weights has no proper head.") from error
    if expected != [VERSION, game, players, sha256(numbers).hexdigest()]:
        raise BadWeights("The file of weights is damaged, or one of something else.")
    flat = floats(sum(sizes))
    memoryview(flat).cast("B")[:] = numbers
    flat = _little_endian(flat)
    return Net(
        *[flat[last - size : last] for size, last in zip(sizes, accumulate(sizes), strict=True)]
    )


def _little_endian(numbers: Floats) -> Floats:
    """Return numbers in the order of bytes that files have, or back in the machine's own."""
    found = numbers[:]
    if sys.byteorder == "big":
        found.byteswap()
    return found


@cache
def load_net(game: str, players: int) -> Net:
    """Return the net that came with the app. It is read once. Raises `BadWeights`."""
    return decode_net(_read_bytes(game, players), game, players)


def read_digest(game: str, players: int) -> str:
    """Return the checksum of the net that came with the app. Raises `BadWeights`."""
    line, _, _ = _read_bytes(game, players).partition(b"\n")
    digest: str = json.loads(line)["sha256"]
    return digest


def _read_bytes(game: str, players: int) -> bytes:
    try:
        return net_file(game, players).read_bytes()
    except OSError as error:
        raise BadWeights(f"There are no weights for {game} with {players} players.") from error
