"""The field between two players: the opponent's shield above, one's own below, piles between."""

from rich.cells import cell_len

from regicide_tui.games.base import Pile, Seat, Value
from regicide_tui.games.duel.state import State, shield
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.sentences import RANK_NAMES
from regicide_tui.games.words import counted
from regicide_tui.tui.cardart import LARGE, NORMAL, SMALL, CardSize
from regicide_tui.tui.duel.scene import Scene
from regicide_tui.tui.paint import Row, Run, panel, shorten, spread, width_of, wrap
from regicide_tui.tui.piles import (
    columns,
    joined,
    overlapping,
    overlapping_width,
    pile_top,
    pile_words,
)
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import Stage

_WIDE = 72
"""Cells across that a field has use for, unless its shields need more."""
_INDENT = 2
"""Cells left of what lies below a player's name."""


class Field(Stage[Scene]):
    """The upper left of a duel's table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return field_rows(scene, width, height, symbols)


class _Plan(Value, frozen=True):
    """How densely a field is drawn: what is drawn as cards, and how large."""

    shields: CardSize | None = None
    piles: CardSize | None = None


_LADDER = (
    _Plan(LARGE, LARGE),
    _Plan(LARGE, NORMAL),
    _Plan(NORMAL, NORMAL),
    _Plan(SMALL, SMALL),
    _Plan(SMALL),
    _Plan(),
)


def field_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the field's panel."""
    inner, room = width - 4, height - 2
    title = (Run("Duel", "primary+bold"), Run(f"  {_tier(scene.view)}", "muted"))
    parts = next(
        (
            parts
            for plan in _LADDER
            if (parts := _parts(scene, plan, inner, symbols)) and _height(parts) <= room
        ),
        parts_of_last(scene, inner, symbols),
    )
    rows = [(Run(" "), *row) for row in _spaced(parts, room)]
    return panel(title, rows, width, height, symbols.panel)


def parts_of_last(scene: Scene, width: int, symbols: Symbols) -> list[list[Row]]:
    """Return the parts as small as they can be written."""
    return _parts(scene, _LADDER[-1], width, symbols)


def _height(parts: list[list[Row]]) -> int:
    return sum([len(part) for part in parts])


def _spaced(parts: list[list[Row]], room: int) -> list[Row]:
    """Return the parts below one another, blank rows between them as far as there are some."""
    spare = max(0, room - _height(parts))
    gap, more = divmod(spare, len(parts) - 1)
    rows: list[Row] = []
    for place, part in enumerate(parts):
        blank = gap + (1 if place <= more else 0) if place else 0
        rows += [*[()] * blank, *part]
    return rows


