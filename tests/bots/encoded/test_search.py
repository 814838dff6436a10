"""The tree of the search on encoded states."""

from regicide_tui.bots.encoded.evaluation import new_workspace
from regicide_tui.bots.encoded.games import INPUTS
from regicide_tui.bots.encoded.layout import MOST_ACTIONS
from regicide_tui.bots.encoded.search import (
    ANY_ACTION,
    Tree,
    edge_count,
    evaluations_spent,
    grow_tree,
    new_tree,
    reset_tree,
)
from regicide_tui.bots.net import new_net
from regicide_tui.bots.regicide.information_set import infer_information_set
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.rng import new_rng
from tests.bots.regicide.games import GAME
from tests.loose import loose

NET = new_net(INPUTS["regicide"], 8, 4, 1)


def _grown(room: int, budget: int) -> Tree:
    """Return a tree with this room that was grown with this budget."""
    state = GAME.new(4, "tree", {})
    view = GAME.view(state, loose(state).turn)
    tree = new_tree(room)
    reset_tree(tree, ANY_ACTION)
    grow_tree(
        infer_information_set(Memory(loose(view).turn, loose(view), ()), loose(view)),
        NET,
        new_workspace(),
        tree,
        budget,
        new_rng(1),
    )
    return tree


def test_a_tree_spends_its_evaluations_and_little_more() -> None:
    assert 2_000 <= evaluations_spent(_grown(2_000, 2_000)) < 2_000 + 2 * MOST_ACTIONS


def test_a_tree_without_room_is_not_grown_beyond_it() -> None:
    tree = _grown(0, 20_000)
    assert evaluations_spent(tree) < 20_000
    assert edge_count(tree) <= tree.action.size
