"""The bot of King of the Dead that has a net, and searches on encoded states."""

from collections.abc import Callable
from typing import NamedTuple

from regicide_tui.bots.base import (
    Bot,
    Decision,
    Observation,
    RatedAction,
    compare_with_best,
    never_stop,
)
from regicide_tui.bots.king_of_the_dead.appeals import (
    ACTIONS,
    APPEALS,
    MOST_CANDIDATES,
    new_working_memory,
)
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.encoding import decode_action, encode_action, encode_state
from regicide_tui.bots.king_of_the_dead.guess import InformationSet, infer_information_set
from regicide_tui.bots.king_of_the_dead.search import (
    evaluations_spent,
    grow_tree,
    new_tree,
    new_workspace,
    rank_root_actions,
)
from regicide_tui.bots.king_of_the_dead.state import POINT
from regicide_tui.bots.library import Ints, hold, ints_of
from regicide_tui.bots.net import Net
from regicide_tui.bots.rng import new_rng
from regicide_tui.games.king_of_the_dead.actions import Action
from regicide_tui.games.king_of_the_dead.state import State

EVALUATIONS_PER_CHECK = 1_000
"""After this many evaluations the bot asks whether to stop."""


def list_candidates(view: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals in points, the best first.

    To end the turn has 0. Without the library of compiled functions Python finds the same ones.
    """
    work = new_working_memory()
    return [
        (decode_action(view, work[ACTIONS + place]), work[APPEALS + place] / POINT)
        for place in range(write_candidates(encode_state(view), work, MOST_CANDIDATES))
    ]


class _Candidates(NamedTuple):
    """What a seat knows, and the actions that it considers, as numbers."""

    information: InformationSet
    actions: Ints


class KingBot(Bot[State, Action]):
    """A bot of King of the Dead, which searches until a budget of evaluations is spent.

    An evaluation is one action that is played on an encoded state.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._workspace = new_workspace(net)
        self._held_net, self._held_workspace = hold(net), hold(self._workspace)

    def choose(
        self, observation: Observation[State], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Action:
        """Return an action."""
        return self.decide(observation, seed, stopped).action

    def decide(
        self, observation: Observation[State], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> Decision[Action]:
        """Return an action, with its chance unless it is the only one."""
        information = infer_information_set(observation)
        return self.decide_knowing(information, observation.view, seed, stopped)

    def decide_knowing(
        self,
        information: InformationSet,
        view: State,
        seed: int,
        stopped: Callable[[], bool] = never_stop,
    ) -> Decision[Action]:
        """Return an action as `decide` does, from what the seat knows and its view."""
        candidates = self._list_candidates(information)
        if len(candidates.actions) == 1:
            return Decision(decode_action(view, candidates.actions[0]))
        best = self._search(view, candidates, seed, stopped)[0]
        return Decision(best.action, best.chance)

    def rank(
        self, observation: Observation[State], seed: int, stopped: Callable[[], bool] = never_stop
    ) -> tuple[RatedAction[Action], ...]:
        """Return every candidate action, the best first."""
        candidates = self._list_candidates(infer_information_set(observation))
        return self._search(observation.view, candidates, seed, stopped)

    def review(
        self,
        observation: Observation[State],
        done: Action | None,
        seed: int,
        stopped: Callable[[], bool] = never_stop,
    ) -> tuple[RatedAction[Action], RatedAction[Action]]:
        """Return the best action and the one that was done, with their chances.

        Each of the two is searched by itself with the whole budget. If nothing was done, return the
        best action twice. Raises `NoAnswer` if `done` names more cards than a number can hold.
        """
        view = observation.view
        candidates = self._list_candidates(infer_information_set(observation))

        def search_one(action: Action, number: int) -> RatedAction[Action]:
            only = _Candidates(candidates.information, ints_of([encode_action(view, action)]))
            (found,) = self._visit(only, seed + number, stopped)
            return RatedAction(action, found[1], found[2])

        if len(candidates.actions) == 1:
            action = decode_action(view, candidates.actions[0])
            ranked: tuple[RatedAction[Action], ...] = (RatedAction(action, 0.0, 1.0),)
        else:
            ranked = self._search(view, candidates, seed, stopped)
        return compare_with_best(ranked, done, search_one)

    def _list_candidates(self, information: InformationSet) -> _Candidates:
        """Return the actions to consider. They depend on nothing that the seat does not know."""
        work = self._workspace.work
        count = write_candidates(information.encoded, work, MOST_CANDIDATES)
        return _Candidates(information, work[ACTIONS : ACTIONS + count])

    def _search(
        self, view: State, candidates: _Candidates, seed: int, stopped: Callable[[], bool]
    ) -> tuple[RatedAction[Action], ...]:
        """Return the candidates with their chances, the best first."""
        return tuple(
            [
                RatedAction(decode_action(view, number), value, share)
                for number, value, share in self._visit(candidates, seed, stopped)
            ]
        )

    def _visit(
        self, candidates: _Candidates, seed: int, stopped: Callable[[], bool]
    ) -> list[tuple[int, float, float]]:
        """Search. Return each candidate's number, value and share of the search, the best first."""
        budget, tree = self._budget, new_tree(self._budget, candidates.actions)
        given = (hold(candidates.information), self._held_net, self._held_workspace, hold(tree))
        rng, done = new_rng(seed), 0
        while done < budget and not (done and stopped()):
            until = min(budget, done + EVALUATIONS_PER_CHECK)
            grow_tree(*given, until, budget, rng)
            done = evaluations_spent(tree)
        return rank_root_actions(tree)
