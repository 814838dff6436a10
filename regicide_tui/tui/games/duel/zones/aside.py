"""The panel beside the largest board: the number of unseen cards, and this duel."""

from collections import Counter

from regicide_tui.cards import PACK, ROYALS, Suit
from regicide_tui.games.duel.state import State
from regicide_tui.tui.games.duel.table_model import DuelModel
from regicide_tui.tui.rendering.canvas import Canvas, paint_counts, paint_figures
from regicide_tui.tui.rendering.paint import Row, Symbols, shorten


def figure_rows(model: DuelModel, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the panel at the left of the largest board."""
    canvas = Canvas(width, height, "band", pixels=symbols.pixels)
    row = paint_counts(canvas, 1, "OUT OF SIGHT", unseen(model.view), symbols)
    figures = [
        ("cards in the Castle", str(len(model.view.castle))),
        ("cards in the Tavern", str(len(model.view.tavern))),
        ("cards discarded", str(len(model.view.discard))),
        ("turn", str(model.turn)),
    ]
    for name, won in zip(model.seats, model.match.score(), strict=True):
        words = shorten(f"duels won by {name}", width - 8, symbols.ellipsis)
        figures.append((words, str(won)))
    paint_figures(canvas, row, "THIS DUEL", figures)
    return canvas.rows()


def unseen(view: State) -> Counter[Suit]:
    """Return how many cards of each suit lie where the viewer can't see them, without royals."""
    shields = [card for plays in view.shields for play in plays for card in play]
    hands = [card for hand in view.hands for card in hand]
    seen = {*view.played, *shields, *hands, *view.discard, *view.tavern}
    hidden = [card for card in PACK if card.rank not in ROYALS and card not in seen]
    return Counter([card.suit for card in hidden if card.suit is not None])
