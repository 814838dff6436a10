"""Open-loop information-set Monte Carlo tree search on encoded states, guided by a net.

Each round makes a new guess of the hidden cards. It follows one path through the tree of the seat's
own actions to a new node. The net's value of the best action there is added along the path.
Partners and opponents take the action with the net's best value, with their guessed hands. After
the first action of a path, all players of Regicide pay without a spare card. The cost is counted in
evaluations: actions that the net evaluated.

A node stands for all positions that the same own actions lead to, and these can differ a lot. That
is why the net evaluates every position that a round passes. The tree stores only the gain of an
action: by how much its result was better than the net's value.
"""

from math import sqrt
from typing import NamedTuple

from regicide_tui.bots.edges import MISSING, Edges, find_edge, new_edges, remove_edges
from regicide_tui.bots.encoded.games import (
    apply_action,
    has_won,
    progress_when_lost,
    write_features,
    write_legal_actions,
)
from regicide_tui.bots.encoded.state import (
    CARDS,
    GAME,
    HAND_ROOM,
    HAND_SIZE,
    HANDS,
    LENGTH,
    MINIMAL,
    MOST_ACTIONS,
    NONE,
    OVERPAY,
    PLAYERS,
    REGICIDE,
    RESULT,
    TURN,
)
from regicide_tui.bots.library import Floats, Ints, compiled, floats, ints, part, untouched
from regicide_tui.bots.net import (
    LOST_FOR_SURE,
    MOST_INPUTS,
    OUTPUTS,
    WON_FOR_SURE,
    Batch,
    Net,
    evaluate_batch,
    exponential,
    new_batch,
)
from regicide_tui.bots.rng import random_below, sort_numbers


class InformationSet(NamedTuple):
    """What a seat knows: an encoded state with gaps, and the cards that can fill them.

    `gaps` are indices of the encoded state, ascending by the shuffle that filled them. `filled_by`
    contains that shuffle for each gap. `pool` are the cards for the gaps and for the royals,
    ascending by the shuffle that hid them; `hidden_since` contains that shuffle for each card.
    Cards that were never seen come first, with their royals last. `tiers` are the places in the
    pool where Jacks, Queens and Kings begin, and where the Kings end. `royals` are the indices of
    royals that were never seen: the Castle from the bottom, then hands. `royal_tiers` contains the
    tier of each.
    """

    encoded: Ints
    gaps: Ints
    filled_by: Ints
    pool: Ints
    hidden_since: Ints
    tiers: Ints
    royals: Ints
    royal_tiers: Ints


@compiled
def _sort_hands(encoded: Ints) -> None:
    """Sort each hand, the lowest card first."""
    for seat in range(encoded[PLAYERS]):
        first = HANDS + seat * HAND_ROOM
        sort_numbers(encoded, first, encoded[HAND_SIZE + seat])


@compiled
def determinize(information: InformationSet, encoded: Ints, rng: Ints) -> None:
    """Write a full position that the seat can't distinguish from the true one."""
    encoded[:LENGTH] = information.encoded[:LENGTH]
    pool = ints(CARDS)
    hidden_since = ints(CARDS)
    size = len(information.pool)
    pool[:size] = information.pool[:size]
    hidden_since[:size] = information.hidden_since[:size]
    left = _place_royals(information, encoded, pool, hidden_since, rng)
    eligible = 0
    for taken in range(len(information.gaps)):
        while eligible < left and hidden_since[eligible] <= information.filled_by[taken]:
            eligible += 1
        # The cards from `taken` to `eligible` can be here. If there are none, no game leads to
        # this position, and any card will do.
        spread = eligible - taken if eligible > taken else left - taken
        chosen = taken + random_below(rng, spread)
        encoded[information.gaps[taken]] = pool[chosen]
        pool[chosen] = pool[taken]
        eligible = max(eligible, taken + 1)
    _sort_hands(encoded)


