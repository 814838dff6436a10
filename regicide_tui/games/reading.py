"""Reading the JSON of a position that is known to be a whole one, such as that of a puzzle."""

from collections.abc import Sequence

from regicide_tui.games.base import Json


def items(value: Json) -> Sequence[Json]:
    """Return the items of a list."""
    assert isinstance(value, list | tuple)
    return value


def texts(value: Json) -> list[str]:
    """Return the texts of a list, such as cards in notation; an empty place is left out."""
    found: list[str] = []
    for one in items(value):
        if one is not None:
            assert isinstance(one, str)
            found.append(one)
    return found
