"""Damaged and hostile saves, made from whole ones at random, and a check of how they open.

Most of them have a checksum that fits, since a checksum stops accidents and no attacker. Run as a
program (`python -m tests.play.damaged_saves SEED COUNT`), this makes COUNT saves, decodes each, and
prints as JSON what went wrong, the seconds of the slowest and the megabytes by which memory grew.
"""

import json
import resource
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import islice
from random import Random
from time import thread_time
from typing import Any, NamedTuple

import msgpack
from msgspec.structs import replace

from regicide_tui.play.history import DRAW, Match, Result, Start, begin, resignation
from regicide_tui.play.saves.codec import FORMAT, MAGIC, BadSave, decode, encode
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from tests.loose import loose
from tests.play.games import JESTER_IN_HAND, NAMES, REGICIDE, begun, duel, played, set_up

SENTENCE = 300
"""Characters that a sentence for people may have."""

Tree = Any
Place = tuple[Any, Any]
"""A list or a dict in a tree, and an index or a key in it."""

BOMBS = {
    "array of gigabytes": b"\xdd\x7f\xff\xff\xff",
    "map of gigabytes": b"\xdf\x7f\xff\xff\xff",
    "text of gigabytes": b"\xdb\xff\xff\xff\xff",
    "bytes of gigabytes": b"\xc6\xff\xff\xff\xff",
    "extension of gigabytes": b"\xc9\xff\xff\xff\xff\x01",
    "array of 60,000": b"\xdc\xea\x60",
    "array of 4,001": b"\xdc\x0f\xa1" + b"\x00" * 4001,
    "arrays of 4,000 in arrays": b"\xdc\x0f\xa0" * 1020,
    "arrays of 4,000 in arrays, deeper": b"\xdc\x0f\xa0" * 60_000,
    "arrays of 60,000 in arrays": b"\xdc\xea\x60" * 60_000,
    "maps in maps of 100": b"\xde\x00\x64\xa1a" * 1020,
    **{
        f"{depth} {kind}": unit * depth + b"\xc0"
        for kind, unit in (("arrays", b"\x91"), ("maps", b"\x81\xa1a"))
        for depth in (100, 900, 980, 1020, 1030, 5000, 60_000)
    },
    "a byte that never is": b"\xc1",
    "an empty extension": b"\xc7\x00\x05",
    "a time": b"\xd6\xff\x00\x00\x00\x01",
    "a broken time": b"\xc7\x00\xff",
    "text that is no UTF-8": b"\xa2\xc3\x28",
    "half a character": b"\xa3\xed\xa0\x80",
    "a map by number": b"\x81\x01\x02",
    "a map by bytes": b"\x81\xc4\x01a\x02",
    "a map by nothing": b"\x81\xc0\x02",
    "a map by an array": b"\x81\x91\x01\x02",
    "a key twice": b"\x82\xa1a\x01\xa1a\x02",
    "not a number": b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00",
    "endless": b"\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00",
}
"""Bytes of msgpack that promise, nest or mean too much."""

VALUES: list[Tree] = [
    *(None, True, False, 0, 1, -1, 2, 3, 4, 5, 7, 60, 1000, 4000, 4001, 2**32, 2**40 + 1),
    *(2**63 - 1, 2**64 - 1, -(2**63), 0.0, 1.0, 1.5, -2.5, 1e308),
    *("", "?", "*", "AS", "KD", "QH", "2C", "as", "1:2C", "9:2C", "1:", ":", "won", "lost", "over"),
    *("play", "choose", "suffer", "yield", "flip", "*>P2", ">P9", "pay", "pay 2C 3C", "regicide"),
    *("duel", "cannot_pay", "cannot_play"),
    *("all_enemies_defeated", "king_of_the_dead", "random", "free", "\x1b[2J", "\n", "\x00", "é"),
    *("x" * 41, "x" * 201, "9" * 5000, "🂡" * 30_000, "x" * 200_000, "\ud800", b"", b"\xff" * 9),
    *([], [[]], {}, {"": 0}, [0] * 3000, ["2C"] * 109, ["KD"] * 5, [True, True], {"a": {"b": []}}),
    *({str(number): number for number in range(size)} for size in (61, 99, 101)),
]
_PLAYERS = (1, 2, 3, 4)
RAW = "@raw@"


class DamagedSave(NamedTuple):
    """A save that was tampered with, how it was, and the save it must be if it is one at all."""

    kind: str
    data: bytes
    twin: Table | None = None


