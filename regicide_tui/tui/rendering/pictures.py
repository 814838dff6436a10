"""Pictures of several things: hands of cards, walls, and what stands for each game. Pure.

Every picture stands on a ground of its own.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from regicide_tui.cards import Card, card, cards
from regicide_tui.games.base import Value
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import Lying, Size, face
from regicide_tui.tui.rendering.paint import Row, card_style
from regicide_tui.tui.rendering.symbols import Symbols

SMALL, MODEST = Size(7, 5), Size(9, 7)
MEDIUM, ROOMY = Size(13, 10), Size(15, 12)
LARGE, HUGE = Size(22, 16), Size(44, 30)
_MARGINS = {SMALL: 0, ROOMY: 2, LARGE: 2, HUGE: 4}
"""Cells around the cards of a picture, at least; 1 for other sizes."""


class Emblem(Value, frozen=True):
    """What stands for a game in a list: a card, a cloth, and a few words."""

    sign: str
    """The card that stands for it where there is room for one only."""
    cloth: str = "felt"
    about: str = ""
    company: str = ""
    """How many play it, and with whom."""


EMBLEMS = {
    "regicide": Emblem("QC", "felt", "Defeat the twelve royals.", "1 to 4 together, bots welcome"),
    "duel": Emblem("KH", "navy", "Break the other's shield.", "2, against a friend or a bot"),
    "king_of_the_dead": Emblem("JS", "violet", "Buy cards and score runs.", "2 to 4, each alone"),
}


def emblem_of(game: str) -> Emblem:
    """Return what stands for a game; a game without an emblem of its own has a plain one."""
    return EMBLEMS.get(game, Emblem("AS"))


def sign_of(game: str, size: Size, ground: str, symbols: Symbols) -> Sequence[Row]:
    """Return the card that stands for a game."""
    return face(card(emblem_of(game).sign), size, symbols, Lying(ground, shadow=False))


# ---------------------------------------------------------------- hands of cards


def lay(canvas: Canvas, x: int, y: int, one: Card, size: Size, symbols: Symbols) -> None:
    """Lay a card on what is there: at its round corners one sees what lies below."""
    corners = [(x + dx, y + dy) for dx in (0, size.width - 1) for dy in (0, size.height - 1)]
    below = [canvas.ground(*corner) for corner in corners]
    lying = Lying(canvas.ground(x + size.width, y), shadow=symbols.shadows)
    inner = range(y + 1, y + size.height - 1)
    covering = [row for row in inner if canvas.ground(x, row) != lying.ground]
    canvas.paste(x, y, face(one, size, symbols, lying))
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
    size: Size,
    step: int,
    ground: str,
    symbols: Symbols,
) -> tuple[Row, ...]:
    """Return cards that overlap, each so many rows below the highest one."""
    width = size.width + step * (len(shown) - 1) + 1
    canvas = Canvas(width, size.height + max(rises) + 1, ground, pixels=symbols.pixels)
    for place, (one, down) in enumerate(zip(shown, rises, strict=True)):
        lay(canvas, place * step, down, one, size, symbols)
    return tuple(canvas.rows())


KINGS = tuple(cards("KC KD KS KH"))
_STEPS = {MEDIUM: 6, LARGE: 12, HUGE: 23}
"""Cells from one King to the next, by the size of the cards."""


def kings(width: int, height: int, ground: str, symbols: Symbols) -> Sequence[Row]:
    """Return the four Kings as large as there is room for; nothing if there is none."""
    for size, step in reversed(_STEPS.items()):
        if size.width + 3 * step + 1 <= width and size.height + 3 <= height:
            return hand(KINGS, (2, 1, 0, 1), size, step, ground, symbols)
    return ()


# ---------------------------------------------------------------- walls


def paint_wall(
    canvas: Canvas, y: int, ground: str, symbols: Symbols, *, first: int, merlon: int, step: int
) -> None:
    """Paint the battlements of a wall: the row below must have its ground already.

    With half cells they are half a row high where the merlons are narrow.
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
    """Return a picture for a game of exactly this size: its cards in the middle of a cloth."""
    canvas = Canvas(width, height, ground, pixels=symbols.pixels)
    across, paint = _PAINTERS.get(game, _ACES)
    for size in (HUGE, LARGE, ROOMY, MEDIUM, MODEST, SMALL):
        margin = _MARGINS.get(size, 1)
        if across(size) + 2 * margin <= width and size.height + margin <= height:
            paint(canvas, size, symbols)
            break
    return canvas.rows()


