"""Open-loop information-set Monte Carlo tree search (PUCT) on encoded states.

Each round guesses the hidden cards again and follows the tree from the present position. At each
node, the seat that must act takes the action with the greatest sum of its mean value and an
exploration bonus. At a new node the page's heuristic plays on to the end of the turn, and the net
evaluates the position. The chances are then added to all nodes of the path. A node stands for a
sequence of actions, whatever the cards were.

The cost is counted in evaluations. An evaluation is one action that is played.
"""

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Doubles, Ints, compiled
from regicide_tui.bots.king_of_the_dead.encoded.actions import END
from regicide_tui.bots.king_of_the_dead.encoded.candidates.dispatch import write_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import (
    ACTIONS,
    APPEALS,
    FOUND,
    new_working_memory,
)
from regicide_tui.bots.king_of_the_dead.encoded.cards import POINT
from regicide_tui.bots.king_of_the_dead.encoded.determinize import InformationSet, determinize
from regicide_tui.bots.king_of_the_dead.encoded.evaluation import (
    Evaluation,
    evaluate,
    new_evaluation,
)
from regicide_tui.bots.king_of_the_dead.encoded.layout import ACTOR, LENGTH, OVER, ROOM
from regicide_tui.bots.king_of_the_dead.encoded.rules import apply_action
from regicide_tui.bots.king_of_the_dead.page import MOST_CANDIDATES
from regicide_tui.bots.net import Net

EXPLORATION = 0.6
"""The exploration constant: the weight of the bonus for actions that were seldom tried."""
TEMPERATURE = 2.0
"""The temperature of the policy: an appeal that is greater by this much has e times the weight."""
UNTRIED_PENALTY = 0.05
"""How much lower than the mean of its siblings the value of an untried action is assumed to be."""
MOST_MOVES = 24
"""At most this many moves are played by the heuristic before a position is evaluated."""

_ROOT = 0
_MISSING = 0
"""Stands in place of the node after an action: the root comes after none."""

# Indices of `Tree.counts`.
_NODES, _SPENT = range(2)

_MIX_1, _MIX_2, _MIX_3, _LOW = 0x5BD1E995, 0x1B873593, 0x2545F491, 0x7FFFFFFF


class Workspace(NamedTuple):
    """Reused memory: a position, the cards of an action, what finds candidates, and more."""

    encoded: Ints
    cards: Ints
    work: Ints
    policy: Doubles
    evaluation: Evaluation


def new_workspace(net: Net) -> Workspace:
    """Return an empty workspace for searches with a net."""
    return Workspace(
        np.zeros(LENGTH, dtype=np.int64),
        np.zeros(ROOM, dtype=np.int64),
        new_working_memory(),
        np.zeros(MOST_CANDIDATES, dtype=np.float64),
        new_evaluation(net),
    )


class Tree(NamedTuple):
    """The nodes of a tree, the root first.

    `counts` has the number of nodes and the evaluations spent. `root_actions` and `root_appeals`
    are the candidates of the root. For each node there are the node and the action that led to it,
    its visits, the sum of its values for the player whose action led to it, and the sum of the
    values of all actions from it for the player who acts there. `table` finds the node after an
    action. `path` has the nodes of a round, the root first, and `movers` who acted at each.
    """

    counts: Ints
    root_actions: Ints
    root_appeals: Ints
    before: Ints
    action: Ints
    visits: Ints
    value_sum: Doubles
    total: Doubles
    table: Ints
    path: Ints
    movers: Ints


def new_tree(evaluations: int, actions: Ints, appeals: Ints) -> Tree:
    """Return a tree with room for this number of evaluations, and with these candidates."""
    size = evaluations + 2

    def ints(size: int) -> Ints:
        return np.zeros(size, dtype=np.int64)

    def doubles() -> Doubles:
        return np.zeros(size, dtype=np.float64)

    counts = ints(2)
    counts[_NODES] = 1
    table = ints(2 << size.bit_length())
    nodes = (ints(size), ints(size), ints(size), doubles(), doubles())
    return Tree(counts, actions, appeals, *nodes, table, ints(size + 1), ints(size))


