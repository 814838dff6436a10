"""The Parade: Gate and Newcomer, the slots with their cards and prices, and the Well."""

from typing import NamedTuple

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.king_of_the_dead.actions import NEWCOMER, Slot
from regicide_tui.games.king_of_the_dead.values import COST, NEWCOMER_COST
from regicide_tui.tui.cardart import LARGE, NORMAL, SMALL, TINY, CardSize, card_rows
from regicide_tui.tui.king_of_the_dead.scene import Scene
from regicide_tui.tui.paint import Row, Run, panel
from regicide_tui.tui.symbols import Frame, Symbols
from regicide_tui.tui.widgets.zone import Stage

SLIM = CardSize(5, 4)
_SIZES = (LARGE, NORMAL, SMALL, SLIM, TINY)
_AROUND = 3
"""Gate, Newcomer and Well, which stand beside the slots."""


class Parade(Stage[Scene]):
    """The upper part of the table."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        return parade_rows(scene, width, height, symbols)


class _Place(NamedTuple):
    """A place of the row: what is written above it, the card, its price and what a click does."""

    label: str
    card: Card | None
    price: int | None = None
    action: str = ""
    style: str = ""
    """The style of what marks it: taken, within reach or out of it; empty where nothing does."""
    chosen: bool = False


def parade_rows(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the rows of the Parade's panel."""
    inner, room = width - 4, height - 3
    count = len(scene.view.parade) + _AROUND
    size = next(
        (size for size in _SIZES if size.height <= room and (size.width + 1) * count - 1 <= inner),
        TINY,
    )
    spare = inner - (size.width + 1) * count + 1
    gap = min(max(0, spare // (_AROUND - 1)), size.width)  # before the first slot, after the last
    lead = max(0, spare - 2 * gap) // 2
    columns = [_column(place, size, symbols) for place in _places(scene)]
    rows: list[Row] = []
    for line in zip(*columns, strict=True):
        cells = [Run(" " * (1 + lead))]
        for place, run in enumerate(line):
            wide = place in (2, count - 1)
            cells += [Run(" " * (gap if wide else 0)), *run, Run(" ")]
        rows.append(tuple(cells))
    title = (Run("Parade", "primary+bold"), *_heading(scene))
    return panel(title, rows, width, height, symbols.panel)


def _heading(scene: Scene) -> Row:
    """Return what is said of the round in the panel's edge."""
    view = scene.view
    piles = Run(f" Gate {len(view.gate)}, Well {len(view.well)}", "muted")
    if scene.over:
        return (piles,)
    if view.final_round:
        return (piles, Run("  the last round", "warning+bold"))
    return (piles, Run(f"  {len(scene.seats)} fall when the round ends", "muted"))


def _places(scene: Scene) -> list[_Place]:
    view = scene.view
    within, tells = scene.within_reach, bool(scene.picked.cards)
    asked = _asked_slots(scene)

    def place(label: str, card: Card | None, slot: int, price: int) -> _Place:
        if card is None:
            return _Place(label, None)
        taken = slot in _chosen_slots(scene)
        style = "accent" if taken or slot in (asked or within) else ""
        if (tells or asked) and not style:
            style = "faint"
        return _Place(label, card, price, f"slot({slot})", style, taken)

    slots = [
        place(f"@{slot}", card, slot, COST[card] if card else 0)
        for slot, card in enumerate(view.parade, 1)
    ]
    top = view.well[0] if view.well else None
    taken = scene.picked.well
    return [
        _Place("Gate", UNKNOWN if view.gate else None),
        place("New", view.newcomer, NEWCOMER, NEWCOMER_COST),
        *slots,
        _Place("Well", top, None, "well", "accent" if taken else "", taken),
    ]


def _asked_slots(scene: Scene) -> frozenset[int]:
    """Return the slots that a question lets one choose from."""
    options = scene.choice.options if scene.choice else ()
    return frozenset([one.number for one in options if isinstance(one, Slot)])


def _chosen_slots(scene: Scene) -> frozenset[int]:
    """Return the slots chosen in a question: the one at the pointer, or the one before."""
    choice = scene.choice
    if choice is None or scene.step:
        return frozenset()
    here = choice.options[scene.cursor : scene.cursor + 1]
    return frozenset([one.number for one in (*choice.before, *here) if isinstance(one, Slot)])


def _column(place: _Place, size: CardSize, symbols: Symbols) -> list[Row]:
    """Return one place: its label, and its card with the price in the lower edge."""
    style = place.style or "muted"
    label = Run(f"{place.label:^{size.width}}", f"{style}+bold" if place.chosen else style)
    rows: list[Row] = [(label,), *_card(place, size, symbols)]
    return [tuple([run._replace(action=place.action) for run in row]) for row in rows]


def _card(place: _Place, size: CardSize, symbols: Symbols) -> list[Row]:
    if place.card is None:
        blank = Run(" " * size.width)
        middle = Run("-".center(size.width), "faint")
        return [(middle,) if y == size.height // 2 else (blank,) for y in range(size.height)]
    frame = symbols.chosen if place.chosen else symbols.card
    edge = "accent" if place.style == "accent" else "line"
    face = place.style if place.style == "faint" else ""
    rows = card_rows(place.card, size, frame, edge, symbols, face)
    if place.price is not None:
        priced = "faint" if place.style == "faint" else "accent+bold" if place.style else "text"
        rows[-1] = lower_edge(str(place.price), priced, size, frame, edge)
    return rows


def lower_edge(text: str, style: str, size: CardSize, frame: Frame, edge: str) -> Row:
    """Return the lower edge of a card with a few characters in it."""
    spare = size.width - 2 - len(text)
    left = spare // 2
    return (
        Run(frame.bottom_left + frame.across * left, edge),
        Run(text, style),
        Run(frame.across * (spare - left) + frame.bottom_right, edge),
    )
