"""What a lesson of a duel is, and why a duel is over."""

from regicide_tui.games.base import Move, of_kind
from regicide_tui.games.duel.events import DamageSuffered
from regicide_tui.games.duel.state import State, other
from regicide_tui.games.lesson import Lesson, reader_of
from regicide_tui.games.notation import normal
from regicide_tui.games.regicide_family.laying import Pay, Play, read_laying
from regicide_tui.games.regicide_family.plays import total

LEARNERS = ("Ada", "Bea")
"""Who sits there: the learner plays for both, and the texts name them."""


def _parse(text: str) -> Play | Pay:
    return read_laying(normal(text).split(" "), "Regicide Duel")


does = reader_of(_parse)
"""Returns the test that asks for one of some actions, given in notation."""


class DuelLesson(Lesson, frozen=True):
    """A lesson for two hands."""

    game = "duel"

    def why_over(self, move: Move) -> str:
        """Say why the duel is over, whoever of the two has lost it."""
        state = of_kind(State, move.state)
        assert state.winner is not None
        loser = LEARNERS[other(state.winner)]
        due = [event.due for event in move.events if isinstance(event, DamageSuffered)]
        if not due:
            return f"{loser} has no card left to play and loses."
        held = total(state.hands[other(state.winner)])
        return f"{loser} owes {due[0]}, holds {held} and loses."
