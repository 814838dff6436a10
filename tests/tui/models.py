"""Positions to look at, and the models that the widgets of the table are given of them."""

from collections.abc import Sequence

from regicide_tui.cards import cards
from regicide_tui.games.base import Json
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.model import RegicideModel, compose
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.colours import palette_of
from regicide_tui.tui.rendering.paint import Row, Symbols
from regicide_tui.tui.table.table_model import NOTHING, Notice, Pointing, ReplayStep
from tests.loose import loose
from tests.play.games import NAMES, set_up

Position = dict[str, Json]


def look_with(symbols: Symbols) -> Look:
    """Return the dark look with these symbols."""
    return Look(palette_of("dark", four_colours=True), symbols)


SOLO: Position = {
    "players": 1,
    "hands": [["AC", "2D", "3H", "5S", "7C", "8D", "9H", "TS"]],
    "enemy": "QH",
    "castle": ["QS", "KC", "KD", "KH", "KS"],
    "tavern": ["4C", "4D", "4H", "6C", "6D", "6H"],
    "discard": ["9C", "3C", "2S"],
}
"""Alone against the Queen of Hearts, the seventh of the royals."""

TRIO: Position = {
    "players": 3,
    "hands": [["*", "8D", "TC", "2H", "2S"], ["9H", "9C", "7D"], ["9S", "TH", "7S"]],
    "enemy": "JS",
    "castle": ["JC", "JH", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"],
    "tavern": ["3C", "4C", "5C", "6C", "7C", "8C"],
    "discard": ["3D"],
}
"""Ada, who holds a Jester, Bea and Cy against the Jack of Spades."""

LAST_KING: Position = {
    "players": 1,
    "hands": [["5H", "TS"]],
    "enemy": "KD",
    "damage": 30,
    "tavern": ["2C", "3C"],
    "jesters_unused": 1,
}
"""Alone against the last King, who has ten left; one Jester is used."""

HOPELESS: Position = {
    "players": 1,
    "hands": [["2C", "3D"]],
    "enemy": "KH",
    "castle": ["KS"],
    "jesters_unused": 0,
}
"""Alone, and whatever is played, the King can't be paid."""


def saved(position: Position, *actions: str, options: Json = None) -> Table:
    """Set up a position and take these actions."""
    history = set_up(position, loose(options))
    for action in actions:
        history = history.take_text(action)
    return Table(history, loose(NAMES)[: position["players"]])


def model_of(
    game: Table,
    picked: str = "",
    *,
    cursor: int | None = None,
    curtain: bool = False,
    notice: Notice = NOTHING,
    replay_step: ReplayStep = (),
) -> RegicideModel:
    """Look at a game as who must act does, with these cards picked; the pointer is on the last."""
    turn = loose(game.history.state).turn
    hand = list(loose(game.history.state).hands[turn])
    chosen = tuple([hand.index(card) for card in cards(picked)])
    at = cursor if cursor is not None else (*chosen, 0)[-1 if not chosen else len(chosen) - 1]
    table = game.seen_from(None if curtain else turn)
    return compose(table, Pointing(at, chosen, notice), replay_step)


def model(position: Position, picked: str = "", **changes: Json) -> RegicideModel:
    """Look at a position, changed so."""
    return model_of(saved({**position, **changes}), picked)


def text_of(row: Row) -> str:
    """Return a row as a player reads it."""
    return "".join([run.text for run in row]).rstrip()


def lines(rows: Sequence[Row]) -> list[str]:
    """Return rows as a player reads them."""
    return [text_of(row) for row in rows]


def page(rows: Sequence[Row]) -> str:
    """Return rows as one text."""
    return "\n".join(lines(rows))
