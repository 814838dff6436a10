"""The deal of the day: what is dealt, and how far one is with it."""

from pathlib import Path
from random import Random

import pytest

from regicide_tui.play.dealing import (
    DailyDeal,
    daily_start,
    deal,
    describe_daily,
    describe_result,
    find_daily_deal,
    streak,
)
from regicide_tui.play.history import day_of
from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.play.games import begun, played
from tests.play.test_statistics import record

DAY = "2026-11-21"
GOING_ON = played(begun(1, DAY), 3, Random(1))
OVER = played(begun(1, DAY), 10_000, Random(1))
RECORD = record(1, id="over", seed=DAY, daily=True, turns=14)


def labels(folder: Path, **histories: object) -> list[SaveLabel]:
    """Put games into a folder of saves and return their labels."""
    for name, history in histories.items():
        seats = ("Ada", "Bea")[: history.start.players]  # type: ignore[attr-defined]
        title = "Friday" if name == "named" else ""
        write(folder / f"{name}.save", Table(history, seats, title))  # type: ignore[arg-type]
    return list(SavesFolder(folder).labels())


def test_a_day_deals_the_same_to_everybody() -> None:
    start = daily_start(DAY)
    assert day_of(start) == DAY
    assert deal(start).history == deal(start, ["Ada"]).history == begun(1, DAY)
    assert (
        loose(deal(daily_start("2026-11-22")).history.first).hands
        != loose(begun(1, DAY).first).hands
    )


def test_a_day_that_was_not_begun_is_to_be_dealt(tmp_path: Path) -> None:
    others = labels(tmp_path, other=begun(1, "2026-11-20"), pair=begun(2, DAY), named=GOING_ON)
    daily = find_daily_deal(
        DAY, others, [record(1, daily=True, seed="2026-11-20"), record(2, seed=DAY)]
    )
    assert daily == DailyDeal(DAY)
    assert daily.path is None


def test_a_game_in_play_goes_on(tmp_path: Path) -> None:
    daily = find_daily_deal(DAY, labels(tmp_path, going=GOING_ON), [])
    assert daily.path == tmp_path / "going.save"
    assert describe_daily(daily) == "in play"


def test_of_a_day_that_is_done_the_first_game_is_opened(tmp_path: Path) -> None:
    found = labels(tmp_path, again=OVER, over=OVER)
    games = [RECORD, record(2, id="again", seed=DAY, daily=True, won=True)]
    daily = find_daily_deal(DAY, found, games)
    assert daily.path == tmp_path / "over.save"
    assert daily.record == RECORD
    assert describe_daily(daily) == "lost, 3 royals defeated, 14 turns"


def test_another_try_goes_on_first_and_the_result_stays_told(tmp_path: Path) -> None:
    daily = find_daily_deal(DAY, labels(tmp_path, over=OVER, again=GOING_ON), [RECORD])
    assert daily.path == tmp_path / "again.save"
    assert describe_daily(daily) == "in play; first lost, 3 royals defeated, 14 turns"


def test_without_its_save_a_day_is_dealt_again_and_its_result_told(tmp_path: Path) -> None:
    daily = find_daily_deal(DAY, labels(tmp_path), [RECORD])
    assert daily.path is None
    assert describe_daily(daily) == "lost, 3 royals defeated, 14 turns"


def test_damaged_saves_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "bad.save").write_bytes(b"nonsense")
    assert find_daily_deal(DAY, labels(tmp_path), []) == DailyDeal(DAY)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"won": True, "medal": "gold", "turns": 14}, "won, gold medal, 14 turns"),
        ({"turns": 1, "figures": {}}, "lost, 1 turn"),
        ({"turns": 9, "figures": {"royals": 3}}, "lost, 3 royals defeated, 9 turns"),
    ],
)
def test_a_result_in_words(changes: dict[str, object], words: str) -> None:
    assert describe_result(record(1, **changes)) == words


def test_a_streak_counts_the_days_in_a_row_and_waits_for_today() -> None:
    days = ["2026-02-26", "2026-02-27", "2026-02-28"]
    assert streak(days, "2026-02-28") == 3
    assert streak(days, "2026-03-01") == 3
    assert streak(days, "2026-03-02") == 0
    assert streak([], "2026-03-02") == 0
