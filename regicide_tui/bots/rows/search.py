"""Looking ahead: open-loop information-set Monte Carlo tree search, with the net for a guide.

Each round fills in what the seat does not know anew, and follows one line through the tree of the
seat's own actions until it comes to a point that was not seen before; what the net says of the best
action there goes back up the line. Partners take what the net likes best, from the hands they were
given; a rival goes by the page's rules of thumb. Work is counted in evaluations: actions
that the net was asked about, or that a rival had to choose from.

One point of the tree gathers all positions that the same actions lead to, and they may have little
in common. So the net is asked again at every pass, and the tree holds only by how much what came of
an action was better than the net had said: that is what the positions of a point share.
"""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.duel.thumb import thumb
from regicide_tui.bots.net import Net
from regicide_tui.bots.rows.games import has_won, legal, take, way_to_win
from regicide_tui.bots.rows.guess import Known, fill
from regicide_tui.bots.rows.layout import DUEL, GAME, LENGTH, MOST_ACTIONS, NONE, RESULT, TURN
from regicide_tui.bots.rows.player import Desk, assess, best_of, weigh

WARMTH = 0.05
"""The warmth of the net's likings: worths that differ by so much are liked e-fold."""
CURIOSITY = 1.0
"""The weight of what was not tried often."""

_NOTHING = -1
_DEEPEST = 256


# What a tree counts.
_NODES, _EDGES, _SPENT, _ROOTS, _FIRST = range(5)

ANY = -1
"""In place of an action: whichever is worth a thought."""


class Tree(NamedTuple):
    """Nodes are points where the seat must act; edges are its actions there.

    `counts` are the nodes, the edges, the evaluations spent, the edges of the root, which are the
    first ones, and the one action that is tried there, or `ANY`. Each node has its `first` and
    `last` edge; each edge its action, the next edge of the node, the node it leads to, what the net
    said when it was last met, its visits, and by how much more came of them than the net had said.
    """

    counts: Ints
    first: Ints
    last: Ints
    action: Ints
    next: Ints
    child: Ints
    said: Floats
    visits: Ints
    gain: Floats


def new_tree(evaluations: int) -> Tree:
    """Return a tree with room for so many evaluations."""
    size = evaluations + 2 * MOST_ACTIONS

    def ints() -> Ints:
        return np.zeros(size, dtype=np.int64)

    def floats() -> Floats:
        return np.zeros(size, dtype=np.float32)

    counts = np.zeros(5, dtype=np.int64)
    return Tree(counts, ints(), ints(), ints(), ints(), ints(), floats(), ints(), floats())


@compiled
def plant(tree: Tree, action: int) -> None:
    """Forget what the tree held: there is the root, and nothing is known of it.

    Nothing but `action` is tried there, unless it is `ANY`.
    """
    tree.counts[:] = 0
    tree.counts[_NODES] = 1
    tree.counts[_FIRST] = action
    tree.first[0] = _NOTHING


@compiled
def grow(known: Known, net: Net, desk: Desk, tree: Tree, until: int, luck: Ints) -> None:
    """Grow the tree until so many evaluations are spent, or as many rounds brought nothing new."""
    row = np.zeros(LENGTH, dtype=np.int64)
    path = np.zeros(_DEEPEST, dtype=np.int64)
    here = np.zeros(MOST_ACTIONS, dtype=np.int64)
    weight = np.zeros(MOST_ACTIONS, dtype=np.float32)
    for _ in range(until - int(tree.counts[_SPENT])):
        if tree.counts[_SPENT] >= until:
            break
        fill(known, row, luck)
        depth, value = _follow(tree, row, net, desk, path, here, weight, luck)
        for step in range(depth):
            tree.visits[path[step]] += 1
            tree.gain[path[step]] += value - tree.said[path[step]]


@compiled
def _follow(
    tree: Tree,
    row: Ints,
    net: Net,
    desk: Desk,
    path: Ints,
    here: Ints,
    weight: Floats,
    luck: Ints,
) -> tuple[int, float]:
    """Follow one line of play to a new node or the end; return its length and its worth."""
    seat, node, depth = int(row[TURN]), 0, 0
    while depth < _DEEPEST:
        if tree.counts[_EDGES] + MOST_ACTIONS > tree.action.size:
            return 0, 0.0  # there may be no room for what comes: the round does not count
        fresh = tree.first[node] == _NOTHING
        count = legal(row, here)
        if depth == 0 and tree.counts[_FIRST] != ANY:
            here[0] = tree.counts[_FIRST]
            count = 1
        _meet(tree, node, row, net, desk, here, count)
        if fresh and depth > 0:
            return depth, _best_said(tree, here, count)
        if fresh:
            tree.counts[_ROOTS] = count
        edge = _select(tree, here, count, weight)
        path[depth] = edge
        depth += 1
        take(row, int(tree.action[edge]), luck)
        _play_others(row, seat, net, desk, tree, luck)
        if row[RESULT] != NONE:
            return depth, 1.0 if has_won(row, seat) else desk.lean * way_to_win(row)
        node = _child(tree, edge)
    return depth, 0.0


