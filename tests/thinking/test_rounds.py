"""A decision is searched in rounds: the chances are means, and their error is known."""

from collections.abc import Sequence

import pytest

from regicide_tui.bots.base import RatedAction
from regicide_tui.games.base import Value
from regicide_tui.thinking.questions import Measured, measure
from tests.play.games import DUEL

BEST, ALIKE, DONE = (DUEL.parse(one) for one in ("9C", "8C", "7C"))


def rated(action: Value, chance: float, **more: object) -> RatedAction[Value]:
    return RatedAction(action, chance, 1.0, **more)  # type: ignore[arg-type]


def measured(
    bests: Sequence[float], costs: Sequence[float], late_after: int = 99
) -> tuple[Measured, int]:
    """Return what rounds with these chances of the best action and these costs find, and how many.

    The chances recur if there are more rounds.
    """
    rounds: list[int] = []

    def search(number: int) -> tuple[RatedAction[Value], RatedAction[Value]]:
        rounds.append(number)
        best = bests[number % len(bests)]
        return rated(BEST, best), rated(DONE, best - costs[number % len(costs)])

    found = measure(search, lambda one: one.chance, lambda: len(rounds) >= late_after)
    assert rounds == [*range(len(rounds))]
    return found, len(rounds)


def test_the_chances_are_the_means_of_all_rounds() -> None:
    found, _ = measured([0.6, 0.62], [0.2, 0.22])
    assert found.best.chance == pytest.approx(0.61)
    assert found.own.chance == pytest.approx(0.4)


def test_a_decision_that_costs_nothing_needs_two_rounds_and_one_that_does_four() -> None:
    assert measured([0.6], [0.0])[1] == 2
    assert measured([0.6], [0.2])[1] == 4


def test_a_cost_that_differs_from_round_to_round_is_within_the_error() -> None:
    found, rounds = measured([0.6], [0.07, 0.0, 0.0, 0.01])
    assert found.best.chance - found.own.chance < found.error
    assert rounds == 12, "more rounds might have told"


def test_a_cost_that_all_rounds_find_is_beyond_the_error() -> None:
    found, _ = measured([0.6], [0.07, 0.08, 0.06, 0.07])
    assert found.best.chance - found.own.chance > 2 * found.error


def test_a_chance_that_is_uncertain_takes_more_rounds() -> None:
    assert measured([0.74, 0.52, 0.5], [0.0])[1] == 12


def test_one_round_alone_proves_no_small_cost() -> None:
    found, rounds = measured([0.6], [0.04], late_after=1)
    assert rounds == 1
    assert found.error > 0.04
    assert measured([0.6], [0.2], late_after=1)[0].error < 0.2


def test_the_best_action_is_the_one_that_most_rounds_found_and_others_are_as_good() -> None:
    actions = [ALIKE, BEST, BEST, BEST]

    def search(number: int) -> tuple[RatedAction[Value], RatedAction[Value]]:
        return rated(actions[number], 0.6, lead=0.2, aims_at_gold=not number), rated(DONE, 0.4)

    found = measure(search, lambda one: one.chance, lambda: False)
    assert (found.best.action, found.others) == (BEST, (ALIKE,))
    assert found.best.lead == pytest.approx(0.15), "one round saw no lead of it"
    assert found.best.aims_at_gold
    assert found.own.aims_at_gold
