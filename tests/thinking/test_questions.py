"""Questions to bots, answered in this process."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from regicide_tui.bots import calibration, roster
from regicide_tui.bots.base import HeuristicBot, Observation, RatedAction
from regicide_tui.bots.calibration import Curve, Curves, load_curves, save_curves
from regicide_tui.bots.regicide.bot import list_candidates
from regicide_tui.bots.roster import adviser_level, find_factory
from regicide_tui.games import find
from regicide_tui.games.piles import drop_needless_cards
from regicide_tui.games.regicide.state import Choose
from regicide_tui.play.history import Start, begin
from regicide_tui.play.table import Table
from regicide_tui.thinking import questions
from regicide_tui.thinking.questions import (
    Advice,
    Question,
    answer,
    question,
    the_action,
    the_advice,
    the_wish,
    wish_question,
)
from regicide_tui.tui.pages.hints import SECONDS
from tests.loose import loose
from tests.play.games import game, set_up
from tests.thinking.searching import KnowsAll
from tests.tui.models import TRIO


def test_a_bot_without_a_net_gives_no_quick_advice() -> None:
    table = game(2, moves=0)
    assert answer(question(table, 0, "page", 1, quick=True)) == ()


def test_quick_advice_has_every_legal_action() -> None:
    table = game(2, moves=0)
    seat = table.to_act
    assert seat is not None
    advised = the_advice(answer(question(table, seat, "squire", 1, quick=True)))
    assert {one.action for one in advised} == set(table.game.legal_actions(table.view(seat)))
    assert all(0 <= one.chance <= 1 for one in advised)


class Adviser(KnowsAll):
    """Rates actions with fixed chances."""

    def __init__(self, chances: list[float]) -> None:
        self._chances = chances

    def search(self, known: Observation[Any], *_: Any, **__: Any) -> tuple[RatedAction[Any], ...]:
        """Return the first legal actions with these chances."""
        actions = find("regicide").legal_actions(known.view)
        return tuple([RatedAction(*one, 0.5) for one in zip(actions, self._chances, strict=False)])


def _advice(players: int, chances: list[float], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the chances that a hint shows if a search found these."""
    monkeypatch.setattr(questions, "make_bot", lambda *_: Adviser(chances))
    table = game(players, moves=0)
    seat = table.to_act
    assert seat is not None
    return [one.chance for one in the_advice(answer(question(table, seat, "marshal", 1, 1.0)))]


def test_a_hint_has_the_chance_of_the_curve_of_its_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    curve = Curve((0.0, 0.5, 1.0), (0.0, 0.8, 1.0))
    save_curves("regicide", 4, {"marshal": Curves(curve)}, tmp_path / "chances.json")
    monkeypatch.setattr(calibration, "chances_file", lambda: tmp_path / "chances.json")
    load_curves.cache_clear()
    assert _advice(4, [0.45, 0.4], monkeypatch) == pytest.approx([0.72, 0.64])
    load_curves.cache_clear()


def test_a_wish_changes_the_order_of_a_hint_and_none_of_its_chances() -> None:
    state = find("regicide").load(loose({**TRIO, "phase": "choose"}), "hint", {})
    view = find("regicide").view(state, 0)
    found: dict[str, tuple[Advice, ...]] = {}
    said: list[dict[int, bool]] = [{}, {1: True, 2: False}, {1: False, 2: True}]
    for wishes in said:
        seen = Observation(view, (), view, wishes)
        asked = Question("regicide", 3, "squire", seen, 1, seconds=1.0)
        found[str(wishes)] = the_advice(answer(asked))
    chances = [{one.action: one.chance for one in ranked} for ranked in found.values()]
    assert chances[1] == chances[2]
    assert max(chances[0].values()) == max(chances[1].values())
    firsts = [ranked[0].action for ranked in found.values()]
    assert firsts[1:] == [Choose(1), Choose(2)]


