"""What a puzzle of a duel asks, and whether a play reaches it whatever the opponent answers.

The solver sits at seat 0 and has one play. The opponent is not played by anybody: every answer
is tried, so a goal is reached by force or not at all.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum

from regicide_tui.games.base import Move
from regicide_tui.games.duel.events import AttackMade, CardsDrawn, CardsPlayed, CastleCardDrawn
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
    FORCE = "force"
    """Whatever the opponent does, the solver wins with this play or with the next one."""


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
        return Verdict(False, "You have no card left to play, and the duel is lost.")
    match aim:
        case Aim.WIN:
            return _go_on(state)
        case Aim.HOLD:
            return _hold(settled)
    if forces(state):
        return Verdict(True, "Whatever she does, your next play wins.")
    return Verdict(False, "She has an answer after which your next play can't win.")


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


def forces(state: State, *, unseen: bool = True) -> bool:
    """Tell whether the solver, who has just played, surely wins with the next play at the latest.

    With `unseen` false, a line counts as missed where somebody draws a card, since nobody knows
    which one it is.
    """
    for paid in _paid(state):
        if paid.winner == SOLVER:
            continue
        if paid.winner is not None:
            return False
        if not all(_answered(after, unseen) for after in _reached(paid, unseen, seen_only=False)):
            return False
    return True


def _answered(state: State | None, unseen: bool) -> bool:
    """Tell whether the solver can win at once after the opponent's play; None is a draw unseen."""
    if state is None:
        return False
    if state.winner is not None:
        return state.winner == SOLVER
    settled = [state] if state.phase is not PAY else _paid(state)
    return any(
        all(one.winner == SOLVER for one in _paid(after))
        for mine in settled
        if mine.winner is None
        for after in _reached(mine, unseen, seen_only=True)
        if after is not None
    )


def _reached(state: State, unseen: bool, *, seen_only: bool) -> Iterator[State | None]:
    """Yield the state after each play; None, or nothing with `seen_only`, for one that draws."""
    for action in legal_actions(state):
        step = reduce(state, action)
        if unseen or not any(isinstance(one, CardsDrawn | CastleCardDrawn) for one in step.events):
            yield step.state
        elif not seen_only:
            yield None


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
