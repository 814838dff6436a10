"""Which decisions of a review are judged, and in which order."""

import pytest
from msgspec.structs import replace

from regicide_tui.bots.base import Chances
from regicide_tui.games.base import Value
from regicide_tui.play import history
from regicide_tui.play.history import Match, resignation
from regicide_tui.play.table import Table
from regicide_tui.server.model.review import commands as c
from regicide_tui.server.model.review.judged import Asked, Judged
from regicide_tui.server.model.review.state import begin_review
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from tests.play.games import DUEL
from tests.server.review.finished import ADA, a_legal_action, finished_game
from tests.server.review.test_state import after

GAME = finished_game()
START = after(begin_review(GAME, ()), (ADA, c.Come()), (ADA, c.GoTo(2)))
UNJUDGED = Judged(GameReview(START.game))


def action(number: int) -> Value:
    """Return an action of the game."""
    return GAME.history.standing[number].action


def judgement(chance: float) -> Judgement:
    return Judgement(GAME.history.standing[0].action, chance, chance)


def take(judged: Judged, asked: Asked, found: Judgement) -> Judged:
    """Return the verdicts after an answer, which is dropped if its decision was taken back."""
    in_what_if = asked.line is not judged.game.saved
    stands = judged.stands(asked)
    return judged.note(asked.number, found, in_what_if=in_what_if) if stands else judged


def test_the_decision_at_the_moment_comes_first_and_each_is_asked_once() -> None:
    judged, asked = UNJUDGED, []
    while (found := judged.next(2)) is not None:
        asked.append(found.number)
        judged = take(judged, found, judgement(0.5))
    decisions = GAME.history.cursor
    assert asked == [*range(2, decisions), 0, 1]


def test_a_game_that_was_resigned_at_once_has_no_decision_but_its_what_if_has() -> None:
    fresh = Table(history.begin(DUEL, history.Start("duel", 2, "x", {})), (ADA, "bea"))
    resigned = replace(fresh, match=Match(called_off=resignation(0)))
    state = after(begin_review(resigned, ()), (ADA, c.Come()))
    judged = Judged(GameReview(state.game))
    assert judged.next(0) is None
    state = after(state, (ADA, c.BeginWhatIf()))
    found = judged.follow(state.what_if).next(0)
    assert found is not None
    assert (found.line, found.number) == (state.what_if, 0)


def test_the_position_where_a_what_if_begins_comes_first_and_then_its_last_decision() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    for steps in range(2):
        state = after(state, (ADA, c.Play(a_legal_action(state.seen_by(ADA), 1), steps)))
    judged, asked = UNJUDGED.follow(state.what_if), []
    for _ in range(4):
        found = judged.next(state.moment)
        assert found is not None
        asked.append((found.line is state.what_if, found.number))
        judged = take(judged, found, judgement(0.5))
    assert asked == [(False, 2), (True, 4), (True, 3), (True, 2)]


def test_verdicts_stay_while_their_decisions_stand() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = UNJUDGED.follow(state.what_if)
    for steps in range(2):
        found = judged.next(state.moment)
        assert found is not None
        judged = take(judged, found, judgement(0.5))
        action = a_legal_action(state.seen_by(ADA), 1)
        state = after(state, (ADA, c.Play(action, steps)))
        judged = judged.follow(state.what_if)
    assert judged.what_if is not None
    assert {*judged.what_if.verdicts} == set(), "the decision before each action is asked anew"
    for _ in range(3):
        found = judged.next(state.moment)
        assert found is not None
        judged = take(judged, found, judgement(0.4))
    taken_back = judged.follow(after(state, (ADA, c.TakeBack(2))).what_if)
    assert taken_back.what_if is not None
    assert {*taken_back.what_if.verdicts} == {2, 3}, "nothing is done there any more"


def best_at(judged: Judged, number: int = 2) -> list[Chances | None]:
    """Return the chances at a position in the game and in the what-if."""
    found = [one.verdicts.get(number) for one in (judged.game, judged.what_if or GameReview(GAME))]
    return [one.judgement.best_chances if one and one.judgement else None for one in found]


def test_a_position_has_the_same_chance_in_the_game_and_in_a_what_if() -> None:
    known = UNJUDGED.note(2, Judgement(action(2), 0.6, 0.09, error=0.02))
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = known.follow(state.what_if)
    assert best_at(judged) == [Chances(0.6), Chances(0.6)], "at once"
    asked = judged.next(2)
    assert asked is not None
    assert (asked.line, asked.number) == (state.game, 3), "nothing of it is asked again"
    state = after(state, (ADA, c.Play(a_legal_action(state.seen_by(ADA), 1), 0)))
    judged = judged.follow(state.what_if).note(2, Judgement(action(2), 0.52, 0.3), in_what_if=True)
    assert best_at(judged) == [Chances(0.6), Chances(0.6)]
    assert judged.what_if is not None
    assert judged.what_if.verdicts[2].cost == pytest.approx(0.3)
    state = after(state, (ADA, c.TakeBack(1)))
    assert best_at(judged.follow(state.what_if)) == [Chances(0.6), Chances(0.6)]


def test_a_position_has_the_same_chance_if_the_game_is_judged_during_a_what_if() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = UNJUDGED.follow(state.what_if)
    found = judged.next(2)
    assert found is not None
    assert (found.line, found.number) == (state.game, 2)
    judged = take(judged, found, judgement(0.6))
    assert best_at(judged) == [Chances(0.6), Chances(0.6)]


def test_an_action_that_a_what_if_finds_better_costs_nothing_on_the_same_scale() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    state = after(state, (ADA, c.Play(a_legal_action(state.seen_by(ADA), 1), 0)))
    judged = UNJUDGED.note(2, judgement(0.6)).follow(state.what_if)
    judged = judged.note(2, judgement(0.66), in_what_if=True)
    assert best_at(judged) == [Chances(0.6), Chances(0.6)]
    assert judged.what_if is not None
    assert judged.what_if.verdicts[2].cost == 0


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = UNJUDGED.note(2, None).follow(state.what_if)
    found = judged.next(state.moment)
    assert found is not None
    action = a_legal_action(state.seen_by(ADA), 1)
    moved = judged.follow(after(state, (ADA, c.Play(action, 0))).what_if)
    assert take(moved, found, judgement(0.5)) == moved
    ended = moved.follow(after(state, (ADA, c.EndWhatIf())).what_if)
    assert take(ended, found, judgement(0.5)) == ended
    assert ended.what_if is None
