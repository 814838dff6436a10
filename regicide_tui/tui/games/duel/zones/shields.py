"""Shields: their value as a number, and their plays as cards or as words. All pure."""

from collections.abc import Sequence

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.faces import CardSize, CardState, face, number
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, card_style, width_of, wrap

_READABLE = 4
"""Cells that stay readable of a card below another one."""
_MARGIN = 4
"""Rows of a back from which it has a margin of paper."""
_ROOMY = 3
"""Rows of a zone above which there is a blank row above words."""


def paint_number(
    canvas: Canvas,
    at: tuple[int, int],
    value: int,
    ink: str,
    symbols: Symbols,
    *,
    large: bool = False,
    drop: bool = False,
) -> int:
    """Write a number three rows high, or six if `large`; return the first column after it.

    With `drop` it begins half a row lower. If cells can't be halved, it is written in its middle
    row.
    """
    x, y = at
    shape = number(value, ink, canvas.ground(x, y), large=large, drop=drop)
    if not symbols.pixels:
        return canvas.text(x, y + (len(shape) - drop) // 2, (written(value, ink),))
    canvas.paste(x, y, shape)
    return x + width_of(shape[0])


def written(value: int, ink: str) -> Run:
    """Return a number as a word; a number to pay has its own ground."""
    if ink == "pay":
        return Run(f" {value} ", "on-pay/pay+bold")
    return Run(str(value), f"{ink}+bold")


def number_width(value: int, symbols: Symbols) -> int:
    """Return the cells of a number three rows high."""
    return width_of(number(value, "text", "stone")[0]) if symbols.pixels else len(str(value))


def chip(cards: Pile, symbols: Symbols) -> Row:
    """Return the cards of one play as a word on a piece of paper."""
    if symbols.framed:
        text = " ".join(map(symbols.card_text, cards))
        return (Run(f"[{text}]", "text+bold"),)
    row: Row = (Run(" ", "text/paper"),)
    for card in cards:
        style = f"ink-{card_style(card)}/paper+bold"
        row += (Run(symbols.card_text(card), style), Run(" ", "text/paper"))
    return row


def chips(plays: Sequence[Pile], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return plays as words in a rectangle; the oldest are left out if there is little room."""
    words = [chip(play, symbols) for play in plays]
    rows = wrap(words, width)
    while len(rows) > height and len(words) > 1:
        del words[0]
        rows = wrap([(Run(symbols.ellipsis, "muted"),), *words], width)
    return rows


def paint_plays(
    canvas: Canvas,
    at: tuple[int, int],
    room: CardSize,
    plays: Sequence[Pile],
    sizes: Sequence[CardSize],
    symbols: Symbols,
) -> None:
    """Paint plays side by side in the largest size that fits, else write them."""
    (x, y), ground = at, canvas.ground(*at)
    cards = [card for play in plays for card in play]
    for size in sizes:
        if size.height > room.height:
            continue
        step = size.width // 2 + 1
        if sum([_width(play, size, step) + 1 for play in plays]) <= room.width:
            for play in plays:
                canvas.paste(x, y, fanned(play, size, step, symbols, ground))
                x += _width(play, size, step) + 1
            return
        step = (room.width - 1 - size.width) // max(1, len(cards) - 1)
        if step >= _READABLE:
            canvas.paste(x, y, fanned(cards, size, min(step, size.width), symbols, ground))
            return
    rows = chips(plays, room.width, room.height, symbols)
    y += len(rows) < room.height and room.height > _ROOMY
    for below, row in enumerate(rows):
        canvas.text(x, y + below, row)


def fanned(
    cards: Sequence[Card], size: CardSize, step: int, symbols: Symbols, ground: str
) -> list[Row]:
    """Return cards of which each covers the one before; `step` columns of that stay visible."""
    under, top = CardState(ground, shadow=False), CardState(ground)
    canvas = Canvas(step * (len(cards) - 1) + size.width + 1, size.height + 1, ground)
    for place, card in enumerate(cards):
        card_state = top if place == len(cards) - 1 else under
        canvas.paste(place * step, 0, face(card, size, symbols, card_state))
        if place and step < size.width and not symbols.framed:
            _paint_edge(canvas, place * step, card, size, symbols)
    return canvas.rows()


def _paint_edge(canvas: Canvas, x: int, card: Card, size: CardSize, symbols: Symbols) -> None:
    """Paint the left edge of a card that covers another one; large backs have their own."""
    if card is not UNKNOWN:
        ink, ground = "worn-edge", "paper"
    elif size.height < _MARGIN:
        ink, ground = "paper", "back"
    else:
        return
    for below in range(size.height):
        canvas.put(x, below, symbols.edge, ink, ground)


def _width(play: Pile, size: CardSize, step: int) -> int:
    return size.width + (len(play) - 1) * step
