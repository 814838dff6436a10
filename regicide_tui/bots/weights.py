"""The files of weights: a line of JSON that says what it is, then the numbers, with a checksum."""

import json
from collections.abc import Mapping
from functools import cache
from hashlib import sha256

import numpy as np

from regicide_tui.bots.net import Net
from regicide_tui.bots.nets import net_file
from regicide_tui.games.base import Json

VERSION = 1


class BadWeights(Exception):
    """A file of weights that is missing, damaged, or of another version."""


def write_net(net: Net, game: str, players: int, about: Mapping[str, Json]) -> bytes:
    """Return a net as the bytes of a file; `about` says how it was made."""
    numbers = b"".join(np.asarray(part, dtype="<f4").tobytes() for part in net)
    head = {
        "version": VERSION,
        "game": game,
        "players": players,
        "shapes": [list(part.shape) for part in net],
        "sha256": sha256(numbers).hexdigest(),
        **about,
    }
    return json.dumps(head).encode() + b"\n" + numbers


def read_net(data: bytes, game: str, players: int) -> Net:
    """Return the net of a file's bytes. Raises `BadWeights`."""
    line, _, numbers = data.partition(b"\n")
    try:
        head = json.loads(line)
        expected = [head[name] for name in ("version", "game", "players", "sha256")]
        shapes = [tuple(shape) for shape in head["shapes"]]
    except (ValueError, KeyError, TypeError) as error:
        raise BadWeights("The file of weights has no proper head.") from error
    if expected != [VERSION, game, players, sha256(numbers).hexdigest()]:
        raise BadWeights("The file of weights is damaged, or one of something else.")
    flat = np.frombuffer(numbers, dtype="<f4").astype(np.float32)
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes])
    parts = np.split(flat, ends[:-1])
    return Net(*[part.reshape(shape) for part, shape in zip(parts, shapes, strict=True)])


@cache
def load_net(game: str, players: int) -> Net:
    """Read the net that came with the app, once. Raises `BadWeights`."""
    return read_net(_bytes_of(game, players), game, players)


def digest_of(game: str, players: int) -> str:
    """Return the checksum by which the net that came with the app is known. Raises `BadWeights`."""
    line, _, _ = _bytes_of(game, players).partition(b"\n")
    digest: str = json.loads(line)["sha256"]
    return digest


def _bytes_of(game: str, players: int) -> bytes:
    try:
        return net_file(game, players).read_bytes()
    except OSError as error:
        raise BadWeights(f"There are no weights for {game} with {players} players.") from error