@compiled
def _play_others(row: Ints, seat: int, net: Net, desk: Desk, tree: Tree, luck: Ints) -> None:
    """Let the others act until it is the seat's turn again.

    A partner takes what the net likes best, a rival goes by rules of thumb.
    """
    while row[RESULT] == NONE and row[TURN] != seat:
        if row[GAME] == DUEL:
            count = legal(row, desk.actions)
            chosen = thumb(row, desk.actions, count)
        else:
            count = assess(row, net, desk)
            chosen = best_of(desk, count)
        tree.counts[_SPENT] += count
        take(row, int(desk.actions[chosen]), luck)


@compiled
def _child(tree: Tree, edge: int) -> int:
    """Return the node an edge leads to, a new one if there was none."""
    if tree.child[edge] == _NOTHING:
        node = tree.counts[_NODES]
        tree.counts[_NODES] += 1
        tree.child[edge] = node
        tree.first[node] = _NOTHING
    return int(tree.child[edge])


@compiled
def _best_said(tree: Tree, here: Ints, count: int) -> float:
    """Return what the net says of the best action of a node."""
    best = tree.said[here[0]]
    for index in range(1, count):
        best = max(best, tree.said[here[index]])
    return float(best)


@compiled
def _meet(tree: Tree, node: int, row: Ints, net: Net, desk: Desk, here: Ints, count: int) -> None:
    """Turn the actions `here` into the edges of a node, and write there what the net says now."""
    edge = int(tree.first[node])
    if node == 0 and edge != _NOTHING:
        # What is guessed hardly changes what the net says of the root.
        for index in range(count):
            here[index] = index
        return
    desk.actions[:count] = here[:count]
    weigh(row, net, desk, count)
    tree.counts[_SPENT] += count
    for index in range(count):
        action = int(desk.actions[index])
        found = _edge_of(tree, node, edge, action)
        if found == _NOTHING:
            found = _add_edge(tree, node, action)
        else:
            edge = int(tree.next[found])
        tree.said[found] = desk.worth[index]
        here[index] = found


@compiled
def _edge_of(tree: Tree, node: int, start: int, action: int) -> int:
    """Return the edge of a node with this action: one from `start` on, or else any, or nothing."""
    for first in (start, int(tree.first[node])):
        edge = first
        while edge != _NOTHING:
            if tree.action[edge] == action:
                return edge
            edge = int(tree.next[edge])
    return _NOTHING


@compiled
def _add_edge(tree: Tree, node: int, action: int) -> int:
    edge = int(tree.counts[_EDGES])
    tree.counts[_EDGES] = edge + 1
    tree.action[edge] = action
    tree.next[edge] = _NOTHING
    tree.child[edge] = _NOTHING
    tree.visits[edge] = 0
    tree.gain[edge] = 0
    if tree.first[node] == _NOTHING:
        tree.first[node] = edge
    else:
        tree.next[tree.last[node]] = edge
    tree.last[node] = edge
    return edge


@compiled
def _select(tree: Tree, here: Ints, count: int, weight: Floats) -> int:
    """Return the edge to follow: PUCT, with the net's worth and the mean gain of an action."""
    top = _best_said(tree, here, count)
    visits, whole = 0, 0.0
    for index in range(count):
        edge = here[index]
        visits += tree.visits[edge]
        weight[index] = np.exp((tree.said[edge] - top) / WARMTH)
        whole += weight[index]
    drive = CURIOSITY * np.sqrt(visits + 1.0) / whole
    chosen, best = _NOTHING, 0.0
    for index in range(count):
        edge = here[index]
        tried = 1 + tree.visits[edge]
        score = tree.said[edge] + (tree.gain[edge] + drive * weight[index]) / tried
        if chosen == _NOTHING or score > best:
            chosen, best = edge, score
    return int(chosen)


def spent(tree: Tree) -> int:
    """Return the number of evaluations that the tree has cost."""
    return int(tree.counts[_SPENT])


def edges(tree: Tree) -> int:
    """Return the number of actions that were met in the tree, point by point."""
    return int(tree.counts[_EDGES])


def ranking(tree: Tree) -> list[tuple[int, float, int]]:
    """Return the actions of the root, best first: each with its worth and its visits.

    The most visited is the best; of equals, the one with the higher worth.
    """
    roots = range(int(tree.counts[_ROOTS]))
    found = [
        (
            int(tree.action[edge]),
            float(tree.said[edge] + tree.gain[edge] / (1 + tree.visits[edge])),
            int(tree.visits[edge]),
        )
        for edge in roots
    ]
    return sorted(found, key=lambda one: (-one[2], -one[1]))
