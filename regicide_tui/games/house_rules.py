"""Checks of the set-up of a game: its number of players, house rules and seed."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from regicide_tui.games.base import BadSetup, Json, Option, Value

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
    """Return the house rule of dealing again (R-1, D-3)."""
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
        raise BadSetup("bad_option", "Options are names with values.")
    allowed = {option.name: option for option in options}
    for name, value in given.items():
        if name not in allowed:
            names = ", ".join(allowed)
            unknown = f"{title} has no option {str(name)[:40]!r}. It has {names}."
            raise BadSetup("bad_option", unknown)
        if not any(value is one or _same(value, one) for one in allowed[name].values):
            choices = ", ".join(str(one).lower() for one in allowed[name].values)
            raise BadSetup("bad_option", f"{name} is one of {choices}.")
    return msgspec.convert(dict(given), kind)


def _same(value: Json, one: Json) -> bool:
    return type(value) is type(one) and bool(value == one)


def check_seed(seed: str) -> str:
    """Return the seed if it is one line of text. Raises `BadSetup` with `bad_request` otherwise."""
    if len(seed) > SEED_LIMIT or not seed.isprintable():
        raise BadSetup("bad_request", f"A seed is a line of at most {SEED_LIMIT} characters.")
    return seed
