"""A bot with a net that searches on encoded states, as long as its budget lasts."""

from collections.abc import Callable, Sequence

from regicide_tui.bots.base import A, Ranking, RatedAction, S, SearchBot, Stopped, never_stop
from regicide_tui.bots.encoded.search import (
    ANY_ACTION,
    SHORT,
    InformationSet,
    determinize,
    evaluate_legal_actions,
    evaluations_spent,
    grow_tree,
    is_decided,
    new_tree,
    new_workspace,
    rank_root_actions,
    reset_tree,
)
from regicide_tui.bots.encoded.state import LENGTH
from regicide_tui.bots.library import Ints, hold, ints
from regicide_tui.bots.net import Net
from regicide_tui.bots.rng import new_rng

ROUNDS_PER_CHECK = 20
"""After this many rounds, which take about 1 ms, the bot checks whether to stop."""
DECIDES_EVERY = 5_000
"""After this many evaluations a long search may end."""


class EncodedSearchBot(SearchBot[S, A, InformationSet]):
    """A bot that searches until a budget of evaluations is spent.

    With a budget of 0 it takes the action with the net's best value, without a search. With more
    than `SHORT`, it ends early once it has decided.
    """

    def __init__(self, net: Net, evaluations: int) -> None:
        self._net = net
        self._budget = evaluations
        self._workspace = new_workspace()
        self._tree = new_tree(evaluations)
        self._held_net, self._held_workspace = hold(net), hold(self._workspace)

    list_legal: Callable[[S], Sequence[A]]
    """The legal actions in a view."""
    decode_action: Callable[[int], A]
    """The action with a number."""
    encode_action: Callable[[A, Ints], int]
    """The number of an action of the seat to act in an encoded state."""

    def find_only(self, view: S) -> A | None:
        """Return the only legal action, if there is only one."""
        actions = self.list_legal(view)
        return actions[0] if len(actions) == 1 else None

    def search(
        self,
        known: InformationSet,
        seed: int,
        stopped: Stopped = never_stop,
        only: A | None = None,
        most: int | None = None,
    ) -> Ranking[A]:
        """Return one action or all of them with their chances after a search, the best first.

        With `most`, the search makes at most that many evaluations.
        """
        action = ANY_ACTION if only is None else self.encode_action(only, known.encoded)
        rng = new_rng(seed)
        budget = self._budget if most is None else min(self._budget, most)
        if self._budget == 0:
            seen = self.rank_by_net(known, rng)
            return tuple(
                [
                    one
                    for one in seen
                    if only is None or self.encode_action(one.action, known.encoded) == action
                ]
            )
        reset_tree(self._tree, action)
        given = (hold(known), self._held_net, self._held_workspace, hold(self._tree))
        done, is_stopped = 0, False
        while done < budget and not is_stopped:
            rounds = min(DECIDES_EVERY, budget - done)
            done += rounds
            while rounds > 0 and evaluations_spent(self._tree) < done and not is_stopped:
                grow_tree(*given, done, min(rounds, ROUNDS_PER_CHECK), rng)
                rounds -= ROUNDS_PER_CHECK
                is_stopped = stopped()
            if done >= SHORT and done % DECIDES_EVERY == 0 and is_decided(self._tree, budget):
                break
        ranked = rank_root_actions(self._tree)
        total = max(1, sum(visits for _, _, visits in ranked))
        return tuple(
            [
                RatedAction(self.decode_action(number), value, visits / total)
                for number, value, visits in ranked
            ]
        )

    def rank_by_net(self, information: InformationSet, rng: Ints) -> Ranking[A]:
        """Return every legal action with the net's value, the best first."""
        encoded = ints(LENGTH)
        determinize(information, encoded, rng)
        count = evaluate_legal_actions(encoded, self._net, self._workspace)
        actions, values = self._workspace.actions, self._workspace.values
        order = sorted(range(count), key=lambda place: -values[place])
        return tuple(
            [
                RatedAction(
                    self.decode_action(actions[place]), values[place], float(place == order[0])
                )
                for place in order
            ]
        )
