"""Lines for the engine as an attacker writes them: seeded, of every operation, mostly near misses.

The attacker sees the replies: half of his actions are legal ones, so that games go on.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from regicide_tui.cards import PACK
from regicide_tui.games import find, names
from regicide_tui.games.king_of_the_dead.powers import PROMPT_KINDS

Json = Any

CARDS = [card.text for card in PACK]
ROYALS = [card for card in CARDS if card[0] in "JQK"]
ODD_TEXTS = ["", "\x00", "\x1b]0;owned\x07", "\u202e", "\x9b31m", "?", "9" * 5000, "é" * 300]
ODD_VALUES: list[Json] = [
    None, True, -1, 0, 5, 2**31, 2**64, 10**400, 1e308, -0.5, [], {}, [[]], *ODD_TEXTS,
]  # fmt: skip
LEVELS = ("page", "squire", "knight", "captain", "marshal", "joker")


class Attacker:
    """Writes lines. What it is told of the replies leads to the next ones."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._rng = Random(seed)
        self._folder = folder
        self._actions: list[str] = []
        self._asks = False
        self._kinds: list[tuple[Callable[[], bytes], int]] = [
            (self._new, 6), (self._load, 20), (self._do, 40), (self._look, 20), (self._bot, 6),
            (self._file, 1), (self._noise, 7),
        ]  # fmt: skip

    def line(self) -> bytes:
        """Return the next line, with its end."""
        if self._asks and self._rng.random() < 0.8:
            self._asks = False
            return b'{"op": "legal"}\n'
        kinds, weights = zip(*self._kinds, strict=True)
        (kind,) = self._rng.choices(kinds, weights)
        written: bytes = kind()
        return written.replace(b"\n", b" ") + b"\n"

    def hear(self, reply: dict[str, Json]) -> None:
        """Take note of a reply."""
        if isinstance(reply.get("actions"), list):
            self._actions = reply["actions"]
        self._asks = "state" in reply

    # ------------------------------------------------------------ requests

    def _request(self, op: str, **fields: Json) -> bytes:
        if fields and self._rng.random() < 0.05:
            fields[self._rng.choice(list(fields))] = self._rng.choice(ODD_VALUES)
        if self._rng.random() < 0.02:
            fields[self._rng.choice(("by", "seat", "zzz", "\x1b[2J"))] = 1
        return json.dumps({"op": op, **fields}, ensure_ascii=self._rng.random() < 0.5).encode()

    def _new(self) -> bytes:
        rng, game = self._rng, self._rng.choice(names())
        options: dict[str, Json] = {}
        for option in find(game).options(rng.choice(find(game).player_counts)):
            if rng.random() < 0.2:
                options[option.name] = rng.choice([*option.values, *ODD_VALUES[:6]])
        players = rng.choice([1, 2, 2, 2, 3, 4, 5])
        seed = rng.choice([rng.getrandbits(20), "7F3K", rng.choice(ODD_VALUES)])
        return self._request("new", game=game, players=players, seed=seed, options=options)

    def _load(self) -> bytes:
        rng, game = self._rng, self._rng.choice(names())
        position = {"regicide": _regicide, "duel": _duel, "king_of_the_dead": _king}[game](rng)
        for _ in range(rng.choice([0, 0, 0, 1, 3])):
            position[rng.choice(list(position))] = rng.choice(ODD_VALUES)
        return self._request("load", game=game, position=position, seed=rng.getrandbits(20))

    def _do(self) -> bytes:
        rng = self._rng
        action = rng.choice(self._actions) if self._actions else "yield"
        if rng.random() < 0.2:
            action = _scrambled(rng, action)
        by = {"by": rng.randint(0, 5)} if rng.random() < 0.1 else {}
        return self._request("do", action=action, **by)

    def _look(self) -> bytes:
        op = self._rng.choice(("legal", "legal", "legal", "state", "view", "undo", "redo", "games"))
        return self._request(
            op, **({"seat": self._rng.choice([None, 1, 2, 5])} if op == "view" else {})
        )

    def _bot(self) -> bytes:
        level = self._rng.choice(LEVELS)
        return self._request("bot", level=level, seconds=self._rng.choice([0.001, 0.01, 1e-300]))

    def _file(self) -> bytes:
        name = self._rng.choice(
            ["a.save", "b.save", ".", "no/../a.save", "x" * 300, *ODD_TEXTS[1:]]
        )
        return self._request(self._rng.choice(("save", "open")), path=f"{self._folder}/{name}")

    def _noise(self) -> bytes:
        rng = self._rng
        line = bytearray(rng.choice((self._new, self._load, self._do, self._look))())
        match rng.randrange(5):
            case 0:
                return bytes(line[: rng.randrange(len(line))])
            case 1:
                for _ in range(rng.randint(1, 5)):
                    line[rng.randrange(len(line))] = rng.randrange(256)
                return bytes(line).replace(b"quit", b"quiz")
            case 2:
                return rng.randbytes(rng.randrange(60))
            case 3:
                return rng.choice((b"[", b'{"op":', b'{"a":')) * rng.choice((10, 5000))
            case _:
                return rng.choice(
                    (b"", b"null", b"NaN", b'{"op":7}', b'"\\ud800"', b'{"op":"\\ud800"}')
                )


