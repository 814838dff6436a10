"""Small words that the sentences of all games share."""


def counted(count: int, noun: str) -> str:
    """Return `1 card`, `2 cards`, `0 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def taken_back(undos: int, peeks: int) -> str:
    """Return `3 moves taken back, 1 of them past cards you had seen`; empty if there were none."""
    if not undos:
        return ""
    past = {0: "", undos: ", past cards you had seen"}
    seen = past.get(peeks, f", {peeks} of them past cards you had seen")
    return f"{counted(undos, 'move')} taken back{seen}"


_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def ordinal(number: int) -> str:
    """Return `1st`, `12th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def player_called(number: object, seats: tuple[str, ...]) -> str:
    """Return the name of a player by his number, from 1; empty where nobody has that number."""
    return dict(enumerate(seats, 1)).get(number, "") if isinstance(number, int) else ""
