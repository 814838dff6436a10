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
