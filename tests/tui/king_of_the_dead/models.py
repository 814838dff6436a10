"""Positions of King of the Dead to look at, and the models that its widgets are given of them."""

from typing import Any

from regicide_tui.cards import UNKNOWN, cards
from regicide_tui.games import find
from regicide_tui.play.history import History, Start, begin
from regicide_tui.play.table import Table
from regicide_tui.tui.games.king_of_the_dead.model import WELL, KingModel, compose
from regicide_tui.tui.table.table_model import NOTHING, Notice, Pointing, ReplayStep
from tests.loose import loose

KING = find("king_of_the_dead")
NAMES = ("Ada", "Bea", "Cyd", "Dee")

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]

Position = dict[str, Any]

FOUR: Position = {
    "players": 4,
    "hands": [
        ["AC", "3C", "4S", "4H", "5H", "6D", "JH", "QS", "*"],
        ["2C", "9H"],
        ["3D", "TS", "KD", "2S"],
        ["AS", "AH", "8S"],
    ],
    "draws": [
        ["7C", "2D", "9S", "JD", "TC"],
        ["3H", "6C", "KS"],
        ["4C", "8H", "QD", "2H"],
        ["5S", "3S"],
    ],
    "discards": [
        ["9H", "5D", "2S", "AD"],
        ["TD", "7S", "QH"],
        ["6S"],
        ["KC", "8S", "4D", "JC", "3D"],
    ],
    "scores": [["9D", "7C", "7H"], ["TS", "4D"], ["8C", "8D"], ["5H"]],
    "plays": [["2H", "2D"], [], [], []],
    "familiars": [["AS:TH"], [], ["AH:9C", "AC:QC"], []],
    "parade": ["7H", "8C", "9D", "KS", None, "5D", "JH", "6S"],
    "newcomer": "TH",
    "well": ["7D", "KH", "9C", "3S", "QC"],
    "gate": ["5C", "6H", "7S", "8H", "9S", "TC", "KC", "JS", "QH", "6C", "5S"],
    "first": 1,
    "turn": 1,
    "reshuffles": 1,
}
"""Ada, with something of everything, in a game of four."""

TWO: Position = {
    "players": 2,
    "hands": [["AC", "2H", "3H", "QD", "QH", "8C"], ["5C", "7S", "4D"]],
    "draws": [["9C", "6H", "TC", "4S"], ["3S", "8D"]],
    "discards": [["2D", "KC", "5H"], ["6C", "JD"]],
    "scores": [["TD", "9S"], ["8S", "TH"]],
    "parade": ["7D", "KS", "9H", "5S"],
    "newcomer": "JC",
    "well": ["4H", "QS"],
    "gate": ["6D", "7C", "TS"],
    "final_round": True,
}
"""Ada and Bea in the last round."""


def set_up(position: Position, options: dict[str, Any] | None = None) -> History:
    """Set up a position."""
    start = Start("king_of_the_dead", position["players"], "7F3K", options or {}, position)
    return begin(KING, start)


def king(
    position: Position | None = None,
    *actions: str,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> Table:
    """Set up a position (the game of four), changed so, and take these actions."""
    position = {**(position or FOUR), **changes}
    history = set_up(position, options)
    for action in actions:
        history = history.take_text(action)
    return Table(history, NAMES[: position["players"]])


def named(game: Table, seats: tuple[str, ...]) -> Table:
    """Give the players other names."""
    return Table(game.history, seats)


def dealt(players: int = 4, seed: str = "7F3K") -> Table:
    """Deal a game."""
    history = begin(KING, Start("king_of_the_dead", players, seed, {}))
    return Table(history, NAMES[:players])


def holding(hand: str, *actions: str, **changes: Any) -> Table:
    """Give Ada this hand, in a game of four in which little else lies about; take actions."""
    position = {
        "players": 4,
        "hands": [hand.split(), ["AS", "TC"], ["AH"], ["9C"]],
        "draws": [["TD", "5S", "AC", "TS", "3H"], ["9H"], [], ["TH", "9S"]],
        "discards": [["AD", "KC"], ["5D"], ["TC"], []],
        "parade": ["7H", "8C", "9D", "KS", None, "5D", "JH", "6S"],
        "newcomer": "JS",
        "well": ["7D", "QC", "2S"],
        "gate": ["AS", "AH"],
    }
    return king(position, *actions, **changes)


MANY = "2C 3C 4C 5C 6C 7C 8C 2D 3D 4D 4D 6D 6D 8D 9D JH QS KD * *"
"""Twenty cards."""


def model(
    game: Table,
    picked: str = "",
    *,
    well: bool = False,
    curtain: bool = False,
    notice: Notice = NOTHING,
    replay_step: ReplayStep = (),
) -> KingModel:
    """Look at a game as who must act does, with these cards picked, and the Well's top card."""
    state = game.history.state
    seat = KING.to_act(state)
    hidden = compose(game.seen_from(None), Pointing(), ())
    left = list(loose(state).sides[hidden.holder].hand)
    chosen: list[int] = [WELL] if well else []
    for card in cards(picked):
        chosen.append(left.index(card))
        left[chosen[-1]] = UNKNOWN
    cursor = max(0, *chosen) if chosen else 0
    table = game.seen_from(None if curtain else seat)
    return compose(table, Pointing(cursor, tuple(chosen), notice), replay_step)
