"""Small words that the sentences of all games share."""

from collections.abc import Iterable, Sequence


def counted(count: int, noun: str) -> str:
    """Return `1 card`, `2 cards`, `0 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def named(names: Iterable[str]) -> str:
    """Return names as a sentence has them: `ada, bea and cyd`; `nobody`, if there are none."""
    *first, last = [*names] or ["nobody"]
    return f"{', '.join(first)} and {last}" if first else last


def are(names: Sequence[str]) -> str:
    """Return `ada is`, `ada and bea are`, `nobody is`."""
    return f"{named(names)} {'are' if len(names) > 1 else 'is'}"


def taken_back(undos: int, peeks: int, hints: int = 0) -> str:
    """Return `3 moves taken back, 1 of them past cards you had seen; 2 hints`; empty if none."""
    asked = [counted(hints, "hint")] if hints else []
    if not undos:
        return "".join(asked)
    past = {0: "", undos: ", past cards you had seen"}
    seen = past.get(peeks, f", {peeks} of them past cards you had seen")
    return "; ".join([f"{counted(undos, 'move')} taken back{seen}", *asked])


_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return `1st`, `12th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def player_called(number: object, seats: tuple[str, ...]) -> str:
    """Return the name of a player by his number, from 1; empty where nobody has that number."""
    return dict(enumerate(seats, 1)).get(number, "") if isinstance(number, int) else ""
