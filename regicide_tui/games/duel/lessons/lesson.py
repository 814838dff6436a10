"""The class of the lessons of the duel."""

from regicide_tui.games.base import Move, of_kind
from regicide_tui.games.duel.events import DamageSuffered
from regicide_tui.games.duel.state import State, other
from regicide_tui.games.lesson import Lesson, reader_of
from regicide_tui.games.notation import normalize
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play, parse_play_or_pay
from regicide_tui.games.regicide_family.plays import total

LEARNERS = ("Ada", "Bea")
"""The names of the two players. The learner plays for both."""


def _parse(text: str) -> Play | Pay:
    return parse_play_or_pay(normalize(text).split(" "), "Regicide Duel")


does = reader_of(_parse)
"""Returns the test that asks for one of some actions, given in notation."""


class DuelLesson(Lesson):
    """A lesson of Regicide Duel."""

    game = "duel"

    def why_over(self, move: Move) -> str:
        """Return why the duel is over, whichever player lost it."""
        state = of_kind(State, move.state)
        assert state.winner is not None
        loser = LEARNERS[other(state.winner)]
        due = [event.due for event in move.events if isinstance(event, DamageSuffered)]
        if not due:
            return f"{loser} has no card left to play and loses."
        held = total(state.hands[other(state.winner)])
        return f"{loser} owes {due[0]}, holds {held} and loses."
