"""Pictures: hands of cards, walls, and emblems of games. All functions are pure.

Every picture has its own ground.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, cast

from regicide_tui import games
from regicide_tui.cards import Card, cards
from regicide_tui.games.manifest import Emblem, load
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize, CardState, face
from regicide_tui.tui.rendering.paint import Row, Symbols

SMALL, MODEST = CardSize(7, 5), CardSize(9, 7)
MEDIUM, ROOMY = CardSize(13, 10), CardSize(15, 12)
LARGE, HUGE = CardSize(22, 16), CardSize(44, 30)
_MARGINS = {SMALL: 0, ROOMY: 2, LARGE: 2, HUGE: 4}
"""The fewest cells around the cards of a picture, by card size; 1 for other sizes."""


def emblem_of(game: str) -> Emblem:
    """Return the emblem of a game; Aces for a game that is no longer installed."""
    return games.manifest(game).emblem if games.is_known(game) else Emblem()


# ---------------------------------------------------------------- hands of cards


def lay(canvas: Canvas, x: int, y: int, one: Card, size: CardSize, symbols: Symbols) -> None:
    """Paint a card on the canvas; the ground stays visible at its round corners."""
    corners = [(x + dx, y + dy) for dx in (0, size.width - 1) for dy in (0, size.height - 1)]
    below = [canvas.ground(*corner) for corner in corners]
    card_state = CardState(canvas.ground(x + size.width, y), shadow=symbols.shadows)
    inner = range(y + 1, y + size.height - 1)
    covering = [row for row in inner if canvas.ground(x, row) != card_state.ground]
    canvas.paste(x, y, face(one, size, symbols, card_state))
    if symbols.framed:
        return
    for (cx, cy), ground, sign in zip(corners, below, "▟▜▙▛", strict=True):
        if symbols.pixels:
            canvas.put(cx, cy, sign, "paper", ground)
    for row in covering:
        canvas.put(x, row, symbols.edge, "worn-edge", "paper")


@lru_cache(maxsize=64)
def hand(
    shown: tuple[Card, ...],
    rises: tuple[int, ...],
    size: CardSize,
    step: int,
    ground: str,
    symbols: Symbols,
) -> tuple[Row, ...]:
    """Return overlapping cards, each its own number of rows below the highest one."""
    width = size.width + step * (len(shown) - 1) + 1
    canvas = Canvas(width, size.height + max(rises) + 1, ground, pixels=symbols.pixels)
    for place, (one, down) in enumerate(zip(shown, rises, strict=True)):
        lay(canvas, place * step, down, one, size, symbols)
    return tuple(canvas.rows())


KINGS = tuple(cards("KC KD KS KH"))
_STEPS = {MEDIUM: 6, LARGE: 12, HUGE: 23}
"""Cells from one King to the next, by card size."""


def kings(width: int, height: int, ground: str, symbols: Symbols) -> Sequence[Row]:
    """Return the four Kings in the largest size that fits; empty if none fits."""
    for size, step in reversed(_STEPS.items()):
        if size.width + 3 * step + 1 <= width and size.height + 3 <= height:
            return hand(KINGS, (2, 1, 0, 1), size, step, ground, symbols)
    return ()


# ---------------------------------------------------------------- walls


def paint_wall(
    canvas: Canvas, y: int, ground: str, symbols: Symbols, *, first: int, merlon: int, step: int
) -> None:
    """Paint the battlements of a wall; the row below must have its ground already.

    If cells can be halved, narrow merlons are half a row high.
    """
    low = symbols.pixels and merlon < 7
    for x in range(first, canvas.width, step):
        for cell in range(x, min(x + merlon, canvas.width)):
            if low:
                canvas.pixel(cell, 2 * y + 1, ground)
            else:
                canvas.fill(cell, y, 1, 1, ground)


# ---------------------------------------------------------------- the games


def emblem(game: str, width: int, height: int, ground: str, symbols: Symbols) -> list[Row]:
    """Return a picture of a game in exactly this size: its cards in the middle of a ground."""
    canvas = Canvas(width, height, ground, pixels=symbols.pixels)
    across, paint = _picture_of(game)
    for size in (HUGE, LARGE, ROOMY, MEDIUM, MODEST, SMALL):
        margin = _MARGINS.get(size, 1)
        if across(size) + 2 * margin <= width and size.height + margin <= height:
            paint(canvas, size, symbols)
            break
    return canvas.rows()


def _step(size: CardSize) -> int:
    """Return the cells from one card of a spread to the next."""
    return size.width * 5 // 8 if size.width > SMALL.width else 5


def spread(size: CardSize, cards: int) -> int:
    """Return the width of some cards side by side, in cells."""
    return size.width + _step(size) * (cards - 1)


def paint_spread(
    canvas: Canvas,
    shown: tuple[Card, ...],
    rises: tuple[int, ...],
    size: CardSize,
    symbols: Symbols,
) -> None:
    """Paint cards side by side in the middle, each its own number of rows below the top."""
    if size.height < 5:
        rises = (0,) * len(shown)
    rows = hand(shown, rises, size, _step(size), canvas.ground(0, 0), symbols)
    left = (canvas.width - spread(size, len(shown))) // 2
    canvas.paste(left, (canvas.height - len(rows) + 1) // 2, rows)


def _paint_aces(canvas: Canvas, size: CardSize, symbols: Symbols) -> None:
    paint_spread(canvas, tuple(cards("AC AD AS AH")), (1, 0, 0, 1), size, symbols)


class GamePicture(NamedTuple):
    """The picture of a game: its width for a card size, and the function that paints it."""

    across: Callable[[CardSize], int]
    paint: Callable[[Canvas, CardSize, Symbols], None]


_ACES = GamePicture(lambda size: spread(size, 4), _paint_aces)


def _picture_of(game: str) -> GamePicture:
    dotted = games.manifest(game).picture if games.is_known(game) else ""
    return cast("GamePicture", load(dotted)) if dotted else _ACES
