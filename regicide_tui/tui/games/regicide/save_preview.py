"""The preview of a saved game of Regicide, in the list of saved games."""

from collections.abc import Sequence

from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.state import (
    HEALTH,
    ROYAL_COUNT,
    State,
    attack,
    fallen,
    remaining,
)
from regicide_tui.games.regicide.words import royal_name, tell_end
from regicide_tui.games.words import counted
from regicide_tui.tui.rendering.faces import CardSize, CardState, bar, face
from regicide_tui.tui.rendering.paint import (
    Row,
    Run,
    Symbols,
    card_style,
    prose,
    shorten,
    side_by_side,
    width_of,
)

_PORTRAITS = (CardSize(44, 30), CardSize(22, 16), CardSize(13, 9), CardSize(9, 6), CardSize(9, 5))
_CARD_STATE = CardState("band")
_FIGURES = 34
"""Cells that the figures beside a portrait need."""


def save_rows(
    view: State, seats: tuple[str, ...], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return at most `height` rows: the enemy with figures, or the end, then the hands.

    The view is a spectator's, so of a hand only the number of cards is shown.
    """
    if len(view.hands) != len(seats):
        return []  # the label was not verified and is wrong
    rows: list[Row] = []
    end = GAME.outcome(view)
    if end is not None:
        said = tell_end(end, seats[view.turn], len(seats) == 1)
        rows = prose(said, "text+bold", width)
    rows += _enemy(view, width, height - len(rows) - 1, symbols)
    return [*rows, _hands(view, seats, width, symbols)][:height]


def _enemy(view: State, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the enemy's figures, beside a portrait if there is room."""
    if view.enemy is None:
        return []
    for size in _PORTRAITS:
        if size.height < height and size.width + 3 + _FIGURES <= width:
            facts = _facts(view, symbols)
            portrait = face(view.enemy, size, symbols, _CARD_STATE)
            return side_by_side(portrait, facts, size.width + 3)
    return _facts(view, symbols)[:height]


def _facts(view: State, symbols: Symbols) -> list[Row]:
    """Return the enemy, its strength, and how many royals have fallen."""
    assert view.enemy is not None
    assert view.enemy.suit is not None
    health, left = HEALTH[view.enemy.rank], remaining(view)
    (row,) = bar(18, health, left, left, view.enemy.suit, symbols)
    return [
        (Run(royal_name(view.enemy), f"{card_style(view.enemy)}+bold"),),
        (*row, Run(f" {left}", "text+bold"), Run(f" of {health} health", "muted")),
        (Run("Attack ", "muted"), Run(f"{attack(view)}", "text+bold")),
        (Run(f"{fallen(view)}", "text+bold"), Run(f" of {ROYAL_COUNT} royals defeated", "muted")),
    ]


def _hands(view: State, seats: tuple[str, ...], width: int, symbols: Symbols) -> Row:
    """Return the number of cards in each hand; the player who must act stands out."""
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
