"""Questions to bots, answered in this process."""

from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import answer, question
from tests.play.games import game


def test_who_can_tell_nothing_at_a_glance_tells_nothing() -> None:
    table = Table(game(2, moves=0))
    assert answer(question(table, 0, "page", 1, glance=True)) == ()


def test_at_a_glance_all_that_can_be_done_is_weighed() -> None:
    table = Table(game(2, moves=0))
    seat = table.to_act
    assert seat is not None
    weighed = answer(question(table, seat, "squire", 1, glance=True))
    assert {one.action for one in weighed} == set(table.game.legal_actions(table.view(seat)))
    assert all(0 <= one.chance <= 1 for one in weighed)
