"""The zone `hand`: the player's cards, a list to choose from, or the curtain."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.tui.input.commands import CONFIRM
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import CardSize, CardState, face
from regicide_tui.tui.rendering.measures import HAND_SIZES, board_of
from regicide_tui.tui.rendering.paint import Row, Run, card_style, width_of, wrap
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.table.table_model import TableModel

FELT = "felt"
_USUAL = 8
"""Up to this number of cards, the cards of all hands have one size; more may overlap."""
_NARROWEST = 4
"""Cells that stay readable of a card below another one."""
_WORD = 6
"""Cells of a written card, with its number and brackets."""


class Fan(NamedTuple):
    """The layout of a hand: the size of its cards, the cells from card to card, the first column.

    Without a size the cards are written, row below row.
    """

    size: CardSize | None
    step: int
    left: int = 0


def fan_of(cards: int, width: int, height: int) -> Fan:
    """Return the layout of this number of cards: side by side, if they fit."""
    left, board = board_of(width)
    for measures in HAND_SIZES:
        size = measures.card
        if size.height + 2 > height or (_USUAL - 1) * measures.step + size.width > board:
            continue
        room = board - 1 - size.width
        step = min(measures.step, room // (max(cards, _USUAL) - 1))
        if step >= _NARROWEST:
            usual = (_USUAL - 1) * measures.step + size.width
            wide = max(usual, (cards - 1) * step + size.width)
            return Fan(size, step, left + max(0, (board - wide) // 2))
    return Fan(None, _WORD)


def _across(width: int) -> int:
    """Return the number of written cards in a row."""
    return max(1, (width - 2) // _WORD)


def cursor_cell(model: TableModel, width: int, height: int) -> tuple[int, int] | None:
    """Return the cell of the terminal's cursor: the number of the card at the pointer."""
    if model.curtain or model.choosing or not model.hand:
        return None
    fan = fan_of(len(model.hand), width, height)
    if fan.size:
        return _number_column(fan, model.cursor, len(model.hand)), height - 1
    across = _across(width)
    above = _lines_above(model, width, height)
    return 1 + model.cursor % across * _WORD, 1 + model.cursor // across - above


def cards_across(cards: int, width: int, height: int) -> int:
    """Return the number of cards in a row, if they are written in several rows; else 1."""
    return _across(width) if fan_of(cards, width, height).size is None else 1


