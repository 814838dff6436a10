"""A comparison of two bots: the same deals for both, and an end as soon as it can be told."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.simulate.command import Run, compare_bots
from regicide_tui.simulate.comparison import (
    DECISIVE,
    Comparison,
    describe,
    find_end,
    parse_bounds,
)
from regicide_tui.simulate.errors import SimulationError
from regicide_tui.simulate.plan import Row

PARTNERS = Comparison("regicide", 2, "squire", "page", "tune-test", {}, 0.0, 0.05)
RIVALS = Comparison("king_of_the_dead", 3, "page", "page", "tune-test", {}, 0.0, 0.05)
ALONE = Comparison("regicide", 1, "page", "page", "tune-test", {}, 0.0, 0.05)


def row(number: int, won: bool = False, winners: tuple[int, ...] = (), medal: str = "") -> Row:
    """Return the result of a game."""
    return Row(number, "seed", won, winners, medal, "", 1, 1, {})


# ---------------------------------------------------------------- the deals


def test_partners_play_each_deal_with_their_like() -> None:
    first, second = PARTNERS.plans
    assert first.bots == ("squire", "squire")
    assert second.bots == ("page", "page")
    assert [plan.seed_of(7) for plan in (first, second)] == ["tune-test-7"] * 2
    assert [*PARTNERS.numbers_of(7)] == [7]


def test_a_rival_plays_each_deal_once_in_every_seat() -> None:
    (plan,) = RIVALS.plans
    numbers = RIVALS.numbers_of(2)
    assert [*numbers] == [4, 5, 6]
    assert {plan.seed_of(number) for number in numbers} == {"tune-test-2"}
    assert {plan.seating(number).index(0) for number in numbers} == {0, 1, 2}


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [(True, False, 1.0), (False, True, -1.0), (True, True, 0.0), (False, False, 0.0)],
)
def test_of_partners_the_one_who_wins_a_deal_alone_is_ahead(
    first: bool, second: bool, difference: float
) -> None:
    assert PARTNERS.difference([[row(1, first)], [row(1, second)]]) == difference


def test_alone_the_gold_medal_counts() -> None:
    gold, silver = row(1, True, medal="gold"), row(1, True, medal="silver")
    assert ALONE.difference([[gold], [silver]]) == 1.0


def test_among_rivals_a_fair_share_is_no_difference() -> None:
    (plan,) = RIVALS.plans
    seats = [plan.seating(number).index(0) for number in (1, 2, 3)]
    once = [row(1, winners=(seats[0],)), row(2, winners=(seats[2],)), row(3, winners=(seats[1],))]
    assert RIVALS.difference([once]) == pytest.approx(0.0)
    always = [row(number, winners=(seats[number - 1],)) for number in (1, 2, 3)]
    assert RIVALS.difference([always]) == pytest.approx(2 / 3)
    shared = [row(number, winners=(0, 1, 2)) for number in (1, 2, 3)]
    assert RIVALS.difference([shared]) == pytest.approx(0.0)


# ---------------------------------------------------------------- the test


def test_no_deal_tells_nothing() -> None:
    evidence = find_end([], 0.0, 0.02)
    assert (evidence.deals, evidence.ratio) == (0, 0.0)


@given(differences=st.lists(st.sampled_from([-1.0, 0.0, 1.0]), max_size=200))
def test_the_roles_can_be_exchanged(differences: list[float]) -> None:
    found = find_end(differences, -0.02, 0.04)
    turned = find_end([-one for one in differences], -0.04, 0.02)
    assert turned.deals == found.deals
    assert turned.ratio == pytest.approx(-found.ratio)


@given(differences=st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=200))
def test_what_comes_after_the_end_changes_nothing(differences: list[float]) -> None:
    found = find_end(differences, 0.0, 0.1)
    if found.is_decisive:
        assert find_end(differences[: found.deals], 0.0, 0.1) == found


def _wrong_ends(true: float, low: float, high: float, towards: int) -> float:
    """Return the share of comparisons that end on the wrong side."""
    rng, wrong, tries = Random(7), 0, 400
    for _ in range(tries):
        draws = (
            (1.0 if (drawn := rng.random()) < 0.1 + true else -1.0 if drawn > 0.9 else 0.0)
            for _ in range(20_000)
        )
        found = find_end(draws, low, high)
        assert found.is_decisive
        wrong += found.ratio * towards > 0
    return wrong / tries


def test_where_there_is_no_difference_few_comparisons_find_one() -> None:
    assert _wrong_ends(0.0, 0.0, 0.05, towards=1) < 0.09


def test_where_there_is_a_difference_few_comparisons_miss_it() -> None:
    assert _wrong_ends(0.05, 0.0, 0.05, towards=-1) < 0.09


def test_a_few_equal_deals_are_no_certainty() -> None:
    assert not find_end([1.0] * 5, 0.0, 0.02).is_decisive
    assert not find_end([0.0] * 5, 0.0, 0.02).is_decisive


# ---------------------------------------------------------------- the command


@pytest.mark.slow
def test_a_stronger_bot_is_found_the_same_by_any_number_of_processes(tmp_path: Path) -> None:
    lines = compare_bots(PARTNERS, 100, Run()).lines
    assert lines[0].startswith("Regicide, 2 players, ")
    assert "squire against page" in lines[0]
    assert "+5 is more likely than +0" in lines[2]
    times = lines.index(next(line for line in lines if "processor time" in line))
    assert compare_bots(PARTNERS, 100, Run(jobs=2)).lines[: times + 1] == lines[: times + 1]


def test_a_comparison_that_was_cut_off_is_continued(tmp_path: Path) -> None:
    out = tmp_path / "two.csv"
    short = compare_bots(ALONE, 4, Run(out=out)).lines
    assert "4 deals" in short[0]
    assert "undecided between +0 and +5" in short[2]
    files = [tmp_path / "two-1.csv", tmp_path / "two-2.csv"]
    before = [file.read_text().splitlines() for file in files]
    compare_bots(ALONE, 6, Run(out=out))
    after = [file.read_text().splitlines() for file in files]
    assert [lines[:5] for lines in after] == before
    assert [len(lines) for lines in after] == [7, 7]


def test_each_bot_has_its_shares_with_intervals_and_its_times() -> None:
    lines = compare_bots(ALONE, 4, Run()).lines
    assert [line.split("%")[0].split()[:3] for line in lines[3:5]] == [
        ["page,", "won", lines[3].split("%")[0].split()[2]],
        ["page,", "won", lines[4].split("%")[0].split()[2]],
    ]
    assert all("[" in line for line in lines[3:5])
    assert "processor time per action" in lines[5]
    assert lines[6].split()[0] == "page"


def test_the_decisions_of_both_bots_are_recorded(tmp_path: Path) -> None:
    from pyarrow import parquet

    recorded = replace(PARTNERS, recorded=True)
    compare_bots(recorded, 2, Run(records=tmp_path / "two.parquet"))
    for number, bot in ((1, "squire"), (2, "page")):
        table = parquet.read_table(tmp_path / f"two-{number}.parquet")
        assert set(table["bot"].to_pylist()) == {bot}
        assert set(table["number"].to_pylist()) == {1, 2}


@pytest.mark.slow
def test_rivals_are_compared_too(tmp_path: Path) -> None:
    out = tmp_path / "rivals.csv"
    lines = compare_bots(RIVALS, 3, Run(out=out)).lines
    assert lines[0] == "King of the Dead, 3 players, 3 deals: page against page"
    assert len(out.read_text().splitlines()) == 1 + 9


@pytest.mark.parametrize("bounds", ["", "2", "2,0", "1,1", "a,b", "nan,2", "0,200"])
def test_bounds_are_two_numbers_in_order(bounds: str) -> None:
    with pytest.raises(SimulationError, match="Bounds are two numbers"):
        parse_bounds(bounds)


def test_bounds_are_given_in_wins_of_a_hundred_games() -> None:
    assert parse_bounds("-1,1.5") == (-0.01, 0.015)


def test_the_command_line_compares() -> None:
    words = ["simulate", "--players", "2", "--compare", "page,page", "--games", "3"]
    ran = subprocess.run(
        [sys.executable, "-m", "regicide_tui", *words, "--seed", "tune-test"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "3 deals: page against page" in ran.stdout
    assert "wins per 100 games: +0.0" in ran.stdout


def test_the_verdict_says_how_near_it_is() -> None:
    evidence = find_end([0.0] * 10, 0.0, 0.02)
    assert f"of {DECISIVE:.2f}" in describe(PARTNERS, evidence)[2]
