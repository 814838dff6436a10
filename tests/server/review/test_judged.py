"""Which decisions of a review are judged, and in which order."""

from regicide_tui.server.review import commands as c
from regicide_tui.server.review.judged import Judged
from regicide_tui.server.review.state import begin_review
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview
from tests.server.review.finished import ADA, a_legal_action, finished_game
from tests.server.review.test_state import after

GAME = finished_game()
START = after(begin_review(GAME, ()), (ADA, c.Come()), (ADA, c.GoTo(2)))
UNJUDGED = Judged(GameReview(START.game))


def judgement(chance: float) -> Judgement:
    return Judgement(GAME.history.standing[0].action, chance, chance)


def test_the_decision_at_the_moment_comes_first_and_each_is_asked_once() -> None:
    judged, asked = UNJUDGED, []
    while (found := judged.next(2)) is not None:
        asked.append(found.number)
        judged = judged.take(found, judgement(0.5))
    decisions = GAME.history.cursor
    assert asked == [*range(2, decisions), 0, 1]


def test_a_what_if_comes_first_and_in_it_the_last_decision() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    for steps in range(2):
        state = after(state, (ADA, c.Play(a_legal_action(state.seen_by(ADA), 1), steps)))
    judged, asked = UNJUDGED.follow(state), []
    for _ in range(4):
        found = judged.next(state.moment)
        assert found is not None
        asked.append((found.line is state.what_if, found.number))
        judged = judged.take(found, judgement(0.5))
    assert asked == [(True, 4), (True, 3), (True, 2), (False, 2)]


def test_verdicts_stay_while_their_decisions_stand() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = UNJUDGED.follow(state)
    for steps in range(2):
        found = judged.next(state.moment)
        assert found is not None
        judged = judged.take(found, judgement(0.5))
        action = a_legal_action(state.seen_by(ADA), 1)
        state = after(state, (ADA, c.Play(action, steps)))
        judged = judged.follow(state)
    assert judged.what_if is not None
    assert {*judged.what_if.verdicts} == set(), "the decision before each action is asked anew"
    for _ in range(3):
        found = judged.next(state.moment)
        assert found is not None
        judged = judged.take(found, judgement(0.4))
    taken_back = judged.follow(after(state, (ADA, c.TakeBack(2))))
    assert taken_back.what_if is not None
    assert {*taken_back.what_if.verdicts} == {2}


def test_an_answer_that_comes_too_late_is_dropped() -> None:
    state = after(START, (ADA, c.BeginWhatIf()))
    judged = UNJUDGED.follow(state)
    found = judged.next(state.moment)
    assert found is not None
    action = a_legal_action(state.seen_by(ADA), 1)
    moved = judged.follow(after(state, (ADA, c.Play(action, 0))))
    assert moved.take(found, judgement(0.5)) == moved
    ended = moved.follow(after(state, (ADA, c.EndWhatIf())))
    assert ended.take(found, judgement(0.5)) == ended
    assert ended.what_if is None
