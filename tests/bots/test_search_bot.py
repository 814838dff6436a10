"""What a decision cost: the action that was done beside the best one."""

from collections.abc import Callable, Mapping, Sequence

import pytest

from regicide_tui.bots.base import RatedAction
from regicide_tui.bots.search_bot import compare_with_best
from regicide_tui.games.base import Value


class Action(Value):
    """An action of no game."""

    name: str


BEST, OTHER = Action("best"), Action("other")
Searches = Mapping[Action, Sequence[float]]


def rated(action: Action, chance: float, *, gold: float | None = None) -> RatedAction[Action]:
    return RatedAction(action, chance, 0.5, gold=gold, aims_at_gold=gold is not None)


def searching(found: Searches) -> tuple[Callable[[Action, int], RatedAction[Action]], list[Action]]:
    """Return what finds these chances, one after the other, and the actions it is asked about."""
    asked: list[Action] = []

    def search_one(action: Action, number: int) -> RatedAction[Action]:
        assert number == asked.count(action), "each search has other random numbers"
        asked.append(action)
        return rated(action, found[action][number])

    return search_one, asked


RANKED = (rated(BEST, 0.6), rated(OTHER, 0.5))


def test_a_decision_that_cost_nothing_is_searched_once() -> None:
    search_one, asked = searching({BEST: [0.6], OTHER: [0.595]})
    best, own = compare_with_best(RANKED, OTHER, search_one)
    assert (best.chance, own.chance) == (0.6, 0.595)
    assert asked == [BEST, OTHER]


def test_a_cost_is_measured_by_the_mean_of_four_searches() -> None:
    search_one, _ = searching({BEST: [0.6, 0.5, 0.5, 0.4], OTHER: [0.4, 0.5, 0.4, 0.3]})
    best, own = compare_with_best(RANKED, OTHER, search_one)
    assert (best.action, own.action) == (BEST, OTHER)
    assert (best.chance, own.chance) == pytest.approx((0.5, 0.4))


def test_what_only_one_search_found_to_cost_something_costs_nothing() -> None:
    search_one, _ = searching({BEST: [0.6, 0.4, 0.4, 0.4], OTHER: [0.5, 0.5, 0.5, 0.5]})
    best, own = compare_with_best(RANKED, OTHER, search_one)
    assert best == own
    assert own.action == OTHER


def test_the_chances_of_gold_are_means_too() -> None:
    chances = {BEST: [0.3, 0.5, 0.4, 0.4], OTHER: [0.1, 0.2, 0.1, 0.0]}

    def search_one(action: Action, number: int) -> RatedAction[Action]:
        return rated(action, 0.9, gold=chances[action][number])

    ranked = (rated(BEST, 0.9, gold=0.4), rated(OTHER, 0.9, gold=0.1))
    best, own = compare_with_best(ranked, OTHER, search_one)
    assert (best.gold, own.gold) == pytest.approx((0.4, 0.1))
    assert (best.chance, own.chance) == pytest.approx((0.9, 0.9))


@pytest.mark.parametrize("done", [None, BEST])
def test_the_best_action_is_not_compared_with_itself(done: Action | None) -> None:
    search_one, asked = searching({BEST: [0.6]})
    best, own = compare_with_best(RANKED, done, search_one)
    assert best == own
    assert asked == [BEST]
