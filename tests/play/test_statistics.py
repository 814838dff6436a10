"""Statistics: what is kept of a game that ended, and what many of them come to."""

from random import Random

import pytest

from regicide_tui.games.regicide.state import EnemyDefeated, JesterFlipped
from regicide_tui.games.words import taken_back
from regicide_tui.play.history import Start, day_of, is_day
from regicide_tui.play.saves.files import read
from regicide_tui.play.statistics import (
    Group,
    Record,
    Tally,
    by_day,
    by_level,
    games_until,
    record_of,
    summarise,
    tally_like_last,
    unique_games,
)
from regicide_tui.play.table import Table
from tests.loose import loose
from tests.play.games import ROOT, begun, played, set_up, whole_game

WON = read(ROOT / "saves" / "example-won.save")


def record(number: int = 1, **changes: object) -> Record:
    """Return a lost game alone, but for these changes."""
    facts: dict[str, object] = {
        "id": f"game {number}",
        "date": "2026-11-21",
        "game": "regicide",
        "players": 1,
        "won": False,
        "turns": 10,
        "seed": "7F3K",
        "figures": {"royals": 3, "exact": 1},
        **changes,
    }
    return Record(**facts)  # type: ignore[arg-type]


def wins_and_losses(results: str) -> list[Record]:
    """Return games by their results: `w` for a win."""
    return [record(number, won=one == "w") for number, one in enumerate(results)]


def lost_position(goal: str = "") -> Table:
    position = {"players": 1, "hands": [["2C"]], "enemy": "KH", "jesters_unused": 0}
    return Table(set_up(loose(position)).take_text("2C"), ("Ada",), goal=goal)


# ---------------------------------------------------------------- one game


@pytest.mark.parametrize("saved", [WON, whole_game(1), whole_game(3)], ids=["won", "lost", "3"])
def test_a_record_holds_what_happened(saved: Table) -> None:
    table = saved
    events = [event for move in saved.history.moves for event in move.events]
    defeats = [event for event in events if isinstance(event, EnemyDefeated)]
    kept = record_of(table, "one", "2026-11-21")
    assert table.outcome is not None
    assert (kept.id, kept.date, kept.game) == ("one", "2026-11-21", "regicide")
    assert (kept.players, kept.seed, kept.turns) == (len(saved.seats), table.seed, table.turn)
    assert (kept.won, kept.medal) == (table.outcome.won, table.outcome.medal)
    assert kept.figures == {
        "royals": len(defeats),
        "exact": sum(event.exact for event in defeats),
        "jesters": sum(isinstance(event, JesterFlipped) for event in events),
    }
    assert (kept.undos, kept.peeks, kept.set_up, kept.daily) == (0, 0, False, False)


def test_a_record_holds_what_was_taken_back() -> None:
    table = whole_game(1)
    end = table.moves
    table = table.undo_to(0).at(end)
    kept = record_of(table, "one", "2026-11-21")
    assert (kept.undos, kept.peeks) == (table.undos, table.peeks) == (end, table.peeks)
    assert kept.peeks > 0


def test_undone_moves_are_in_no_record() -> None:
    kept = record_of(WON, "one", "2026-11-21")
    table = WON.undo().redo()
    assert record_of(table, "one", "2026-11-21").figures == kept.figures
    assert record_of(table, "one", "2026-11-21").turns == kept.turns


@pytest.mark.parametrize("goal", ["", "Win in this turn"])
def test_a_game_from_a_position_says_so_and_has_no_medal(goal: str) -> None:
    assert record_of(lost_position(goal), "one", "2026-11-21").set_up
    won = {"players": 1, "hands": [["TC"]], "enemy": "KH", "damage": 30, "jesters_unused": 2}
    table = Table(set_up(loose(won)).take_text("TC"), ("Ada",))
    assert table.outcome is not None
    assert table.outcome.medal == "gold"
    assert record_of(table, "one", "2026-11-21").medal is None


# ---------------------------------------------------------------- the deal of a day


