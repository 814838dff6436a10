"""Small words that the sentences of all games share."""


def counted(count: int, noun: str) -> str:
    """Return `1 card`, `2 cards`, `0 cards`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
