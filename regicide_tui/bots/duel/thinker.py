"""Duel's learned player."""

from regicide_tui.bots.base import Sight
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.duel.known import known_to
from regicide_tui.bots.duel.translate import to_action, to_number
from regicide_tui.bots.rows.guess import Known
from regicide_tui.bots.rows.thinker import Thinker
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.state import State
from regicide_tui.games.regicide_family.play_and_pay import Pay, Play


class DuelThinker(Thinker[State, Play | Pay]):
    """A player of Regicide Duel."""

    def known(self, sight: Sight[State]) -> Known:
        """Return what a seat remembers as a row with gaps."""
        return known_to(sight)

    def legal(self, view: State) -> list[Play | Pay]:
        """Return every legal action."""
        return legal_actions(view)

    def to_action(self, number: int) -> Play | Pay:
        """Return the action for a number."""
        return to_action(number)

    def to_number(self, action: Play | Pay, _row: Ints) -> int:
        """Return the number of an action."""
        return to_number(action)
