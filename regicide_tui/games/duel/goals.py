"""What a puzzle of a duel asks, and whether a play reaches it whatever the opponent answers.

The solver sits at seat 0 and has one play. The opponent is not played by anybody: every answer
is tried, so a goal is reached by force or not at all.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from regicide_tui.games.base import Move
from regicide_tui.games.duel.events import AttackMade, CardsPlayed
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.rules import reduce
from regicide_tui.games.duel.state import PAY, State
from regicide_tui.games.puzzle import Verdict

SOLVER = 0


class Aim(StrEnum):
    """What the solver's play is to bring about."""

    WIN = "win"
    """The opponent can't go on, however she pays."""
    HOLD = "hold"
    """The solver's shield stands after each play the opponent has next; to win is as good."""


def verdict(aim: Aim, moves: Iterable[Move]) -> Verdict | None:
    """Judge a line of play from its first move; the solver's first play decides it."""
    for move in moves:
        if any(isinstance(event, CardsPlayed) for event in move.events):
            return judge(aim, move.state)
    return None


def judge(aim: Aim, state: State) -> Verdict:
    """Judge the state that the solver's play has led to."""
    settled = list(_paid(state))
    if all(one.winner == SOLVER for one in settled):
        return Verdict(True, _why_won(state))
    if any(one.winner == 1 - SOLVER for one in settled):
        return Verdict(False, "You have no card left to play. You lose the duel.")
    return _go_on(state) if aim is Aim.WIN else _hold(settled)


def _paid(state: State) -> Iterator[State]:
    """Yield the state after each payment the opponent can make; the state if nothing is due."""
    if state.phase is not PAY:
        yield state
        return
    for action in legal_actions(state):
        yield reduce(state, action).state


def _why_won(state: State) -> str:
    if state.phase is PAY:
        return f"Paying {state.due} takes the last card, so she can't play on."
    return f"{state.due} are due, and her hand can't pay as much."


def _go_on(state: State) -> Verdict:
    if state.phase is PAY:
        return Verdict(False, f"She can pay the {state.due} and keep a card.")
    return Verdict(False, "There was nothing to pay, so the duel goes on.")


def _hold(states: Iterable[State]) -> Verdict:
    """Look at every attack that can follow, and name the strongest."""
    attacks = [made for state in states if state.winner is None for made in _attacks(state)]
    strongest = max(attacks, key=lambda made: made.attack)
    if not strongest.shield:
        return Verdict(False, "You have no shield that could stand.")
    shield = f"your shield of {strongest.shield}"
    if strongest.attack >= strongest.shield:
        return Verdict(False, f"She answers with {strongest.attack}, and {shield} falls.")
    return Verdict(True, f"No answer is stronger than {strongest.attack}: {shield} stands.")


def _attacks(state: State) -> Iterator[AttackMade]:
    """Yield each attack that the player whose turn it is can make."""
    for action in legal_actions(state):
        events = reduce(state, action).events
        yield from [event for event in events if isinstance(event, AttackMade)]
