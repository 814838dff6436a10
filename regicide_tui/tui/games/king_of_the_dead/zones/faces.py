"""The cards of King of the Dead. Colours matter in its rules, so whole rows are red or black."""

from regicide_tui.cards import UNKNOWN, Card
from regicide_tui.games.base import Pile
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.faces import RED, CardSize, CardState, castle_back, face
from regicide_tui.tui.rendering.paint import Row, Run, Symbols

_NARROWEST = 4
"""Visible cells of a card below another one at least: those of its rank and suit."""


def drawn(
    card: Card,
    size: CardSize,
    ground: str,
    symbols: Symbols,
    *,
    worn: bool = False,
    shadow: bool = True,
) -> tuple[Row, ...]:
    """Return a card on a ground, one cell wider and higher; `worn` if the card is out of reach."""
    return face(card, size, symbols, CardState(ground, worn=worn, shadow=shadow, filled=True))


def newcomer(
    size: CardSize, ground: str, symbols: Symbols, *, worn: bool, shadow: bool
) -> tuple[Row, ...]:
    """Return the back of the Newcomer, which differs from that of the piles."""
    return castle_back(size, symbols, CardState(ground, worn=worn, shadow=shadow))


def fan_width(count: int, size: CardSize, room: int) -> tuple[int, int]:
    """Return the step and the cells of a fan of `count` cards that should fit into `room` cells.

    If not even the narrowest fan fits, it is wider than the room.
    """
    for step in range(size.width - (size.width > _NARROWEST + 1), _NARROWEST - 1, -1):
        if size.width + (count - 1) * step <= room:
            return step, size.width + (count - 1) * step
    return _NARROWEST, size.width + (count - 1) * _NARROWEST


def paint_fan(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Pile,
    size: CardSize,
    step: int,
    ground: str,
    symbols: Symbols,
) -> None:
    """Paint overlapping cards, the last one on top."""
    for place, card in enumerate(cards):
        at, last = x + place * step, place == len(cards) - 1
        rows = drawn(card, size, ground, symbols, shadow=last)
        canvas.paste(at, y, rows if last else rows[: size.height])
        if place and step < size.width and not symbols.framed:
            for below in range(size.height):
                canvas.put(at, y + below, symbols.edge, "worn-edge")


def chip(card: Card, symbols: Symbols) -> Run:
    """Return a card as a word on a ground of its colour."""
    text = f" {symbols.card_text(card)} "
    if card is UNKNOWN or card.suit is None:
        return Run(text, "J:a/paper+bold")
    if symbols.mono and card.suit not in RED:
        return Run(text, "text+bold")
    suit = SUIT_NAMES[card.suit]
    style = "ink-spades/paper" if symbols.mono else f"on-index-{suit}/index-{suit}"
    return Run(text, f"{style}+bold")


def chips(cards: Pile, symbols: Symbols) -> list[Row]:
    """Return cards as words on grounds of their colours."""
    return [(chip(card, symbols),) for card in cards]
