"""How a saved game of Regicide stands, for who looks through the saved games."""

from collections.abc import Sequence

from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import State
from regicide_tui.games.regicide.telling import tell_end
from regicide_tui.games.words import counted
from regicide_tui.tui.cardart import HUGE, LARGE, CardSize, card_rows
from regicide_tui.tui.paint import Row, Run, prose, shorten, side_by_side, width_of
from regicide_tui.tui.regicide.castle import figures
from regicide_tui.tui.regicide.piles import tiers
from regicide_tui.tui.symbols import Symbols

_PORTRAIT = CardSize(9, 5)
_FIGURES = 34
"""Cells that the figures beside a portrait need."""


def standing(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the enemy and his figures, or the end, then the hands.

    The view is a spectator's; how many cards somebody holds is all that is told of a hand.
    """
    if len(view.hands) != len(seats):
        return []  # a label that nobody has proved
    rows: list[Row] = []
    end = GAME.outcome(view)
    if end is not None:
        said = tell_end(end, seats[view.turn], len(seats) == 1)
        rows = prose(said, "text+bold", width)
    rows += _enemy(view, width, height - len(rows) - 1, symbols)
    return [*rows, _hands(view, seats, width, symbols)][:height]


def _enemy(view: State, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the enemy with his figures and the tiers, beside his portrait if there is room."""
    if view.enemy is None:
        return [tiers(view, width, symbols)]
    for size in (HUGE, LARGE, _PORTRAIT):
        if size.height <= height and size.width + 2 + _FIGURES <= width:
            beside = width - size.width - 2
            facts = figures(view, beside, size.height, size, symbols)
            facts.append(tiers(view, beside, symbols))
            portrait = card_rows(view.enemy, size, symbols.card, "line", symbols)
            return side_by_side(portrait, facts, size.width + 2)
    return [*figures(view, width, height, None, symbols), tiers(view, width, symbols)][:height]


def _hands(view: State, seats: tuple[str, ...], width: int, symbols: Symbols) -> Row:
    """Return how many cards each player holds; who is to act stands out."""
    if len(seats) == 1:
        return (Run("Hand    ", "muted"), Run(counted(len(view.hands[0]), "card")))
    acts, label = GAME.to_act(view), Run("Hands   ", "muted")
    row = (
        label,
        *_held(view, seats),
        Run("" if acts is None else f"{seats[acts]} to act", "muted"),
    )
    if width_of(row) <= width:
        return row
    room = (width - len(label.text)) // len(seats) - 4
    return (label, *_held(view, [shorten(name, room, symbols.ellipsis) for name in seats]))


def _held(view: State, names: Sequence[str]) -> Row:
    acts = GAME.to_act(view)
    return tuple(
        [
            Run(f"{name} {len(hand)}  ", "accent+bold" if seat == acts else "text")
            for seat, (name, hand) in enumerate(zip(names, view.hands, strict=True))
        ]
    )
