"""Which house rules a new game takes over."""

import pytest

from regicide_tui import games
from regicide_tui.games.base import Json
from regicide_tui.play.dealing import applicable_rules


@pytest.mark.parametrize(
    ("game", "players", "wanted", "fitting"),
    [
        ("regicide", 1, {}, {}),
        ("regicide", 3, {"combos": False, "overpay": "free"}, {"combos": False, "overpay": "free"}),
        ("regicide", 3, {"combos": True, "overpay": "one_at_a_time"}, {}),
        ("regicide", 1, {"solo_yield": True, "first_player": 1}, {"solo_yield": True}),
        ("regicide", 2, {"solo_yield": True, "first_player": 3}, {}),
        ("regicide", 4, {"first_player": 3}, {"first_player": 3}),
        ("duel", 2, {"diamond_redeal": True, "combos": False}, {"diamond_redeal": True}),
        ("king_of_the_dead", 2, {"hand_draw": 5, "first_player": 4}, {"hand_draw": 5}),
    ],
)
def test_house_rules_that_change_nothing_are_left_out(
    game: str, players: int, wanted: dict[str, Json], fitting: dict[str, Json]
) -> None:
    assert applicable_rules(games.find(game).options(players), wanted) == fitting