def seal(body: Tree, number: Tree = FORMAT, checksum: bytes | None = None) -> bytes:
    """Pack a body, or take it packed, and put it into an envelope whose checksum fits."""
    packed = body if isinstance(body, bytes) else _pack(body)
    fitting = blake2b(packed, digest_size=16).digest() if checksum is None else checksum
    return _pack([MAGIC, number, fitting, packed])


def packed_body(data: bytes) -> bytes:
    """Return the packed body of a save."""
    packed: bytes = msgpack.unpackb(data)[3]
    return packed


def body_of(saved: Table) -> dict[str, Tree]:
    """Return what the save of a game says, to be tampered with."""
    body: dict[str, Tree] = msgpack.unpackb(packed_body(encode(saved)))
    return body


def seal_with(body: Tree, raw: bytes) -> bytes:
    """Seal a body in which these bytes stand in the place of `RAW`."""
    return seal(_pack(body).replace(_pack(RAW), raw, 1))


def _pack(tree: Tree) -> bytes:
    packed: bytes = msgpack.packb(tree, unicode_errors="surrogatepass")
    return packed


@cache
def pool() -> tuple[Table, ...]:
    """Return whole saves of all player counts and phases, dealt and set up, some partly undone."""
    found: dict[tuple[int, str], Table] = {}
    more: list[Table] = [
        *[duel(moves) for moves in (0, 5, 10_000)],
        replace(duel(), match=Match((Result(0), DRAW), resignation(1))),
        replace(duel(), hints=3, hinted=(0, 3)),
        Table(set_up(JESTER_IN_HAND).take_text("*>P2"), NAMES[:2], "A Jester"),
        Table(played(begun(2, options={"combos": False}), 9, Random(5)).at(4), NAMES[:2], "", 9, 5),
    ]
    for players in _PLAYERS:
        for seed in range(12):
            history = played(begun(players, str(seed)), 60, Random(seed))
            for cursor in range(len(history.moves) + 1):
                saved = Table(history.at(cursor), NAMES[:players])
                found.setdefault((players, loose(saved.history.state).phase.value), saved)
        position = REGICIDE.position(history.at(len(history.moves) // 2).state)
        start = Start("regicide", players, "x", {"overpay": "free"}, position)
        more.append(Table(played(begin(REGICIDE, start), 3, Random(1)), NAMES[:players]))
    return (*found.values(), *more)


# ---------------------------------------------------------------- damage: bytes


def _flip(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data))]


def _remove(data: bytes, rng: Random) -> bytes:
    start = rng.randrange(len(data))
    return data[:start] + data[start + rng.randint(1, 20) :]


def _insert(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.choice((1, 1, 2, 5, 40))) + data[at:]


def _overwrite(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    new = rng.randbytes(rng.choice((1, 1, 2, 5)))
    return (data[:at] + new + data[at + len(new) :])[: len(data)]


def _bomb(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] + rng.choice(list(BOMBS.values())) + data[at + rng.randint(0, 1) :]


def _splice(data: bytes, rng: Random) -> bytes:
    other = packed_body(encode(rng.choice(pool())))
    return data[: rng.randrange(len(data))] + other[rng.randrange(len(other)) :]


_DAMAGE: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip,
    _cut,
    _remove,
    _insert,
    _overwrite,
    _bomb,
    _splice,
)


def damaged(saved: Table, rng: Random) -> DamagedSave:
    """Damage the bytes of a save, as a disk or a cable does."""
    data, damage = encode(saved), rng.choice(_DAMAGE)
    if damage is _splice:
        other = encode(rng.choice(pool()))
        at = rng.randrange(len(data))
        return DamagedSave(
            "spliced", data[:at] + other[rng.choice((at, rng.randrange(len(other)))) :]
        )
    return DamagedSave(f"bytes{damage.__name__}", damage(data, rng), saved)


def damaged_inside(saved: Table, rng: Random) -> DamagedSave:
    """Damage the bytes of the body, and let the checksum fit."""
    damage = rng.choice(_DAMAGE)
    return DamagedSave(f"body{damage.__name__}", seal(damage(packed_body(encode(saved)), rng)))


def in_a_strange_envelope(saved: Table, rng: Random) -> DamagedSave:
    """Put a good body into an envelope with one strange part, or one too many or too few."""
    envelope: list[Tree] = msgpack.unpackb(encode(saved))
    match rng.randrange(4):
        case 0:
            del envelope[rng.randrange(4)]
        case 1:
            envelope.insert(rng.randrange(5), rng.choice(VALUES))
        case 2:
            envelope[rng.randrange(4)] = rng.choice(VALUES)
        case _:
            envelope[rng.randrange(4)] = RAW
    raw = rng.choice(list(BOMBS.values()))
    return DamagedSave("envelope", _pack(envelope).replace(_pack(RAW), raw, 1))


