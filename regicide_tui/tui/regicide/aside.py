"""The figures beside the largest board: the odds, the cards not seen yet, and this game."""

from collections import Counter

from regicide_tui.cards import CLUBS, DIAMONDS, HEARTS, PACK, SPADES, Suit
from regicide_tui.games.plays import ROYALS
from regicide_tui.games.regicide.state import ROYAL_COUNT, State, fallen
from regicide_tui.tui.paint import Row, Run, part_run
from regicide_tui.tui.regicide.scene import Scene
from regicide_tui.tui.rendering.canvas import Canvas
from regicide_tui.tui.rendering.colours import SUIT_NAMES
from regicide_tui.tui.rendering.faces import number
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.zone import Zone
from regicide_tui.tui.words import of_100

_GROUND = "band"
_SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
_BLOCK = 2
"""Cells that stand for a card."""


class Figures(Zone[Scene]):
    """The panel at the left of the largest board."""

    def rows(self, scene: Scene, width: int, height: int, symbols: Symbols) -> list[Row]:
        """Return the panel."""
        canvas = Canvas(width, height, _GROUND, pixels=symbols.pixels)
        row = _paint_odds(canvas, scene, 1, symbols)
        row = _paint_unseen(canvas, scene, row, symbols)
        _paint_game(canvas, scene, row)
        return canvas.rows()


def _paint_odds(canvas: Canvas, scene: Scene, row: int, symbols: Symbols) -> int:
    """Write the chances of winning, where the win meter is on; return the next row."""
    if scene.odds is None:
        return row
    canvas.text(2, row, "THE ODDS", "accent+bold")
    shown = [(scene.odds.now, "text", "to win now"), (scene.odds.then, "success", "with this play")]
    for chance, ink, words in shown:
        if chance is None:
            continue
        percent = of_100(chance)
        if symbols.pixels:
            drawn = number(percent, ink, _GROUND)
            canvas.paste(2, row + 1, drawn)
            end = 15
        else:
            end = canvas.text(2, row + 3, str(percent), f"{ink}+bold")
        canvas.text(end, row + 3, f"% {words}", "muted")
        row += 4
    return row + 2


def unseen(view: State) -> Counter[Suit]:
    """Return how many cards of each suit the viewer does not see: royals are not counted."""
    played = [card for play in view.table for card in play.cards]
    hands = [card for hand in view.hands for card in hand]
    seen = {*played, *hands, *view.discard, *view.tavern}
    hidden = [card for card in PACK if card.rank not in ROYALS and card not in seen]
    return Counter([card.suit for card in hidden if card.suit is not None])


def _paint_unseen(canvas: Canvas, scene: Scene, row: int, symbols: Symbols) -> int:
    canvas.text(2, row, "NOT SEEN YET", "accent+bold")
    counts = unseen(scene.view)
    for place, suit in enumerate(_SUITS):
        y = row + 2 + place * 2
        canvas.text(2, y, (part_run(suit, symbols),))
        for card in range(min(counts[suit], (canvas.width - 10) // (_BLOCK + 1))):
            x = 5 + card * (_BLOCK + 1)
            if symbols.mono:
                canvas.text(x, y, symbols.full)
            else:
                canvas.fill(x, y, _BLOCK, 1, f"bar-{SUIT_NAMES[suit]}")
        count = str(counts[suit])
        canvas.text(canvas.width - 2 - len(count), y, count, "text+bold")
    return row + 2 + len(_SUITS) * 2 + 1


def _paint_game(canvas: Canvas, scene: Scene, row: int) -> None:
    view = scene.view
    exact = sum(exact for _, exact in scene.fates)
    figures = [
        ("royals fallen", f"{fallen(view)} of {ROYAL_COUNT}"),
        ("exactly", str(exact)),
        ("cards in the Tavern", str(len(view.tavern))),
        ("cards discarded", str(len(view.discard))),
        ("turn", str(scene.turn)),
    ]
    canvas.text(2, row, "THIS GAME", "accent+bold")
    for place, (words, value) in enumerate(figures):
        canvas.text(2, row + 2 + place, (Run(words, "muted"),))
        canvas.text(canvas.width - 2 - len(value), row + 2 + place, value, "text+bold")
