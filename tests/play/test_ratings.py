"""Ratings: the example of the paper, and what must hold for any games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from regicide_tui.play.ratings import Rating, aged, rate

RATINGS = st.builds(Rating, st.floats(800, 2200), st.floats(30, 350), st.floats(0.04, 0.08))
SCORES = st.sampled_from([0.0, 0.5, 1.0])


def test_the_example_of_the_paper_is_computed() -> None:
    after = rate(
        Rating(1500, 200, 0.06),
        [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)],
    )
    assert after.points == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


@given(RATINGS, RATINGS)
def test_a_win_raises_a_rating_and_a_loss_lowers_it(one: Rating, other: Rating) -> None:
    assert rate(one, [(other, 1.0)]).points > one.points > rate(one, [(other, 0.0)]).points


@given(RATINGS, RATINGS, SCORES)
def test_a_game_tells_something_unless_the_result_is_a_great_surprise(
    one: Rating, other: Rating, score: float
) -> None:
    after = rate(one, [(other, score)])
    assert 0 < after.deviation <= aged(one, 1).deviation + 20
    assert 0 < after.volatility < 1


@given(RATINGS, st.floats(0, 1000), st.floats(0, 1000))
def test_without_games_a_rating_only_becomes_less_sure(
    one: Rating, days: float, more: float
) -> None:
    after, later = aged(one, days), aged(one, days + more)
    assert after.points == later.points == one.points
    assert one.deviation <= after.deviation + 1e-9 <= later.deviation + 2e-9 <= 350 + 2e-9


def test_a_rating_is_provisional_until_there_were_some_games() -> None:
    rating, games = Rating(), 0
    while rating.is_provisional:
        rating = rate(rating, [(Rating(1500, 60), float(games % 2))])
        games += 1
    assert 5 <= games <= 30


def test_nothing_to_rate_ages_a_rating() -> None:
    assert rate(Rating(1600, 80), []) == aged(Rating(1600, 80), 1)
