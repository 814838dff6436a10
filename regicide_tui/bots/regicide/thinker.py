"""Regicide's learned player: a net that judges positions, and as much looking ahead as wanted."""

from collections.abc import Callable

import numpy as np

from regicide_tui.bots.base import Bot, Choice, Sight, appraised, never
from regicide_tui.bots.compiled import JIT, Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.regicide.guess import Known, fill, known_to
from regicide_tui.bots.regicide.layout import JESTERS, LENGTH, MOST_ACTIONS, PHASE, SUFFER
from regicide_tui.bots.regicide.legal import due, legal
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.regicide.player import assess, new_desk
from regicide_tui.bots.regicide.rules import hand_worth
from regicide_tui.bots.regicide.search import ANY, grow, new_tree, plant, ranking
from regicide_tui.bots.regicide.translate import to_action, to_number
from regicide_tui.games.regicide.actions import Action
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.state import State

DESPERATE = 0.1
"""Below this chance of winning without a Jester, a solo player thinks of flipping one."""
SLICE = 5_000 if JIT else 250
"""So many evaluations are made before the bot asks whether it shall stop."""


class Thinker(Bot[State, Action]):
    """A player who looks ahead as far as a budget of evaluations goes.

    With a budget of 0 it takes what the net likes best, one action ahead. Alone it flips a Jester
    only when there is little hope without.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._desk = new_desk()
        self._tree = new_tree(evaluations)

    def choose(self, sight: Sight[State], seed: int, stopped: Callable[[], bool] = never) -> Action:
        """Answer an action. Raises `NoAnswer` for a position of two packs."""
        actions = legal_actions(sight.view)
        return actions[0] if len(actions) == 1 else self.rank(sight, seed, stopped)[0].action

    def rank(
        self, sight: Sight[State], seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[Action], ...]:
        """Answer every legal action, the best first. Raises `NoAnswer`."""
        known = _known(sight)
        golden = _without_jesters(known)
        if golden is not None:
            ranked = self._think(golden, seed, stopped)
            if ranked and ranked[0].chance >= DESPERATE:
                return ranked
        return self._think(known, seed, stopped)

    def weigh(self, sight: Sight[State], seed: int) -> tuple[Choice[Action], ...]:
        """Answer every legal action at a glance, with its chance of any medal, the best first.

        Raises `NoAnswer`.
        """
        return self._glance(_known(sight), luck_of(seed))

    def appraise(
        self,
        sight: Sight[State],
        done: Action | None,
        seed: int,
        stopped: Callable[[], bool] = never,
    ) -> tuple[Choice[Action], Choice[Action]]:
        """Answer the best action and the one that was done, with their chances of any medal.

        About each of the two is thought by itself, the whole budget long. Where nothing was done,
        it is the best one twice. Raises `NoAnswer`.
        """
        known = _known(sight)
        legal = legal_actions(sight.view)
        first = legal[0] if len(legal) == 1 else self._think(known, seed, stopped)[0].action

        def alone(action: Action) -> Choice[Action]:
            return self._think(known, seed, stopped, to_number(action, known.row))[0]

        return appraised(first, done, alone)

    def _think(
        self, known: Known, seed: int, stopped: Callable[[], bool], action: int = ANY
    ) -> tuple[Choice[Action], ...]:
        """Return what is thought of one action, or of all."""
        luck = luck_of(seed)
        if self._budget == 0:
            seen = self._glance(known, luck)
            return seen if action == ANY else (_of(action, seen, known),)
        plant(self._tree, action)
        done = 0
        while done < self._budget and not (done and stopped()):
            done = min(self._budget, done + SLICE)
            grow(known, self._net, self._desk, self._tree, done, luck)
        ranked = ranking(self._tree)
        whole = max(1, sum(visits for _, _, visits in ranked))
        return tuple(
            [Choice(to_action(number), worth, visits / whole) for number, worth, visits in ranked]
        )

    def _glance(self, known: Known, luck: Ints) -> tuple[Choice[Action], ...]:
        row = np.zeros(LENGTH, dtype=np.int64)
        fill(known, row, luck)
        count = assess(row, self._net, self._desk)
        order = np.argsort(-self._desk.worth[:count], kind="stable")
        return tuple(
            [
                Choice(
                    to_action(int(self._desk.actions[place])),
                    float(self._desk.worth[place]),
                    float(place == order[0]),
                )
                for place in order
            ]
        )


def _known(sight: Sight[State]) -> Known:
    memory = Memory(sight.view.turn, sight.first, sight.seen)
    memory.look_at(sight.view.discard)
    return known_to(memory, sight.view)


def _of(action: int, choices: tuple[Choice[Action], ...], known: Known) -> Choice[Action]:
    """Return what was thought of an action."""
    return next(one for one in choices if to_number(one.action, known.row) == action)


def _without_jesters(known: Known) -> Known | None:
    """Return the same without solo Jesters, or None where there are none or nothing else helps."""
    if not known.row[JESTERS]:
        return None
    row = known.row.copy()
    row[JESTERS] = 0
    payable = row[PHASE] != SUFFER or hand_worth(row, 0) >= due(row)
    found = np.zeros(MOST_ACTIONS, dtype=np.int64)
    return known._replace(row=row) if payable and legal(row, found) else None