def _step(size: Size) -> int:
    """Return the cells from one card of a spread to the next."""
    return size.width * 5 // 8 if size.width > SMALL.width else 5


def _spread(size: Size, cards: int) -> int:
    return size.width + _step(size) * (cards - 1)


def _paint_spread(
    canvas: Canvas, shown: tuple[Card, ...], rises: tuple[int, ...], size: Size, symbols: Symbols
) -> None:
    if size.height < 5:
        rises = (0,) * len(shown)
    rows = hand(shown, rises, size, _step(size), canvas.ground(0, 0), symbols)
    left = (canvas.width - _spread(size, len(shown))) // 2
    canvas.paste(left, (canvas.height - len(rows) + 1) // 2, rows)


def _paint_court(canvas: Canvas, size: Size, symbols: Symbols) -> None:
    _paint_spread(canvas, tuple(cards("JC QD KH")), (1, 0, 1), size, symbols)


def _paint_aces(canvas: Canvas, size: Size, symbols: Symbols) -> None:
    _paint_spread(canvas, tuple(cards("AC AD AS AH")), (1, 0, 0, 1), size, symbols)


_BETWEEN = 4
"""Cells between two cards that stand against each other."""


def _against(size: Size) -> int:
    return 2 * size.width + _BETWEEN


def _paint_rivals(canvas: Canvas, size: Size, symbols: Symbols) -> None:
    """Put two Queens against each other."""
    left = (canvas.width - _against(size)) // 2
    top = (canvas.height - size.height) // 2
    for place, one in enumerate(cards("QS QH")):
        lay(canvas, left + place * (size.width + _BETWEEN), top, one, size, symbols)
    canvas.text(left + size.width + 1, top + size.height // 2, "vs", "text+bold")


def _apart(size: Size) -> int:
    return max(12, size.width * 13 // 8) + size.width


def _paint_dead(canvas: Canvas, size: Size, symbols: Symbols) -> None:
    """Put a crowned skull before a black card and a red one, whose ends are coloured."""
    left, apart = (canvas.width - _apart(size)) // 2, _apart(size) - size.width
    top = (canvas.height - size.height) // 2
    skull, circlet, scale = art.SKULL, art.CIRCLET, 1
    if size.height >= LARGE.height:
        skull, circlet, scale = art.doubled(skull), art.doubled(circlet), 2
    shown = cards("7S 6H" if size.height >= MEDIUM.height else "KS KH")
    for x, one in zip((left, left + apart), shown, strict=True):
        lay(canvas, x, top, one, size, symbols)
        if not symbols.framed:
            _colour_ends(canvas, x, top, one, size, symbols)
    if size.height >= MEDIUM.height and symbols.pixels:
        middle = (canvas.width - len(skull[0])) // 2
        down = canvas.height - len(skull) // 2 + 2 * scale
        canvas.picture(middle, down, skull, "H")
        canvas.picture(middle + 2 * scale, down - 5 * scale, circlet, "H")


def _colour_ends(canvas: Canvas, x: int, y: int, one: Card, size: Size, symbols: Symbols) -> None:
    """Fill the first and last row of a card with its colour, red or black."""
    red = card_style(one) in ("hearts", "diamonds")
    ink = "ink-hearts" if red else "ink-spades"
    name = symbols.card_text(one)
    for row, at in ((y, x + 1), (y + size.height - 1, x + size.width - 1 - len(name))):
        canvas.fill(x + 1, row, size.width - 2, 1, ink)
        if symbols.pixels:
            for column, sign in zip(
                (x, x + size.width - 1), "▟▙" if row == y else "▜▛", strict=True
            ):
                canvas.put(column, row, sign, ink)
        canvas.text(at, row, name, f"paper/{ink}+bold")


Painter = Callable[[Canvas, Size, Symbols], None]
_ACES: tuple[Callable[[Size], int], Painter] = (lambda size: _spread(size, 4), _paint_aces)
_PAINTERS: dict[str, tuple[Callable[[Size], int], Painter]] = {
    "regicide": (lambda size: _spread(size, 3), _paint_court),
    "duel": (_against, _paint_rivals),
    "king_of_the_dead": (_apart, _paint_dead),
}
"""How many cells the picture of a game takes with cards of a size, and what paints it."""