@compiled
def _place_royals(
    information: InformationSet, encoded: Ints, pool: Ints, hidden_since: Ints, rng: Ints
) -> int:
    """Place the royals that were never seen, and close the gaps in the pool.

    Return how many cards remain in the pool.
    """
    ends = ints(3)
    ends[:3] = information.tiers[1:4]
    for number in range(len(information.royals)):
        tier = information.royal_tiers[number]
        first = information.tiers[tier]
        chosen = first + random_below(rng, ends[tier] - first)
        ends[tier] -= 1
        encoded[information.royals[number]] = pool[chosen]
        pool[chosen] = pool[ends[tier]]
    left = information.tiers[0]
    for tier in range(3):
        for place in range(information.tiers[tier], ends[tier]):
            pool[left] = pool[place]
            left += 1
    after = information.tiers[3]
    rest = len(information.pool) - after
    pool[left : left + rest] = information.pool[after : after + rest]
    hidden_since[left : left + rest] = information.hidden_since[after : after + rest]
    return left + rest


PROGRESS_WEIGHT = 0.005
"""The weight of progress next to winning. It keeps a bot playing well in a lost game."""


class Workspace(NamedTuple):
    """Reused memory: the legal actions, the positions after them, and their values.

    A value is a mean of the chance of winning and the progress, which has the weight
    `progress_weight`. A search also keeps here its position, the edges of the path to and from it,
    and the policy.
    """

    actions: Ints
    batch: Batch
    values: Floats
    progress_weight: float
    encoded: Ints
    path: Ints
    node_edges: Ints
    policy: Floats


def new_workspace(progress_weight: float = PROGRESS_WEIGHT) -> Workspace:
    """Return an empty workspace."""
    return Workspace(
        ints(MOST_ACTIONS),
        new_batch(MOST_ACTIONS),
        floats(MOST_ACTIONS),
        progress_weight,
        ints(LENGTH),
        ints(_MOST_STEPS),
        ints(MOST_ACTIONS),
        floats(MOST_ACTIONS),
    )


@compiled
def evaluate_legal_actions(encoded: Ints, net: Net, workspace: Workspace) -> int:
    """Write the legal actions and their values. Return their number."""
    count = write_legal_actions(encoded, workspace.actions)
    evaluate_actions(encoded, net, workspace, count)
    return count


@compiled
def evaluate_actions(encoded: Ints, net: Net, workspace: Workspace, count: int) -> None:
    """Write the values of the first `count` actions in the workspace."""
    batch, seat = workspace.batch, encoded[TURN]
    for index in range(count):
        batch.counts[index] = write_features(
            encoded, seat, workspace.actions[index], part(batch.inputs, index * MOST_INPUTS)
        )
    evaluate_batch(net, batch, count)
    for index in range(count):
        first = index * OUTPUTS
        if batch.counts[index] == LOST_FOR_SURE:
            batch.chances[first] = 0
            batch.chances[first + 1] = progress_when_lost(encoded)
        elif batch.counts[index] == WON_FOR_SURE:
            batch.chances[first] = 1
            batch.chances[first + 1] = 1
        win, progress = float(batch.chances[first]), float(batch.chances[first + 1])
        workspace.values[index] = (
            1 - workspace.progress_weight
        ) * win + workspace.progress_weight * progress


@compiled
def best_index(workspace: Workspace, count: int) -> int:
    """Return the index of the action with the greatest value."""
    best = 0
    for index in range(1, count):
        if workspace.values[index] > workspace.values[best]:
            best = index
    return best


TEMPERATURE = 0.05
"""The temperature of the policy: a value that is this much greater has e times the weight."""
EXPLORATION = 1.0
"""The exploration constant: the weight of the bonus for rarely tried actions."""

SHORT = 60_000
"""A longer search may end after this many evaluations, once its action is decided."""
_CLEARLY = 3
"""An action is decided if it was tried this many times as often as any other."""
_SURE = 0.01
"""A game is decided if the chance of losing or winning it is smaller than this."""

_ROOT = 0
_MOST_STEPS = 256


# Indices of `Tree.counts`.
_NODES, _SPENT, _ROOT_EDGES, _ONLY_ACTION = range(4)
_COUNTS = 4