@compiled
def grow_tree(
    information: InformationSet, net: Net, workspace: Workspace, tree: Tree, budget: int, rng: Ints
) -> None:
    """Grow the tree until `budget` evaluations are spent. A round that has begun is finished.

    A round follows the tree to a new node. From there the heuristic plays on to the end of a turn,
    as it is hard to evaluate what a hand can still do.
    """
    encoded, work = workspace.encoded, workspace.work
    while tree.counts[_SPENT] < budget:
        determinize(information, encoded, rng)
        _use_root_candidates(tree, work)
        depth, moves, action = 0, 0, END
        in_tree = True
        while not encoded[OVER] and (in_tree or (action != END and moves < MOST_MOVES)):
            if depth > 0:
                write_candidates(encoded, work, MOST_CANDIDATES if in_tree else 1)
            if in_tree:
                action = _select(tree, depth, work, workspace.policy)
                tree.movers[depth] = encoded[ACTOR]
                in_tree = _step(tree, depth, action)
                depth += 1
            else:
                action = int(work[ACTIONS])
                moves += 1
            apply_action(encoded, action, workspace.cards, rng)
        evaluate(encoded, net, workspace.evaluation)
        _back_up(tree, depth, workspace.evaluation.values)
        tree.counts[_SPENT] += depth + moves


@compiled
def _use_root_candidates(tree: Tree, work: Ints) -> None:
    """Write the candidates of the root into the working memory."""
    work[FOUND] = tree.root_actions.size
    for index in range(tree.root_actions.size):
        work[ACTIONS + index] = tree.root_actions[index]
        work[APPEALS + index] = tree.root_appeals[index]


@compiled
def _step(tree: Tree, depth: int, action: int) -> bool:
    """Follow an action from the last node of the path. Return False if the next node is new."""
    nodes = int(tree.counts[_NODES])
    tree.path[depth + 1] = node_after(tree, int(tree.path[depth]), action, True)
    return bool(tree.counts[_NODES] == nodes)


@compiled
def _back_up(tree: Tree, depth: int, values: Doubles) -> None:
    """Add the value of each seat to the nodes of the path."""
    tree.visits[_ROOT] += 1
    for step in range(depth):
        value = values[tree.movers[step]]
        tree.total[tree.path[step]] += value
        tree.value_sum[tree.path[step + 1]] += value
        tree.visits[tree.path[step + 1]] += 1


@compiled
def _select(tree: Tree, depth: int, work: Ints, policy: Doubles) -> int:
    """Return the candidate to try at a node of the path."""
    node, count, whole = int(tree.path[depth]), int(work[FOUND]), 0.0
    if count == 1:
        return int(work[ACTIONS])
    for index in range(count):
        policy[index] = exp((work[APPEALS + index] - work[APPEALS]) / (POINT * TEMPERATURE))
        whole += policy[index]
    visits = int(tree.visits[node])
    untried = tree.total[node] / visits - UNTRIED_PENALTY if visits > 0 else 0.0
    exploration = EXPLORATION * sqrt(visits + 1.0) / whole
    best, most = int(work[ACTIONS]), -1e9
    for index in range(count):
        action = int(work[ACTIONS + index])
        after = node_after(tree, node, action, False)
        if after == _MISSING:
            score = untried + exploration * policy[index]
        else:
            tried = int(tree.visits[after])
            score = tree.value_sum[after] / tried + exploration * policy[index] / (1 + tried)
        if score > most:
            best, most = action, score
    return best


@compiled
def node_after(tree: Tree, node: int, action: int, adds: bool) -> int:
    """Return the node after an action. If it is missing, `adds` says whether to add it."""
    mixed = (action & _LOW) * _MIX_1 ^ (action >> 31 & _LOW) * _MIX_2 ^ node * _MIX_3
    mixed = ((mixed ^ mixed >> 29) & _LOW) * _MIX_1
    place = mixed >> 17 & tree.table.size - 1
    while tree.table[place] != _MISSING:
        found = int(tree.table[place])
        if tree.before[found] == node and tree.action[found] == action:
            return found
        place = place + 1 & tree.table.size - 1
    if not adds:
        return _MISSING
    added = int(tree.counts[_NODES])
    tree.counts[_NODES] = added + 1
    tree.table[place] = added
    tree.before[added] = node
    tree.action[added] = action
    return added


def evaluations_spent(tree: Tree) -> int:
    """Return the number of evaluations that were spent on the tree."""
    return int(tree.counts[_SPENT])


def rank_root_actions(tree: Tree) -> list[tuple[int, float, float]]:
    """Return each candidate with its mean value and its share of the visits.

    The most visited one comes first; among equals, the one with the greater appeal.
    """
    rounds, found = max(1, int(tree.visits[_ROOT])), list[tuple[int, float, float]]()
    for action in tree.root_actions.tolist():
        after = node_after(tree, _ROOT, action, False)
        visits = int(tree.visits[after]) if after != _MISSING else 0
        value = float(tree.value_sum[after]) / visits if visits else 0.0
        found.append((action, value, visits / rounds))
    return sorted(found, key=lambda one: -one[2])
