"""The program that compares chances with games: it can be interrupted, and counts right."""

from pathlib import Path

import pytest

from regicide_tui.bots.calibration import Curve
from regicide_tui.bots.net import fresh_net
from regicide_tui.bots.regicide.features import INPUTS
from regicide_tui.bots.regicide.thinker import RegicideThinker
from regicide_tui.bots.training import calibrate
from regicide_tui.bots.training.calibrate import JUDGES, keep, pairs_of, play, read, table


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays or judges has a small net and looks no further than the next action."""
    net = fresh_net(INPUTS, 8, 4, 1)

    def bot(_: str, __: str, ___: int) -> RegicideThinker:
        return RegicideThinker(net, 0)

    monkeypatch.setattr(calibrate, "player_of", bot)


def test_an_interrupted_run_ends_like_one_that_was_not(tmp_path: Path) -> None:
    play(2, 5, "x", tmp_path / "whole.csv")
    for games in (2, 2, 5):
        play(2, games, "x", tmp_path / "parts.csv")
    assert read(tmp_path / "parts.csv") == read(tmp_path / "whole.csv")


def test_positions_have_what_was_said_and_how_the_game_ended(tmp_path: Path) -> None:
    play(1, 3, "x", tmp_path / "a.csv")
    positions = read(tmp_path / "a.csv")
    assert {one["seed"] for one in positions} == {"x-1", "x-2", "x-3"}
    for judge in JUDGES:
        assert all(0 <= said <= 1 for said, _ in pairs_of(positions, judge))


def test_the_curves_are_kept_beside_those_of_others(tmp_path: Path) -> None:
    file = tmp_path / "chances.json"
    positions = [
        {"seed": f"x-{number}", "won": str(number % 2), "squire": "0.2", "knight": f"0.{number}"}
        for number in range(1, 9)
    ]
    keep(2, positions, file)
    keep(3, positions, file)
    text = file.read_text()
    assert all(name in text for name in ("regicide-2", "regicide-3", *JUDGES))


def test_the_table_has_ten_groups_and_the_difference_of_each() -> None:
    pairs = [(number / 1000, number % 4 == 0) for number in range(1000)]
    head, _, *rows = table(pairs, Curve())
    assert head.count("|") == 7
    assert len(rows) == 10
    assert rows[0] == "| 0.0 | 9.9 | 5.0 | 100 | 25.0 | +20.0 |"
