"""A search with the weights in the package beats the page."""

import pytest

from regicide_tui.bots.net import load_net
from regicide_tui.simulate.plan import Plan
from regicide_tui.simulate.summary import count_wins
from tests.bots.rivals.games import GAMES, NAMES, Rivals
from tests.simulate.playing import play

PAIRS = {"duel": (20, "knight"), "king_of_the_dead": (3, "knight:400")}
"""For each game: how many pairs of games with exchanged seats, and the bot that searches."""


@pytest.mark.parametrize("rivals", GAMES, ids=NAMES)
def test_the_weights_in_the_package_fit(rivals: Rivals) -> None:
    net = load_net(rivals.game.name, 2)
    assert len(net.w1) == (rivals.inputs + 1) * len(net.b1)


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRS)
def test_a_search_beats_the_page(name: str) -> None:
    pairs, searcher = PAIRS[name]
    plan = Plan(name, (searcher, "page"), "strength", around=True)
    won, lost = count_wins(plan, play(plan, range(1, 2 * pairs + 1)))
    assert won > lost
