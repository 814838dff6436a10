"""What a puzzle of a duel asks, and whether a play reaches it whatever the opponent answers.

The solver sits at seat 0 and has one play. The opponent is not played by anybody: every answer
is tried, so a goal is reached by force or not at all.
"""

from collections.abc import Iterable, Iterator

from regicide_tui.enums import TextEnum
from regicide_tui.games.base import Move, Step, of_kind
from regicide_tui.games.duel.events import AttackMade, CardsDrawn, CardsPlayed, CastleCardDrawn
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.rules import reduce
from regicide_tui.games.duel.state import PAY, State
from regicide_tui.games.puzzle import Verdict

SOLVER = 0


class Aim(TextEnum):
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
            return judge(aim, of_kind(State, move.state))
    return None


def judge(aim: Aim, state: State) -> Verdict:
    """Judge the state that the solver's play has led to."""
    settled = list(_paid(state))
    if all(one.winner == SOLVER for one in settled):
        return Verdict(True, _why_won(state))
    if any(one.winner == 1 - SOLVER for one in settled):
        return Verdict(False, "You have no card left to play. You lose the duel.")
    match aim:
        case Aim.WIN:
            return _go_on(state)
        case Aim.HOLD:
            return _hold(settled)
    return _force(state)


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


def _force(state: State) -> Verdict:
    answer = refutation(state)
    if answer is None:
        return Verdict(True, "Whatever she does, your next play wins.")
    return Verdict(False, f"She answers with {answer.attack}, and you can't win at once.")


def refutation(state: State, *, unseen: bool = True) -> AttackMade | None:
    """Return an attack of the opponent's after which the solver can't win with the next play.

    None if there is none: then the solver wins by force. With `unseen` false, nobody may count on
    a card that is drawn: an attack that draws one is a refutation, and the solver draws none.
    """
    for paid in _paid(state):
        if paid.winner is not None:
            continue
        for step in _plays(paid):
            if (_draws(step) and not unseen) or not _wins_at_once(step.state, unseen):
                return _attack_of(step)
    return None


def _wins_at_once(state: State, unseen: bool) -> bool:
    """Tell whether the solver can pay and win with one play."""
    return (
        any(
            all(one.winner == SOLVER for one in _paid(step.state))
            for mine in _paid(state)
            if mine.winner is None
            for step in _plays(mine)
            if unseen or not _draws(step)
        )
        or state.winner == SOLVER
    )


def _plays(state: State) -> Iterator[Step[State]]:
    """Yield what each play brings about of the player whose turn it is."""
    for action in legal_actions(state):
        yield reduce(state, action)


def _draws(step: Step[State]) -> bool:
    return any(isinstance(event, CardsDrawn | CastleCardDrawn) for event in step.events)


def _attack_of(step: Step[State]) -> AttackMade:
    """Return the attack of a play; every play makes one."""
    return next(event for event in step.events if isinstance(event, AttackMade))


def _hold(states: Iterable[State]) -> Verdict:
    """Look at every attack that can follow, and name the strongest."""
    attacks = [_attack_of(step) for one in states if one.winner is None for step in _plays(one)]
    strongest = max(attacks, key=lambda made: made.attack)
    if not strongest.shield:
        return Verdict(False, "You have no shield that could stand.")
    shield = f"your shield of {strongest.shield}"
    if strongest.attack >= strongest.shield:
        return Verdict(False, f"She answers with {strongest.attack}, and {shield} falls.")
    return Verdict(True, f"No answer is stronger than {strongest.attack}: {shield} stands.")
