"""The end of a game: places, ties in words, and three lines to show."""

import pytest
from msgspec.structs import replace

from regicide_tui.play.history import DRAW, Result, loss_on_time, resignation
from regicide_tui.tui.games.king_of_the_dead.pages import KingReport, report_of
from regicide_tui.tui.rendering.paint import DRAWN, width_of
from tests.tui.king_of_the_dead.models import TWO, king, named
from tests.tui.models import lines

END = ("end", "end")


def report(scores: list[list[str]], names: tuple[str, ...] = ("Ada", "Bea")) -> KingReport:
    """Return the report of a game of two that ends with these score piles."""
    found = report_of(named(king(TWO, *END, scores=scores), names))
    assert found is not None
    return found


def picture(one: KingReport, width: int = 76) -> list[str]:
    return [line.strip() for line in lines(one.picture(width, DRAWN, roomy=False))]


def test_a_game_that_goes_on_has_none() -> None:
    assert report_of(king(TWO)) is None


def test_most_points_win() -> None:
    one = report([["9S", "TD"], ["8S", "TH"]])
    assert one.title.text == "Ada wins"
    assert one.sentence == "Ada wins with 19 points."
    assert one.need == ""
    assert picture(one) == ["1. Ada  19  2 cards:  10♦   9♠", "2. Bea  18  2 cards:  10♥   8♠"]


def test_among_equals_fewer_cards_win() -> None:
    one = report([["9S", "6D", "4S"], ["9D", "TH"]])
    assert one.title.text == "Bea wins"
    assert one.need == "A tie on points: the player with fewer scored cards wins (K-50)."
    assert [line[:6] for line in picture(one)] == ["1. Bea", "2. Ada"]


def test_a_victory_may_be_shared() -> None:
    one = report([["9S", "TD"], ["9D", "TH"]])
    assert one.title.text == "Ada and Bea share the victory"
    assert "so they share the victory" in one.need
    assert [line[:2] for line in picture(one)] == ["1.", "1."]


CALLED_OFF = [
    (resignation(0), "Bea wins", "Ada resigned. Bea wins.", ["1. Bea   0", "2. Ada  19"]),
    (loss_on_time(1), "Ada wins", "Time ran out for Bea. Ada wins.", ["1. Ada  19", "2. Bea   0"]),
    (DRAW, "A draw", "The game is a draw. Both players agreed.", ["1. Ada  19", "1. Bea   0"]),
]


@pytest.mark.parametrize(("result", "title", "sentence", "places"), CALLED_OFF)
def test_a_game_that_was_called_off_is_told_with_what_was_scored_until_then(
    result: Result, title: str, sentence: str, places: list[str]
) -> None:
    saved = named(king(TWO, scores=[["9S", "TD"], []]), ("Ada", "Bea"))
    one = report_of(replace(saved, match=saved.match.call_off(result)))
    assert one is not None
    assert (one.title.text, one.sentence) == (title, sentence)
    assert [line[:10] for line in picture(one)] == places
    assert sentence in one.lines


def test_nobody_scored() -> None:
    assert picture(report([[], []])) == ["1. Ada   0", "1. Bea   0"]


@pytest.mark.parametrize("width", [40, 56, 76])
def test_long_rows_are_cut(width: int) -> None:
    many = [rank + suit for rank in "3678T" for suit in "CDHS" if rank + suit not in ("TS", "7C")]
    scores = [[card for card in many if card not in REMOTE_ONLY], []]
    one = report(scores, ("Ada Augusta Countess of Lovelace", "Bea"))
    rows = one.picture(width, DRAWN, roomy=False)
    assert {width_of(row) for row in rows} <= {*range(width + 1)}
    assert "…" in lines(rows)[0]


REMOTE_ONLY = {"8C", "3H", "6H", "3S", "8D", "6C", "7S", "7D", "6D"}
"""Cards that lie elsewhere in the game of two."""


def test_three_lines_tell_it_to_others() -> None:
    first, second, third = report([["9S", "TD"], ["8S", "TH"]]).lines.splitlines()
    assert first == "King of the Dead, from a position: Ada wins"
    assert second == "1. Ada 19, 2. Bea 18"
    assert third.startswith("1 round, 0 runs scored, 0 powers played, 0 cards bought")