ANY_ACTION = -1
"""The value of the only action if all actions are searched."""


class Tree(NamedTuple):
    """A search tree. Nodes are points where the seat must act, edges are its actions there.

    `counts` contains the number of nodes, the evaluations spent, the number of the root's edges,
    which are the first ones, and the only action to search, or `ANY_ACTION`. `is_grown` says which
    nodes have edges. Each edge has the node it leads to, the net's latest value, its visits, and
    the sum of its gains over the net's values.
    """

    counts: Ints
    edges: Edges
    is_grown: Ints
    child: Ints
    net_value: Floats
    visits: Ints
    gain: Floats


def new_tree(evaluations: int) -> Tree:
    """Return a tree with room for this number of evaluations."""
    edges = evaluations + 2 * MOST_ACTIONS
    size = edges + 1
    return Tree(
        ints(_COUNTS),
        new_edges(edges),
        untouched(ints, size),
        untouched(ints, size),
        untouched(floats, size),
        untouched(ints, size),
        untouched(floats, size),
    )


@compiled
def reset_tree(tree: Tree, action: int) -> None:
    """Empty the tree except for the root.

    Only `action` is searched at the root, unless it is `ANY_ACTION`.
    """
    for edge in range(1, tree.edges.added[0] + 1):
        tree.child[edge] = _ROOT
        tree.visits[edge] = 0
        tree.gain[edge] = 0
    remove_edges(tree.edges)
    tree.counts[_NODES] = 1
    tree.counts[_SPENT] = 0
    tree.counts[_ROOT_EDGES] = 0
    tree.counts[_ONLY_ACTION] = action
    tree.is_grown[_ROOT] = 0


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
    """Grow the tree until `budget` evaluations are spent, or `rounds` rounds are played.

    Near the end of a game, a round may spend no evaluations.
    """
    path = workspace.path
    for _ in range(rounds):
        if tree.counts[_SPENT] >= budget:
            break
        determinize(information, workspace.encoded, rng)
        depth, value = _follow(tree, net, workspace, rng)
        for step in range(depth):
            tree.visits[path[step]] += 1
            edge = path[step]
            gained = value - float(tree.net_value[edge])
            tree.gain[edge] = float(tree.gain[edge]) + gained


@compiled
def _follow(tree: Tree, net: Net, workspace: Workspace, rng: Ints) -> tuple[int, float]:
    """Follow one path to a new node or the end of the game. Return its length and value."""
    encoded, node_edges = workspace.encoded, workspace.node_edges
    seat, node, depth = encoded[TURN], _ROOT, 0
    while depth < _MOST_STEPS:
        if tree.edges.added[0] + MOST_ACTIONS >= len(tree.visits):
            return 0, 0.0  # there may be no room for more edges: don't count this round
        is_new = tree.is_grown[node] == 0
        count = write_legal_actions(encoded, node_edges)
        if depth == 0 and tree.counts[_ONLY_ACTION] != ANY_ACTION:
            node_edges[0] = tree.counts[_ONLY_ACTION]
            count = 1
        _evaluate_node(tree, node, net, workspace, count)
        if is_new and depth > 0:
            return depth, _best_net_value(tree, workspace, count)
        if is_new:
            tree.counts[_ROOT_EDGES] = count
        edge = _select(tree, workspace, count)
        workspace.path[depth] = edge
        depth += 1
        apply_action(encoded, tree.edges.action[edge], rng)
        if encoded[GAME] == REGICIDE:
            encoded[OVERPAY] = MINIMAL
        _play_others(seat, tree, net, workspace, rng)
        if encoded[RESULT] != NONE:
            return depth, 1.0 if has_won(
                encoded, seat
            ) else workspace.progress_weight * progress_when_lost(encoded)
        node = _child(tree, edge)
    return depth, 0.0


@compiled
def _play_others(seat: int, tree: Tree, net: Net, workspace: Workspace, rng: Ints) -> None:
    """Let the other seats take the net's best actions until it is the seat's turn again."""
    encoded = workspace.encoded
    while encoded[RESULT] == NONE and encoded[TURN] != seat:
        count = evaluate_legal_actions(encoded, net, workspace)
        chosen = best_index(workspace, count)
        tree.counts[_SPENT] += count
        apply_action(encoded, workspace.actions[chosen], rng)


