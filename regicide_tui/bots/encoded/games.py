"""The functions of both games on encoded states, under common names."""

from regicide_tui.bots.duel.afterstate import INPUTS as DUEL_INPUTS
from regicide_tui.bots.duel.afterstate import write_features as duel_write_features
from regicide_tui.bots.duel.rules import apply_action as duel_apply_action
from regicide_tui.bots.duel.rules import deal as duel_deal
from regicide_tui.bots.duel.rules import write_legal_actions as duel_write_legal_actions
from regicide_tui.bots.encoded.state import (
    CASTLE_SIZE,
    DUEL,
    GAME,
    LOST,
    REGICIDE,
    RESULT,
    TURN,
    WON,
)
from regicide_tui.bots.library import Ints, compiled
from regicide_tui.bots.regicide.afterstate import INPUTS as REGICIDE_INPUTS
from regicide_tui.bots.regicide.afterstate import write_features as regicide_write_features
from regicide_tui.bots.regicide.rules import apply_action as regicide_apply_action
from regicide_tui.bots.regicide.rules import deal as regicide_deal
from regicide_tui.bots.regicide.rules import write_legal_actions as regicide_write_legal_actions

GAMES = {"regicide": REGICIDE, "duel": DUEL}
"""The number of each game in an encoded state."""
INPUTS = {"regicide": REGICIDE_INPUTS, "duel": DUEL_INPUTS}
"""The number of inputs of each game's net."""


@compiled
def deal(encoded: Ints, game: int, players: int, jesters: int, rng: Ints) -> None:
    """Deal a game. `jesters` is the number that a solo player of Regicide may flip."""
    if game == DUEL:
        duel_deal(encoded, rng)
    else:
        regicide_deal(encoded, players, jesters, rng)


@compiled
def write_legal_actions(encoded: Ints, found: Ints) -> int:
    """Write every legal action once into `found` and return how many there are."""
    return (
        duel_write_legal_actions(encoded, found)
        if encoded[GAME] == DUEL
        else regicide_write_legal_actions(encoded, found)
    )


@compiled
def apply_action(encoded: Ints, action: int, rng: Ints) -> None:
    """Play a legal action, in place."""
    if encoded[GAME] == DUEL:
        duel_apply_action(encoded, action, rng)
    else:
        regicide_apply_action(encoded, action, rng)


@compiled
def write_features(encoded: Ints, seat: int, action: int, on: Ints) -> int:
    """Write the inputs that are on after a legal action of `seat`. Return their number.

    If the action ends the game, return `LOST_FOR_SURE` or `WON_FOR_SURE` instead.
    """
    if encoded[GAME] == DUEL:
        return duel_write_features(encoded, seat, action, on)
    return regicide_write_features(encoded, seat, action, on)


@compiled
def has_won(encoded: Ints, seat: int) -> bool:
    """Return whether a seat has won. In the Duel, it has if the other seat couldn't act."""
    if encoded[GAME] == DUEL:
        return encoded[RESULT] == LOST and encoded[TURN] != seat
    return encoded[RESULT] == WON


@compiled
def progress_when_lost(encoded: Ints) -> float:
    """Return the progress of a side that loses now: the share of defeated royals."""
    return 0.0 if encoded[GAME] == DUEL else (11 - encoded[CASTLE_SIZE]) / 12
