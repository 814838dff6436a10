"""Duels to look at, and the models that the widgets of the table are given of them."""

from regicide_tui.cards import cards
from regicide_tui.games import find
from regicide_tui.games.base import Json
from regicide_tui.play.history import Match, Result, Start, begin
from regicide_tui.play.table import Table
from regicide_tui.tui.games.duel.model import DuelModel, compose, preview_row
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.table.table_model import Pointing
from tests.loose import loose
from tests.play.games import NAMES
from tests.tui.models import Position, text_of

MIDDLE: Position = {
    "hands": [["AS", "2D", "5C", "7C", "8H", "JH"], ["3D", "9H", "TC", "JD"]],
    "shields": [["9S", "4C+4S"], ["6S", "3S"]],
    "castle": ["QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"],
    "tavern": ["3H", "4D", "6C", "7D", "7H", "8D", "2C"],
    "discard": ["8C", "2H", "5D", "9D"],
}
"""Ada, with a shield of 17, plays against Bea, with a shield of 9."""

BARE: Position = {**MIDDLE, "shields": [[], []]}
"""Nobody has a shield."""

ENDING: Position = {**MIDDLE, "hands": [["5C", "7C"], ["3D", "2S"]]}
"""Bea holds 5: with 7C Ada wins, or at least takes all of it."""

ENDING_BARE: Position = {**ENDING, "shields": [[], []]}
"""The same without shields: Bea can't pay for any of Ada's cards."""

CROWDED: Position = {
    "hands": [
        ["AC", "2C", "3C", "8H", "9C", "TC", "KH"],
        ["AH", "JH", "JD", "QC", "QD", "KD", "KC"],
    ],
    "shields": [
        ["2D+2S", "3D+3S", "4H+4S", "5D+5S", "JS+AD", "TS"],
        ["9S", "7S", "6S", "8S+AS"],
    ],
    "castle": ["KS"],
    "tavern": [],
    "discard": ["9H", "8C", "7C"],
}
"""Late in a long duel: large shields, full hands, an empty Tavern."""

FIRST = Match()
SCORE = Match((Result(0), Result(0, resigned=True), Result(1)))
"""Two duels to one for Ada."""


def swapped(position: Position) -> Position:
    """Return the same with Bea's cards in Ada's place, and the other way round."""
    return {**position, **{one: loose(position[one])[::-1] for one in ("hands", "shields")}}


def duel(position: Position, *actions: str, match: Match = FIRST, options: Json = None) -> Table:
    """Set up a duel and take these actions."""
    history = begin(find("duel"), Start("duel", 2, "7F3K", loose(options or {}), position))
    for action in actions:
        history = history.take_text(action)
    return Table(history, NAMES[:2], match=match)


def model_of(game: Table, picked: str = "") -> DuelModel:
    """Look at a duel as who must act does, with these cards picked."""
    seat = game.to_act
    assert seat is not None
    hand = list(loose(game.history.state).hands[seat])
    chosen = tuple([hand.index(card) for card in cards(picked)])
    return compose(game.seen_from(seat), Pointing(0, chosen), ())


def preview_text(position: Position, picked: str, *actions: str, tight: bool = False) -> str:
    """Return the preview line for these cards, as a player reads it."""
    return text_of(preview_row(model_of(duel(position, *actions), picked), DRAWN, tight=tight))
