"""The review: what is judged, with whose knowledge, and what follows from it."""

from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from regicide_tui.bots import calibration
from regicide_tui.bots.base import NoAnswer, RatedAction, never_stop
from regicide_tui.bots.calibration import Curve, Curves
from regicide_tui.play.history import Match, Start, begin, resignation
from regicide_tui.play.table import Table
from regicide_tui.thinking import questions
from regicide_tui.thinking.questions import (
    Judgement,
    ReviewQuestion,
    answer,
    question,
    the_judgement,
)
from regicide_tui.thinking.review import (
    MOST_POINTED_OUT,
    GameReview,
    Verdict,
    compute_chance_line,
    costliest,
    gold_lost,
    lost_from,
)
from tests.loose import loose
from tests.play.games import DUEL, JESTER_IN_HAND, NAMES, duel, game, set_up, whole_game
from tests.thinking.searching import KnowsAll

BEST, ELSE = DUEL.parse("9C"), DUEL.parse("8C")


def verdict(number: int, chance: float, kept: float | None = None, seat: int = 0) -> Verdict:
    """Return a decision whose best action and whose done action have these chances."""
    return Verdict(number, seat, Judgement(BEST, chance, chance if kept is None else kept))


def judged(saved: Table, *verdicts: Verdict) -> GameReview:
    """Return a game with these verdicts."""
    return GameReview(saved, {one.number: one for one in verdicts})


# ---------------------------------------------------------------- what is judged


def test_every_action_is_a_decision_and_so_is_the_point_where_a_game_goes_on() -> None:
    over, going = whole_game(2), game(2, 6)
    assert GameReview(over).decisions == len(over.history.moves)
    assert GameReview(going).decisions == 7
    assert GameReview(going).case(6, "page").done is None


def test_an_undone_action_is_no_decision() -> None:
    over = whole_game(2)
    undone = replace(over, history=over.history.at(4))
    reviewed = GameReview(undone)
    assert (reviewed.actions, reviewed.decisions) == (4, 5)
    assert reviewed.table_at(99).outcome is None


def test_a_resigned_duel_ends_where_it_was_resigned() -> None:
    resigned = replace(duel(4), match=Match(called_off=resignation(0)))
    reviewed = GameReview(resigned)
    assert reviewed.decisions == reviewed.actions == 4
    assert compute_chance_line(reviewed, 1)[-1] == 1.0
    assert compute_chance_line(reviewed, 0)[-1] == 0.0


def test_a_game_of_one_action_has_one_decision() -> None:
    last = {"players": 1, "hands": [["TS"]], "enemy": "KD", "damage": 30}
    reviewed = GameReview(Table(set_up(loose(last)).take_text("TS"), NAMES[:1]))
    assert reviewed.decisions == 1
    assert compute_chance_line(reviewed, 0) == (None, 1.0)


@pytest.mark.parametrize("saved", [game(3, 9), duel(9)], ids=["regicide", "duel"])
def test_a_decision_is_judged_from_what_its_seat_had_seen(saved: Table) -> None:
    history = saved.history
    for number in range(9):
        before = replace(
            saved, history=replace(history, moves=history.moves[:number], cursor=number)
        )
        seat = before.to_act
        assert seat is not None
        asked = GameReview(saved).case(number, "page")
        assert asked.observation == question(before, seat, "page", 0).observation
        assert history.game.format(loose(asked.done)) == history.game.format(
            history.moves[number].action
        )


def test_later_actions_change_no_review_question() -> None:
    one = game(2, 5)
    other = Table(one.history.at(3).take_text(_another(one)), one.seats)
    assert GameReview(one).case(2, "page") == GameReview(other).case(2, "page")


def _another(saved: Table) -> str:
    """Return an action other than the fourth one that was done."""
    history = saved.history.at(3)
    written = [history.game.format(one) for one in history.game.legal_actions(history.state)]
    return next(
        one for one in written if one != saved.history.game.format(saved.history.moves[3].action)
    )


def test_the_decision_at_the_pointer_is_judged_next() -> None:
    reviewed = judged(game(2, 4), verdict(2, 0.5), verdict(3, 0.5))
    assert reviewed.next_from(2) == 4
    assert reviewed.judged(4, None).next_from(2) == 0
    whole = judged(game(2, 1), verdict(0, 0.5), verdict(1, 0.5))
    assert whole.next_from(0) is None


# ---------------------------------------------------------------- what follows from it


def test_the_costliest_decisions_come_worst_first_and_are_three_at_the_most() -> None:
    verdicts = [
        verdict(1, 0.9, 0.8),
        verdict(2, 0.5, 0.1),
        verdict(3, 0.6, 0.5),
        verdict(4, 1, 0.7),
    ]
    assert [one.number for one in costliest(verdicts)] == [2, 4, 1]
    assert len(costliest(verdicts)) == MOST_POINTED_OUT


