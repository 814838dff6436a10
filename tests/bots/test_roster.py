"""Who plays which game, and what the players of the machine's are called."""

from pathlib import Path
from typing import Any

import pytest

from regicide_tui.bots import nets, roster
from regicide_tui.bots.levels import LEVELS
from regicide_tui.bots.players import maker_of
from regicide_tui.bots.roster import (
    adviser_level,
    evaluations_of,
    levels_of,
    names_for,
    playable,
    player_of,
)
from regicide_tui.bots.search.greedy import Greedy
from regicide_tui.play.settings import THINKING_LEVELS

EVERYBODY = [level.name for level in LEVELS]


@pytest.fixture(autouse=True)
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of weights: there are some for two players."""
    (tmp_path / "regicide-2.net").touch()
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    return tmp_path


def test_levels_that_have_learned_are_there_where_their_weights_are() -> None:
    assert [level.name for level in levels_of("regicide", 2)] == EVERYBODY
    assert [level.name for level in levels_of("regicide", 3)] == ["page"]


def test_a_game_without_bots_has_none() -> None:
    assert levels_of("whist", 2) == ()
    assert playable("whist", ("", "page")) == ()


def test_the_strongest_level_advises_and_nobody_does_without_a_net() -> None:
    assert adviser_level("regicide", 2) == EVERYBODY[-1]
    assert adviser_level("regicide", 3) == ""
    assert adviser_level("duel", 2) == ""


def test_the_simplest_plays_for_a_level_that_can_not_play_here() -> None:
    assert playable("regicide", ("", "wizard", "marshal")) == ("", "page", "page")
    assert playable("regicide", ("marshal", "")) == ("marshal", "")


@pytest.mark.parametrize(
    ("game", "kind"), [("regicide", Greedy), ("duel", Greedy), ("king_of_the_dead", Greedy)]
)
def test_a_level_has_a_player(game: str, kind: type) -> None:
    assert isinstance(player_of(game, "page", 2), kind)


def test_a_level_without_weights_has_none() -> None:
    with pytest.raises(KeyError):
        player_of("regicide", "marshal", 3)


def test_bots_have_names_of_their_own_and_people_keep_theirs() -> None:
    bots = ("", "page", "page", "knight")
    assert names_for(bots, ("Ada", "x", "", "")) == ("Ada", "Pip", "Wat", "Sir Aldous")
    assert names_for(("", "page"), ("Pip", "")) == ("Pip", "Wat")


@pytest.mark.parametrize("level", EVERYBODY)
def test_three_of_one_level_and_somebody_called_like_one_of_them_have_four_names(
    level: str,
) -> None:
    (first,) = names_for((level,), ("",))
    assert len({*names_for(("", level, level, level), (first, "", "", ""))}) == 4


def test_a_level_thinks_as_long_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def budget(_players: int, evaluations: int) -> Any:
        return evaluations

    usual = maker_of("regicide")
    assert usual is not None
    told = usual._replace(learned=budget)
    monkeypatch.setattr(roster, "maker_of", lambda _: told)
    found: list[object] = [player_of("regicide", "knight", 2, given) for given in (None, 0, 7)]
    assert found == [evaluations_of("regicide", "knight"), 0, 7]


def test_the_settings_know_all_levels_that_think() -> None:
    assert tuple([level.name for level in LEVELS if level.learned]) == THINKING_LEVELS
