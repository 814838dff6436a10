"""The program that compares predictions with games: it can be interrupted, and counts right."""

from pathlib import Path

import pytest

from regicide_tui.bots.calibration import Curve, Curves
from regicide_tui.bots.regicide.afterstate import INPUTS
from regicide_tui.bots.regicide.bot import RegicideBot
from regicide_tui.bots.roster import REVIEW
from regicide_tui.bots.training import calibrate
from regicide_tui.bots.training.adam import new_net
from regicide_tui.bots.training.calibrate import (
    Recorded,
    _row,
    _win_shares,
    fit_curves,
    format_comparison,
    list_predictors,
    main,
    play_games,
    read_pairs,
    read_positions,
)
from regicide_tui.games import find
from regicide_tui.games.base import Outcome


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """All levels have a small net and do not search."""
    net = new_net(INPUTS, 8, 4, 1)

    def bot(_: str, __: str, ___: int) -> RegicideBot:
        return RegicideBot(net, 0)

    monkeypatch.setattr(calibrate, "make_bot", bot)


def test_an_interrupted_run_ends_like_one_that_was_not(tmp_path: Path) -> None:
    play_games("regicide", 2, 5, "x", tmp_path / "whole.csv")
    for games in (2, 2, 5):
        play_games("regicide", 2, games, "x", tmp_path / "parts.csv")
    assert read_positions(tmp_path / "parts.csv") == read_positions(tmp_path / "whole.csv")


def test_a_file_with_the_predictions_of_others_is_not_continued(tmp_path: Path) -> None:
    play_games("regicide", 2, 1, "x", tmp_path / "a.csv", predictors=["squire"])
    before = (tmp_path / "a.csv").read_bytes()
    with pytest.raises(ValueError, match="other predictors"):
        play_games("regicide", 2, 2, "x", tmp_path / "a.csv", predictors=["squire", "knight"])
    play_games("regicide", 2, 0, "x", tmp_path / "a.csv")  # nothing to play: it is only read
    assert (tmp_path / "a.csv").read_bytes() == before


@pytest.mark.parametrize("every", [2, 5])
def test_one_of_so_many_actions_is_recorded_as_asked(tmp_path: Path, every: int) -> None:
    recorded = {}
    for one in (1, every):
        play_games("regicide", 2, 3, "x", tmp_path / f"{one}.csv", every=one)
        positions = read_positions(tmp_path / f"{one}.csv")
        recorded[one] = [(position["seed"], int(position["actions"])) for position in positions]
    assert recorded[every] == [
        (seed, actions)
        for seed, actions in recorded[1]
        if actions % every == int(seed.removeprefix("x-")) % every
    ]


