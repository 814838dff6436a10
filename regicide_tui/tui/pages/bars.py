"""The top line of a table and the line of keys at its bottom, as rows."""

from collections.abc import Sequence

from regicide_tui.tui.input.all_commands import left_out
from regicide_tui.tui.input.commands import QUIT, GameCommands
from regicide_tui.tui.rendering.measures import board_of
from regicide_tui.tui.rendering.paint import Row, Run, shorten, spread, width_of, wrap

_READABLE = 4
"""Cells that a cut word must keep to be readable."""

Key = tuple[str, str, str]
"""A key as it is shown, a word for what it does, and its action."""


def title_rows(lefts: Sequence[Row], right: Row, width: int, ellipsis: str) -> list[Row]:
    """Return the top line, with a part at each end of the board.

    The left part is the first row of `lefts` that fits; if none fits, the last one is cut.
    """
    right = (*right, Run(" "))
    before, board = board_of(width)
    room = board - width_of(right) - 1
    fitting = next((row for row in lefts if width_of(row) <= room), None)
    left = _shortened(lefts[-1], room, ellipsis) if fitting is None else fitting
    return [(Run(" " * before), *spread((Run(" "), *left), right, board))]


def _shortened(row: Row, width: int, ellipsis: str) -> Row:
    """Return a row whose last words are cut with an ellipsis."""
    *others, last = row or (Run(""),)  # the row is empty before anything is shown
    while others and width_of(others) + _READABLE > width:
        *others, last = others
    room = width - width_of(others)
    return (*others, last._replace(text=shorten(last.text, room, ellipsis)))


def key_rows(
    keys: Sequence[Key], width: int, height: int, game: GameCommands | None = None
) -> list[Row]:
    """Return the line of keys. If it is too long, the least needed keys are left out.

    The key that quits always stays. At a table, `game` holds the commands of its game.
    """
    entries: list[Row] = [
        (Run(key, "primary+bold", action), Run(f" {word}", "muted", action))
        for key, word, action in keys
    ]
    rows = _packed(entries, width)
    while len(entries) > 1 and len(rows) > max(1, height):
        del entries[_least_needed(entries, left_out(game))]
        rows = _packed(entries, width)
    left = board_of(width)[0]
    return [(Run(" " * (left + 1)), *row) for row in rows]


def _least_needed(entries: Sequence[Row], order: Sequence[str]) -> int:
    """Return the place of the key to leave out: by the order, or the last one that doesn't quit."""
    actions = [row[0].action for row in entries]
    known = [actions.index(action) for action in order if action in actions]
    others = [place for place, action in enumerate(actions) if action != QUIT.action]
    return (known or others[::-1])[0]


def _packed(entries: Sequence[Row], width: int) -> list[Row]:
    """Return entries in as many rows as they need, at least one."""
    return wrap(entries, board_of(width)[1] - 2, "  ") or [()]
