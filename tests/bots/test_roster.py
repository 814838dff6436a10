"""Which levels a game has, and the names of the bots."""

from pathlib import Path
from typing import Any

import pytest

from regicide_tui.bots import nets, roster
from regicide_tui.bots.base import LEVELS, HeuristicBot
from regicide_tui.bots.roster import (
    adviser_level,
    default_evaluations,
    find_factory,
    fit_levels,
    list_levels,
    make_bot,
    name_players,
)
from regicide_tui.play.settings import THINKING_LEVELS

EVERYBODY = [level.name for level in LEVELS]


@pytest.fixture(autouse=True)
def weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of weights, with some for two players."""
    (tmp_path / "regicide-2.net").touch()
    monkeypatch.setattr(nets, "FOLDER", tmp_path)
    return tmp_path


def test_levels_with_a_net_are_there_where_their_weights_are() -> None:
    assert [level.name for level in list_levels("regicide", 2)] == EVERYBODY
    assert [level.name for level in list_levels("regicide", 3)] == ["page"]


def test_a_game_without_bots_has_none() -> None:
    assert list_levels("whist", 2) == ()
    assert fit_levels("whist", ("", "page")) == ()


def test_the_strongest_level_with_a_net_gives_hints() -> None:
    assert adviser_level("regicide", 2) == EVERYBODY[-1]
    assert adviser_level("regicide", 3) == ""
    assert adviser_level("duel", 2) == ""


def test_the_simplest_level_replaces_one_that_can_not_play_here() -> None:
    assert fit_levels("regicide", ("", "wizard", "marshal")) == ("", "page", "page")
    assert fit_levels("regicide", ("marshal", "")) == ("marshal", "")


@pytest.mark.parametrize(
    ("game", "kind"),
    [("regicide", HeuristicBot), ("duel", HeuristicBot), ("king_of_the_dead", HeuristicBot)],
)
def test_a_level_has_a_bot(game: str, kind: type) -> None:
    assert isinstance(make_bot(game, "page", 2), kind)


def test_a_level_without_weights_has_none() -> None:
    with pytest.raises(KeyError):
        make_bot("regicide", "marshal", 3)


def test_bots_have_names_of_their_own_and_people_keep_theirs() -> None:
    bots = ("", "page", "page", "knight")
    assert name_players(bots, ("Ada", "x", "", "")) == ("Ada", "Pip", "Wat", "Sir Aldous")
    assert name_players(("", "page"), ("Pip", "")) == ("Pip", "Wat")


@pytest.mark.parametrize("level", EVERYBODY)
def test_three_bots_of_a_level_and_a_person_with_such_a_name_have_four_names(
    level: str,
) -> None:
    (first,) = name_players((level,), ("",))
    assert len({*name_players(("", level, level, level), (first, "", "", ""))}) == 4


def test_a_level_makes_as_many_evaluations_as_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def budget(_players: int, evaluations: int) -> Any:
        return evaluations

    usual = find_factory("regicide")
    assert usual is not None
    factory = usual._replace(make_with_net=budget)
    monkeypatch.setattr(roster, "find_factory", lambda _: factory)
    found: list[object] = [make_bot("regicide", "knight", 2, given) for given in (None, 0, 7)]
    assert found == [default_evaluations("regicide", "knight"), 0, 7]


def test_the_settings_know_all_levels_that_think() -> None:
    assert tuple([level.name for level in LEVELS if level.has_net]) == THINKING_LEVELS
