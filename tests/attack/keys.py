"""Keys an attacker may type: random ones, with some sense or none."""

from random import Random

SEQUENCES = (
    *(b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~"),
    *(b"\r", b"\t", b" ", b"\x7f", b"\x1b[Z", b"\x1b[27u", b"\x1b", b"\x0c", b"\x10"),
    *(b"\x1b[<0;10;10M\x1b[<0;10;10m", b"\x1b[<64;10;10M", b"\x1b[<65;40;12M"),
)
LETTERS = b"abcdefghijklmnoprstuvwxyz0123456789?/+-"
"""All that lists and screens know; `q` leaves the server, so an attacker seldom presses it."""
BYTES = 2000


def some_keys(random: Random, length: int = BYTES) -> bytes:
    """Return so many bytes of keys that have nothing to do with each other."""
    keys = b""
    while len(keys) < length:
        keys += _key(random)
    return keys[:length]


def repeated_keys(random: Random, length: int = BYTES) -> bytes:
    """Return a few keys that are pressed again and again."""
    few = b"".join(_key(random) for _ in range(random.randint(1, 8)))
    return (few * length)[:length]


def changed_keys(random: Random, keys: bytes) -> bytes:
    """Return keys of which a part is others, or comes twice."""
    start = random.randrange(len(keys))
    end = min(len(keys), start + random.randint(1, 400))
    part = keys[start:end] * 2 if random.random() < 0.5 else some_keys(random, end - start)
    return (keys[:start] + part + keys[end:])[:BYTES]


def _key(random: Random) -> bytes:
    if random.random() < 0.45:
        return random.choice(SEQUENCES)
    return bytes([random.choice(LETTERS)])
