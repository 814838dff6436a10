"""Regicide's learned player: it sees what its seat sees and answers an action."""

from collections.abc import Iterable

import numpy as np

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.regicide.guess import Known, fill, known_to
from regicide_tui.bots.regicide.layout import FLIPPING, JESTERS, LENGTH, SUFFER, PHASE, TURN
from regicide_tui.bots.regicide.legal import due, legal
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.player import assess, best_of, new_desk
from regicide_tui.bots.regicide.rules import hand_worth
from regicide_tui.bots.regicide.search import most_visited, new_tree, search
from regicide_tui.bots.regicide.translate import to_action
from regicide_tui.games.base import Event
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.state import State

WARMTH = 0.05
CURIOSITY = 1.0
DESPERATE = 0.1
"""Below this chance of a gold win a solo player flips a Jester."""


class Thinker:
    """A player with a net who looks ahead as far as a budget of evaluations goes.

    With a budget of 0 it takes what the net likes best, one action ahead.
    """

    def __init__(self, net: Net, evaluations: int, gold_first: bool = True, warmth=WARMTH, curiosity=CURIOSITY) -> None:
        self._net = net
        self._budget = evaluations
        self._gold_first = gold_first
        self._desk = new_desk()
        self._tree = new_tree(evaluations)
        self.w, self.c = warmth, curiosity
        self.spent = 0

    def choose(self, first: State, seen: Iterable[Event], view: State, seed: int) -> Action:
        """Answer an action for the seat that must act, whose view this is.

        `first` is the view the seat had before any of the events it saw, `seed` the luck of the
        search: the same arguments, the same answer.
        """
        memory = Memory(view.turn, first, seen)
        memory.look(view)
        known = known_to(memory, view)
        return to_action(self.choose_on(known, seed))

    def choose_on(self, known: Known, seed: int) -> int:
        """Answer the number of an action."""
        if known.row[JESTERS] and self._gold_first:
            golden = known._replace(row=known.row.copy())
            golden.row[JESTERS] = 0
            if golden.row[PHASE] != SUFFER or hand_worth(golden.row, 0) >= due(golden.row):
                if legal(golden.row, self._desk.actions):
                    action, chance = self._best(golden, seed)
                    if chance >= DESPERATE:
                        return action
        return self._best(known, seed)[0]

    def _best(self, known: Known, seed: int) -> tuple[int, float]:
        luck = luck_of(seed)
        count = legal(known.row, self._desk.actions)
        if count == 1 and known.row[JESTERS] == 0:
            return int(self._desk.actions[0]), 1.0
        if self._budget == 0:
            row = np.zeros(LENGTH, dtype=np.int64)
            fill(known, row, luck)
            best = best_of(self._desk, assess(row, self._net, self._desk))
            return int(self._desk.actions[best]), float(self._desk.worth[best])
        roots = search(
            known, self._net, self._desk, self._tree, self._budget, self.w, self.c, luck
        )
        tree = self._tree
        best = most_visited(tree, roots)
        return int(tree.action[best]), float(tree.total[best] / max(1, tree.visits[best]))
