"""What a shared review says about a moment: chances, and who points at what."""

import re

import pytest

from regicide_tui.bots.base import Chances
from regicide_tui.server.review.screens.sentences import odds_of, rows_above
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from regicide_tui.tui.pages.verdicts import list_rows, step_rows
from regicide_tui.tui.pages.words import chances_text
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.rendering.symbols import DRAWN
from tests.server.review.finished import finished_game
from tests.tui.models import page

GAME = finished_game()
REVIEWED = GameReview(GAME)


def judged(best: float, done: float, number: int = 0) -> GameReview:
    """Return the game with one decision that was judged."""
    action = GAME.history.standing[number].action
    return REVIEWED.judged(REVIEWED.verdict(number, Judgement(action, best, done)))


def told(reviewed: GameReview) -> str:
    """Return the verdict on the first decision as one line."""
    return " ".join(page(step_rows(reviewed, 0, 200, DRAWN)).split())


def shown(chances: Chances | None) -> list[str]:
    return [] if chances is None else [chances_text(chances)]


@pytest.mark.parametrize(
    ("best", "done"),
    [(0.7, 0.4), (0.704, 0.508), (0.706, 0.694), (0.7, 0.695), (0.55, 0.545), (0.995, 0.99)],
)
def test_the_chances_in_the_title_are_those_of_the_verdict_below(best: float, done: float) -> None:
    reviewed = judged(best, done)
    odds = odds_of(reviewed, 0)
    assert odds is not None
    assert {*shown(odds.now), *shown(odds.then)} == {*re.findall(r"win \d+%", told(reviewed))}


def test_a_decision_that_is_not_judged_yet_has_a_question_mark_for_its_chance() -> None:
    odds = odds_of(REVIEWED, 0)
    assert odds is not None
    assert odds.now is odds.then is None
    assert odds_of(REVIEWED, REVIEWED.decisions) is None


@pytest.mark.parametrize("best", [0.704, 0.7049, 0.705, 0.7051, 0.706])
@pytest.mark.parametrize("done", [0.404, 0.405, 0.406, 0.508, 0.5951])
def test_a_cost_is_the_difference_of_the_two_percentages_beside_it(
    best: float, done: float
) -> None:
    reviewed = judged(best, done)
    cost, with_done, with_best = map(int, re.findall(r"(\d+)%", told(reviewed)))
    assert cost == with_best - with_done
    assert f"{cost}%" in page(list_rows(reviewed, 0, 100, DRAWN))


def test_what_is_pointed_at_stays_in_sight_below_a_long_verdict() -> None:
    above, below = (
        [(Run(f"verdict {n}"),) for n in range(5)],
        [(Run(f"row {n}"),) for n in range(3)],
    )
    assert rows_above(above, below, 2, 4) == [*above[:2], *below[:2]]
    assert rows_above(above, below, 1, 9) == [*above, *below]
    assert rows_above(above, [], 1, 4) == above[:4]
    assert rows_above(above, below, 3, 2) == [above[0], below[0]]
