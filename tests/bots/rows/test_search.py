"""The tree of the search on rows."""

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.regicide.known import known_to
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.rows.games import INPUTS
from regicide_tui.bots.rows.layout import MOST_ACTIONS
from regicide_tui.bots.rows.player import new_desk
from regicide_tui.bots.rows.search import ANY, Tree, edges, grow, new_tree, plant, spent
from tests.bots.regicide.games import GAME
from tests.loose import loose

NET = fresh_net(INPUTS["regicide"], 8, 4, 1)


def _grown(room: int, until: int) -> Tree:
    """Grow a tree with room for so many evaluations until it has spent so many."""
    state = GAME.new(4, "tree", {})
    view = GAME.view(state, loose(state).turn)
    tree = new_tree(room)
    plant(tree, ANY)
    grow(
        known_to(Memory(loose(view).turn, loose(view), ()), loose(view)),
        NET,
        new_desk(),
        tree,
        until,
        luck_of(1),
    )
    return tree


def test_a_tree_spends_its_evaluations_and_little_more() -> None:
    assert 2_000 <= spent(_grown(2_000, 2_000)) < 2_000 + 2 * MOST_ACTIONS


def test_a_tree_without_room_is_not_grown_beyond_it() -> None:
    tree = _grown(0, 20_000)
    assert spent(tree) < 20_000
    assert edges(tree) <= tree.action.size
