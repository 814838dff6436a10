"""Pauses of bots: whole ones for a play and its payment, shorter ones in a long turn."""

from itertools import pairwise

from regicide_tui.thinking.questions import share_of_pause


def test_a_play_and_its_payment_have_the_whole_pause() -> None:
    assert [share_of_pause(before) for before in range(2)] == [1.0, 1.0]


def test_in_a_long_turn_the_pauses_grow_shorter_but_none_is_too_short_to_see() -> None:
    shares = [share_of_pause(before) for before in range(1, 30)]
    assert all(later <= earlier for earlier, later in pairwise(shares))
    assert min(shares) == 0.25


def test_ten_actions_take_about_half_as_long_as_with_whole_pauses() -> None:
    assert 4 < sum(share_of_pause(before) for before in range(10)) < 6
