"""The panel beside the largest board: the game, the Well, and what the hand can do."""

from collections.abc import Sequence

from regicide_tui.games.king_of_the_dead.actions import Play, Score
from regicide_tui.games.king_of_the_dead.preview import PossibleAction
from regicide_tui.games.king_of_the_dead.state import RESHUFFLES
from regicide_tui.tui.games.king_of_the_dead.table_model import KingModel
from regicide_tui.tui.games.king_of_the_dead.zones.faces import chip
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, part_run, prose, wrap
from regicide_tui.tui.table.hand import with_cards

_GROUND = "band"
_MARGIN = 2
_CHIP = 6
_WELL_ROWS = 4


def aside_rows(model: KingModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel: this game and the Well, then what the hand can do, as far as it fits."""
    canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
    row = _paint_game(canvas, model, 1)
    row = _paint_well(canvas, model, row + 1, symbols)
    _paint_hand(canvas, model, row + 1, symbols)
    return canvas.rows()


def _title(canvas: Canvas, row: int, words: str) -> int:
    canvas.text(_MARGIN, row, words, "accent+bold")
    return row + 2


def _paint_game(canvas: Canvas, model: KingModel, row: int) -> int:
    view = model.view
    falls = "none" if view.final_round else str(len(model.seats))
    figures = [
        ("round", str(model.round)),
        ("reshuffled", f"{view.reshuffles} of {RESHUFFLES[len(model.seats)]}"),
        ("cards in the Gate", str(len(view.gate))),
        ("fall at the round's end", falls),
    ]
    row = _title(canvas, row, "THIS GAME")
    for place, (words, value) in enumerate(figures):
        canvas.text(_MARGIN, row + place, words, "muted")
        canvas.text(canvas.width - _MARGIN - len(value), row + place, value, "text+bold")
    return row + len(figures)


def _paint_well(canvas: Canvas, model: KingModel, row: int, symbols: Symbols) -> int:
    """Write the cards of the Well, the top one first, as far as they fit."""
    well = model.view.well
    row = _title(canvas, row, f"THE WELL  {len(well)}")
    across = (canvas.width - 2 * _MARGIN + 1) // _CHIP
    shown = well[: across * _WELL_ROWS]
    for place, card in enumerate(shown):
        x, y = _MARGIN + place % across * _CHIP, row + place // across
        canvas.text(x, y, (chip(card, symbols),))
    if len(shown) < len(well):
        more = f"{symbols.ellipsis} {len(well) - len(shown)} more"
        canvas.text(_MARGIN, row + _WELL_ROWS, more, "muted")
        return row + _WELL_ROWS + 1
    return row + -(-len(shown) // across)


def _paint_hand(canvas: Canvas, model: KingModel, row: int, symbols: Symbols) -> None:
    """Write the runs and powers that the hand holds, and the meaning of the powers."""
    if not model.hand_actions or model.waiting:
        return
    row = _title(canvas, row, "IN YOUR HAND")
    width = canvas.width - 2 * _MARGIN
    for one in model.hand_actions:
        rows = _hand_action_rows(one, width, symbols)
        if row + len(rows) > canvas.height:
            break
        for y, words in enumerate(rows):
            canvas.text(_MARGIN, row + y, words)
        row += len(rows) + 1


def _hand_action_rows(one: PossibleAction, width: int, symbols: Symbols) -> Sequence[Row]:
    """Return a run or a power in rows: its name and its cards, then its meaning."""
    cards: Row = ()
    if isinstance(one.action, Play | Score):
        for card in one.action.cards:
            sign = part_run(card, symbols) if card else Run("Well", "muted")
            cards += (Run(" "), sign)
    head = wrap([(*with_cards(one.name, "text+bold", symbols), Run(" "), *cards)], width)
    return [*head, *prose(one.text, "muted", width)]
