"""The players: points, hand, draw pile and discard pile of each, and what lies before them."""

from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.king_of_the_dead.state import Familiar, Side
from regicide_tui.games.king_of_the_dead.values import points
from regicide_tui.tui.cardart import SMALL, CardSize
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run, fit, panel, part_run, shorten, width_of
from regicide_tui.tui.piles import OVERLAP, columns, overlapping, overlapping_width
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import Zone

_LONGEST_NAME = 16
_SHORTEST_NAME = 5
_FIGURES = (("pts", 4), ("hand", 5), ("draw", 5), ("disc", 5))
"""The columns of figures with their widths."""
_MARGIN = 4
"""Cells before a name: the pointer, and the first player's sign."""
_TOP = 4
_GAP = 2
_DRAWN = SMALL.height + 2
"""Rows from which a player's cards are drawn: the figures, and the names of the piles."""


class Sides(Zone[Scene]):
    """The middle left of the table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return sides_rows(scene, width, height, symbols)


class _Columns(NamedTuple):
    """How wide the name's column is, and what is left behind the figures."""

    name: int
    rest: int


def sides_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the players' panel: for each as many as there is room for."""
    inner, room = width - 3, height - 2
    figures = sum([cells for _, cells in _FIGURES]) + _TOP
    longest = max(map(cell_len, scene.seats))
    name = max(_SHORTEST_NAME, min(longest, _LONGEST_NAME, inner - _MARGIN - figures))
    cells = _Columns(name, inner - _MARGIN - name - figures)
    each = max(1, room // len(scene.seats))
    rows = [
        row
        for seat in range(len(scene.seats))
        for row in _player(scene, seat, cells, min(each, _DRAWN + 1), symbols)
    ]
    head = "".join([f"{word:>{wide}}" for word, wide in _FIGURES])
    title = (
        Run(f"{'Players':<{name + _MARGIN - 1}}", "primary+bold"),
        Run(f"{head} top", "muted"),
    )
    return panel(title, [(Run(" "), *row) for row in rows], width, height, symbols.panel)


def _player(scene: Scene, seat: Seat, cells: _Columns, room: int, symbols: Symbols) -> list[Row]:
    """Return a player in so many rows: the figures, and what lies before them."""
    side: Side = scene.view.sides[seat]
    line = _figures(scene, seat, cells, symbols)
    if room == 1:
        before = _before(side, cells.rest - 1, symbols)
        return [(*line, Run(" "), *before)]
    margin = Run(" " * _MARGIN)
    width = cells.name + cells.rest + sum([wide for _, wide in _FIGURES]) + _TOP
    if room < _DRAWN:
        below = [_before(side, width, symbols)]
        below += [_pile("discard", side.discard, width, symbols)]
        below += [_pile("scored", side.scores, width, symbols)]
        below = [row for row in below if width_of(row)][: room - 1]
    else:
        below = _drawn(side, SMALL, width, symbols)
    rows = [line, *[(margin, *row) for row in below]]
    return rows + [()] * (room - len(rows))


def _figures(scene: Scene, seat: Seat, cells: _Columns, symbols: Symbols) -> Row:
    side: Side = scene.view.sides[seat]
    acts = seat == scene.acting and not scene.over
    name = shorten(scene.seats[seat], cells.name, symbols.ellipsis)
    counts = (points(side.scores), len(side.hand), len(side.draws), len(side.discard))
    styles = ("accent+bold", "text", "text", "text")
    top = part_run(side.discard[0], symbols) if side.discard else Run("")
    row: Row = (
        Run(f"{symbols.pointer if acts else ' '} ", "accent+bold"),
        Run("1 " if seat == scene.view.first else "  ", "muted"),
        *fit((Run(name, "text+bold" if acts else "text"),), cells.name),
        *[
            Run(f"{count:>{wide}}", style)
            for count, (_, wide), style in zip(counts, _FIGURES, styles, strict=True)
        ],
        Run(" "),
        *fit((top,), _TOP - 1),
    )
    return row


# ---------------------------------------------------------------- what lies before a player


def _before(side: Side, width: int, symbols: Symbols) -> Row:
    """Return the Familiars and the cards in play in words, in fewer of them where it is narrow."""
    kept = [part_run(one.card, symbols) for one in side.familiars]
    played = _spaced("plays", [part_run(card, symbols) for card in side.plays])
    gap = Run("  " if kept and played else "")
    pairs = tuple([run for one in side.familiars for run in _familiar(one, symbols)])
    keeps = _spaced("keeps", kept)
    short = (Run(f"+{len(kept)}", "muted"),) if kept else ()
    ways: list[Row] = [(*pairs, gap, *played), (*keeps, gap, *played), keeps, tuple(kept), short]
    return next((way for way in ways if width_of(way) <= width), ())


def _familiar(one: Familiar, symbols: Symbols) -> Row:
    keeps = Run(" keeps ", "muted")
    return (part_run(one.ace, symbols), keeps, part_run(one.card, symbols), Run(" "))


def _spaced(word: str, runs: list[Run]) -> Row:
    if not runs:
        return ()
    return (Run(word, "muted"), *[run for one in runs for run in (Run(" "), one)])


def _pile(word: str, pile: Pile, width: int, symbols: Symbols) -> Row:
    """Return a pile in words, the top card first, as far as there is room."""
    row = _spaced(word, [part_run(card, symbols) for card in pile])
    if width_of(row) <= width:
        return row
    most = (width - len(word) - 2) // 3
    return (*_pile(word, pile[:most], width, symbols), Run(f" {symbols.ellipsis}", "muted"))


def _drawn(side: Side, size: CardSize, width: int, symbols: Symbols) -> list[Row]:
    """Return what lies before a player as cards below their names, the top ones at the right.

    Of the discard pile and of the scored cards those on top are shown for which there is room.
    """
    groups = [("in play", side.plays), *[("kept", (one.card, one.ace)) for one in side.familiars]]
    open_cards = [(word, cards) for word, cards in groups if cards]
    room = width - sum([_width_of_group(len(cards), size) for _, cards in open_cards])
    for word, pile in (("discard", side.discard), ("scored", side.scores)):
        count = min(len(pile), 1 + max(0, (room - size.width - _GAP) // OVERLAP))
        if pile and (word == "discard" or room >= size.width + _GAP):
            open_cards.insert(int(word == "scored"), (word, pile[:count][::-1]))
            room -= _width_of_group(count, size)
    drawn = [
        [(Run(word, "muted"),), *overlapping(cards, size, symbols)] for word, cards in open_cards
    ]
    return columns(drawn, gap=_GAP) if drawn else [(Run("nothing lies here yet", "faint"),)]


def _width_of_group(count: int, size: CardSize) -> int:
    return max(overlapping_width(count, size), len("discard")) + _GAP
