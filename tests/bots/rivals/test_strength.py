"""Looking ahead with the weights in the package beats the page."""

from typing import Any

import pytest

from regicide_tui.bots.contest import contest
from regicide_tui.bots.levels import LEVELS, level_named
from regicide_tui.bots.rivals import duel_bot, king_bot
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.bots.weights import load_net
from regicide_tui.games import find
from tests.bots.rivals.games import JUDGES, NAMES

PAIRS = {"duel": (duel_bot, 20, 300), "king_of_the_dead": (king_bot, 3, 100)}
"""For each game its players, how many pairs of games with seats exchanged, and the budget."""


@pytest.mark.parametrize("judge", JUDGES, ids=NAMES)
def test_the_weights_in_the_package_fit(judge: NetJudge[Any, Any]) -> None:
    assert load_net(judge.game.name, 2).w1.shape[0] == judge.inputs + 1


@pytest.mark.parametrize("name", PAIRS)
def test_who_looks_ahead_beats_the_page(name: str) -> None:
    maker, pairs, budget = PAIRS[name]
    page = maker(LEVELS[0], 2)
    thinker = maker(level_named("knight"), 2, budget)
    won = 0.0
    for number in range(pairs):
        for seat in (0, 1):
            bots = [thinker, page] if seat == 0 else [page, thinker]
            winners = contest(find(name), bots, f"strength-{number}").outcome.winners
            won += (seat in winners) / len(winners)
    assert won > pairs  # more than half of the games
