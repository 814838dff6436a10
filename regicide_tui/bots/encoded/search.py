"""Open-loop information-set Monte Carlo tree search on encoded states, guided by a net.

Each round fills in the hidden cards again. It follows one path through the tree of the seat's own
actions until it comes to a new node. The net's value of the best action there is added along the
path. Partners and rivals take the action that the net likes best, with the hands that were guessed
for them. After the first action of a path, all players of Regicide pay without a spare card. The
cost is counted in evaluations: actions that the net evaluated.

A node stands for all positions that the same own actions lead to, and these can differ a lot. So
the net evaluates every position that a round passes. The tree stores only the gain of an action: by
how much its result was better than the net's value.
"""

from math import sqrt
from typing import NamedTuple

from regicide_tui.bots.arrays import Floats, Ints, floats, ints, untouched
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.determinize import InformationSet, determinize
from regicide_tui.bots.encoded.evaluation import (
    Workspace,
    best_index,
    evaluate_actions,
    evaluate_legal_actions,
)
from regicide_tui.bots.encoded.games import (
    apply_action,
    has_won,
    progress_when_lost,
    write_legal_actions,
)
from regicide_tui.bots.encoded.layout import (
    GAME,
    LENGTH,
    MINIMAL,
    MOST_ACTIONS,
    NONE,
    OVERPAY,
    REGICIDE,
    RESULT,
    TURN,
)
from regicide_tui.bots.exponential import exponential
from regicide_tui.bots.net import Net

TEMPERATURE = 0.05
"""The temperature of the policy: a value that is greater by this much has e times the weight."""
EXPLORATION = 1.0
"""The exploration constant: the weight of the bonus for actions that were seldom tried."""

SHORT = 60_000
"""A longer search ends after so many evaluations, or later, as soon as its action is decided."""
_CLEARLY = 3
"""How many times as often as any other action one that is decided was tried."""
_SURE = 0.01
"""A game with a smaller chance to be lost, or to be won, is decided."""

_NO_EDGE = -1
_MOST_STEPS = 256


# Indices of `Tree.counts`.
_NODES, _EDGES, _SPENT, _ROOT_EDGES, _ONLY_ACTION = range(5)
_COUNTS = 5

ANY_ACTION = -1
"""Stands in place of an action if all actions are searched."""


class Tree(NamedTuple):
    """Nodes are points where the seat must act. Edges are its actions there.

    `counts` has the number of nodes, the number of edges, the evaluations spent, the number of the
    root's edges, which are the first ones, and the only action to search, or `ANY_ACTION`.
    `is_grown` says which nodes have edges. Each edge has its node, its action, the node it leads
    to, the net's latest value, its visits, and the sum of its gains over the net's values. `slots`
    is a hash table of all edges: where cards are drawn, a node can have thousands of them.
    """

    counts: Ints
    is_grown: Ints
    node: Ints
    action: Ints
    child: Ints
    net_value: Floats
    visits: Ints
    gain: Floats
    slots: Ints


def new_tree(evaluations: int) -> Tree:
    """Return a tree with room for this number of evaluations."""
    size = evaluations + 2 * MOST_ACTIONS
    return Tree(
        counts=ints(_COUNTS),
        is_grown=untouched(ints, size),
        node=untouched(ints, size),
        action=untouched(ints, size),
        child=untouched(ints, size),
        net_value=untouched(floats, size),
        visits=untouched(ints, size),
        gain=untouched(floats, size),
        slots=untouched(ints, 1 << (2 * size).bit_length()),
    )


@compiled
def reset_tree(tree: Tree, action: int) -> None:
    """Empty the tree but for the root.

    Only `action` is searched at the root, unless it is `ANY_ACTION`.
    """
    for place in range(_COUNTS):
        tree.counts[place] = 0
    tree.counts[_NODES] = 1
    tree.counts[_ONLY_ACTION] = action
    tree.is_grown[0] = 0
    for place in range(len(tree.slots)):
        tree.slots[place] = _NO_EDGE


