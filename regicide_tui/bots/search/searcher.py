"""A player that looks ahead: a tree of actions, grown on guesses of what is hidden.

Open-loop information-set Monte Carlo tree search with PUCT. Every round guesses the hidden cards
anew and follows the tree from the present position: at each point the action with the best mean so
far, plus a bonus for what looks good and was seldom tried. Where it comes to a new point, the
position is judged, after a few moves by rules of thumb if it is not quiet, and the chances go back
up the line. The tree knows actions only, so one point gathers all cards that may lead there.
"""

from collections.abc import Callable
from math import exp, sqrt
from random import Random
from typing import Generic, TypeVar

from regicide_tui.bots.base import Bot, Choice, Sight, appraised, never
from regicide_tui.bots.search.judge import Judge, Option, best_of, shares
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

LONGEST = 24
"""So many moves by rules of thumb are made at most before a position is judged."""


class _Point(Generic[A]):
    """A point of the tree: how often it was passed, what came of it for who moved there."""

    __slots__ = ("after", "total", "visits", "worth")

    def __init__(self) -> None:
        self.visits = 0
        self.worth = 0.0
        self.after: dict[A, _Point[A]] = {}
        self.total = 0.0
        """What came of all that was tried from here, for who moves from here."""


class Searcher(Bot[S, A]):
    """A player who looks ahead as far as a budget of evaluations goes.

    An evaluation is one action played on the engine in thought.
    """

    def __init__(self, judge: Judge[S, A], evaluations: int) -> None:
        self._judge = judge
        self._budget = evaluations

    def choose(self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never) -> A:
        """Answer an action."""
        options = self._judge.options(sight.view)
        return options[0][0] if len(options) == 1 else self.rank(sight, seed, stopped)[0].action

    def rank(
        self, sight: Sight[S], seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[A], ...]:
        """Answer every action worth a thought, the best first."""
        return self._think(sight, self._judge.options(sight.view), seed, stopped)

    def appraise(
        self, sight: Sight[S], done: A | None, seed: int, stopped: Callable[[], bool] = never
    ) -> tuple[Choice[A], Choice[A]]:
        """Answer the best action and the one that was done, with their chances.

        About each of the two is thought by itself, the whole budget long. Where nothing was done,
        it is the best one twice.
        """

        def alone(action: A) -> Choice[A]:
            return self._think(sight, [(action, 0.0)], seed, stopped)[0]

        options = self._judge.options(sight.view)
        only = (Choice(options[0][0], 0.0, 1.0),)
        ranked = only if len(options) == 1 else self.rank(sight, seed, stopped)
        return appraised(ranked, done, alone)

    def _think(
        self, sight: Sight[S], options: list[Option[A]], seed: int, stopped: Callable[[], bool]
    ) -> tuple[Choice[A], ...]:
        """Return what is thought of these actions, the best first."""
        luck = Random(seed)  # noqa: S311
        guess = self._judge.guesser(sight)
        root: _Point[A] = _Point()
        first = self._likely(options)
        spent = 0
        while spent < self._budget and not (root.visits and stopped()):
            spent += self._round(root, first, guess(luck))
        return _ranking(root, first)

    def _likely(self, options: list[tuple[A, float]]) -> list[tuple[A, float]]:
        """Turn appeals into probabilities."""
        heat = self._judge.habit.heat
        top = max([appeal for _, appeal in options])
        weights = [exp((appeal - top) / heat) for _, appeal in options]
        whole = sum(weights)
        return [(option[0], w / whole) for option, w in zip(options, weights, strict=True)]

    def _round(self, root: _Point[A], first: list[tuple[A, float]], state: S) -> int:
        """Follow the tree to a new point and judge it; return the evaluations this took."""
        game, judge = self._judge.game, self._judge
        seat = game.to_act(state)
        assert seat is not None
        point, likely = root, first
        line: list[tuple[_Point[A], _Point[A], int]] = []
        fresh = False
        while seat is not None and not fresh:
            action = self._follow(point, likely)
            state = game.reduce(state, action).state
            after = point.after.get(action)
            if after is None:
                fresh = True
                after = point.after[action] = _Point()
            line.append((point, after, seat))
            point, seat = after, game.to_act(state)
            if seat is not None and not fresh:
                likely = self._likely(judge.options(state))
        state, moves = calm(judge, state, action)
        outcome = game.outcome(state)
        worth = judge.chances(state) if outcome is None else shares(outcome)
        for before, after, mover in line:
            gain = worth[mover]
            before.total += gain
            before.visits += before is root
            after.worth += gain
            after.visits += 1
        return len(line) + moves

    def _follow(self, point: _Point[A], likely: list[tuple[A, float]]) -> A:
        """Choose what to try from a point."""
        if len(likely) == 1:
            return likely[0][0]
        tried = point.after
        visits = point.visits
        untried = point.total / visits - self._judge.habit.doubt if visits else 0.0
        reach = self._judge.habit.curiosity * sqrt(visits + 1)
        best, most = likely[0][0], -9.0
        for action, chance in likely:
            after = tried.get(action)
            if after is None:
                score = untried + reach * chance
            else:
                score = after.worth / after.visits + reach * chance / (1 + after.visits)
            if score > most:
                best, most = action, score
        return best


def calm(judge: Judge[S, A], state: S, last: A) -> tuple[S, int]:
    """Play on by rules of thumb until the position is quiet; return how many moves it took."""
    for moves in range(LONGEST):
        if judge.game.to_act(state) is None or judge.quiet(state, last):
            return state, moves
        last = best_of(judge.options(state))
        state = judge.game.reduce(state, last).state
    return state, LONGEST


def _ranking(root: _Point[A], first: list[tuple[A, float]]) -> tuple[Choice[A], ...]:
    """Return the actions as the search left them: what was followed most often first."""
    found: list[tuple[int, float, Choice[A]]] = []
    for action, likely in first:
        after = root.after.get(action)
        visits = after.visits if after else 0
        chance = after.worth / after.visits if after else 0.0
        found.append((visits, likely, Choice(action, chance, visits / max(1, root.visits))))
    found.sort(key=lambda one: (-one[0], -one[1]))
    return tuple([one[2] for one in found])
