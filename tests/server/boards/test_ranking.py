"""Results compared by par."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.server.model.boards.pages import ranking_lines
from regicide_tui.server.model.boards.par import GAMES, Par
from regicide_tui.server.model.boards.ranking import compare, rank, sureness
from regicide_tui.server.model.boards.results import BoardResult

PARS = st.integers(0, GAMES).map(lambda wins: Par(GAMES, wins, 0, True))
PLAYED = st.lists(st.tuples(st.booleans(), PARS), min_size=1, max_size=30)


def par(wins: int) -> Par:
    return Par(GAMES, wins, wins, True)


def result(board: str, won: bool, *people: str, counts: bool = True) -> BoardResult:
    medal = "gold" if won and len(people) == 1 else ""
    return BoardResult(board, f"t-{board}-{people[0]}", people, won, medal, counts=counts)


def test_alone_only_gold_counts_as_a_win() -> None:
    pars = {"b": Par(GAMES, 39, 20, True, "gold")}
    alone = [BoardResult("b", f"t{one}", (one,), True, one) for one in ("gold", "silver")]
    gold, silver = rank(alone, pars)
    assert (gold.name, gold.wins, gold.par) == ("gold", 1, 0.5)
    assert (silver.name, silver.wins, silver.difference) == ("silver", 0, -0.5)
    (one, other) = rank([BoardResult("b", "t", ("ada", "bea"), True)], pars)
    assert one.wins == other.wins == 1
    assert one.par == pytest.approx(39 / 40)


@given(PLAYED)
def test_the_difference_lies_in_its_interval(played: list[tuple[bool, Par]]) -> None:
    one = compare("ada", played)
    assert one.low <= one.difference <= one.high
    assert one.low < one.high


@given(PLAYED)
def test_no_difference_is_larger_than_all_games(played: list[tuple[bool, Par]]) -> None:
    one = compare("ada", played)
    assert -1 <= one.low <= one.high <= 1


@pytest.mark.parametrize(("won", "wins"), [(False, GAMES), (True, 0)])
def test_one_game_against_a_par_that_is_sure_stays_possible(won: bool, wins: int) -> None:
    row = ranking_lines([compare("ada", [(won, par(wins))])])[1]
    shares = [int(share) for share in re.findall(r"([+-]\d+)%", row)]
    assert len(shares) == 3
    assert all(-100 <= share <= 100 for share in shares)


@pytest.mark.parametrize(("deals", "skill"), [(4, 0.0), (10, 0.1), (10, -0.2), (40, 0.0)])
def test_an_interval_holds_the_true_difference_in_95_of_100_cases(deals: int, skill: float) -> None:
    luck, held = random.Random(95), 0
    for _ in range(1000):
        shares = [luck.uniform(0.2, 0.9) for _ in range(deals)]
        pars = [par(sum(luck.random() < share for _ in range(GAMES))) for share in shares]
        wins = [luck.random() < min(1, max(0, share + skill)) for share in shares]
        true = sum(min(1, max(0, share + skill)) - share for share in shares) / deals
        one = compare("ada", [*zip(wins, pars, strict=True)])
        held += one.low <= true <= one.high
    assert held >= 940


@given(PLAYED, st.booleans(), PARS)
def test_more_games_of_the_same_kind_make_the_interval_smaller(
    played: list[tuple[bool, Par]], won: bool, of: Par
) -> None:
    few, many = compare("ada", played), compare("ada", played * 9)
    assert many.high - many.low < few.high - few.low


@given(PLAYED, PLAYED)
def test_sureness_of_two_is_shared_between_them(
    one: list[tuple[bool, Par]], other: list[tuple[bool, Par]]
) -> None:
    a, b = compare("ada", one), compare("bea", other)
    assert sureness(a, b) + sureness(b, a) == pytest.approx(1)


@given(PLAYED, PLAYED)
def test_of_two_with_as_many_deals_the_larger_difference_is_surely_better(
    one: list[tuple[bool, Par]], other: list[tuple[bool, Par]]
) -> None:
    count = min(len(one), len(other))
    a, b = compare("ada", one[:count]), compare("bea", other[:count])
    alike = a.difference == pytest.approx(b.difference)
    assert alike or (sureness(a, b) > 0.5) == (a.difference > b.difference)


def test_two_deals_make_no_order_sure() -> None:
    winner, loser = (compare("ada", [(won, par(12))] * 2) for won in (True, False))
    assert sureness(winner, loser) == pytest.approx(0.95, abs=0.01)


@pytest.mark.parametrize("deals", [2, 5, 20])
def test_of_orders_that_are_90_percent_sure_about_so_many_are_right(deals: int) -> None:
    luck, right, sure = random.Random(90), 0, 0
    for _ in range(4000):
        better, other = sorted((luck.random(), luck.random()), reverse=True)
        pars = [par(sum(luck.random() < 0.5 for _ in range(GAMES)))] * deals
        one, two = (
            compare("ada", [(luck.random() < skill, of) for of in pars])
            for skill in (better, other)
        )
        if abs(sureness(one, two) - 0.5) > 0.4:
            sure += 1
            right += sureness(one, two) > 0.5
    assert sure > 200
    assert right / sure >= 0.93


def test_no_order_is_shown_as_certain() -> None:
    winner, loser = (compare(name, [(name == "ada", par(20))] * 60) for name in ("ada", "bea"))
    assert " 99%" in ranking_lines([winner, loser])[1]


def test_a_hard_deal_won_counts_more_than_an_easy_one() -> None:
    pars = {"easy": par(36), "hard": par(4)}
    results = [result("easy", True, "ada"), result("hard", True, "bea")] * 1
    assert [one.name for one in rank(results, pars)] == ["bea", "ada"]


def test_raw_wins_do_not_decide() -> None:
    pars = {f"e{n}": par(36) for n in range(20)} | {f"h{n}": par(8) for n in range(20)}
    results = [result(f"e{n}", n < 14, "ada") for n in range(20)]
    results += [result(f"h{n}", n < 10, "bea") for n in range(20)]
    first, second = rank(results, pars)
    assert (first.name, first.wins, second.name, second.wins) == ("bea", 10, "ada", 14)
    assert sureness(first, second) > 0.95


def test_one_lucky_game_makes_nobody_the_first() -> None:
    pars = {"lucky": par(1)} | {f"b{n}": par(20) for n in range(30)}
    results = [result("lucky", True, "ada")]
    results += [result(f"b{n}", n < 27, "bea") for n in range(30)]
    assert rank(results, pars)[0].name == "bea"


def test_all_at_a_table_get_its_result() -> None:
    (ada, bea) = rank([result("b", True, "ada", "bea")], {"b": par(20)})
    assert (ada.wins, bea.wins, ada.boards) == (1, 1, 1)
    assert sureness(ada, bea) == 0.5


def test_games_with_help_and_deals_without_a_par_do_not_count() -> None:
    results = [result("b", True, "ada", counts=False), result("new", True, "bea")]
    assert rank(results, {"b": par(20)}) == []


def test_nobody_is_compared_without_a_game() -> None:
    with pytest.raises(ValueError, match="nothing was played"):
        compare("ada", [])


def test_who_did_equally_well_shares_a_place() -> None:
    even, worse = [(True, par(20)), (False, par(20))], [(False, par(20))]
    ranked = [compare("ada", even), compare("bea", even), compare("cyd", worse)]
    rows = ranking_lines(ranked)[1:]
    assert [row[:8] for row in rows] == ["  1= ada", "  1= bea", "  3  cyd"]
    assert ["%  provisional" in row for row in rows] == [False, True, False]  # who is better
