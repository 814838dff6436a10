"""The texts of a review say whose chances they tell, and what was good."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview, compute_chance_line
from regicide_tui.tui.pages.review import list_rows, step_rows
from regicide_tui.tui.rendering.paint import DRAWN
from tests.loose import loose
from tests.play.games import duel, whole_game
from tests.tui.models import page


def judged(saved: Table, number: int, chance: float, done: float, **others: object) -> GameReview:
    """Return a review in which one decision is judged."""
    table = GameReview(saved).table_at(number)
    seat = table.to_act
    assert seat is not None
    best = table.game.legal_actions(table.view(seat))[0]
    judgement = Judgement(best, chance, done, **loose(others))
    reviewed = GameReview(saved)
    return reviewed.judged(number, judgement)


def text(reviewed: GameReview, number: int) -> str:
    """Return the text about a decision."""
    return " ".join(page(step_rows(reviewed, number, 200, DRAWN)).split())


@pytest.mark.parametrize("number", [0, 1])
def test_among_rivals_a_chance_has_the_name_of_its_player(number: int) -> None:
    saved = duel(10)
    equal, costly = judged(saved, number, 0.6, 0.6), judged(saved, number, 0.6, 0.4)
    table = equal.table_at(number)
    assert table.to_act is not None
    name = saved.seats[table.to_act]
    assert f"{name} wins 60%." in text(equal, number)
    assert f"That cost 20%: {name} wins 40%. Better:" in text(costly, number)


def test_partners_share_a_chance_that_needs_no_name() -> None:
    assert text(judged(whole_game(2), 0, 0.6, 0.6), 0).endswith("better: win 60%.")


def test_what_a_hint_advised_is_said_and_no_mistake() -> None:
    hinted = replace(whole_game(2), hinted=(0,))
    reviewed = judged(hinted, 0, 0.88, 0.81)
    said = text(reviewed, 0)
    assert said.endswith("A hint advised this: win 88%."), said
    assert "?" not in said
    assert "action 1 " not in " ".join(page(list_rows(reviewed, 0, 200, DRAWN)).split())


def test_an_action_that_is_not_worse_beyond_the_error_has_the_chance_of_the_line() -> None:
    reviewed = judged(whole_game(2), 0, 0.88, 0.81, error=0.08)
    assert text(reviewed, 0).endswith("Nothing was clearly better: win 88%.")
    assert compute_chance_line(reviewed, 0)[0] == 0.88


def test_an_action_that_was_much_better_than_any_other_is_called_so() -> None:
    reviewed = judged(whole_game(2), 0, 0.6, 0.6, lead=0.2, was_best=True)
    assert text(reviewed, 0).endswith("! Clearly the best: win 60%.")


def test_a_flipped_jester_leaves_no_gold() -> None:
    gold = {"gold": 0.5, "gold_done": 0.0, "aims_at_gold": True}
    said = text(judged(whole_game(1), 0, 0.9, 0.8, **gold), 0)
    assert "That cost 50% (gold): no gold, any win 80%. Better:" in said
    assert said.count("gold 50%, any win 90%") == 1


def test_alone_a_cost_says_which_of_the_two_chances_it_is_of() -> None:
    chances = {"gold": 0.48, "gold_done": 0.41}
    gold = text(judged(whole_game(1), 0, 0.88, 0.88, aims_at_gold=True, **chances), 0)
    assert "That cost 7% (gold): gold 41%, any win 88%." in gold
    win = text(judged(whole_game(1), 0, 0.88, 0.8, gold=0.05, gold_done=0.01), 0)
    assert "That cost 8% (any win): gold 1%, any win 80%." in win


def test_a_player_alone_is_named_only_by_an_own_name() -> None:
    named = whole_game(1)
    nameless = replace(named, seats=("Player 1",))
    for saved, shown in ((named, f". {named.seats[0]}:"), (nameless, ", turn 1: play")):
        reviewed = judged(saved, 0, 0.9, 0.5)
        assert shown in text(reviewed, 0)
        assert "action 1 better: " in " ".join(page(list_rows(reviewed, 0, 200, DRAWN)).split())
