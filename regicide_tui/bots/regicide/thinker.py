"""Regicide's learned player."""

from collections.abc import Callable

import numpy as np

from regicide_tui.bots.base import Choice, Sight, never
from regicide_tui.bots.compiled import Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.regicide.known import known_to
from regicide_tui.bots.regicide.layout import JESTERS
from regicide_tui.bots.regicide.legal import due, legal
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.translate import to_action, to_number
from regicide_tui.bots.rows.guess import Known
from regicide_tui.bots.rows.layout import MOST_ACTIONS, PHASE, SUFFER
from regicide_tui.bots.rows.piles import hand_worth
from regicide_tui.bots.rows.thinker import Thinker
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.state import State

DESPERATE = 0.1
"""Below this chance of winning without a Jester, a solo player thinks of flipping one."""


class RegicideThinker(Thinker[State, Action]):
    """A player of Regicide. Alone it flips a Jester only when there is little hope without."""

    def known(self, sight: Sight[State]) -> Known:
        """Return what a seat remembers as a row with gaps."""
        memory = Memory(sight.view.turn, sight.first, sight.seen)
        memory.look_at(sight.view.discard)
        return known_to(memory, sight.view)

    def legal(self, view: State) -> list[Action]:
        """Return every legal action."""
        return legal_actions(view)

    def to_action(self, number: int) -> Action:
        """Return the action for a number."""
        return to_action(number)

    def to_number(self, action: Action, row: Ints) -> int:
        """Return the number of an action."""
        return to_number(action, row)

    def rank(
        self, sight: Sight[State], seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[Action], ...]:
        """Answer every legal action, the best first. Raises `NoAnswer`."""
        known = self.known(sight)
        golden = _without_jesters(known)
        if golden is not None:
            ranked = self.think(golden, seed, stopped)
            if ranked and ranked[0].chance >= DESPERATE:
                return ranked
        return self.think(known, seed, stopped)

    def weigh(self, sight: Sight[State], seed: int) -> tuple[Choice[Action], ...]:
        """Answer every legal action at a glance, with its chance of any medal, the best first.

        Raises `NoAnswer`.
        """
        return self.glance(self.known(sight), luck_of(seed))


def _without_jesters(known: Known) -> Known | None:
    """Return the same without solo Jesters, or None where there are none or nothing else helps."""
    if not known.row[JESTERS]:
        return None
    row = known.row.copy()
    row[JESTERS] = 0
    payable = row[PHASE] != SUFFER or hand_worth(row, 0) >= due(row)
    found = np.zeros(MOST_ACTIONS, dtype=np.int64)
    return known._replace(row=row) if payable and legal(row, found) else None
