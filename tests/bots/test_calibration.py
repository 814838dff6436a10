"""Calibrated chances: they follow the games that were won, and belong to one net."""

import json
from pathlib import Path
from random import Random

import pytest

from regicide_tui.bots import calibration
from regicide_tui.bots.base import Chances
from regicide_tui.bots.calibration import Curve, Curves, fit, load_curves, save_curves
from regicide_tui.bots.net import read_digest
from regicide_tui.bots.nets import chances_file

CURVES = json.loads(chances_file().read_text())


def overrated(rng: Random, count: int) -> list[tuple[float, bool]]:
    """Return predictions p of games that are won with the chance p squared."""
    predicted = [rng.random() for _ in range(count)]
    return [(one, rng.random() < one**2) for one in predicted]


def test_a_curve_corrects_predictions() -> None:
    curve = fit(overrated(Random(1), 20_000))
    for predicted in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert curve.correct(predicted) == pytest.approx(predicted**2, abs=0.03)


def test_a_curve_maps_0_to_0_and_1_to_1() -> None:
    curve = fit(overrated(Random(2), 500))
    assert (curve.correct(0.0), curve.correct(1.0)) == (0.0, 1.0)


def test_equal_predictions_are_one_point_of_a_curve() -> None:
    curve = fit([(0.2, number % 2) for number in range(400)])
    assert curve.correct(0.2) == pytest.approx(0.5)


def test_a_higher_prediction_never_becomes_a_lower_chance() -> None:
    rng = Random(3)
    curve = fit([(rng.random(), rng.random() < 0.5) for _ in range(400)])
    assert list(curve.predicted) == sorted(curve.predicted)
    assert list(curve.won) == sorted(curve.won)


def test_without_a_curve_nothing_changes() -> None:
    assert load_curves("whist", 2, "knight") == Curves()
    assert Curve().correct(0.3) == pytest.approx(0.3)
    assert Curves().correct(Chances(0.75, 0.25)) == Chances(0.75, 0.25)


def test_a_curve_of_another_net_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    players = int(next(iter(CURVES)).rpartition("-")[2])
    assert load_curves("regicide", players, "knight") != Curves()
    monkeypatch.setattr(calibration, "read_digest", lambda *_: "another")
    load_curves.cache_clear()
    assert load_curves("regicide", players, "knight") == Curves()
    load_curves.cache_clear()


def test_gold_is_never_likelier_than_a_win() -> None:
    curves = Curves(win=Curve((0.0, 0.5, 1.0), (0.0, 0.2, 1.0)), gold=Curve())
    both = curves.correct(Chances(0.5, 0.4))
    assert (both.win, both.gold) == pytest.approx((0.2, 0.2))
    assert curves.correct(Chances(0.5, 0.1)).gold == pytest.approx(0.1)
    assert curves.correct(Chances(0.5)).gold is None


def test_the_curves_are_kept_beside_those_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "chances.json"
    first, second = (Curves(win=Curve((0.0, half, 1.0), (0.0, 0.5, 1.0))) for half in (0.3, 0.4))
    save_curves("regicide", 2, {"knight": first}, file)
    save_curves("duel", 2, {"squire": second}, file)
    monkeypatch.setattr(calibration, "chances_file", lambda: file)
    load_curves.cache_clear()
    assert load_curves("regicide", 2, "knight") == first
    assert load_curves("duel", 2, "squire") == second
    assert load_curves("duel", 2, "knight") == Curves()
    load_curves.cache_clear()


@pytest.mark.parametrize("name", CURVES)
def test_the_curves_in_the_package_are_those_of_its_nets(name: str) -> None:
    game, _, players = name.rpartition("-")
    is_fitted = CURVES[name]["net"] == read_digest(game, int(players))
    assert is_fitted, "another net needs another curve: docs/review.md tells how it is made"
