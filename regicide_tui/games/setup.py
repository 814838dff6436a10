"""The shared set-up of games: house rules, and parts of positions as JSON."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, TypeVar

import msgspec

from regicide_tui.cards import JESTER, ROYALS, UNKNOWN, cards, play_order
from regicide_tui.games.base import BadSetup, Json, Option, Pile, Value

SEED_LIMIT = 200

BOOLEANS = (True, False)

OVERPAY = Option(
    "overpay",
    "one_at_a_time",
    ("one_at_a_time", "minimal", "free"),
    "Pay until it is enough; minimal: no card too many; free: any number.",
)
"""The house rule about payments with needless cards (R-42, D-17)."""

V = TypeVar("V", bound=Value)


def diamond_redeal(default: bool) -> Option:
    """Return the house rule about a second deal (R-1, D-3)."""
    return Option("diamond_redeal", default, BOOLEANS, "Deal again while no hand holds a Diamond.")


def first_player(players: int) -> Option:
    """Return the house rule about the first player (R-3, D-2)."""
    values = ("random", *range(1, players + 1))
    return Option("first_player", "random", values, "Who begins.", matters=players > 1)


def check_players(title: str, players: int, counts: tuple[int, ...]) -> None:
    """Raise `BadSetup` with `bad_request` if the game does not allow this number of players."""
    if type(players) is not int or players not in counts:
        allowed = f"{counts[0]} to {counts[-1]}" if len(counts) > 1 else f"{counts[0]}"
        raise BadSetup("bad_request", f"{title} is for {allowed} players.")


def read_options(
    title: str, options: tuple[Option, ...], given: Mapping[str, Json], kind: type[V]
) -> V:
    """Return the given options as a value of `kind`; missing options get their defaults.

    Raises `BadSetup` with `bad_option` for a name or a value that the game does not have.
    """
    if not isinstance(given, Mapping):
        raise BadSetup("bad_option", "Options must be names with values.")
    allowed = {option.name: option for option in options}
    for name, value in given.items():
        if name not in allowed:
            names = ", ".join(allowed)
            unknown = f"{title} has no option {str(name)[:40]!r}. It has {names}."
            raise BadSetup("bad_option", unknown)
        if not any(value is one or _same(value, one) for one in allowed[name].values):
            choices = ", ".join(str(one).lower() for one in allowed[name].values)
            raise BadSetup("bad_option", f"{name} must be one of {choices}.")
    return msgspec.convert(dict(given), kind)


def _same(value: Json, one: Json) -> bool:
    return type(value) is type(one) and bool(value == one)


def check_seed(seed: str) -> str:
    """Return the seed if it is one line of text. Raises `BadSetup` with `bad_request` otherwise."""
    if len(seed) > SEED_LIMIT or not seed.isprintable():
        raise BadSetup(
            "bad_request", f"A seed must be one line of at most {SEED_LIMIT} characters."
        )
    return seed


Texts = Annotated[list[str], msgspec.Meta(max_length=108)]
"""Cards as strings: at most two packs with their Jesters."""
Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Shuffles = Annotated[int, msgspec.Meta(ge=0, le=2**32)]

_PACKS = 2
"""The number of packs that a position may use: exercises may need a card twice."""


def card_texts(pile: Pile) -> list[str]:
    """Return the cards of a pile as strings, the top first."""
    return [card.text for card in pile]


def read_pile(given: list[str]) -> Pile:
    """Return the cards in these strings, in any case. Raises `ValueError` if one isn't a card."""
    found = cards([text.upper() for text in given])
    if UNKNOWN in found:
        raise ValueError("a card is unknown")
    return found


def play_text(played: Pile) -> str:
    """Return the cards of a play as one string: `8D+AC`."""
    return "+".join(card_texts(played))


def read_play(text: str) -> Pile:
    """Return the cards of a play in canonical order. Raises `ValueError` if there is no card."""
    return tuple(sorted(read_pile(text.split("+")), key=play_order))


def exceeds_two_packs(piles: Iterable[Pile]) -> bool:
    """Return whether these piles hold some card more often than two packs do."""
    return bool(surplus(piles, _PACKS, 2 * _PACKS))


def surplus(piles: Iterable[Pile], packs: int, jesters: int) -> Pile:
    """Return the cards that these piles hold beyond `packs` packs and `jesters` Jesters."""
    copies = Counter([card for pile in piles for card in pile])
    return tuple([card for card, n in copies.items() if n > (jesters if card is JESTER else packs)])


def why_surplus(piles: Iterable[Pile], packs: int, jesters: int) -> str:
    """Return a sentence about a card that these piles hold too often; empty if there is none."""
    found = surplus(piles, packs, jesters)
    return f"{found[0]} appears more often than the game has it" if found else ""


@contextmanager
def reading_position(title: str) -> Iterator[None]:
    """Turn an error in a position into a `BadSetup`; `title` is the title of the game."""
    try:
        yield
    except (msgspec.ValidationError, ValueError) as error:
        raise BadSetup("bad_position", f"Not a position of {title}: {error}.") from None


def first_fault(faults: Iterable[tuple[bool, str]]) -> str:
    """Return the sentence of the first fault that is present; an empty string if there is none."""
    return next((sentence for wrong, sentence in faults if wrong), "")


def is_in_castle_order(royals: Pile) -> bool:
    """Return whether royals have the order of a Castle: Jacks, then Queens, then Kings."""
    ranks = [ROYALS.index(card.rank) for card in royals]
    return ranks == sorted(ranks)


def items(value: Json) -> Sequence[Json]:
    """Return the items of a list."""
    assert isinstance(value, list | tuple)
    return value


def texts(value: Json) -> list[str]:
    """Return the strings of a list, such as cards in notation, without empty places."""
    found: list[str] = []
    for one in items(value):
        if one is not None:
            assert isinstance(one, str)
            found.append(one)
    return found