def _lines_above(model: TableModel, width: int, height: int) -> int:
    """Return how many rows of written cards are out of sight above the visible ones."""
    across, room = _across(width), height - 2
    lines = -(-len(model.hand) // across)
    here = 0 if model.choosing else model.cursor // across
    return max(0, min(here - room // 2, lines - room))


def hand_rows(
    model: TableModel,
    label: Row,
    choices: Sequence[Row],
    width: int,
    height: int,
    symbols: Symbols,
    confirm: str = CONFIRM.shown,
    ground: str = FELT,
    *,
    filled: bool = False,
) -> list[Row]:
    """Return the rows of the zone: the cards, the choices if there are any, or the curtain.

    `label` says whose cards they are; its last runs are left out if there is no room for them.
    `confirm` is the key that opens the curtain; `filled` tells that whole rows of a
    card have the colour of its suit.
    """
    laid = model.hand and not model.curtain and not choices
    if laid and fan_of(len(model.hand), width, height).size is not None:
        return _card_rows(model, label, width, height, symbols, CardState(ground, filled=filled))
    canvas = Canvas(width, height, ground, pixels=symbols.pixels)
    if model.curtain:
        _paint_curtain(canvas, model, confirm)
    elif choices:
        canvas.paste(board_of(width)[0], 0, on(ground, choices))
    elif not model.hand:
        canvas.text(board_of(width)[0] + 2, height // 2, "No cards in hand.", "on-felt")
    else:
        _write_cards(canvas, model, symbols)
    return canvas.rows()


def _paint_curtain(canvas: Canvas, model: TableModel, confirm: str) -> None:
    lines: list[Row] = [
        (Run(f"Pass the keyboard to {model.actor}.", "text+bold"),),
        (Run(f"Press {confirm} when nobody else looks.", "on-felt", CONFIRM.action),),
    ]
    above = max(0, (canvas.height - len(lines)) // 2)
    for below, line in enumerate(lines):
        canvas.text(max(0, (canvas.width - width_of(line)) // 2), above + below, line)


def _write_cards(canvas: Canvas, model: TableModel, symbols: Symbols) -> None:
    """Write the cards, if there is no room to draw them."""
    width, height = canvas.width, canvas.height
    words = [_word(model, place, symbols) for place in range(len(model.hand))]
    above = _lines_above(model, width, height)
    for y, row in enumerate(wrap(words, width - 2, "")[above:][:height]):
        canvas.text(1, 1 + y, row)


def _card_rows(
    model: TableModel, label: Row, width: int, height: int, symbols: Symbols, usual: CardState
) -> list[Row]:
    """Return the rows of the cards; `usual` is the state of a card that can be picked."""
    fan = fan_of(len(model.hand), width, height)
    assert fan.size is not None
    states = [_state(model, place) for place in range(len(model.hand))]
    laid = [
        _DrawnCard(card, state.chosen, replace(usual, worn=state.worn, new=state.fresh))
        for card, state in zip(model.hand, states, strict=True)
    ]
    *rows, last = _laid_rows(tuple(laid), width, height, symbols)
    canvas = Canvas(width, 1, usual.ground)
    canvas.paste(0, 0, [last])
    for place, state in enumerate(states):
        _paint_number(canvas, state, place, len(states), fan, symbols)
    end = fan.left + (len(laid) - 1) * fan.step + fan.size.width + 2
    room = board_of(width)[0] + board_of(width)[1] - end - 1
    if model.fresh:
        label = (*label, Run(f"  {symbols.new} new", "on-felt"))
    while label and width_of(label) > room:
        label = label[:-1]
    canvas.text(end, 0, label)
    return [*rows, *canvas.rows()]


class _DrawnCard(NamedTuple):
    """A card of the hand: whether it is picked, and the state in which its face is drawn."""

    card: Card
    chosen: bool
    card_state: CardState


@lru_cache(maxsize=64)
def _laid_rows(
    laid: tuple[_DrawnCard, ...], width: int, height: int, symbols: Symbols
) -> tuple[Row, ...]:
    """Return the rows of the cards without numbers; cached, since most moves don't change them."""
    fan = fan_of(len(laid), width, height)
    assert fan.size is not None
    canvas = Canvas(width, height, laid[0].card_state.ground, pixels=symbols.pixels)
    top = height - 1 - fan.size.height - (1 if fan.size.height > 8 else 0)
    overlap = fan.step <= fan.size.width
    for place, (card, chosen, usual) in enumerate(laid):
        card_state = replace(usual, shadow=not overlap or place == len(laid) - 1)
        x, y = fan.left + place * fan.step, top - chosen
        canvas.paste(x, y, face(card, fan.size, symbols, card_state))
        canvas.on_click(x, y, fan.size.width, fan.size.height, _pick(place))
        if place and overlap:
            for below in range(fan.size.height):
                canvas.put(x, y + below, symbols.edge, "worn-edge")
    return tuple(canvas.rows())


class _HandCard(NamedTuple):
    """The state of a card in the hand."""

    chosen: bool
    here: bool
    worn: bool
    """Whether it can't be picked now."""
    numbered: bool
    """Whether a digit picks it now."""
    fresh: bool
    """Whether it is new."""


def _state(model: TableModel, place: int) -> _HandCard:
    still = model.over or bool(model.replay_step)
    elsewhere = model.choosing or still
    return _HandCard(
        chosen=place in model.chosen and not model.choosing,
        here=place == model.cursor and not elsewhere,
        worn=not (still or model.pickable[place]),
        numbered=not model.choosing,
        fresh=place in model.fresh,
    )


def digit(place: int) -> str:
    """Return the digit that picks a card: 0 for the tenth, a blank for later ones."""
    return str((place + 1) % 10) if place < 10 else " "


def _number_column(fan: Fan, place: int, cards: int) -> int:
    """Return the column of a card's number: the middle of its visible part."""
    assert fan.size is not None
    seen = fan.size.width if place == cards - 1 else min(fan.step, fan.size.width)
    return fan.left + place * fan.step + seen // 2


def _paint_number(
    canvas: Canvas, state: _HandCard, place: int, cards: int, fan: Fan, symbols: Symbols
) -> None:
    """Write the number of a card in a row of `cards`; at the pointer its ground is gold."""
    assert fan.size is not None
    if not state.numbered:
        return
    y = 0
    x = _number_column(fan, place, cards)
    seen = fan.size.width if place == cards - 1 else min(fan.step, fan.size.width)
    left = fan.left + place * fan.step
    if state.here:
        canvas.fill(left, y, seen, 1, "accent")
        mark = symbols.raised if state.chosen else " "
        if symbols.mono or not symbols.pixels:
            mark = symbols.pointer + mark.strip()
        canvas.text(x - len(mark), y, f"{mark}{digit(place)}", "on-accent/accent+bold")
    elif state.chosen:
        canvas.text(x - 1, y, f"{symbols.raised}{digit(place)}", "accent+bold")
    else:
        canvas.text(x, y, digit(place), "on-felt")
    canvas.on_click(left, y, seen, 1, _pick(place))


def _word(model: TableModel, place: int, symbols: Symbols) -> Row:
    """Return a card as a word with its number."""
    card, state, action = model.hand[place], _state(model, place), _pick(place)
    text = f"{symbols.card_text(card):<3}"
    number = digit(place) if state.numbered else " "
    marked = "accent+bold" if state.chosen else "faint" if state.worn else "on-felt"
    style = "on-accent/accent+bold" if state.here else marked
    label = Run(symbols.pointer if state.here and place >= 10 else number, style, action)
    ink = "faint" if state.worn else f"{card_style(card)}+bold"
    left, right = ("[", "]") if state.chosen else (" ", symbols.new if state.fresh else " ")
    before, after = Run(left, "accent", action), Run(right, "accent", action)
    return (label, before, Run(text, ink, action), after)


def _pick(place: int) -> str:
    """Return the click action of a card."""
    return f"pick({place + 1})"
