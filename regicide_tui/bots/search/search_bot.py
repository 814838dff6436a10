"""A bot that searches a tree of actions, on guesses of the hidden cards.

Open-loop information-set Monte Carlo tree search with PUCT. Each round guesses the hidden cards
again and follows the tree from the present position. At each node it takes the action with the
greatest sum of its mean value and an exploration bonus. At a new node the position is evaluated; if
it is not quiet, a heuristic plays on first. The chances are then added to all nodes of the path. A
node stands for a sequence of actions, whatever the cards were.
"""

from collections.abc import Callable
from math import exp, inf, sqrt
from random import Random
from typing import Generic, TypeVar

from regicide_tui.bots.base import (
    Bot,
    Decision,
    Observation,
    RatedAction,
    compare_with_best,
    never_stop,
)
from regicide_tui.bots.search.evaluator import Candidate, Evaluator, best_candidate, win_shares
from regicide_tui.games.base import Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

MOST_MOVES = 24
"""At most this many moves are played by the heuristic before a position is evaluated."""


class _Node(Generic[A]):
    """A node of the tree: how often it was visited, and the sum of its values.

    The values are those of the player whose action led here.
    """

    __slots__ = ("after", "total", "value_sum", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.value_sum = 0.0
        self.after: dict[A, _Node[A]] = {}
        self.total = 0.0
        """The sum of all values of the actions from here, for the player who acts here."""


class EngineSearchBot(Bot[S, A]):
    """A bot that searches until a budget of evaluations is spent.

    An evaluation is one action played on the engine.
    """

    def __init__(self, evaluator: Evaluator[S, A], evaluations: int) -> None:
        self._evaluator = evaluator
        self._budget = evaluations

    def choose(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> A:
        """Return an action."""
        return self.decide(observation, seed, stopped).action

    def decide(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Decision[A]:
        """Return an action, with its chance unless it is the only one."""
        candidates = self._evaluator.candidates(observation.view)
        if len(candidates) == 1:
            return Decision(candidates[0][0])
        best = self._search(observation, candidates, seed, stopped)[0]
        return Decision(best.action, best.chance)

    def rank(
        self, observation: Observation[S], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> tuple[RatedAction[A], ...]:
        """Return every candidate action, the best first."""
        return self._search(
            observation, self._evaluator.candidates(observation.view), seed, stopped
        )

    def review(
        self,
        observation: Observation[S],
        done: A | None,
        seed: int,
        stopped: Callable[[], bool] = never_stop,
    ) -> tuple[RatedAction[A], RatedAction[A]]:
        """Return the best action and the one that was done, with their chances.

        Each of the two is searched by itself with the whole budget. If nothing was done, return the
        best action twice.
        """

        def search_one(action: A) -> RatedAction[A]:
            return self._search(observation, [(action, 0.0)], seed, stopped)[0]

        candidates = self._evaluator.candidates(observation.view)
        only = (RatedAction(candidates[0][0], 0.0, 1.0),)
        ranked = only if len(candidates) == 1 else self.rank(observation, seed, stopped)
        return compare_with_best(ranked, done, search_one)

    def _search(
        self,
        observation: Observation[S],
        candidates: list[Candidate[A]],
        seed: int,
        stopped: Callable[[], bool],
    ) -> tuple[RatedAction[A], ...]:
        """Return these actions with their chances, the best first."""
        rng = Random(seed)  # noqa: S311
        guess = self._evaluator.determinizer(observation)
        root: _Node[A] = _Node()
        root_policy = self._policy(candidates)
        spent = 0
        while spent < self._budget and not (root.visits and stopped()):
            spent += self._run_round(root, root_policy, guess(rng))
        return _rank_actions(root, root_policy)

    def _policy(self, candidates: list[tuple[A, float]]) -> list[tuple[A, float]]:
        """Return the candidates with probabilities in place of appeals."""
        temperature = self._evaluator.parameters.temperature
        top = max([appeal for _, appeal in candidates])
        weights = [exp((appeal - top) / temperature) for _, appeal in candidates]
        whole = sum(weights)
        return [(candidate[0], w / whole) for candidate, w in zip(candidates, weights, strict=True)]

    def _run_round(self, root: _Node[A], root_policy: list[tuple[A, float]], state: S) -> int:
        """Follow the tree to a new node and evaluate it. Return the evaluations that this took."""
        game, evaluator = self._evaluator.game, self._evaluator
        seat = game.to_act(state)
        assert seat is not None
        node, policy = root, root_policy
        line: list[tuple[_Node[A], _Node[A], int]] = []
        is_new = False
        while seat is not None and not is_new:
            action = self._select(node, policy)
            state = game.reduce(state, action).state
            after = node.after.get(action)
            if after is None:
                is_new = True
                after = node.after[action] = _Node()
            line.append((node, after, seat))
            node, seat = after, game.to_act(state)
            if seat is not None and not is_new:
                policy = self._policy(evaluator.candidates(state))
        state, moves = play_until_quiet(evaluator, state, action)
        outcome = game.outcome(state)
        values = evaluator.chances(state) if outcome is None else win_shares(outcome)
        for before, after, mover in line:
            value = values[mover]
            before.total += value
            before.visits += before is root
            after.value_sum += value
            after.visits += 1
        return len(line) + moves

    def _select(self, node: _Node[A], policy: list[tuple[A, float]]) -> A:
        """Return the action to try at a node."""
        if len(policy) == 1:
            return policy[0][0]
        tried = node.after
        visits = node.visits
        untried = (
            node.total / visits - self._evaluator.parameters.untried_penalty if visits else 0.0
        )
        exploration = self._evaluator.parameters.exploration * sqrt(visits + 1)
        best, most = policy[0][0], -inf
        for action, chance in policy:
            after = tried.get(action)
            if after is None:
                score = untried + exploration * chance
            else:
                score = after.value_sum / after.visits + exploration * chance / (1 + after.visits)
            if score > most:
                best, most = action, score
        return best


def play_until_quiet(evaluator: Evaluator[S, A], state: S, last: A) -> tuple[S, int]:
    """Play on by the heuristic until the position is quiet. Return it with the number of moves."""
    for moves in range(MOST_MOVES):
        if evaluator.game.to_act(state) is None or evaluator.is_quiet(state, last):
            return state, moves
        last = best_candidate(evaluator.candidates(state))
        state = evaluator.game.reduce(state, last).state
    return state, MOST_MOVES


def _rank_actions(root: _Node[A], root_policy: list[tuple[A, float]]) -> tuple[RatedAction[A], ...]:
    """Return the actions after a search, the most visited first."""
    found: list[tuple[int, float, RatedAction[A]]] = []
    for action, policy in root_policy:
        after = root.after.get(action)
        visits = after.visits if after else 0
        chance = after.value_sum / after.visits if after else 0.0
        found.append((visits, policy, RatedAction(action, chance, visits / max(1, root.visits))))
    found.sort(key=lambda one: (-one[0], -one[1]))
    return tuple([one[2] for one in found])
