"""The tree of the search on encoded states."""

import pytest

from regicide_tui.bots.edges import find_edge
from regicide_tui.bots.encoded.games import INPUTS
from regicide_tui.bots.encoded.search import (
    ANY_ACTION,
    Tree,
    evaluations_spent,
    grow_tree,
    is_decided,
    new_tree,
    new_workspace,
    rank_root_actions,
    reset_tree,
)
from regicide_tui.bots.encoded.state import MOST_ACTIONS, PAYING
from regicide_tui.bots.library import floats_of, ints_of
from regicide_tui.bots.regicide.state import (
    Memory,
    encode_action,
    encode_state,
    infer_information_set,
)
from regicide_tui.bots.rng import new_rng
from regicide_tui.bots.training.adam import new_net
from regicide_tui.games.base import Value
from tests.bots.regicide.games import GAME
from tests.loose import loose

NET = new_net(INPUTS["regicide"], 8, 4, 1)


def _grown(room: int, budget: int, state: Value | None = None, rounds: int | None = None) -> Tree:
    """Return a tree with this room that was grown with this budget, for a new game or a state.

    There are as many rounds as evaluations if `rounds` does not say otherwise.
    """
    state = state or GAME.new(4, "tree", {})
    view = GAME.view(state, loose(state).turn)
    tree = new_tree(room)
    reset_tree(tree, ANY_ACTION)
    grow_tree(
        infer_information_set(Memory(loose(view).turn, loose(view), ()), loose(view)),
        NET,
        new_workspace(),
        tree,
        budget,
        budget if rounds is None else rounds,
        new_rng(1),
    )
    return tree


def test_a_tree_spends_its_evaluations_and_little_more() -> None:
    assert 2_000 <= evaluations_spent(_grown(2_000, 2_000)) < 2_000 + 2 * MOST_ACTIONS


def test_a_tree_grows_by_so_many_rounds_at_most() -> None:
    tree = _grown(2_000, 2_000, rounds=5)
    assert sum(tried for _, _, tried in rank_root_actions(tree)) == 5


def _edges(tree: Tree) -> list[tuple[int, int]]:
    """Return the node and the action of each edge."""
    added, node, action, _ = tree.edges
    edges = range(1, added[0] + 1)
    return [(node[edge], action[edge]) for edge in edges]


def test_each_action_of_a_node_has_one_edge() -> None:
    tree = _grown(5_000, 5_000)
    edges = _edges(tree)
    assert len({node for node, _ in edges}) > 10
    assert len({*edges}) == len(edges)


def test_a_tree_without_room_is_not_grown_beyond_it() -> None:
    tree = _grown(0, 20_000)
    assert evaluations_spent(tree) < 20_000
    assert tree.edges.added[0] < len(tree.edges.action)


POSITION = {"players": 1, "hands": [["2C", "5H", "TD"]], "enemy": "JS", "castle": ["QC"]}


def _actions(phase: str) -> tuple[int, int, set[int]]:
    """Return the payments with the 10 alone and with a spare 2, and all actions of a tree."""
    state = loose(GAME.load(loose(POSITION | {"phase": phase, "jesters_unused": 0}), "x", {}))
    encoded = encode_state(state)
    tree = _grown(2_000, 2_000, state)
    alone, spare = (
        encode_action(loose(GAME.parse(words)), encoded) for words in ("pay TD", "pay 2C TD")
    )
    return alone, spare, {action for _, action in _edges(tree)}


def test_payments_after_the_first_action_have_no_spare_card() -> None:
    alone, spare, searched = _actions("play")
    assert alone & spare & PAYING
    assert alone in searched
    assert spare not in searched


def test_the_first_action_may_be_any_payment() -> None:
    alone, spare, searched = _actions("suffer")
    assert {alone, spare} <= searched


def _searched(spent: int, *actions: tuple[float, int]) -> Tree:
    """Return a tree after so many evaluations, with the value and the visits of each action."""
    tree, count = new_tree(0), len(actions)
    tree.counts[:] = ints_of([1, spent, count, ANY_ACTION])
    values, visits = zip(*actions, strict=True)
    for action in range(count):
        find_edge(tree.edges, 0, action, True)
    tree.visits[1 : count + 1] = ints_of(visits)
    tree.net_value[1 : count + 1] = floats_of(values)
    return tree


BUDGET = 300_000


@pytest.mark.parametrize(
    ("spent", "actions", "decided"),
    [
        pytest.param(60_000, [(0.6, 900), (0.5, 200)], True, id="tried four times as often"),
        pytest.param(60_000, [(0.6, 900), (0.5, 400)], False, id="tried twice as often"),
        pytest.param(60_000, [(0.6, 500), (0.5, 200), (0.5, 200)], False, id="two behind it"),
        pytest.param(250_000, [(0.6, 900), (0.5, 400)], True, id="the other can't catch up"),
        pytest.param(60_000, [(0.995, 500), (0.994, 490)], True, id="won"),
        pytest.param(60_000, [(0.004, 500), (0.003, 490)], True, id="lost"),
        pytest.param(60_000, [(0.6, 900)], True, id="a single action"),
        pytest.param(200, [(0.6, 30_000), (0.6, 29_000)], True, id="rounds find nothing new"),
    ],
)
def test_a_search_ends_sooner_if_the_rest_would_change_nothing(
    spent: int, actions: list[tuple[float, int]], decided: bool
) -> None:
    assert is_decided(_searched(spent, *actions), BUDGET) is decided
