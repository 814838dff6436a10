"""The tree of the search on rows."""

import numpy as np

from regicide_tui.bots.luck import luck_of
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.regicide.known import known_to
from regicide_tui.bots.regicide.memory import Memory
from regicide_tui.bots.rows.games import INPUTS
from regicide_tui.bots.rows.layout import MOST_ACTIONS
from regicide_tui.bots.rows.player import new_desk
from regicide_tui.bots.rows.search import ANY, grow, new_tree, plant, ranking, spent
from tests.bots.regicide.games import GAME

NET = fresh_net(INPUTS["regicide"], 8, 4, 1)


def _grown(room: int, until: int) -> tuple[int, int]:
    """Grow a tree with room for so many evaluations; return how many it has and its visits."""
    state = GAME.new(4, "tree", {})
    view = GAME.view(state, state.turn)
    known = known_to(Memory(view.turn, view, ()), view)
    tree = new_tree(room)
    plant(tree, ANY)
    grow(known, NET, new_desk(), tree, until, luck_of(1))
    assert np.count_nonzero(tree.visits) <= tree.action.size
    return spent(tree), sum(visits for _, _, visits in ranking(tree))


def test_a_tree_spends_its_evaluations_and_little_more() -> None:
    made, _ = _grown(2_000, 2_000)
    assert 2_000 <= made < 2_000 + 2 * MOST_ACTIONS


def test_a_tree_without_room_is_not_grown_beyond_it() -> None:
    small, _ = _grown(0, 20_000)
    assert small < 20_000
