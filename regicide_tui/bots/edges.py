"""The edges of a search tree, which are its nodes' actions, and a hash table to find them."""

from typing import NamedTuple

from regicide_tui.bots.library import Ints, compiled, ints, untouched

MISSING = 0
"""The number of an edge that doesn't exist."""


class Edges(NamedTuple):
    """The node and the action of each edge. Edges are numbered from 1, in the order added.

    `added` contains their count. `slots` is the hash table: a node can have thousands of edges.
    """

    added: Ints
    node: Ints
    action: Ints
    slots: Ints


def new_edges(most: int) -> Edges:
    """Return room for this many edges."""
    size = most + 1
    slots = untouched(ints, 1 << (2 * size).bit_length())
    return Edges(ints(1), untouched(ints, size), untouched(ints, size), slots)


@compiled
def remove_edges(edges: Edges) -> None:
    """Remove all edges."""
    edges.added[0] = 0
    for slot in range(len(edges.slots)):
        edges.slots[slot] = MISSING


@compiled
def find_edge(edges: Edges, node: int, action: int, adds: bool) -> int:
    """Return the node's edge for an action. If there is none, `adds` says whether to add it."""
    last = len(edges.slots) - 1  # the size is a power of 2
    # Both factors are so small that no product exceeds 64 bits.
    slot = (((action ^ (action >> 29)) & 0x1FFFFFFF) * 0x9E3779B1 + node * 0x85EBCA6B) >> 13 & last
    while edges.slots[slot] != MISSING:
        edge = edges.slots[slot]
        if edges.action[edge] == action and edges.node[edge] == node:
            return edge
        slot = (slot + 1) & last
    if not adds:
        return MISSING
    edge = edges.added[0] + 1
    edges.added[0] = edge
    edges.slots[slot] = edge
    edges.node[edge] = node
    edges.action[edge] = action
    return edge
