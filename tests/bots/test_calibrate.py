"""The program that compares predictions with games: it can be interrupted, and counts right."""

from pathlib import Path

import pytest

from regicide_tui.bots.calibration import Curve
from regicide_tui.bots.net import new_net
from regicide_tui.bots.regicide.bot import RegicideBot
from regicide_tui.bots.regicide.features import INPUTS
from regicide_tui.bots.training import calibrate
from regicide_tui.bots.training.calibrate import (
    RATED_LEVELS,
    format_comparison,
    play_games,
    read_pairs,
    read_positions,
    save_curves,
)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels have a small net and do not search."""
    net = new_net(INPUTS, 8, 4, 1)

    def bot(_: str, __: str, ___: int) -> RegicideBot:
        return RegicideBot(net, 0)

    monkeypatch.setattr(calibrate, "make_bot", bot)


def test_an_interrupted_run_ends_like_one_that_was_not(tmp_path: Path) -> None:
    play_games(2, 5, "x", tmp_path / "whole.csv")
    for games in (2, 2, 5):
        play_games(2, games, "x", tmp_path / "parts.csv")
    assert read_positions(tmp_path / "parts.csv") == read_positions(tmp_path / "whole.csv")


def test_positions_have_the_predictions_and_the_result(tmp_path: Path) -> None:
    play_games(1, 3, "x", tmp_path / "a.csv")
    positions = read_positions(tmp_path / "a.csv")
    assert {one["seed"] for one in positions} == {"x-1", "x-2", "x-3"}
    for level in RATED_LEVELS:
        assert all(0 <= predicted <= 1 for predicted, _ in read_pairs(positions, level))


def test_the_curves_are_kept_beside_those_of_others(tmp_path: Path) -> None:
    file = tmp_path / "chances.json"
    positions = [
        {"seed": f"x-{number}", "won": str(number % 2), "squire": "0.2", "knight": f"0.{number}"}
        for number in range(1, 9)
    ]
    save_curves(2, positions, file)
    save_curves(3, positions, file)
    text = file.read_text()
    assert all(name in text for name in ("regicide-2", "regicide-3", *RATED_LEVELS))


def test_the_table_has_ten_groups_and_the_difference_of_each() -> None:
    pairs = [(number / 1000, number % 4 == 0) for number in range(1000)]
    head, _, *rows = format_comparison(pairs, Curve())
    assert head.count("|") == 7
    assert len(rows) == 10
    assert rows[0] == "| 0.0 | 9.9 | 5.0 | 100 | 25.0 | +20.0 |"
