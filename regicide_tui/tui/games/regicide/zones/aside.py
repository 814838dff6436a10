"""The panel beside the largest board: the chances, the unseen cards, and this game."""

from collections import Counter

from regicide_tui.bots.base import whole_percent
from regicide_tui.cards import PACK, ROYALS, Suit
from regicide_tui.games.regicide.state import ROYAL_COUNT, State, fallen
from regicide_tui.tui.games.regicide.table_model import RegicideModel
from regicide_tui.tui.rendering.canvas import Canvas, paint_counts, paint_figures
from regicide_tui.tui.rendering.faces import number
from regicide_tui.tui.rendering.paint import Row, Symbols
from regicide_tui.tui.table.table_model import Odds

_GROUND = "band"


def figure_rows(model: RegicideModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel at the left of the largest board."""
    canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
    row = _paint_odds(canvas, model, 1, symbols)
    row = paint_counts(canvas, row, "OUT OF SIGHT", unseen(model.view), symbols)
    paint_figures(canvas, row, "THIS GAME", figures_of(model))
    return canvas.rows()


def _paint_odds(canvas: Canvas, model: RegicideModel, row: int, symbols: Symbols) -> int:
    """Write the chances to win, if the win meter is on; return the next row."""
    if model.odds is None:
        return row
    canvas.text(2, row, "THE ODDS", "accent+bold")
    for chance, ink, words in _odds(model.odds):
        percent = min(99, max(1, whole_percent(chance)))  # an estimate is never sure
        if symbols.pixels:
            drawn = number(percent, ink, _GROUND)
            canvas.paste(2, row + 1, drawn)
            end = 15
        else:
            end = canvas.text(2, row + 3, str(percent), f"{ink}+bold")
        canvas.text(end, row + 3, f"% {words}", "muted")
        row += 4
    return row + 2


def _odds(odds: Odds) -> list[tuple[float, str, str]]:
    """Return each chance to show, its ink and its name."""
    found: list[tuple[float, str, str]] = []
    for chances, ink, when in ((odds.now, "text", "now"), (odds.then, "success", "with this play")):
        if chances is None:
            continue
        if chances.gold is not None:
            found.append((chances.gold, ink, f"gold {when}"))
        found.append((chances.win, ink, f"{'win' if chances.gold is None else 'any win'} {when}"))
    return found


def unseen(view: State) -> Counter[Suit]:
    """Return how many cards of each suit lie where the viewer can't see them, without royals."""
    played = [card for play in view.table for card in play.cards]
    hands = [card for hand in view.hands for card in hand]
    seen = {*played, *hands, *view.discard, *view.tavern}
    hidden = [card for card in PACK if card.rank not in ROYALS and card not in seen]
    return Counter([card.suit for card in hidden if card.suit is not None])


def figures_of(model: RegicideModel) -> list[tuple[str, str]]:
    """Return the figures of this game."""
    view = model.view
    return [
        ("royals defeated", f"{fallen(view)} of {ROYAL_COUNT}"),
        ("exactly", str(sum(exact for _, exact in model.fates))),
        ("cards in the Tavern", str(len(view.tavern))),
        ("cards discarded", str(len(view.discard))),
        ("turn", str(model.turn)),
    ]
