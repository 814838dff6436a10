"""The files of weights: a line of JSON as a head, then the numbers. The head has a checksum."""

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
    """A file of weights is missing, damaged, or of another version."""


def encode_net(net: Net, game: str, players: int, about: Mapping[str, Json]) -> bytes:
    """Return a net as the bytes of a file. `about` is added to the head."""
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


def decode_net(data: bytes, game: str, players: int) -> Net:
    """Return the net in a file's bytes. Raises `BadWeights`."""
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