# ---------------------------------------------------------------- malice: trees


def _some_place(tree: Tree, rng: Random) -> Place:
    """Return some place in a tree; high up as likely as deep down."""
    while True:
        keys = list(tree) if isinstance(tree, dict) else range(len(tree))
        key = rng.choice(keys)
        inner = tree[key]
        if not isinstance(inner, dict | list) or not inner or rng.random() < 0.3:
            return tree, key
        tree = inner


def _replace(place: Place, rng: Random) -> None:
    place[0][place[1]] = rng.choice(VALUES)


def _put_raw(place: Place, rng: Random) -> None:
    place[0][place[1]] = RAW


def _nudge(place: Place, rng: Random) -> None:
    """Change a value a little: another number, card, word or truth."""
    inside, key = place
    match inside[key]:
        case bool(value):
            inside[key] = not value
        case int(value):
            new = rng.choice((value + 1, value - 1, -value, value * 2, value + 10**6))
            inside[key] = min(max(new, -(2**63)), 2**64 - 1)
        case str(value) if value:
            at = rng.randrange(len(value))
            inside[key] = value[:at] + rng.choice("A2KCDHS*?1 +>:\x1b") + value[at + 1 :]
        case list(value):
            rng.shuffle(value)
        case _:
            inside[key] = rng.choice(VALUES)


def _drop(place: Place, rng: Random) -> None:
    del place[0][place[1]]


def _double(place: Place, rng: Random) -> None:
    inside, key = place
    if isinstance(inside, list):
        inside[key:key] = [inside[key]] * rng.choice((1, 1, 3, 500))
    else:
        inside[f"{key}{rng.choice(('', ' ', '2', chr(27)))}"] = inside[key]


def _graft(place: Place, rng: Random) -> None:
    """Take the value from anywhere in another save."""
    inside, key = _some_place(body_of(rng.choice(pool())), rng)
    place[0][place[1]] = inside[key]


def _add_key(place: Place, rng: Random) -> None:
    inside, key = place
    target = inside[key] if isinstance(inside[key], dict) else inside
    if isinstance(target, dict):
        target[
            rng.choice(("x", "", "seed", "shuffles", "jesters_unused", "\x1b[2J", "k" * 300))
        ] = rng.choice(VALUES)


def _swap(place: Place, rng: Random) -> None:
    inside, key = place
    other = rng.choice(list(inside) if isinstance(inside, dict) else range(len(inside)))
    inside[key], inside[other] = inside[other], inside[key]


_MALICE: tuple[Callable[[Place, Random], None], ...] = (
    _replace,
    _put_raw,
    _nudge,
    _nudge,
    _drop,
    _double,
    _graft,
    _add_key,
    _swap,
)


def changed(saved: Table, rng: Random) -> DamagedSave:
    """Change values anywhere in the body, and let the checksum fit."""
    body, kinds = body_of(saved), []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        malice = rng.choice(_MALICE)
        malice(_some_place(body, rng), rng)
        kinds.append(malice.__name__)
        if not body:
            break
    return DamagedSave(
        "".join(["changed", *kinds]), seal_with(body, rng.choice(list(BOMBS.values())))
    )


def with_another_part(saved: Table, rng: Random) -> DamagedSave:
    """Take one or two whole parts from other saves: start, actions, cursor, snapshot, seats."""
    body, other = body_of(saved), body_of(rng.choice(pool()))
    parts = rng.sample(sorted(body.keys() & other.keys()), rng.randint(1, 3))
    for part in parts:
        body[part] = other[part]
    return DamagedSave(f"another {' '.join(parts)}", seal(body))


def with_another_story(saved: Table, rng: Random) -> DamagedSave:
    """Change actions and cursor, or shift them, or let the snapshot be another moment's."""
    body = body_of(saved)
    actions: list[str] = body["actions"]
    words = [*actions, "yield", "flip", "*", "*>P1", ">P1", ">P4", "pay AC", "2C+AC", "x", ""]
    match rng.randrange(6):
        case 0:
            actions[rng.randrange(len(actions) + 1) :] = []
        case 1:
            actions.append(rng.choice(words))
        case 2:
            actions.insert(rng.randrange(len(actions) + 1), rng.choice(words))
        case 3:
            actions[:] = [action.lower() for action in actions]
        case 4:
            actions[:] = [rng.choice(words) for _ in range(rng.choice((1, 100, 4000, 4001)))]
        case _:
            rng.shuffle(actions)
    if rng.random() < 0.5:
        body["cursor"] = rng.choice((0, 1, len(actions), len(actions) + 1, 4000, 2**63, -1))
    if rng.random() < 0.3:
        body["snapshot"] = body_of(Table(saved.history.at(body["cursor"] % 50), saved.seats))[
            "snapshot"
        ]
    return DamagedSave("story", seal(body))