def _scrambled(rng: Random, text: str) -> str:
    pieces = [text, *rng.choices(CARDS, k=3), *rng.choices(ODD_TEXTS, k=1), "pay", "*>P9", "@99"]
    return rng.choice((" ", "+", "", "\t")).join(rng.sample(pieces, rng.randint(1, 4)))


class _Deck:
    """A pack that is dealt from; now and then a card of it is dealt again."""

    def __init__(self, rng: Random, cards: list[str]) -> None:
        self._rng, self._cards = rng, rng.sample(cards, len(cards))
        self._cheats = rng.random() < 0.2

    def take(self, most: int) -> list[str]:
        count = self._rng.choice([0, most, self._rng.randint(0, most)])
        taken, self._cards = self._cards[:count], self._cards[count:]
        if self._cheats and taken:
            self._cards += taken[:1]
        return taken

    def familiars(self) -> list[str]:
        """Return an Ace with the card it keeps, or nothing."""
        aces = [card for card in self._cards if card[0] == "A"][:1]
        if not aces or self._rng.random() < 0.5:
            return []
        self._cards.remove(aces[0])
        return [f"{ace}:{card}" for ace, card in zip(aces, self.take(1), strict=False)]


def _regicide(rng: Random) -> dict[str, Json]:
    players = rng.randint(1, 4)
    royals = rng.sample(ROYALS, rng.randint(1, 12))
    royals.sort(key=lambda card: "JQK".index(card[0]))
    deck = _Deck(rng, [card for card in [*CARDS, "*", "*"] if card not in royals])
    phase = rng.choice(["play", "play", "play", "suffer", "suffer", "choose", "over"])
    over = phase == "over"
    return {
        "players": players,
        "hands": [deck.take(9 - players) for _ in range(players)],
        "enemy": royals[0],
        "castle": royals[1:],
        "tavern": deck.take(30),
        "discard": deck.take(30),
        "table": [f"{rng.randint(1, players)}:{card}" for card in deck.take(4)],
        "damage": rng.choice([0, 5, 19, 39, 40]),
        "immunity_cancelled": rng.choice([True, False, None]),
        "turn": rng.randint(1, players),
        "phase": phase,
        "yielded": [rng.random() < 0.5 for _ in range(players)],
        "tavern_known": rng.choice([0, 0, 0, 1, 3]),
        "result": rng.choice(["won", "lost"]) if over else None,
        "reason": rng.choice(["all_enemies_defeated", "cannot_pay"]) if over else None,
        **({"jesters_unused": rng.randint(0, 2)} if players == 1 else {}),
    }  # fmt: skip


def _duel(rng: Random) -> dict[str, Json]:
    deck = _Deck(rng, CARDS)
    phase = rng.choice(["play", "play", "pay", "pay", "pay", "over"])
    pays = phase == "pay" or (phase == "over" and rng.random() < 0.5)
    over = phase == "over"
    return {
        "hands": [deck.take(7), deck.take(7)],
        "shields": [[card for card in deck.take(20) if card[1] == "S"] for _ in range(2)],
        "castle": [card for card in deck.take(12) if card in ROYALS],
        "tavern": deck.take(30),
        "discard": deck.take(30),
        "turn": rng.randint(1, 2),
        "phase": phase,
        "played": "+".join(deck.take(2)) if pays else "",
        "due": rng.choice([1, 9, 40, 1000]) if pays else 0,
        "winner": rng.randint(1, 2) if over else None,
        "reason": rng.choice(["cannot_pay", "cannot_play"]) if over else None,
    }


def _king(rng: Random) -> dict[str, Json]:
    players = rng.randint(2, 4)
    packs = 1 if players == 2 else 2
    deck = _Deck(rng, [*CARDS, "*", "*"] * packs)
    many = rng.choice([3, 7, 14, 108])
    turn = rng.randint(1, players)
    position: dict[str, Json] = {
        "players": players,
        "hands": [deck.take(many) for _ in range(players)],
        "draws": [deck.take(many) for _ in range(players)],
        "discards": [deck.take(many) for _ in range(players)],
        "plays": [deck.take(many) for _ in range(players)],
        "scores": [
            [card for card in deck.take(5) if card[0] in "23456789T"] for _ in range(players)
        ],
        "familiars": [deck.familiars() for _ in range(players)],
        "parade": [card for card in deck.take(2 * players) if card != "*"],
        "newcomer": next(iter(deck.take(1)), None),
        "gate": deck.take(40),
        "well": deck.take(40),
        "first": rng.randint(1, players),
        "turn": turn,
        "reshuffles": rng.randint(0, 3),
        "jokers_seen": rng.choice([0, 1, 8, 1000]),
        "final_round": rng.random() < 0.2,
        "phase": rng.choice(["main"] * 9 + ["over"]),
    }
    if rng.random() < 0.4:
        position |= {
            "phase": "prompt",
            "prompt": rng.choice(sorted(PROMPT_KINDS)),
            "looked": deck.take(rng.choice([0, 3, 3, 108])),
            "pending": {
                "player": rng.choice([turn, rng.randint(1, players)]),
                "count": rng.choice([0, 1, 2, 3, 4, 10]),
                "sent": rng.choice([0, 0, 1, 4]),
                "cards": rng.sample(
                    position["plays"][turn - 1], min(2, len(position["plays"][turn - 1]))
                ),
                **({"target": rng.randint(1, players)} if rng.random() < 0.5 else {}),
            },
        }
    return position
