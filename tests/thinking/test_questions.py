"""Questions to bots, answered in this process."""

import subprocess
import sys
from typing import Any

import pytest

from regicide_tui.bots import players, roster
from regicide_tui.bots.base import Choice, Sight
from regicide_tui.bots.calibration import curve_of
from regicide_tui.bots.regicide.page import options
from regicide_tui.bots.roster import adviser_level
from regicide_tui.bots.search.greedy import Greedy
from regicide_tui.games import find
from regicide_tui.games.sparing import lean
from regicide_tui.play.history import Start, begin
from regicide_tui.play.saves.codec import Saved
from regicide_tui.play.table import Table
from regicide_tui.thinking import questions
from regicide_tui.thinking.questions import answer, question, the_action, the_advice
from regicide_tui.tui.table.hints import SECONDS
from tests.loose import loose
from tests.play.games import game


def test_who_can_tell_nothing_at_a_glance_tells_nothing() -> None:
    table = Table(game(2, moves=0))
    assert answer(question(table, 0, "page", 1, glance=True)) == ()


def test_at_a_glance_all_that_can_be_done_is_weighed() -> None:
    table = Table(game(2, moves=0))
    seat = table.to_act
    assert seat is not None
    weighed = the_advice(answer(question(table, seat, "squire", 1, glance=True)))
    assert {one.action for one in weighed} == set(table.game.legal_actions(table.view(seat)))
    assert all(0 <= one.chance <= 1 for one in weighed)


class Adviser:
    """Ranks what can be done as it is told."""

    def __init__(self, chances: list[float]) -> None:
        self._chances = chances

    def rank(self, sight: Sight[Any], *_: Any) -> tuple[Choice[Any], ...]:
        """Return the first actions that are legal, with these chances."""
        actions = find("regicide").legal_actions(sight.view)
        return tuple([Choice(*one, 0.5) for one in zip(actions, self._chances, strict=False)])


def _advice(players: int, chances: list[float], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the chances that a hint tells where a search has said these."""
    monkeypatch.setattr(questions, "player_of", lambda *_: Adviser(chances))
    table = Table(game(players, moves=0))
    seat = table.to_act
    assert seat is not None
    return [one.chance for one in the_advice(answer(question(table, seat, "marshal", 1, 1.0)))]


def test_a_hint_tells_the_same_chance_as_the_review_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    curve = curve_of("regicide", 4, "knight")
    assert curve.correct(0.45) > 0.6, "players win more often than a search of four expects"
    said = _advice(4, [0.45, 0.4], monkeypatch)
    assert said == [curve.correct(0.45), curve.correct(0.4)]


def test_alone_a_hint_tells_the_chance_of_gold_and_that_of_any_medal() -> None:
    table = Table(game(1, moves=0))
    ranked = loose(answer(question(table, 0, "squire", 1, 1.0)))
    assert {one.action for one in ranked} == set(table.game.legal_actions(table.view(0)))
    assert all(0 <= one.gold <= one.chance + 0.05 for one in ranked)
    assert ranked[0].gold == max(one.gold for one in ranked)
    glance = the_advice(answer(question(table, 0, "squire", 1, glance=True)))
    assert {one.action: one.gold for one in glance} == pytest.approx(
        {one.action: one.gold for one in ranked}
    )


def test_with_a_jester_used_or_with_others_there_is_no_gold() -> None:
    flipped = game(1, moves=0)
    table = Table(Saved(flipped.history.act("flip"), flipped.seats))
    assert {one.gold for one in the_advice(answer(question(table, 0, "squire", 1, 1.0)))} == {None}
    pair = Table(game(2, moves=0))
    seat = pair.to_act
    assert seat is not None
    assert {one.gold for one in the_advice(answer(question(pair, seat, "squire", 1, 1.0)))} == {
        None
    }


def test_in_king_of_the_dead_a_hint_is_the_marshals_own_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = players.maker_of("king_of_the_dead")
    assert usual is not None
    quick = usual._replace(evaluations={"marshal": 60})
    monkeypatch.setattr(roster, "maker_of", lambda _: quick)
    assert adviser_level("king_of_the_dead", 2) == "marshal"
    rivals = find("king_of_the_dead")
    history = begin(rivals, Start("king_of_the_dead", 2, "test-2026-11-22-1", {}))
    for moves in range(30):
        table = Table(Saved(history, ("Ada", "Bea")))
        seat = table.to_act
        assert seat is not None
        asked = question(table, seat, "marshal", moves)
        own = lean(rivals, asked.sight.view, the_action(answer(asked)))
        hinted = the_advice(answer(question(table, seat, "marshal", moves, SECONDS)))[0].action
        assert rivals.effect(asked.sight.view, hinted) == rivals.effect(asked.sight.view, own)
        history = history.act(rivals.format(own))


def test_in_a_hint_nothing_is_likelier_to_win_than_what_is_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said = _advice(2, [0.7, 0.72, 0.3], monkeypatch)
    assert said[0] == said[1] > said[2]


@pytest.mark.parametrize(("effort", "evaluations"), [(1.0, 2_000), (3.0, 6_000), (0.0004, 1)])
def test_a_level_thinks_as_long_as_it_is_told(
    effort: float, evaluations: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def learned(_: int, evaluations: int) -> Any:
        asked.append(evaluations)
        return Greedy(options)

    usual = players.maker_of("regicide")
    assert usual is not None
    told = usual._replace(learned=learned)
    monkeypatch.setattr(roster, "maker_of", lambda _: told)
    table = Table(game(2, moves=0))
    seat = table.to_act
    assert seat is not None
    answer(question(table, seat, "knight", 1, effort=effort))
    assert asked == [evaluations]


def test_before_somebody_thinks_nothing_is_loaded_that_only_bots_need() -> None:
    script = (
        "import sys\n"
        "import regicide_tui.tui.app, regicide_tui.tui.games.regicide.controls\n"
        "import regicide_tui.tui.table.bot_runner\n"
        "sys.exit(' '.join({'numpy', 'numba'} & set(sys.modules)) or 0)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, timeout=60, check=False
    )
    assert (ended.stderr, ended.returncode) == (b"", 0)