@compiled
def grow_tree(
    information: InformationSet,
    net: Net,
    workspace: Workspace,
    tree: Tree,
    budget: int,
    rounds: int,
    rng: Ints,
) -> None:
    """Grow the tree until `budget` evaluations are spent, by so many rounds at most.

    Near the end of a game a round may spend nothing.
    """
    encoded = ints(LENGTH)
    path = ints(_MOST_STEPS)
    node_edges = ints(MOST_ACTIONS)
    policy = floats(MOST_ACTIONS)
    for _ in range(rounds):
        if tree.counts[_SPENT] >= budget:
            break
        determinize(information, encoded, rng)
        depth, value = _follow(tree, encoded, net, workspace, path, node_edges, policy, rng)
        for step in range(depth):
            tree.visits[path[step]] += 1
            edge = path[step]
            gained = value - float(tree.net_value[edge])
            tree.gain[edge] = float(tree.gain[edge]) + gained


@compiled
def _follow(
    tree: Tree,
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    path: Ints,
    node_edges: Ints,
    policy: Floats,
    rng: Ints,
) -> tuple[int, float]:
    """Follow one path to a new node or the end of the game. Return its length and its value."""
    seat, node, depth = int(encoded[TURN]), 0, 0
    while depth < _MOST_STEPS:
        if tree.counts[_EDGES] + MOST_ACTIONS > len(tree.action):
            return 0, 0.0  # there may be no room for more edges: the round does not count
        is_new = tree.is_grown[node] == 0
        count = write_legal_actions(encoded, node_edges)
        if depth == 0 and tree.counts[_ONLY_ACTION] != ANY_ACTION:
            node_edges[0] = tree.counts[_ONLY_ACTION]
            count = 1
        _evaluate_node(tree, node, encoded, net, workspace, node_edges, count)
        if is_new and depth > 0:
            return depth, _best_net_value(tree, node_edges, count)
        if is_new:
            tree.counts[_ROOT_EDGES] = count
        edge = _select(tree, node_edges, count, policy)
        path[depth] = edge
        depth += 1
        apply_action(encoded, int(tree.action[edge]), rng)
        if encoded[GAME] == REGICIDE:
            encoded[OVERPAY] = MINIMAL
        _play_others(encoded, seat, net, workspace, tree, rng)
        if encoded[RESULT] != NONE:
            return depth, 1.0 if has_won(
                encoded, seat
            ) else workspace.progress_weight * progress_when_lost(encoded)
        node = _child(tree, edge)
    return depth, 0.0


@compiled
def _play_others(
    encoded: Ints, seat: int, net: Net, workspace: Workspace, tree: Tree, rng: Ints
) -> None:
    """Let the other seats act until it is the seat's turn again: what the net likes best."""
    while encoded[RESULT] == NONE and encoded[TURN] != seat:
        count = evaluate_legal_actions(encoded, net, workspace)
        chosen = best_index(workspace, count)
        tree.counts[_SPENT] += count
        apply_action(encoded, int(workspace.actions[chosen]), rng)


@compiled
def _child(tree: Tree, edge: int) -> int:
    """Return the node that an edge leads to. Add it if it is missing."""
    if tree.child[edge] == _NO_EDGE:
        node = tree.counts[_NODES]
        tree.counts[_NODES] += 1
        tree.child[edge] = node
        tree.is_grown[node] = 0
    return int(tree.child[edge])


@compiled
def _best_net_value(tree: Tree, node_edges: Ints, count: int) -> float:
    """Return the net's value of the best action of a node."""
    best = tree.net_value[node_edges[0]]
    for index in range(1, count):
        best = max(best, tree.net_value[node_edges[index]])
    return float(best)


