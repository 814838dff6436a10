"""Chances that are put right: by the games that were won, and only for the net they came from."""

import json
from random import Random

import pytest

from regicide_tui.bots import calibration
from regicide_tui.bots.calibration import Curve, curve_of, fit
from regicide_tui.bots.nets import chances_file
from regicide_tui.bots.weights import digest_of

CURVES = json.loads(chances_file().read_text())


def overrated(rng: Random, count: int) -> list[tuple[float, bool]]:
    """Return chances of a judge who says p where p squared is so."""
    said = [rng.random() for _ in range(count)]
    return [(one, rng.random() < one**2) for one in said]


def test_a_curve_puts_right_what_was_said() -> None:
    curve = fit(overrated(Random(1), 20_000))
    for said in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert curve.correct(said) == pytest.approx(said**2, abs=0.03)


def test_nothing_stays_nothing_and_a_win_stays_a_win() -> None:
    curve = fit(overrated(Random(2), 500))
    assert (curve.correct(0.0), curve.correct(1.0)) == (0.0, 1.0)


def test_what_is_said_to_be_better_never_becomes_worse() -> None:
    rng = Random(3)
    curve = fit([(rng.random(), rng.random() < 0.5) for _ in range(400)])
    assert list(curve.said) == sorted(curve.said)
    assert list(curve.won) == sorted(curve.won)


def test_without_a_curve_nothing_changes() -> None:
    assert curve_of("whist", 2, "knight") == Curve()
    assert Curve().correct(0.3) == pytest.approx(0.3)


def test_a_curve_of_another_net_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    players = int(next(iter(CURVES)).rpartition("-")[2])
    assert curve_of("regicide", players, "knight") != Curve()
    monkeypatch.setattr(calibration, "digest_of", lambda *_: "another")
    curve_of.cache_clear()
    assert curve_of("regicide", players, "knight") == Curve()
    curve_of.cache_clear()


@pytest.mark.parametrize("name", CURVES)
def test_the_curves_in_the_package_are_those_of_its_nets(name: str) -> None:
    game, _, players = name.rpartition("-")
    of_the_net = CURVES[name]["net"] == digest_of(game, int(players))
    assert of_the_net, "another net needs another curve: docs/review.md tells how it is made"