def test_small_costs_and_positions_without_a_judgement_are_not_shown() -> None:
    assert costliest([verdict(1, 0.5, 0.49), verdict(2, 0.5), Verdict(3, 0, None)]) == ()


def test_the_line_has_the_chance_before_each_action_and_ends_with_the_end() -> None:
    over = whole_game(2)
    reviewed = judged(over, verdict(0, 0.6), verdict(1, 1.2, seat=1), Verdict(2, 0, None))
    chances = compute_chance_line(reviewed, 0)
    assert chances[:4] == (0.6, 1.0, None, None)
    assert chances[-1] == 0.0
    assert len(chances) == len(over.history.moves) + 1


def test_the_chance_of_a_rival_stays_while_others_act() -> None:
    reviewed = judged(duel(3), verdict(0, 0.6), verdict(1, 0.9, seat=1), verdict(2, 0.7, seat=1))
    assert compute_chance_line(reviewed, 0) == (0.6, 0.6, 0.6, None), (
        "its own decision is still to be analysed"
    )
    assert compute_chance_line(reviewed, 1) == (0.9, 0.9, 0.7, 0.7)


def test_what_an_action_cost_a_rival_is_gone_while_others_act() -> None:
    reviewed = judged(duel(3), verdict(0, 0.6, kept=0.1), verdict(1, 0.9, 0.5, seat=1))
    assert compute_chance_line(reviewed, 0)[:3] == (0.6, 0.6 - 0.5, 0.6 - 0.5)
    hinted = replace(verdict(0, 0.6, kept=0.1), hinted=True)
    assert compute_chance_line(judged(duel(3), hinted), 0)[1] == 0.6


def test_a_rival_who_has_not_been_judged_yet_has_no_chance() -> None:
    assert compute_chance_line(judged(duel(3), verdict(0, 0.6)), 1) == (None, None, None, None)
    acts_last = judged(duel(1), verdict(0, 0.6), verdict(1, 0.9, seat=1))
    assert compute_chance_line(acts_last, 1) == (0.9, 0.9)


def test_a_lost_game_was_lost_when_the_chance_fell_below_one_half_for_good() -> None:
    assert lost_from([0.8, 0.4, 0.6, 0.4, 0.3, 0.0]) == 3
    assert lost_from([0.8, 0.6, 0.0]) == 2
    assert lost_from([0.4, 0.3, 0.0]) is None, "there never was hope"
    assert lost_from([0.8, 0.4, 1.0]) is None, "it was won"
    assert lost_from([0.8, None, 0.0]) is None, "not all is judged"


# ---------------------------------------------------------------- how it is judged


class PrefersAnother(KnowsAll):
    """Always rates another action higher."""

    def review(
        self, observation: Any, done: Any, seed: int, stopped: Callable[[], bool] = never_stop
    ) -> tuple[RatedAction[Any], RatedAction[Any]]:
        return RatedAction(ELSE, 0.8, 0.5), RatedAction(done, 0.4, 0.5)


class CannotJudge(KnowsAll):
    """Can't judge anything."""

    def review(self, *_: object, **__: object) -> NoReturn:
        raise NoAnswer


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Callable[[object], None]:
    """Let this bot judge, whose chances are shares of games as they are."""
    monkeypatch.setattr(calibration, "load_curves", lambda *_: Curves())
    return lambda bot: monkeypatch.setattr(questions, "make_bot", lambda *_: bot)


def _case(number: int) -> ReviewQuestion:
    """Return the review question of a duel in which the legal action with this number was done."""
    history = begin(DUEL, Start("duel", 2, "x", {}))
    action = DUEL.legal_actions(history.state)[number]
    return GameReview(Table(history.take_text(DUEL.format(action)), NAMES[:2])).case(0, "knight")


def test_a_judgement_has_the_best_action_and_the_one_that_was_done(
    judge: Callable[[object], None],
) -> None:
    judge(PrefersAnother())
    assert answer(_case(1)) == Judgement(ELSE, 0.8, 0.4, good=(ELSE,))


class TakesOneMore(KnowsAll):
    """Rates what was done, plus a needless card, best."""

    def review(
        self, observation: Any, done: Any, seed: int, stopped: Callable[[], bool] = never_stop
    ) -> tuple[RatedAction[Any], RatedAction[Any]]:
        return RatedAction(ELSE, 0.8, 0.5), RatedAction(done, 0.7, 0.5)


