"""Numbers, lists and names as parts of sentences."""

from collections.abc import Iterable, Mapping, Sequence


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: `1 card`, `2 cards`, `0 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def named(names: Iterable[str]) -> str:
    """Return a list of names as text: `ada, bea and cyd`; `nobody` for an empty list."""
    *first, last = [*names] or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def named_with_be(names: Sequence[str]) -> str:
    """Return a list of names with `is` or `are`: `ada is`, `ada and bea are`, `nobody is`."""
    return f"{named(names)} {'are' if len(names) > 1 else 'is'}"


def tell_wishes(wishes: Mapping[int, bool], seats: Sequence[str]) -> str:
    """Return who would like to go next, and who would rather not (R-9); may be empty."""
    willing = [seats[seat] for seat, wish in wishes.items() if wish]
    others = [seats[seat] for seat, wish in wishes.items() if not wish]
    parts = [f"{named(willing)} would like to go next"] if willing else []
    if others:
        parts.append(f"{named(others)} would rather not" + ("" if willing else " go next"))
    return "; ".join(parts) + ("." if parts else "")


def taken_back(undos: int, peeks: int, hints: int = 0) -> str:
    """Return the undos and hints as text, such as `2 moves taken back; 1 hint`; may be empty.

    `peeks` counts the undone moves that had led to new cards in sight.
    """
    asked = [counted(hints, "hint")] if hints else []
    if not undos:
        return "".join(asked)
    past = {0: "", undos: ", past cards you had seen"}
    seen = past.get(peeks, f", {peeks} of them past cards you had seen")
    return "; ".join([f"{counted(undos, 'move')} taken back{seen}", *asked])


WINS = "wins the game"
"""The reason for an action that needs no other."""
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return an ordinal number: `1st`, `12th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def player_name(number: object, seats: tuple[str, ...]) -> str:
    """Return the name of the player with this number, from 1; empty if there is none."""
    return dict(enumerate(seats, 1)).get(number, "") if isinstance(number, int) else ""
