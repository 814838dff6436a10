"""What moves: for a moment, and never longer than somebody wants to wait."""

import pytest

from regicide_tui.games.regicide.state import OVER, remaining
from regicide_tui.play.settings import Settings
from regicide_tui.tui.games.regicide.model import RegicideModel, frames
from regicide_tui.tui.screens.home_table import HomeTable
from regicide_tui.tui.screens.result import ResultScreen
from regicide_tui.tui.widgets import table as zone
from regicide_tui.tui.widgets.table import FRAME, Stage
from tests.tui.conftest import Sitting
from tests.tui.models import HOPELESS, SOLO, Position, model, saved
from tests.tui.player import Player

MOVING = Settings(motion=True)


def moving(position: Position, action: str) -> list[RegicideModel]:
    """Return the frames of an action."""
    before = model(position)
    table = saved(position)
    table = table.take_text(0, action)
    (told,) = table.told(0)
    return frames(before, told.events)


def health(some: list[RegicideModel]) -> list[int]:
    return [remaining(one.view) for one in some]


def castle(player: Player) -> Stage:
    return player.app.screen.query_one("#stage", Stage)


def test_the_damage_counts_from_what_was_to_what_is() -> None:
    assert health(moving(SOLO, "9H")) == [30, 27, 24]
    assert [one.landing for one in moving(SOLO, "9H")] == [True, False, False]


def test_a_royal_who_falls_is_seen_without_health() -> None:
    assert health(moving({**SOLO, "damage": 26}, "8D")) == [4, 3, 2, 0]


def test_the_play_lies_before_the_enemy_while_he_is_hurt() -> None:
    for one in moving({**SOLO, "damage": 26}, "8D"):
        assert [play.cards[0].text for play in one.view.table] == ["8D"]


def test_what_hurts_nobody_does_not_move() -> None:
    assert moving(SOLO, "flip") == []


def test_no_motion_takes_longer_than_a_fifth_of_a_second() -> None:
    assert len(moving({**SOLO, "damage": 26}, "8D")) * FRAME < 0.2


async def test_hand_and_log_are_there_at_once_and_the_castle_soon(sit: Sitting) -> None:
    async with sit(saved(SOLO), settings=MOVING) as player:
        await player.press("7", "enter")
        player.shows("7 of 8", "PAY 15", "You play 9♥")
        await player.until(lambda: player.sees("9 damage"))
        assert remaining(player.state) == 21


async def test_a_key_ends_a_motion(sit: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zone, "FRAME", 60.0)
    async with sit(saved(SOLO), settings=MOVING) as player:
        await player.press("7", "enter", "right")
        player.shows("9 damage")
        assert not castle(player).finish()


async def test_the_last_blow_is_seen_before_the_result(sit: Sitting) -> None:
    async with sit(saved(HOPELESS), settings=MOVING) as player:
        await player.press("enter")
        assert player.state.phase is OVER
        await player.until(lambda: isinstance(player.app.screen, ResultScreen))


async def test_whoever_can_not_wait_for_the_result_sees_it_once(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zone, "FRAME", 60.0)  # however slow the machine, the key comes first
    async with sit(saved(HOPELESS), settings=MOVING) as player:
        await player.press("enter", "enter")
        assert [type(one) for one in player.app.screen_stack] == [HomeTable, ResultScreen]
