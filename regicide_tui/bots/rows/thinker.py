"""A learned player on rows: a net that judges positions, and as much looking ahead as wanted."""

from abc import abstractmethod
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from regicide_tui.bots.base import Bot, Choice, Sight, appraised, never
from regicide_tui.bots.compiled import JIT, Ints
from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.rows.guess import Known, fill
from regicide_tui.bots.rows.layout import LENGTH
from regicide_tui.bots.rows.player import assess, new_desk
from regicide_tui.bots.rows.search import ANY, grow, new_tree, plant, ranking
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

SLICE = 5_000 if JIT else 250
"""So many evaluations are made before the bot asks whether it shall stop."""


class Thinker(Bot[S, A]):
    """A player who looks ahead as far as a budget of evaluations goes.

    With a budget of 0 it takes what the net likes best, one action ahead.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._desk = new_desk()
        self._tree = new_tree(evaluations)

    @abstractmethod
    def known(self, sight: Sight[S]) -> Known:
        """Return what is known to who must act. Raises `NoAnswer` for a position of two packs."""

    @abstractmethod
    def legal(self, view: S) -> list[A]:
        """Return every legal action."""

    @abstractmethod
    def to_action(self, number: int) -> A:
        """Return the action for a number."""

    @abstractmethod
    def to_number(self, action: A, row: Ints) -> int:
        """Return the number of an action of who must act in a row."""

    def choose(self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never) -> A:
        """Answer an action. Raises `NoAnswer` for a position of two packs."""
        actions = self.legal(sight.view)
        return actions[0] if len(actions) == 1 else self.rank(sight, seed, stopped)[0].action

    def rank(
        self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[A], ...]:
        """Answer every legal action, the best first. Raises `NoAnswer`."""
        return self.think(self.known(sight), seed, stopped)

    def appraise(
        self, sight: Sight[S], done: A | None, seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[A], Choice[A]]:
        """Answer the best action and the one that was done, with their chances.

        About each of the two is thought by itself, the whole budget long. Where nothing was done,
        it is the best one twice. Raises `NoAnswer`.
        """
        known, legal = self.known(sight), self.legal(sight.view)
        only = (Choice(legal[0], 0.0, 1.0),)
        ranked = only if len(legal) == 1 else self.think(known, seed, stopped)

        def alone(action: A) -> Choice[A]:
            return self.think(known, seed, stopped, self.to_number(action, known.row))[0]

        return appraised(ranked, done, alone)

    def think(
        self, known: Known, seed: int, stopped: Callable[[], bool], action: int = ANY
    ) -> tuple[Choice[A], ...]:
        """Return what is thought of one action, or of all, the best first."""
        luck = luck_of(seed)
        if self._budget == 0:
            seen = self.glance(known, luck)
            return seen if action == ANY else (self._of(action, seen, known),)
        plant(self._tree, action)
        done = 0
        while done < self._budget and not (done and stopped()):
            done = min(self._budget, done + SLICE)
            grow(known, self._net, self._desk, self._tree, done, luck)
        ranked = ranking(self._tree)
        whole = max(1, sum(visits for _, _, visits in ranked))
        return tuple(
            [
                Choice(self.to_action(number), worth, visits / whole)
                for number, worth, visits in ranked
            ]
        )

    def glance(self, known: Known, luck: Ints) -> tuple[Choice[A], ...]:
        """Return what the net says of every legal action, the best first."""
        row = np.zeros(LENGTH, dtype=np.int64)
        fill(known, row, luck)
        count = assess(row, self._net, self._desk)
        order = np.argsort(-self._desk.worth[:count], kind="stable")
        return tuple(
            [
                Choice(
                    self.to_action(int(self._desk.actions[place])),
                    float(self._desk.worth[place]),
                    float(place == order[0]),
                )
                for place in order
            ]
        )

    def _of(self, action: int, choices: tuple[Choice[A], ...], known: Known) -> Choice[A]:
        """Return what was thought of an action."""
        return next(one for one in choices if self.to_number(one.action, known.row) == action)