@compiled
def _child(tree: Tree, edge: int) -> int:
    """Return the node that an edge leads to. Add it if it is missing."""
    if tree.child[edge] == _ROOT:
        node = tree.counts[_NODES]
        tree.counts[_NODES] += 1
        tree.child[edge] = node
        tree.is_grown[node] = 0
    return tree.child[edge]


@compiled
def _best_net_value(tree: Tree, workspace: Workspace, count: int) -> float:
    """Return the net's value of a node's best action."""
    node_edges = workspace.node_edges
    best = tree.net_value[node_edges[0]]
    for index in range(1, count):
        best = max(best, tree.net_value[node_edges[index]])
    return float(best)


@compiled
def _evaluate_node(tree: Tree, node: int, net: Net, workspace: Workspace, count: int) -> None:
    """Turn the actions in `node_edges` into edges of a node, and write the net's values."""
    node_edges = workspace.node_edges
    if node == _ROOT and tree.is_grown[_ROOT]:
        # At the root, the guessed cards hardly change the net's values.
        for index in range(count):
            node_edges[index] = index + 1
        return
    workspace.actions[:count] = node_edges[:count]
    evaluate_actions(workspace.encoded, net, workspace, count)
    tree.counts[_SPENT] += count
    tree.is_grown[node] = 1
    for index in range(count):
        edge = find_edge(tree.edges, node, workspace.actions[index], True)
        tree.net_value[edge] = workspace.values[index]
        node_edges[index] = edge


@compiled
def _select(tree: Tree, workspace: Workspace, count: int) -> int:
    """Return the edge to follow (PUCT), by the net's value and the mean gain of each action."""
    node_edges, policy = workspace.node_edges, workspace.policy
    top = _best_net_value(tree, workspace, count)
    visits, total = 0, 0.0
    for index in range(count):
        edge = node_edges[index]
        visits += tree.visits[edge]
        policy[index] = exponential((float(tree.net_value[edge]) - top) / TEMPERATURE)
        total += float(policy[index])
    bonus = EXPLORATION * sqrt(visits + 1.0) / total
    chosen, best = MISSING, 0.0
    for index in range(count):
        edge = node_edges[index]
        tried = 1 + tree.visits[edge]
        gain = float(tree.gain[edge]) + bonus * float(policy[index])
        score = float(tree.net_value[edge]) + gain / tried
        if chosen == MISSING or score > best:
            chosen, best = edge, score
    return chosen


def is_decided(tree: Tree, budget: int) -> bool:
    """Return whether the rest of the budget would hardly change which action is tried most.

    That is so if one action was tried several times as often as any other, if the others would need
    more rounds than are likely left, if the game is practically won or lost, or if most rounds add
    no node, because the game ends soon.
    """
    ranked, spent = rank_root_actions(tree), evaluations_spent(tree)
    visits = [tried for _, _, tried in ranked]
    most, next_most, rounds = visits[0], max(visits[1:], default=0), sum(visits)
    left = rounds * (budget - spent) / spent
    is_sure = not _SURE <= ranked[0][1] <= 1 - _SURE
    is_exhausted = rounds > spent
    return is_sure or is_exhausted or most > _CLEARLY * next_most or most - next_most > left


def evaluations_spent(tree: Tree) -> int:
    """Return the number of evaluations spent on the tree."""
    return tree.counts[_SPENT]


def rank_root_actions(tree: Tree) -> list[tuple[int, float, int]]:
    """Return the actions of the root with their values and visits, the best first.

    The most visited action is the best; ties are broken by value.
    """
    roots = range(1, tree.counts[_ROOT_EDGES] + 1)
    found = [
        (
            tree.edges.action[edge],
            float(tree.net_value[edge] + tree.gain[edge] / (1 + tree.visits[edge])),
            tree.visits[edge],
        )
        for edge in roots
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1]))