def test_the_deal_of_a_day_is_alone_by_the_plain_rules() -> None:
    day = "2026-11-21"
    assert day_of(Start("regicide", 1, day, {})) == day
    assert day_of(Start("regicide", 2, day, {})) == ""
    assert day_of(Start("regicide", 1, day, {"combos": False})) == ""
    assert day_of(Start("regicide", 1, day, {}, {"players": 1})) == ""
    assert day_of(Start("regicide", 1, "7F3K", {})) == ""


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-11-21", True),
        ("2024-02-29", True),
        ("2026-02-29", False),
        ("20261121", False),
        ("2026-W47-6", False),
        ("2026-11-21T10:00", False),
        ("", False),
    ],
)
def test_a_day_is_written_in_one_way(text: str, day: bool) -> None:
    assert is_day(text) is day


def test_a_record_knows_that_it_is_of_the_deal_of_a_day() -> None:
    saved = Table(played(begun(1, "2026-11-21"), 10_000, Random(1)), ("Ada",))
    assert record_of(saved, "one", "2026-11-22").daily


# ---------------------------------------------------------------- many games


def test_of_a_game_that_ended_twice_the_last_result_counts() -> None:
    games = [record(1), record(2), record(1, won=True, undos=1, peeks=1)]
    assert unique_games(games) == (games[2], games[1])
    summary = summarise(games)
    assert (summary.games, summary.wins, summary.unaided) == (2, 1, 0)


def test_games_and_wins_are_counted_by_the_number_of_players() -> None:
    games = [
        record(1, won=True),
        record(2),
        record(3),
        record(4, players=2, won=True),
        record(5, players=4),
    ]
    summary = summarise(games)
    assert summary.tallies == (Tally(1, 3, 1), Tally(2, 1, 1), Tally(3, 0, 0), Tally(4, 1, 0))
    assert (summary.games, summary.wins) == (5, 2)


def test_games_with_bots_have_tallies_of_their_own_and_are_in_all_other_figures() -> None:
    bots = ("", "page")
    games = [
        record(1, players=2, won=True),
        record(2, players=2, bots=bots),
        record(3, players=2, bots=bots, won=True, turns=3),
    ]
    summary = summarise(games)
    assert summary.tallies[1] == Tally(2, 1, 1)
    assert summary.with_bots[1] == Tally(2, 2, 1)
    assert (summary.games, summary.wins, summary.fastest) == (3, 2, 3)
    assert tally_like_last(games) == Tally(2, 2, 1)


def test_a_record_knows_the_bots_and_the_hints() -> None:
    saved = Table(whole_game(2).history, ("Ada", "Pip"), bots=("", "page"), hints=3)
    found = record_of(saved, "one", "2026-11-21")
    assert (found.bots, found.hints) == (("", "page"), 3)


def test_games_from_a_position_count_nowhere_but_are_told() -> None:
    games = [record(1), record(2, won=True, set_up=True, turns=1, undos=7, figures={"exact": 9})]
    summary = summarise(games)
    assert summary.set_up == 1
    assert (summary.games, summary.wins, summary.undos) == (1, 0, 0)
    assert (summary.longest, summary.fastest, summary.most_exact) == (0, None, 1)


@pytest.mark.parametrize(
    ("results", "streak", "longest"),
    [("", 0, 0), ("w", 1, 1), ("l", 0, 0), ("wwlw", 1, 2), ("lwwwl", 0, 3), ("wlww", 2, 2)],
)
def test_wins_in_a_row(results: str, streak: int, longest: int) -> None:
    summary = summarise(wins_and_losses(results))
    assert (summary.streak, summary.longest) == (streak, longest)


def test_medals_the_fastest_win_and_the_most_exact_kills() -> None:
    games = [
        record(1, won=True, medal="gold", turns=30),
        record(2, won=True, medal="gold", turns=14, peeks=1, undos=3),
        record(3, won=True, medal="bronze", turns=20),
        record(4, turns=2, figures={"exact": 8, "royals": 9}),
    ]
    summary = summarise(games)
    assert summary.medals == {"gold": 2, "bronze": 1}
    assert (summary.fastest, summary.most_exact) == (14, 8)
    assert (summary.unaided, summary.undos, summary.peeks) == (2, 3, 1)


