"""Looking ahead: open-loop information-set Monte Carlo tree search, with the net for a guide.

Each round fills in what the seat does not know anew, and follows one line through the tree of the
seat's own actions until it comes to a point that was not seen before; what the net says of the best
action there goes back up the line. Partners take what the net likes best, from the hands they were
given. Work is counted in evaluations: positions that the net was asked about.
"""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.net import Net
from regicide_tui.bots.regicide.guess import Known, fill
from regicide_tui.bots.regicide.layout import CASTLE_SIZE, LENGTH, MOST_ACTIONS, NONE, RESULT, TURN, WON
from regicide_tui.bots.regicide.legal import legal
from regicide_tui.bots.regicide.player import LEAN, Desk, assess, best_of, weigh
from regicide_tui.bots.regicide.rules import take

_NOTHING = -1
_DEEPEST = 256


class Tree(NamedTuple):
    """Nodes are points where the seat must act; edges are its actions there.

    `first` and `last` edge of each node; for each edge its action, the next edge of the node, the
    node it leads to, what the net said, the visits and the sum of what came of them.
    """

    first: Ints
    last: Ints
    action: Ints
    next: Ints
    child: Ints
    prior: Floats
    visits: Ints
    total: Floats


def new_tree(evaluations: int) -> Tree:
    """Return a tree with room for so many evaluations and one node's more."""
    size = evaluations + 4 * MOST_ACTIONS

    def ints() -> Ints:
        return np.zeros(size, dtype=np.int64)

    def floats() -> Floats:
        return np.zeros(size, dtype=np.float32)

    return Tree(ints(), ints(), ints(), ints(), ints(), floats(), ints(), floats())


@compiled
def search(
    known: Known,
    net: Net,
    desk: Desk,
    tree: Tree,
    budget: int,
    warmth: float,
    curiosity: float,
    luck: Ints,
) -> int:
    """Grow the tree until the budget of evaluations is spent; return the number of root edges.

    The edges of the root are the first ones of the tree. `warmth` is the temperature of the prior,
    `curiosity` the weight of what was not tried.
    """
    row = np.zeros(LENGTH, dtype=np.int64)
    path = np.zeros(_DEEPEST, dtype=np.int64)
    here = np.zeros(MOST_ACTIONS, dtype=np.int64)
    weight = np.zeros(MOST_ACTIONS, dtype=np.float32)
    tree.first[0] = _NOTHING
    nodes, edges, spent, seat = 1, 0, 0, int(known.row[TURN])
    roots = 0
    for _ in range(budget):
        if spent >= budget:
            break
        fill(known, row, luck)
        node, depth = 0, 0
        value = np.float32(0)
        while depth < _DEEPEST:
            fresh = tree.first[node] == _NOTHING
            count = legal(row, here)
            before = edges
            edges = _meet(tree, node, row, net, desk, here, count, edges)
            spent += edges - before
            if fresh:
                if node == 0:
                    roots = count
                value = tree.prior[here[0]]
                for index in range(1, count):
                    value = max(value, tree.prior[here[index]])
                if depth > 0:
                    break
            edge = _select(tree, here, count, weight, warmth, curiosity)
            path[depth] = edge
            depth += 1
            take(row, int(tree.action[edge]), luck)
            while row[RESULT] == NONE and row[TURN] != seat:
                offered = assess(row, net, desk)
                spent += offered
                take(row, int(desk.actions[best_of(desk, offered)]), luck)
            if row[RESULT] != NONE:
                value = worth_of_end(row)
                break
            node = int(tree.child[edge])
            if node == _NOTHING:
                node = nodes
                nodes += 1
                tree.child[edge] = node
                tree.first[node] = _NOTHING
        for step in range(depth):
            tree.visits[path[step]] += 1
            tree.total[path[step]] += value
    return roots


@compiled
def worth_of_end(row: Ints) -> float:
    """Return the worth of a game that is over, on the scale of the net's."""
    if row[RESULT] == WON:
        return 1.0
    return LEAN * (11 - float(row[CASTLE_SIZE])) / 12


@compiled
def _meet(
    tree: Tree, node: int, row: Ints, net: Net, desk: Desk, here: Ints, count: int, edges: int
) -> int:
    """Turn the actions `here` into the edges of a node; new ones are judged and added.

    Returns the number of edges of the whole tree.
    """
    missing = 0
    edge = int(tree.first[node])
    for index in range(count):
        action, start = here[index], edge
        if edge == _NOTHING:
            start = edge = int(tree.first[node])
        found = False
        while edge != _NOTHING and not found:
            if tree.action[edge] == action:
                found = True
                here[index] = edge
            edge = int(tree.next[edge])
            if not found and edge == _NOTHING and start != tree.first[node]:
                edge = int(tree.first[node])
            if not found and edge == start:
                break
        if not found:
            desk.actions[missing] = action
            here[index] = -2 - missing
            missing += 1
    if missing == 0:
        return edges
    weigh(row, net, desk, missing)
    for index in range(missing):
        new = edges + index
        tree.action[new] = desk.actions[index]
        tree.prior[new] = desk.worth[index]
        tree.next[new] = _NOTHING
        tree.child[new] = _NOTHING
        tree.visits[new] = 0
        tree.total[new] = 0
        if tree.first[node] == _NOTHING:
            tree.first[node] = new
        else:
            tree.next[tree.last[node]] = new
        tree.last[node] = new
    for index in range(count):
        if here[index] < _NOTHING:
            here[index] = edges - 2 - here[index]
    return edges + missing


@compiled
def _select(
    tree: Tree, here: Ints, count: int, weight: Floats, warmth: float, curiosity: float
) -> int:
    """Return the edge to follow: PUCT, the net's worth for a prior and for what was not tried."""
    top = tree.prior[here[0]]
    visits = 0
    for index in range(count):
        top = max(top, tree.prior[here[index]])
        visits += int(tree.visits[here[index]])
    whole = np.float32(0)
    for index in range(count):
        weight[index] = np.exp((tree.prior[here[index]] - top) / warmth)
        whole += weight[index]
    drive = curiosity * np.sqrt(visits + 1.0) / whole
    chosen, best = int(here[0]), -1.0
    for index in range(count):
        edge = int(here[index])
        tried = int(tree.visits[edge])
        mean = (tree.prior[edge] + tree.total[edge]) / (1 + tried)
        score = mean + drive * weight[index] / (1 + tried)
        if score > best:
            chosen, best = edge, score
    return chosen


@compiled
def most_visited(tree: Tree, roots: int) -> int:
    """Return the root edge to take: the most visited, the better one of equals."""
    best = 0
    for edge in range(1, roots):
        more = tree.visits[edge] - tree.visits[best]
        if more > 0 or (more == 0 and tree.total[edge] > tree.total[best]):
            best = edge
    return best