def at_a_tampered_position(saved: Table, rng: Random) -> DamagedSave:
    """Begin at a position with a few changes; often with the snapshot that goes with it."""
    body = body_of(saved)
    position = dict(body["snapshot"])
    for _ in range(rng.randint(0, 2)):
        rng.choice((_nudge, _replace, _put_raw, _drop, _double, _graft))(
            _some_place(position, rng), rng
        )
    body["start"]["position"] = position
    body["actions"], body["cursor"] = [], 0
    if rng.random() < 0.2:
        body["start"]["players"] = rng.choice((*_PLAYERS, 0, 5, 10**9))
        body["seats"] = [*NAMES, "Eve"][: min(body["start"]["players"], 5)]
    return DamagedSave("position", seal_with(body, rng.choice(list(BOMBS.values()))))


_MAKERS: tuple[Callable[[Table, Random], DamagedSave], ...] = (
    damaged,
    damaged,
    damaged_inside,
    damaged_inside,
    in_a_strange_envelope,
    changed,
    changed,
    changed,
    with_another_part,
    with_another_story,
    at_a_tampered_position,
    at_a_tampered_position,
)


def damaged_saves(seed: int) -> Iterator[DamagedSave]:
    """Return damaged saves without end, the same for the same seed."""
    rng = Random(seed)
    while True:
        yield rng.choice(_MAKERS)(rng.choice(pool()), rng)


# ---------------------------------------------------------------- the check of each


class Verdict(NamedTuple):
    """Whether a damaged save opened, and what is wrong with that; empty if nothing is."""

    opened: bool
    fault: str


def judge(damaged_save: DamagedSave) -> Verdict:
    """Decode a damaged save, and check the game or the sentence of refusal."""
    try:
        saved = decode(damaged_save.data)
    except BadSave as refusal:
        return Verdict(False, _fault_of_sentence(str(refusal)))
    except Exception as error:  # noqa: BLE001
        return Verdict(False, f"decoding raised {type(error).__name__}")
    return Verdict(True, _fault_of_game(saved, damaged_save.twin))


def _fault_of_game(saved: Table, twin: Table | None) -> str:
    if twin is not None and saved != twin:
        return "damage made another game of it"
    if not len(saved.seats) == len(loose(saved.history.state).hands) == saved.history.start.players:
        return "opens with more or fewer names than hands"
    try:
        again = decode(encode(saved))
        write_transcript(saved)
    except Exception as error:  # noqa: BLE001
        return f"opens, but writing it raised {type(error).__name__}"
    return "" if _essence(saved) == _essence(again) else "is another game when written again"


def _fault_of_sentence(sentence: str) -> str:
    if len(sentence) > SENTENCE:
        return "is refused with a sentence that is too long"
    if not sentence.isprintable():
        return "is refused with a sentence that can move the cursor"
    return "" if sentence.endswith((".", "!")) else "is refused without a sentence"


def _essence(saved: Table) -> tuple[object, ...]:
    """Return what makes a save this game, whatever its position says in derived figures."""
    history = saved.history
    start = history.start
    return (
        *(saved.seats, saved.name, saved.saved, saved.undos),
        *(start.game, start.players, start.seed, start.options),
        *(history.first, history.moves, history.cursor),
    )


def _peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def main(seed: int, count: int) -> None:
    """Check this number of damaged saves and print a report."""
    for saved in pool():
        verdict = judge(DamagedSave("whole", encode(saved), saved))
        assert verdict == (True, ""), verdict
    opened, slowest = 0, (0.0, "")
    faults: dict[str, Counter[str]] = {}
    before = _peak_mb()
    for one in islice(damaged_saves(seed), count):
        begun_at = thread_time()
        verdict = judge(one)
        slowest = max(slowest, (thread_time() - begun_at, one.kind))
        opened += verdict.opened
        if verdict.fault:
            faults.setdefault(verdict.fault, Counter())[one.kind] += 1
    report = {
        "count": count,
        "opened": opened,
        "slowest": slowest,
        "grown_mb": _peak_mb() - before,
        "faults": {fault: dict(kinds.most_common(5)) for fault, kinds in faults.items()},
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
