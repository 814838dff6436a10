"""The bot of King of the Dead with a net, which searches on encoded states."""

from typing import NamedTuple

from regicide_tui.bots.base import Observation, Ranking, RatedAction, SearchBot, Stopped, never_stop
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
"""After this many evaluations, the bot checks whether to stop."""


def list_candidates(view: State) -> list[tuple[Action, float]]:
    """Return candidate actions with their appeals in points, the best first.

    Ending the turn has 0. Without the library of compiled functions, Python finds the same ones.
    """
    work = new_working_memory()
    return [
        (decode_action(view, work[ACTIONS + place]), work[APPEALS + place] / POINT)
        for place in range(write_candidates(encode_state(view), work, MOST_CANDIDATES))
    ]


class Known(NamedTuple):
    """What a seat knows, and its view."""

    information: InformationSet
    view: State


class KingBot(SearchBot[State, Action, Known]):
    """A bot of King of the Dead that searches until a budget of evaluations is spent.

    An evaluation is one action played on an encoded state.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._workspace = new_workspace()
        self._held_net, self._held_workspace = hold(net), hold(self._workspace)

    def find_only(self, view: State) -> Action | None:
        """Return the only action to consider, or None if there are several."""
        candidates = self._write_candidates(encode_state(view))
        return decode_action(view, candidates[0]) if len(candidates) == 1 else None

    def infer(self, observation: Observation[State]) -> Known:
        """Return what the seat to act knows."""
        return Known(infer_information_set(observation), observation.view)

    def _write_candidates(self, encoded: Ints) -> Ints:
        """Return the actions to consider. They depend only on what the seat knows."""
        work = self._workspace.work
        count = write_candidates(encoded, work, MOST_CANDIDATES)
        return work[ACTIONS : ACTIONS + count]

    def search(
        self,
        known: Known,
        seed: int,
        stopped: Stopped = never_stop,
        only: Action | None = None,
    ) -> Ranking[Action]:
        """Return the actions to consider, or `only` one, with their chances, the best first."""
        information, view = known
        actions = (
            ints_of([encode_action(view, only)])
            if only
            else self._write_candidates(information.encoded)
        )
        budget, tree = self._budget, new_tree(self._budget, actions)
        given = (hold(information), self._held_net, self._held_workspace, hold(tree))
        rng, done = new_rng(seed), 0
        while done < budget and not (done and stopped()):
            until = min(budget, done + EVALUATIONS_PER_CHECK)
            grow_tree(*given, until, budget, rng)
            done = evaluations_spent(tree)
        return tuple(
            [
                RatedAction(only or decode_action(view, number), value, share)
                for number, value, share in rank_root_actions(tree)
            ]
        )
