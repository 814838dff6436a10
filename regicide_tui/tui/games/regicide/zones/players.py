"""A line of the players in seat order: cards in hand, who yielded, who must act."""

from rich.cells import cell_len

from regicide_tui.games.words import counted
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.canvas import on
from regicide_tui.tui.rendering.layout import LARGE, board_of
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, fit, shorten, width_of

_SHORTEST = 3
"""Cells of a name at least."""


def paint_players(model: RegicideModel, width: int, _: int, look: Look) -> list[Row]:
    """Return the line of the players, with its margin."""
    left, board = board_of(width)
    margin = 4 if board >= LARGE.board else 0
    row = players_row(model, board - max(1, margin), look.symbols)
    return on("stone", [fit((Run(" " * (left + margin)), *row), width)])


def players_row(model: RegicideModel, width: int, symbols: Symbols) -> Row:
    """Return the line, with fewer words and shorter names until all players fit."""
    longest = max([cell_len(name) for name in model.seats])
    limits = range(max(longest, _SHORTEST), _SHORTEST - 1, -1)
    rows = [_row(model, longest, symbols, words=True)]
    rows += [_row(model, limit, symbols, words=False) for limit in limits]
    return next((row for row in rows if width_of(row) <= width), rows[-1])


def _row(model: RegicideModel, limit: int, symbols: Symbols, *, words: bool) -> Row:
    view = model.view
    runs: list[Run] = []
    for seat, name in enumerate(model.seats):
        acts = seat == view.turn
        runs.append(Run(f" {symbols.pointer}" if acts else "  ", "accent+bold"))
        shown = shorten(name, limit, symbols.ellipsis)
        runs.append(Run(shown, "text+bold" if acts else "text"))
        held = len(view.hands[seat])
        runs.append(Run(f"  {counted(held, 'card')}" if words else f" {held}", "muted"))
        runs.append(Run(" yielded" if view.yielded[seat] else "", "warning"))
        runs.append(Run("   " if words else ""))
    return tuple(runs)