def test_a_solo_hint_has_the_chances_of_gold_and_of_any_medal() -> None:
    table = game(1, moves=0)
    ranked = loose(answer(question(table, 0, "squire", 1, 1.0)))
    assert {one.action for one in ranked} == set(table.game.legal_actions(table.view(0)))
    assert all(0 <= one.gold <= one.chance + 0.05 for one in ranked)
    assert ranked[0].gold == max(one.gold for one in ranked)
    quick = the_advice(answer(question(table, 0, "squire", 1, quick=True)))
    assert {one.action: one.gold for one in quick} == pytest.approx(
        {one.action: one.gold for one in ranked}
    )


def test_with_a_jester_used_or_with_others_there_is_no_gold() -> None:
    flipped = game(1, moves=0)
    table = Table(flipped.history.take_text("flip"), flipped.seats)
    assert {one.gold for one in the_advice(answer(question(table, 0, "squire", 1, 1.0)))} == {None}
    pair = game(2, moves=0)
    seat = pair.to_act
    assert seat is not None
    assert {one.gold for one in the_advice(answer(question(pair, seat, "squire", 1, 1.0)))} == {
        None
    }


def test_in_king_of_the_dead_a_hint_is_the_marshals_own_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = find_factory("king_of_the_dead")
    assert usual is not None
    quick = usual._replace(evaluations={"marshal": 60})
    monkeypatch.setattr(roster, "find_factory", lambda _: quick)
    assert adviser_level("king_of_the_dead", 2) == "marshal"
    rivals = find("king_of_the_dead")
    history = begin(rivals, Start("king_of_the_dead", 2, "test-2026-11-22-1", {}))
    for moves in range(30):
        table = Table(history, ("Ada", "Bea"))
        seat = table.to_act
        assert seat is not None
        asked = question(table, seat, "marshal", moves)
        own = drop_needless_cards(rivals, asked.observation.view, the_action(answer(asked)))
        hinted = the_advice(answer(question(table, seat, "marshal", moves, SECONDS)))[0].action
        assert rivals.effect(asked.observation.view, hinted) == rivals.effect(
            asked.observation.view, own
        )
        history = history.take_text(rivals.format(own))


def test_in_a_hint_no_action_has_a_higher_chance_than_the_best_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = _advice(2, [0.7, 0.72, 0.3], monkeypatch)
    assert said[0] == said[1] > said[2]


@pytest.mark.parametrize(("effort", "evaluations"), [(1.0, 2_000), (3.0, 6_000), (0.0004, 1)])
def test_the_effort_multiplies_the_evaluations(
    effort: float, evaluations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def make_with_net(_: int, evaluations: int) -> Any:
        asked.append(evaluations)
        return HeuristicBot(list_candidates)

    usual = find_factory("regicide")
    assert usual is not None
    factory = usual._replace(make_with_net=make_with_net)
    monkeypatch.setattr(roster, "find_factory", lambda _: factory)
    table = game(2, moves=0)
    seat = table.to_act
    assert seat is not None
    answer(question(table, seat, "knight", 1, effort=effort))
    assert asked == [evaluations]


def test_the_library_is_not_loaded_before_a_bot_thinks() -> None:
    script = (
        "import sys\n"
        "import regicide_tui.tui.app, regicide_tui.tui.games.regicide.pages\n"
        "import regicide_tui.tui.table.bots\n"
        "sys.exit(' '.join({'numpy', 'regicide_tui.bots.library'} & set(sys.modules)) or 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=False
    )
    assert (ended.stderr, ended.returncode) == (b"", 0)


@pytest.mark.parametrize(("level", "answers"), [("page", {None}), ("squire", {True, False})])
def test_a_bot_is_asked_if_it_would_like_to_go_next_r9(
    level: str, answers: set[bool | None]
) -> None:
    table = Table(set_up(TRIO), ("Ada", "Bea", "Cy"))
    table = table.take_text(0, "*")
    asked = wish_question(table, 1, level)
    assert asked.observation.view == table.view(1)
    assert the_wish(answer(asked)) in answers


def test_the_question_to_who_chooses_holds_what_others_have_said_r9() -> None:
    table = Table(set_up(TRIO), ("Ada", "Bea", "Cy"))
    table = table.take_text(0, "*")
    assert question(table, 0, "squire", 1).observation.wishes == {}
    heard = question(table, 0, "squire", 1, wishes={2: True})
    assert the_action(answer(heard)) == Choose(2)
