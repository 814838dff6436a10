"""A saved game in a few words: for every game, and for labels that make no sense."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from regicide_tui.cards import card
from regicide_tui.games.base import Json
from regicide_tui.games.regicide.words import royal_name
from regicide_tui.play.history import RESIGNED, Start
from regicide_tui.play.saves.files import write
from regicide_tui.play.saves.saves_folder import SaveLabel, SavesFolder
from regicide_tui.play.saves.summary import (
    describe_progress,
    describe_save,
    format_table,
    game_title,
    name_in_list,
    save_name,
    saved_minute,
)
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.make_saves import FOLDER
from tests.play.damaged_saves import body_of, pool
from tests.play.games import duel

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_the_game_is_named_first(tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path)
    write(tmp_path / "duel.save", replace(duel(), saved=int(NOW.timestamp())))
    (label,) = saves_folder.labels()
    first = label.seats[loose(label.snapshot)["turn"] - 1]
    words = f"Regicide Duel, just now, Ada & Bea, {first} to play, shields "
    assert describe_save(label, NOW).startswith(words)


def test_every_game_can_be_told_in_a_few_words() -> None:
    for saved in pool():
        snapshot = body_of(saved)["snapshot"]
        game = saved.history.start.game
        label = SaveLabel(Path("a.save"), "", game, saved.seats, 0, snapshot, match=saved.match)
        said = describe_save(label, NOW)
        who = "solo, " if len(saved.seats) == 1 else "Ada & Bea"
        assert said.startswith(f"{saved.history.game.title}, long ago, {who}")
        assert describe_progress(label) == _expected(saved, snapshot)


def _expected(saved: Table, snapshot: Any) -> str:
    outcome = saved.outcome
    if saved.history.game.rivals:
        shields, hands = snapshot["shield_values"], snapshot["hand_counts"]
        if outcome is None:
            return f"shields {shields[0]} and {shields[1]}, hands of {hands[0]} and {hands[1]}"
        if not outcome.winners:
            return "a draw"
        winner = outcome.winners[0]
        resigned = outcome.reason == RESIGNED
        loser = saved.seats[1 - winner]
        could_not = "pay" if outcome.reason == "cannot_pay" else "play"
        return (
            f"{loser} resigned"
            if resigned
            else f"won by {saved.seats[winner]}, {loser} couldn't {could_not}"
        )
    number = 12 - len(snapshot["castle"])
    if outcome is not None and outcome.won:
        return f"won, {outcome.medal} medal" if outcome.medal else "won, all 12 royals"
    if outcome is not None:
        return f"lost at royal {number} of 12"
    enemy = royal_name(card(snapshot["enemy"]))
    return f"royal {number} of 12, {enemy}, {snapshot['remaining']} health left"


@pytest.mark.parametrize(
    ("save", "words"),
    [
        ("example-won", "won, gold medal"),
        ("example-lost", "lost at royal 9 of 12"),
        ("example-duel-over", "won by Bea, Ada couldn't pay"),
        ("example-king-over", "won by Bea, points 20 : 25"),
    ],
)
def test_a_finished_game_says_how_far_it_got(save: str, words: str) -> None:
    labels = {label.path.stem: label for label in SavesFolder(FOLDER).labels()}
    assert describe_progress(labels[save]) == words


def test_a_game_won_by_several_players_has_no_medal() -> None:
    saved = next(one for one in pool() if len(one.seats) == 1 and one.outcome)
    snapshot = {**body_of(saved)["snapshot"], "result": "won", "medal": None}
    label = SaveLabel(Path("a"), "", "regicide", ("Ada", "Bea"), 0, snapshot)
    assert describe_progress(label) == "won, all 12 royals"


def test_a_game_that_was_saved_in_the_future_was_saved_just_now() -> None:
    later = int((NOW + timedelta(days=10**5)).timestamp())
    for second in (later, 2**40):
        assert describe_save(SaveLabel(Path("a"), saved=second), NOW).startswith("just now, ")


@pytest.mark.parametrize("key", ["enemy", "castle", "remaining", "phase", "result"])
@pytest.mark.parametrize(
    "value",
    [None, 7, -1, True, [], {}, [[]], "", "??", b"xx", "\x1b[2J", "x" * 10_000],
    ids=lambda value: repr(value)[:12],
)
def test_a_snapshot_that_makes_no_sense_is_told_in_a_few_words_too(key: str, value: Json) -> None:
    snapshot = {**body_of(pool()[0])["snapshot"], key: value}
    said = describe_save(SaveLabel(Path("a"), "", "regicide", ("Ada",), 0, snapshot), NOW)
    assert said.isprintable()
    assert len(said) < 200


def test_a_game_is_called_by_its_name_or_else_by_its_players() -> None:
    label = SaveLabel(Path("a"), seats=("Ada", "Bea"))
    assert save_name(label) == "Ada & Bea"
    assert save_name(replace(label, title="Queen")) == "Queen"
    assert save_name(replace(label, name="Friday")) == "Friday"


def test_of_a_game_with_bots_people_come_first_and_only_by_their_own_names() -> None:
    label = SaveLabel(Path("a"), seats=("Pip", "Ada", "Wat", "Bea"), bots=("page", "", "page", ""))
    assert save_name(label) == "Ada & Bea with Pip and Wat"
    assert (
        save_name(SaveLabel(Path("a"), seats=("Player 1", "Pip"), bots=("", "page"))) == "with Pip"
    )


def test_a_list_tells_kept_positions_and_deals_of_a_day_from_games() -> None:
    label = SaveLabel(
        Path("a"), name="Friday", seats=("Ada",), start=Start("regicide", 1, "X7", {})
    )
    assert name_in_list(label) == "saved as Friday"
    assert name_in_list(replace(label, name="", title="Queen")) == "Queen"
    assert name_in_list(replace(label, name="")) == "solo"
    day = Start("regicide", 1, "2026-03-01", {})
    assert name_in_list(replace(label, name="", start=day)) == "deal of 01 Mar 2026"


def test_a_moment_is_told_to_the_minute_if_there_is_such_a_minute() -> None:
    saved = int(datetime(2026, 3, 1, 9, 5, 59).timestamp())
    assert saved_minute(SaveLabel(Path("a"), saved=saved)) == "01 Mar 2026, 09:05"
    assert saved_minute(SaveLabel(Path("a"), saved=2**40)) == ""
    assert saved_minute(SaveLabel(Path("a"))) == ""


def test_a_table_has_its_columns_below_each_other() -> None:
    snapshot = body_of(pool()[0])["snapshot"]
    labels = [
        SaveLabel(Path("a.save"), "漢字", "regicide", ("Ada",), 0, snapshot),
        SaveLabel(Path("b.save"), "", "regicide", ("Ada", "Bea"), 1, snapshot),
        SaveLabel(Path("c\x1b[2J.save"), fault="This file is not a saved game."),
    ]
    names, first, second, third = format_table(labels, NOW)
    assert names.index("FILE") == second.index("b.save") == third.index("c?[2J.save")
    assert (
        names.index("PROGRESS")
        == second.index(describe_progress(labels[1]))
        == third.index("This file")
    )
    assert names.index("GAME") == second.index(game_title(labels[1]))
    assert first.index("a.save") == names.index("FILE") - 2, "two characters are two cells wide"


@pytest.mark.parametrize("width", [60, 80, 100, 140])
def test_a_table_fits_the_terminal(width: int) -> None:
    label = SaveLabel(
        Path("/home/ada/saves/20260301-105901-game-c5abd1.save"),
        seats=("Ada", "Bartholomew", "漢字漢字"),
        game="regicide",
        snapshot=body_of(pool()[0])["snapshot"],
    )
    lines = format_table([label], NOW, width)
    assert max(map(cell_len, lines)) <= width
    assert lines[1].startswith("1    long ago  "), "what opens it is never cut"
    assert ("..." in lines[1]) is (width < 140)


def test_a_text_that_is_cut_fills_its_column() -> None:
    label = SaveLabel(Path("a.save"), "A game with a very long name " * 3, "regicide", ("Ada",))
    names, line = format_table([label], NOW, 60)
    end = line.index("...") + len("...")
    assert end == names.index("PROGRESS") - 2


def test_without_saves_there_is_no_table() -> None:
    assert format_table([], NOW) == []


def test_a_game_that_this_version_does_not_know_has_no_title() -> None:
    assert game_title(SaveLabel(Path("a"), game="whist")) == "unknown"
