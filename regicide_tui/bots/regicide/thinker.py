"""Regicide's learned player."""

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace

from regicide_tui.bots.base import Choice, Sight, appraised, never
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
from regicide_tui.games.regicide.actions import Action, Flip
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.state import State

DESPERATE = 0.1
"""Below this chance of winning without a Jester, a solo player thinks of flipping one."""
SOLO_JESTERS = 2
"""The Jesters that somebody alone begins with."""


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

    def choose(self, sight: Sight[State], seed: int, stopped: Callable[[], bool] = never) -> Action:
        """Answer an action. Raises `NoAnswer` for a position of two packs."""
        actions = self.legal(sight.view)
        if len(actions) == 1:
            return actions[0]
        return self._leading(self.known(sight), seed, stopped)[0][0].action

    def _leading(
        self, known: Known, seed: int, stopped: Callable[[], bool]
    ) -> tuple[tuple[Choice[Action], ...], bool]:
        """Return what is thought without another Jester, and whether there is hope so.

        With little hope, return what is thought with the Jesters that are left.
        """
        golden = _without_jesters(known)
        ranked = self.think(golden, seed, stopped) if golden else ()
        hopeful = _hopeful(ranked)
        return (ranked if hopeful else self.think(known, seed, stopped)), hopeful

    def rank(
        self, sight: Sight[State], seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[Action], ...]:
        """Answer every legal action, the best first. Raises `NoAnswer`."""
        return self._ranked(sight, lambda known: self.think(known, seed, stopped))

    def weigh(self, sight: Sight[State], seed: int) -> tuple[Choice[Action], ...]:
        """Answer every legal action at a glance, the best first. Raises `NoAnswer`."""
        return self._ranked(sight, lambda known: self.glance(known, luck_of(seed)))

    def appraise(
        self,
        sight: Sight[State],
        done: Action | None,
        seed: int,
        stopped: Callable[[], bool] = never,
    ) -> tuple[Choice[Action], Choice[Action]]:
        """Answer the best action and the one that was done, with their chances.

        About each of the two is thought by itself, alone once for gold and once for any medal.
        """
        known = self.known(sight)
        golden = _without_jesters(known)
        if golden is None:
            best, own = super().appraise(sight, done, seed, stopped)
            gold = 0.0 if _gold_is_open(known) else None
            return replace(best, gold=gold), replace(own, gold=gold)

        def alone(action: Action) -> Choice[Action]:
            number = self.to_number(action, known.row)
            (found, *_) = self.think(known, seed, stopped, number)
            if isinstance(action, Flip):
                return _with_gold(found, known, 0.0)
            return _with_gold(found, known, self.think(golden, seed, stopped, number)[0].chance)

        ranked, hopeful = self._leading(known, seed, stopped)
        for_gold = hopeful and _gold_is_open(known)
        return appraised(ranked, done, lambda one: replace(alone(one), for_gold=for_gold))

    def _ranked(
        self, sight: Sight[State], think: Callable[[Known], tuple[Choice[Action], ...]]
    ) -> tuple[Choice[Action], ...]:
        """Return every legal action with its chances, those of gold where it can be won."""
        known = self.known(sight)
        ranked = think(known)
        golden = _without_jesters(known)
        if golden is None:
            gold = 0.0 if _gold_is_open(known) else None
            return tuple([replace(one, gold=gold) for one in ranked])
        unflipped = think(golden)
        chances = {one.action: one.chance for one in unflipped}
        hopeful = _hopeful(unflipped)
        found = {
            one.action: replace(
                _with_gold(one, known, chances.get(one.action, 0.0)),
                for_gold=hopeful and _gold_is_open(known),
            )
            for one in ranked
        }
        if hopeful:
            first = [found[one.action] for one in unflipped]
            return (*first, *[one for one in found.values() if one.action not in chances])
        return tuple(found.values())


def _hopeful(ranked: Sequence[Choice[Action]]) -> bool:
    """Tell whether there is hope without another Jester."""
    return bool(ranked) and ranked[0].chance >= DESPERATE


def _gold_is_open(known: Known) -> bool:
    """Tell whether both Jesters of a solo player are unused."""
    return bool(known.row[JESTERS] == SOLO_JESTERS)


def _with_gold(one: Choice[Action], known: Known, unflipped: float) -> Choice[Action]:
    """Return a choice with the chance to win without another Jester.

    With both Jesters unused that is gold. A win with any medal is never less likely.
    """
    gold = unflipped if _gold_is_open(known) else None
    return replace(one, chance=max(one.chance, unflipped), gold=gold)


def _without_jesters(known: Known) -> Known | None:
    """Return the same without solo Jesters, or None where there are none or nothing else helps."""
    if not known.row[JESTERS]:
        return None
    row = known.row.copy()
    row[JESTERS] = 0
    payable = row[PHASE] != SUFFER or hand_worth(row, 0) >= due(row)
    found = np.zeros(MOST_ACTIONS, dtype=np.int64)
    return known._replace(row=row) if payable and legal(row, found) else None