def test_another_level_may_play_the_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def note(_: str, level: str, __: int) -> RegicideBot:
        made.append(level)
        return RegicideBot(new_net(INPUTS, 8, 4, 1), 0)

    monkeypatch.setattr(calibrate, "make_bot", note)
    play_games("regicide", 2, 1, "x", tmp_path / "a.csv", "squire")
    play_games("regicide", 2, 1, "x", tmp_path / "b.csv")
    assert (made[0], made[len(made) // 2]) == ("squire", "marshal")


def test_the_levels_with_a_net_and_the_review_predict() -> None:
    assert list_predictors("regicide", 2) == ("squire", "knight", "captain", "marshal", REVIEW)
    assert list_predictors("king_of_the_dead", 4)[-1] == REVIEW
    assert list_predictors("whist", 4) == ()


OLD = Curves(Curve((0.0, 0.5, 1.0), (0.0, 0.6, 1.0)))


@pytest.mark.parametrize(
    ("recorded", "known", "marshals"),
    [
        pytest.param("knight review", Curves(), "knight", id="no curve yet: the knight's"),
        pytest.param("knight review", OLD, "its own of before", id="it keeps its curve"),
        pytest.param("marshal", OLD, "marshal", id="its own is fitted"),
    ],
)
def test_only_the_curves_of_what_is_recorded_are_fitted(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    recorded: str,
    known: Curves,
    marshals: str,
) -> None:
    saved: dict[str, Curves] = {}

    def save(_: str, __: int, curves: dict[str, Curves], ___: Path) -> None:
        saved.update(curves)

    def load(_: str, __: int, ___: str) -> Curves:
        return known

    monkeypatch.setattr(calibrate, "save_curves", save)
    monkeypatch.setattr(calibrate, "load_curves", load)
    asked = f"x --players 2 --games 4 --of {recorded} --fit --out"
    monkeypatch.setattr("sys.argv", [*asked.split(), str(tmp_path / "a.csv")])
    main()
    positions = read_positions(tmp_path / "a.csv")
    columns = [name.removesuffix(" win") for name in positions[0] if name.endswith(" win")]
    assert columns == recorded.split()
    assert list(saved) == list(list_predictors("regicide", 2))
    fitted = fit_curves(positions, columns)
    assert saved["marshal"] == (known if marshals == "its own of before" else fitted[marshals])
    assert saved["marshal"] != Curves()


def test_positions_have_the_predictions_and_the_result(tmp_path: Path) -> None:
    play_games("regicide", 1, 3, "x", tmp_path / "a.csv")
    positions = read_positions(tmp_path / "a.csv")
    assert {one["seed"] for one in positions} == {"x-1", "x-2", "x-3"}
    for predictor in list_predictors("regicide", 1):
        for target in ("win", "gold"):
            pairs = read_pairs(positions, predictor, target)
            assert all(0 <= predicted <= 1 and won in (0, 1) for predicted, won in pairs)
        assert len(read_pairs(positions, predictor, "win")) == len(positions)


def test_with_others_there_is_no_gold_to_predict(tmp_path: Path) -> None:
    play_games("regicide", 2, 2, "x", tmp_path / "a.csv")
    positions = read_positions(tmp_path / "a.csv")
    assert positions
    assert not read_pairs(positions, "marshal", "gold")
    assert fit_curves(positions, ["marshal"])["marshal"].gold == Curve()


def test_rivals_divide_a_win_and_partners_do_not() -> None:
    outcome = Outcome((0, 2), "points")
    assert _win_shares(find("king_of_the_dead"), outcome) == {0: 0.5, 2: 0.5}
    assert _win_shares(find("regicide"), outcome) == {0: 1.0, 2: 1.0}


def test_a_row_has_the_part_of_the_win_of_its_seat() -> None:
    outcome = Outcome((0, 2), "points")
    parts = {0: 0.5, 2: 0.5}
    row = _row("x-1", Recorded(8, 2, {}), parts, outcome)
    assert (row["win"], row["gold"]) == ("0.5000", "0")
    assert _row("x-1", Recorded(8, 1, {}), parts, outcome)["win"] == "0.0000"


def test_each_predictor_gets_its_curves() -> None:
    positions = [
        {
            "seed": f"x-{number}",
            "win": str(number % 2),
            "gold": "0",
            "squire win": "0.2",
            "knight win": f"0.{number}",
            "squire gold": "",
            "knight gold": "0.5",
        }
        for number in range(1, 9)
    ]
    curves = fit_curves(positions, ["squire", "knight"])
    assert curves["squire"].win.correct(0.2) == pytest.approx(0.5)
    assert curves["squire"].gold == Curve()
    assert curves["knight"].gold.correct(0.5) == 0
    assert isinstance(curves["knight"], Curves)


def test_the_table_has_ten_groups_and_the_difference_of_each() -> None:
    pairs = [(number / 1000, number % 4 == 0) for number in range(1000)]
    head, _, *rows = format_comparison(pairs, Curve())
    assert head.count("|") == 7
    assert len(rows) == 10
    assert rows[0] == "| 0.0 | 9.9 | 5.0 | 100 | 25.0 | +20.1 |"
