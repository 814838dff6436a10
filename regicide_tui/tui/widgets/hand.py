"""The hand of who must act, a list to choose from, or the curtain between two players."""

from collections.abc import Sequence

from textual.geometry import Offset

from regicide_tui.tui.cardart import HUGE, LARGE, NORMAL, SMALL, TEXT, TINY, CardSize, card_rows
from regicide_tui.tui.commands import CONFIRM
from regicide_tui.tui.paint import Row, Run, card_style, panel, width_of
from regicide_tui.tui.scene import Scene
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import S, Zone

_SIZES = (HUGE, LARGE, NORMAL, SMALL, TINY, TEXT)


class Hand(Zone[S]):
    """The lower part of the table: cards to pick, numbered from the left."""

    def cursor_cell(self) -> Offset | None:
        """Return the cell of the hardware cursor, in the widget: on the card it stands at."""
        scene = self.scene
        if scene is None or scene.curtain or scene.choosing or not scene.hand:
            return None
        size = card_size(len(scene.hand), *self.size)
        return Offset(2 + scene.cursor * size.width + size.width // 2, 1)


def card_size(cards: int, width: int, height: int) -> CardSize:
    """Return the largest card that so many of fit into a panel of this size."""
    most = max(cards, 8)
    for size in _SIZES:
        if size.height + 3 <= height and size.width * most + 3 <= width:
            return size
    return _SIZES[-1]


def hand_panel(
    scene: Scene,
    title: Row,
    choices: Sequence[Row],
    width: int,
    height: int,
    symbols: Symbols,
    confirm: str = CONFIRM.shown,
) -> list[Row]:
    """Return the rows of a hand's panel: its cards, the choices if there are any, or the curtain.

    `confirm` is the key that lifts the curtain.
    """
    if scene.curtain:
        title, body = (Run("Curtain", "primary+bold"),), _curtain(scene, width, height, confirm)
    else:
        body = list(choices) or _cards(scene, width, height, symbols)
    style = "accent" if scene.curtain or choices else "line"
    return panel(title, body, width, height, symbols.panel, style)


def _curtain(scene: Scene, width: int, height: int, confirm: str) -> list[Row]:
    lines: list[Row] = [
        (Run(f"Pass the keyboard to {scene.actor}.", "text+bold"),),
        (Run(f"Press {confirm} when nobody else looks.", "muted", CONFIRM.action),),
    ]
    above = max(0, (height - 2 - len(lines)) // 2)
    centred = [(Run(" " * max(0, (width - 2 - width_of(line)) // 2)), *line) for line in lines]
    return [*[()] * above, *centred]


def _cards(scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
    if not scene.hand:
        return [(), (Run("  No cards in hand.", "muted"),)]
    size = card_size(len(scene.hand), width, height)
    columns = [_card(scene, place, size, symbols) for place in range(len(scene.hand))]
    margin = Run(" ")
    return [
        (margin, *[run for cell in line for run in cell]) for line in zip(*columns, strict=True)
    ]


def _card(scene: Scene, place: int, size: CardSize, symbols: Symbols) -> list[Row]:
    """Return one card with its number above it; a card of one row is its text alone."""
    card, action = scene.hand[place], f"pick({place + 1})"
    chosen = place in scene.chosen
    here = place == scene.cursor and not scene.over and not scene.step
    possible = bool(scene.step) or scene.over or scene.open_cards[place]
    faded = "" if possible else "faint"
    edge = "accent" if chosen else faded or "line"
    number = f"[{place + 1}]" if chosen else f" {place + 1} "
    # The pointer changes nothing but the number, so that moving it costs few bytes.
    marked = "accent+bold" if chosen else faded or "muted"
    label = Run(f"{number:^{size.width}}", marked)
    if here:
        label = Run(f"{symbols.pointer + number:^{size.width}}", "accent+bold+reverse")
    if size.height == 1:
        text = f"{symbols.card_text(card):^{size.width}}"
        rows: list[Row] = [(label,), (Run(text, faded or f"{card_style(card)}+bold"),)]
    else:
        frame = symbols.chosen if chosen else symbols.card
        rows = [(label,), *card_rows(card, size, frame, edge, symbols, faded)]
    return [tuple([run._replace(action=action) for run in row]) for row in rows]
