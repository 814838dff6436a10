"""The games that are played on rows, asked by one name each."""

from regicide_tui.bots.compiled import Ints, compiled
from regicide_tui.bots.duel.features import INPUTS as DUEL_INPUTS
from regicide_tui.bots.duel.features import features as duel_features
from regicide_tui.bots.duel.rules import deal as duel_deal
from regicide_tui.bots.duel.rules import legal as duel_legal
from regicide_tui.bots.duel.rules import take as duel_take
from regicide_tui.bots.regicide.features import INPUTS as REGICIDE_INPUTS
from regicide_tui.bots.regicide.features import features as regicide_features
from regicide_tui.bots.regicide.legal import legal as regicide_legal
from regicide_tui.bots.regicide.rules import deal as regicide_deal
from regicide_tui.bots.regicide.rules import take as regicide_take
from regicide_tui.bots.rows.layout import CASTLE_SIZE, DUEL, GAME, LOST, REGICIDE, RESULT, TURN, WON

GAMES = {"regicide": REGICIDE, "duel": DUEL}
"""What a game is called in a row."""
INPUTS = {"regicide": REGICIDE_INPUTS, "duel": DUEL_INPUTS}
"""How many inputs `features` can name."""


@compiled
def deal(row: Ints, game: int, players: int, jesters: int, luck: Ints) -> None:
    """Deal a game; `jesters` are those that a solo player of Regicide may flip."""
    if game == DUEL:
        duel_deal(row, luck)
    else:
        regicide_deal(row, players, jesters, luck)


@compiled
def legal(row: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    return duel_legal(row, found) if row[GAME] == DUEL else regicide_legal(row, found)


@compiled
def take(row: Ints, action: int, luck: Ints) -> None:
    """Play a legal action."""
    if row[GAME] == DUEL:
        duel_take(row, action, luck)
    else:
        regicide_take(row, action, luck)


@compiled
def features(row: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`; return how many.

    `LOST_FOR_SURE` and `WON_FOR_SURE` are answered instead where the action ends the game.
    """
    if row[GAME] == DUEL:
        return duel_features(row, seat, action, on)
    return regicide_features(row, seat, action, on)


@compiled
def has_won(row: Ints, seat: int) -> bool:
    """Tell whether a seat has won: in a Duel, if the other one could not go on."""
    if row[GAME] == DUEL:
        return bool(row[RESULT] == LOST and row[TURN] != seat)
    return bool(row[RESULT] == WON)


@compiled
def way_to_win(row: Ints) -> float:
    """Return which share of the way is done by who loses now."""
    return 0.0 if row[GAME] == DUEL else (11 - row[CASTLE_SIZE]) / 12