def test_a_win_with_a_hint_or_an_undo_is_not_without_help() -> None:
    games = [
        record(1, won=True),
        record(2, won=True, hints=76),
        record(3, won=True, undos=1),
        record(4, hints=2),
    ]
    summary = summarise(games)
    assert (summary.wins, summary.unaided) == (3, 1)
    assert (summary.hints, summary.undos) == (78, 1)


def test_games_are_grouped_by_the_day_on_which_they_ended_the_newest_first() -> None:
    games = [
        record(1, won=True, date="2026-11-20"),
        record(2, date="2026-11-21", hints=1),
        record(3, won=True, date="2026-11-21", hints=1),
        record(4, date="2026-11-21", set_up=True),
    ]
    assert by_day(games) == [Group("2026-11-21", 2, 1, 0), Group("2026-11-20", 1, 1, 1)]


def test_games_with_bots_are_grouped_by_the_levels_of_the_bots() -> None:
    duel = {"game": "duel", "players": 2, "seats": ("Ada", "Robin"), "bots": ("", "squire")}
    games = [
        record(1, **duel, won=True, winners=("Ada",)),
        record(2, **duel, won=True, winners=("Robin",)),
        record(3, won=True, players=3, bots=("", "page", "knight")),
        record(4, won=True),
    ]
    assert by_level(games) == [Group("squire", 2, 1, 1), Group("knight and page", 1, 1, 1)]


def test_a_game_among_people_alone_is_neither_won_nor_lost_by_them_on_a_day() -> None:
    among = record(1, game="duel", players=2, seats=("Ada", "Bea"), winners=("Ada",), won=True)
    assert by_day([among]) == []


def test_the_last_twenty_games_are_the_recent_ones() -> None:
    games = [record(number, figures={"royals": number % 13}) for number in range(25)]
    assert summarise(games).recent == tuple([number % 13 for number in range(5, 25)])


def test_without_games_there_is_nothing_to_tell() -> None:
    summary = summarise([])
    assert (summary.games, summary.wins, summary.streak, summary.recent) == (0, 0, 0, ())
    assert (summary.fastest, summary.most_exact) == (None, None)


def test_a_game_stands_among_those_before_it_with_as_many_players() -> None:
    games = [
        record(1, won=True),
        record(2, players=2),
        record(5, game="duel", players=2, won=True),
        record(3, won=True),
        record(4),
    ]
    assert games_until(games, "game 3") == [games[0], games[1], games[3]]
    assert tally_like_last(games_until(games, "game 3")) == Tally(1, 2, 2)
    assert tally_like_last(games_until(games, "game 4")) == Tally(1, 3, 2)
    assert games_until(games, "game 5") == [games[2]]
    assert games_until(games, "game 6") == []
    assert games_until([record(1, set_up=True)], "game 1") == []


def test_of_the_deal_of_a_day_the_first_try_counts() -> None:
    days = ("2026-02-27", "2026-02-28", "2026-03-01", "2026-03-01", "2026-03-03")
    tries = [
        record(number, seed=day, daily=True, won=number == 4) for number, day in enumerate(days, 1)
    ]
    found = summarise([*tries, record(9, seed="2026-03-04")])
    assert (found.days, found.days_won, found.days_running) == (4, 0, 3)
    won = summarise([record(1, seed="2026-03-01", daily=True, won=True)])
    assert (won.days, won.days_won, won.days_running) == (1, 1, 1)
    assert summarise([record()]).days_running == 0


# ---------------------------------------------------------------- undo in words


@pytest.mark.parametrize(
    ("undos", "peeks", "words"),
    [
        (0, 0, ""),
        (1, 0, "1 move undone"),
        (1, 1, "1 move undone, after seeing new cards"),
        (3, 1, "3 moves undone, 1 of them after seeing new cards"),
    ],
)
def test_what_was_taken_back_in_words(undos: int, peeks: int, words: str) -> None:
    assert taken_back(undos, peeks) == words