@compiled
def _evaluate_node(
    tree: Tree,
    node: int,
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    node_edges: Ints,
    count: int,
) -> None:
    """Turn the actions in `node_edges` into edges of a node, and write the net's values."""
    if node == 0 and tree.is_grown[node]:
        # The guessed cards hardly change the net's values at the root.
        for index in range(count):
            node_edges[index] = index
        return
    workspace.actions[:count] = node_edges[:count]
    evaluate_actions(encoded, net, workspace, count)
    tree.counts[_SPENT] += count
    tree.is_grown[node] = 1
    for index in range(count):
        edge = _edge_of(tree, node, int(workspace.actions[index]))
        tree.net_value[edge] = workspace.values[index]
        node_edges[index] = edge


@compiled
def _edge_of(tree: Tree, node: int, action: int) -> int:
    """Return the node's edge for this action. Add it if it is missing."""
    last = len(tree.slots) - 1  # the size is a power of 2
    # Both factors are so small that no product exceeds 64 bits.
    slot = (((action ^ (action >> 29)) & 0x1FFFFFFF) * 0x9E3779B1 + node * 0x85EBCA6B) >> 13 & last
    while tree.slots[slot] != _NO_EDGE:
        edge = int(tree.slots[slot])
        if tree.action[edge] == action and tree.node[edge] == node:
            return edge
        slot = (slot + 1) & last
    edge = int(tree.counts[_EDGES])
    tree.counts[_EDGES] = edge + 1
    tree.slots[slot] = edge
    tree.node[edge] = node
    tree.action[edge] = action
    tree.child[edge] = _NO_EDGE
    tree.visits[edge] = 0
    tree.gain[edge] = 0
    return edge


@compiled
def _select(tree: Tree, node_edges: Ints, count: int, policy: Floats) -> int:
    """Return the edge to follow (PUCT), by the net's value and the mean gain of each action."""
    top = _best_net_value(tree, node_edges, count)
    visits, total = 0, 0.0
    for index in range(count):
        edge = node_edges[index]
        visits += tree.visits[edge]
        policy[index] = exponential((float(tree.net_value[edge]) - top) / TEMPERATURE)
        total += float(policy[index])
    bonus = EXPLORATION * sqrt(visits + 1.0) / total
    chosen, best = _NO_EDGE, 0.0
    for index in range(count):
        edge = node_edges[index]
        tried = 1 + tree.visits[edge]
        gain = float(tree.gain[edge]) + bonus * float(policy[index])
        score = float(tree.net_value[edge]) + gain / tried
        if chosen == _NO_EDGE or score > best:
            chosen, best = edge, score
    return int(chosen)


def is_decided(tree: Tree, budget: int) -> bool:
    """Return whether the rest of a budget would hardly change which action is tried most.

    So it is if one action was tried several times as often as any other, if the others would need
    more rounds than are likely left, if the game is as good as won or lost, or if most rounds find
    nothing new, because the game ends soon.
    """
    ranked, spent = rank_root_actions(tree), evaluations_spent(tree)
    visits = [tried for _, _, tried in ranked]
    most, next_most, rounds = visits[0], max(visits[1:], default=0), sum(visits)
    left = rounds * (budget - spent) / spent
    is_sure = not _SURE <= ranked[0][1] <= 1 - _SURE
    is_exhausted = rounds > spent
    return is_sure or is_exhausted or most > _CLEARLY * next_most or most - next_most > left


def evaluations_spent(tree: Tree) -> int:
    """Return the number of evaluations that were spent on the tree."""
    return int(tree.counts[_SPENT])


def edge_count(tree: Tree) -> int:
    """Return the number of edges of the tree."""
    return int(tree.counts[_EDGES])


def rank_root_actions(tree: Tree) -> list[tuple[int, float, int]]:
    """Return the actions of the root with their values and visits, the best first.

    The most visited action is the best; among equals, the one with the greater value.
    """
    roots = range(int(tree.counts[_ROOT_EDGES]))
    found = [
        (
            int(tree.action[edge]),
            float(tree.net_value[edge] + tree.gain[edge] / (1 + tree.visits[edge])),
            int(tree.visits[edge]),
        )
        for edge in roots
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1]))
