"""Texts to try: legal actions written otherwise, nearly legal ones, and those of other games."""

from random import Random

from tests.games.regicide.oracle import RANKS, SUITS

OTHER_GAMES = [
    "end",
    "pass",
    "recall 2",
    "score 8D W AC",
    "buy @1 8D",
    "buy n 8D AC",
    "play 8D+AC",
    "discard -",
    "discard 8D",
    "order 8D AC",
    "send 8D",
    "send H:8D",
    "target P2",
    "retain 8D AC",
    "swap @1 8D",
    "swap P1 P2",
    "take top",
    "take @3",
]

ALPHABET = "A23456789TJQKCDHS*+>P  pay0@:-?\t\n٣İſW"


def scribbled(rng: Random, action: str) -> str:
    """Write the same action in another order, case and spacing."""
    verb, mark = ("pay ", " ") if action.startswith("pay ") else ("", "+")
    words = action.removeprefix(verb).split(mark)
    text = verb + mark.join(rng.sample(words, len(words)))
    spaced = text.replace(" ", rng.choice([" ", "   "]))
    return rng.choice([spaced, spaced.lower(), spaced.upper(), f"  {spaced} "])


def changed(rng: Random, action: str) -> str:
    """Add, repeat, exchange or drop a card of an action."""
    verb, mark = ("pay ", " ") if action.startswith("pay ") else ("", "+")
    words = action.removeprefix(verb).split(mark)
    at = rng.randrange(len(words))
    changed = rng.choice(
        [
            [*words, random_card(rng)],
            [*words, words[at]],
            [*words[:at], random_card(rng), *words[at + 1 :]],
            [*words[:at], *words[at + 1 :]],
        ]
    )
    return verb + mark.join(changed)


def from_hand(rng: Random, hand: list[str]) -> str:
    cards = rng.sample(hand, min(len(hand), rng.choice([1, 2, 2, 3, 4, 5, 6])))
    return rng.choice(["+".join(cards), f"pay {' '.join(cards)}"])


def spoiled(rng: Random, action: str) -> str:
    """Add, drop or exchange a character of an action."""
    at = rng.randrange(len(action) + 1)
    return action[:at] + rng.choice(["", rng.choice(ALPHABET)]) + action[at + rng.randint(0, 1) :]


def random_card(rng: Random) -> str:
    return rng.choice(["*", rng.choice(RANKS[1:]) + rng.choice(SUITS)])