def test_an_action_is_not_better_by_a_needless_card(
    judge: Callable[[object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge(TakesOneMore())
    case = _case(1)
    monkeypatch.setattr(questions, "drop_needless_cards", lambda *_: case.done)
    found = the_judgement(answer(case))
    assert found is not None
    assert found.was_best
    assert found.cost == 0
    assert found.chance == found.chance_done == 0.7


def test_the_chances_of_a_judgement_are_calibrated(
    judge: Callable[[object], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge(PrefersAnother())
    half = Curves(win=Curve((0.0, 0.8, 1.0), (0.0, 0.4, 1.0)))
    monkeypatch.setattr(calibration, "load_curves", lambda *_: half)
    found = the_judgement(answer(_case(1)))
    assert found is not None
    assert [found.chance, found.chance_done] == pytest.approx([0.4, 0.2])


def test_a_position_that_nobody_can_judge_has_no_judgement(judge: Callable[[object], None]) -> None:
    judge(CannotJudge())
    assert answer(_case(1)) is None


def test_choosing_a_player_is_judged_like_any_action() -> None:
    history = set_up(JESTER_IN_HAND).take_text("*").take_text(">P2")
    reviewed = GameReview(Table(history, NAMES[:2]))
    assert history.game.format(loose(reviewed.case(1, "page").done)) == ">P2"


# ---------------------------------------------------------------- alone, marks, once more


def _solo(number: int, gold: float | None, kept: float | None, win: float = 0.99) -> Verdict:
    found = Judgement(BEST, win, win, gold, kept, aims_at_gold=gold is not None)
    return Verdict(number, 0, found)


def test_the_line_of_a_solo_game_follows_gold_until_gold_is_lost() -> None:
    saved = game(1, 3)
    reviewed = judged(saved, _solo(0, 0.6, 0.6), _solo(1, 0.5, 0.1), _solo(2, None, None, 0.9))
    assert compute_chance_line(reviewed, 0)[:3] == (0.6, 0.5, 0.9)
    assert gold_lost(reviewed) == 2
    assert gold_lost(judged(saved, _solo(0, 0.6, 0.6))) == reviewed.actions + 1
    assert gold_lost(judged(game(2, 3), verdict(0, 0.5))) is None


def test_a_solo_decision_costs_what_it_takes_from_the_chance_of_gold() -> None:
    assert _solo(0, 0.6, 0.35).cost == pytest.approx(0.25)
    hopeless = Judgement(BEST, 0.9, 0.7, 0.02, 0.0, aims_at_gold=False)
    assert Verdict(0, 0, hopeless).cost == pytest.approx(0.2)


def test_what_a_hint_advised_is_marked_and_costs_nothing() -> None:
    saved = replace(game(2, 6), hinted=(1, 4))
    reviewed = GameReview(saved)
    found = Judgement(BEST, 0.88, 0.6, lead=0.2)
    for number in range(6):
        one = reviewed.verdict(number, found)
        assert one.hinted is (number in (1, 4))
        assert one.mark == ("" if one.hinted else "??")
        assert bool(one.cost) is one.is_noticeable is not one.hinted
    best = replace(found, chance_done=0.88, was_best=True)
    assert (reviewed.verdict(0, best).mark, reviewed.verdict(1, best).mark) == ("!", "")


def test_an_action_that_was_undone_is_no_longer_hinted() -> None:
    saved = replace(game(2, 6), hinted=(1, 4))
    undone = replace(saved, history=saved.history.at(4))
    assert not GameReview(undone).verdict(4, Judgement(BEST, 0.5, 0.5)).hinted


def test_a_difference_within_the_error_of_the_search_costs_nothing() -> None:
    found = Judgement(BEST, 0.88, 0.81, error=0.07)
    assert Verdict(0, 0, found).cost == 0
    assert Verdict(0, 0, replace(found, error=0.06)).cost == pytest.approx(0.07)
    assert Verdict(0, 0, replace(found, error=0.3)).mark == ""


def test_a_cost_is_in_whole_percent_as_people_read_both_chances() -> None:
    assert verdict(0, 0.704, 0.508).cost == 0.19
    assert verdict(0, 0.706, 0.504).cost == 0.21
    assert verdict(0, 0.4, 0.404).cost == verdict(0, 0.4, 0.6).cost == 0
    assert _solo(0, 0.446, 0.354).cost == 0.1


@pytest.mark.parametrize(
    ("chance", "kept", "lead", "best", "mark"),
    [
        (0.8, 0.6, 0.0, False, "??"),
        (0.8, 0.7, 0.0, False, "?"),
        (0.8, 0.75, 0.0, False, ""),
        (0.8, 0.8, 0.2, True, "!"),
        (0.8, 0.8, 0.05, True, ""),
        (0.8, 0.8, 0.2, False, ""),
    ],
)
def test_decisions_have_marks(
    chance: float, kept: float, lead: float, best: bool, mark: str
) -> None:
    found = Judgement(BEST, chance, kept, lead=lead, was_best=best)
    assert Verdict(0, 0, found).mark == mark
