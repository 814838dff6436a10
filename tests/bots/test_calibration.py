"""Calibrated chances: they follow the games that were won, and belong to one net."""

import json
from random import Random

import pytest

from regicide_tui.bots import calibration
from regicide_tui.bots.calibration import Curve, fit, load_curve
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.weights import read_digest

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


def test_a_higher_prediction_never_becomes_a_lower_chance() -> None:
    rng = Random(3)
    curve = fit([(rng.random(), rng.random() < 0.5) for _ in range(400)])
    assert list(curve.predicted) == sorted(curve.predicted)
    assert list(curve.won) == sorted(curve.won)


def test_without_a_curve_nothing_changes() -> None:
    assert load_curve("whist", 2, "knight") == Curve()
    assert Curve().correct(0.3) == pytest.approx(0.3)


def test_a_curve_of_another_net_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    players = int(next(iter(CURVES)).rpartition("-")[2])
    assert load_curve("regicide", players, "knight") != Curve()
    monkeypatch.setattr(calibration, "read_digest", lambda *_: "another")
    load_curve.cache_clear()
    assert load_curve("regicide", players, "knight") == Curve()
    load_curve.cache_clear()


@pytest.mark.parametrize("name", CURVES)
def test_the_curves_in_the_package_are_those_of_its_nets(name: str) -> None:
    game, _, players = name.rpartition("-")
    is_fitted = CURVES[name]["net"] == read_digest(game, int(players))
    assert is_fitted, "another net needs another curve: docs/review.md tells how it is made"
