"""What a shared review says about a moment: chances, and who points at what."""

import re

import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import Chances
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.review.state import Said, begin_review
from regicide_tui.server.screens.review.sentences import (
    below_verdict,
    describe_people,
    odds_of,
    said_by,
)
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from regicide_tui.tui.pages.lines import chances_text
from regicide_tui.tui.pages.review import list_rows, step_rows
from regicide_tui.tui.rendering.paint import DRAWN, Row, Run
from regicide_tui.tui.table.game_ui import find
from tests.server.review.finished import ADA, BEA, finished_game
from tests.tui.models import page

GAME = finished_game()
REVIEWED = GameReview(GAME)


def judged(best: float, done: float, number: int = 0) -> GameReview:
    """Return the game with one decision that was judged."""
    action = GAME.history.standing[number].action
    return REVIEWED.judged(number, Judgement(action, best, done))


def told(reviewed: GameReview) -> str:
    """Return the verdict on the first decision as one line."""
    return " ".join(page(step_rows(reviewed, 0, 200, DRAWN)).split())


def shown(chances: Chances | None) -> list[str]:
    return [] if chances is None else [chances_text(chances)]


@pytest.mark.parametrize(
    ("best", "done"),
    [
        (0.7, 0.7),
        (0.7, 0.4),
        (0.704, 0.508),
        (0.706, 0.694),
        (0.7, 0.695),
        (0.55, 0.545),
        (0.995, 0.99),
    ],
)
def test_the_chances_in_the_title_are_those_of_the_verdict_below(best: float, done: float) -> None:
    reviewed = judged(best, done)
    odds = odds_of(reviewed, 0)
    assert odds is not None
    assert {*shown(odds.now), *shown(odds.then)} == {*re.findall(r"win >?\d+%", told(reviewed))}


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


def rows(kind: str, count: int) -> list[Row]:
    return [(Run(f"{kind} {n}"),) for n in range(count)]


def line(text: str) -> Row:
    return said_by(Said("bea", 0, text), DRAWN, Reader(ADA))


def shown_below(verdict: int, brief: int, lines: list[Row], height: int, width: int = 20) -> str:
    """Return what stands in a review: a verdict with this many rows, and lines below it."""
    whole = rows("whole", verdict)
    found = below_verdict(whole, lambda: rows("brief", brief), lines, width, height, DRAWN)
    return page(found)


def test_a_verdict_stands_whole_above_what_was_said_if_there_is_room() -> None:
    assert shown_below(2, 1, [line("the nine was worth much more")], 4) == (
        "whole 0\nwhole 1\nbea: the nine was\nworth much more"
    )


def test_what_was_said_takes_one_row_if_it_has_no_more() -> None:
    said = [line("the nine was worth much more")]
    assert shown_below(3, 1, said, 4) == "whole 0\nwhole 1\nwhole 2\nbea: the nine was w…"


def test_a_verdict_becomes_brief_before_anything_said_is_left_out() -> None:
    said = [line("the nine"), line("no, the ten")]
    assert shown_below(3, 2, said, 4) == "brief 0\nbrief 1\nbea: the nine\nbea: no, the ten"
    assert shown_below(5, 4, said, 4) == "brief 0\nbrief 1\nbrief 2\nbea: the nine"


def test_a_verdict_alone_takes_all_rows_and_no_more() -> None:
    assert shown_below(3, 2, [], 4) == "whole 0\nwhole 1\nwhole 2"
    assert shown_below(4, 3, [], 3) == "brief 0\nbrief 1\nbrief 2"


def test_a_brief_verdict_names_the_better_action_and_no_reasons() -> None:
    table = find(GAME.history.start.game)
    for number, move in enumerate(GAME.history.standing):
        view = REVIEWED.table_at(number)
        legal = view.game.legal_actions(view.view(view.to_act))
        for best in [one for one in legal if one != move.action]:
            if table.reasons(view.view(view.to_act), best):
                reviewed = REVIEWED.judged(number, Judgement(best, 0.7, 0.4))
                whole, brief = (
                    " ".join(page(step_rows(reviewed, number, 200, DRAWN, brief=one)).split())
                    for one in (False, True)
                )
                assert whole.partition("win 70%")[2].startswith(": ")
                assert brief.endswith("win 70%.")
                return
    pytest.fail("no action of the game has a reason")


def test_whoever_played_alone_and_looks_alone_reads_nothing_of_followers() -> None:
    alone = replace(begin_review(GAME, (ADA,)), people=(ADA,), leader=ADA)
    assert [*describe_people(alone, ADA, "J")] == [""]
    followed = replace(alone, people=(ADA, BEA))
    assert describe_people(followed, ADA, "J")[0] == "you lead, bea follows"
    of_two = replace(alone, players=(ADA, BEA))
    assert describe_people(of_two, ADA, "J")[0] == "you lead, nobody follows"