def _parts(scene: Scene, plan: _Plan, width: int, symbols: Symbols) -> list[list[Row]]:
    """Return the opponent, the middle and the player who acts."""
    rival, own = scene.rival, scene.holder
    theirs, ours = [_shield(scene, seat, plan, width, symbols) for seat in (rival, own)]
    middle = _middle(scene, plan, width, symbols)
    needed = max(map(width_of, [*theirs, *middle, *ours]))
    across = min(width, max(_WIDE, needed))  # what is wider is left free on both sides
    parts = [
        [_player(scene, rival, across, symbols), *theirs],
        middle,
        [*ours, _player(scene, own, across, symbols)],
    ]
    margin = Run(" " * ((width - across) // 2))
    return [[(margin, *row) for row in part] for part in parts]


def _player(scene: Scene, seat: Seat, width: int, symbols: Symbols) -> Row:
    """Return who sits there: the name, the cards in hand, and the shield's value."""
    value = shield(scene.view, seat)
    right: Row = (Run("Shield ", "muted"), Run(str(value), "text+bold" if value else "muted"))
    held = f"  {counted(len(scene.view.hands[seat]), 'card')}"
    acts = seat == scene.acting and not scene.over
    room = width - width_of(right) - cell_len(held) - 4
    left: Row = (
        Run(f"{symbols.pointer if acts else ' '} ", "accent+bold"),
        Run(shorten(scene.seats[seat], room, symbols.ellipsis), "text+bold" if acts else "text"),
        Run(held, "muted"),
    )
    return spread(left, right, width)


def _shield(scene: Scene, seat: Seat, plan: _Plan, width: int, symbols: Symbols) -> list[Row]:
    """Return the plays in front of a player, the oldest left out where there is no room."""
    plays = scene.view.shields[seat]
    if not plays:
        return [(Run(" " * _INDENT), Run("no shield", "faint"))]
    if plan.shields is None:
        words = [joined(play, symbols) for play in plays]
        rows = wrap(words, width - _INDENT, "  ")[-2:]
    else:
        rows = _drawn(plays, plan.shields, width - _INDENT, symbols)
    return [(Run(" " * _INDENT), *row) for row in rows]


def _drawn(plays: tuple[Pile, ...], size: CardSize, width: int, symbols: Symbols) -> list[Row]:
    shown = list(plays)
    while len(shown) > 1 and _width(shown, size) > width - 2:
        del shown[0]
    groups = [overlapping(play, size, symbols) for play in shown]
    rows = columns(groups, gap=1)
    if len(shown) == len(plays):
        return rows
    margin = [Run(f"{symbols.ellipsis} ", "muted"), *[Run("  ")] * (len(rows) - 1)]
    return [(one, *row) for one, row in zip(margin, rows, strict=True)]


def _width(plays: list[Pile], size: CardSize) -> int:
    return sum([overlapping_width(len(play), size) + 1 for play in plays])


def _middle(scene: Scene, plan: _Plan, width: int, symbols: Symbols) -> list[Row]:
    """Return the piles and, while an attack is to be paid, the cards that made it."""
    inner = width - _INDENT
    rows = _piles(scene, plan, inner, symbols)
    if scene.view.played:
        rows.append(_attack(scene, inner, symbols))
    return [(Run(" " * _INDENT), *row) for row in rows]


def _piles(scene: Scene, plan: _Plan, width: int, symbols: Symbols) -> list[Row]:
    view = scene.view
    heads = [
        pile_words("Castle", len(view.castle), (), symbols),
        pile_words("Tavern", len(view.tavern), (), symbols),
        pile_words("Discard", len(view.discard), view.discard[:1], symbols),
    ]
    if plan.piles is None:
        return wrap(heads, width, " ")
    tops = [pile_top(pile, plan.piles, symbols) for pile in (view.castle, view.tavern)]
    tops.append(pile_top(view.discard, plan.piles, symbols))
    if view.played:
        heads.append((Run("Attack", "muted"),))
        tops.append(overlapping(view.played, plan.piles, symbols, "accent"))
    drawn = columns([[head, *top] for head, top in zip(heads, tops, strict=True)])
    if max(map(width_of, drawn)) > width:
        heads, tops = heads[:3], tops[:3]
        drawn = columns([[head, *top] for head, top in zip(heads, tops, strict=True)])
    return drawn


def _attack(scene: Scene, width: int, symbols: Symbols) -> Row:
    """Return the attack that is to be paid, and whose it is where there is room for it."""
    view = scene.view
    made: Row = (*joined(view.played, symbols), Run(f"  {view.due} to pay", "warning+bold"))
    name = shorten(scene.seats[view.turn], 16, symbols.ellipsis)
    whole: Row = (Run(f"{name} attacks with ", "muted"), *made)
    return whole if width_of(whole) <= width else (Run("Attack ", "muted"), *made)


def _tier(view: State) -> str:
    """Return which tier of the Castle comes next: it is known from the number of its cards."""
    left = len(view.castle)
    if not left:
        return "Castle empty"
    rank = ROYALS[-1 - min((left - 1) // 4, 2)]
    count = left - 4 * ((left - 1) // 4)
    return f"Castle next: {counted(count, RANK_NAMES[rank])}"
