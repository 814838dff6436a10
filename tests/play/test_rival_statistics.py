"""The games of rivals: what is kept of one, and who won how often by name."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.play.history import DRAW, DRAWN, RESIGNED, resignation
from regicide_tui.play.statistics import (
    PlayerStatistics,
    Record,
    Records,
    record_of,
    summarise,
    summarise_rivals,
)
from tests.play.games import duel, whole_game
from tests.play.test_statistics import record

OLD_RECORDS = """\
{"id":"a","date":"2026-01-02","game":"regicide","players":1,"won":true,"turns":30,"seed":"7F3K",\
"medal":"gold","figures":{"royals":12,"exact":4,"jesters":0},"undos":0,"peeks":0,"set_up":false,\
"daily":false}
{"id":"b","date":"2026-01-03","game":"duel","players":2,"won":true,"turns":9,"seed":"X7",\
"medal":null,"figures":{"shields":2,"castle":3,"attack":24},"undos":1,"peeks":0,"set_up":false,\
"daily":false}
{"id":"c","date":"2026-01-04","game":"regicide","players":2,"won":false,"turns":3,"seed":"Q"}
"""
"""What was noted before names were."""


def met(number: int, seats: str, winners: str = "", reason: str = "", **more: object) -> Record:
    """Return a game between these, called by one letter each, and who won it."""
    return record(
        number,
        game="duel",
        players=len(seats),
        won=bool(winners),
        seats=tuple(seats),
        winners=tuple(winners),
        reason=reason or ("cannot_pay" if winners else DRAWN),
        figures=more.pop("figures", {}),
        **more,
    )


# ---------------------------------------------------------------- one game


def test_a_record_of_rivals_holds_who_won_and_why() -> None:
    table = duel(10_000)
    assert table.outcome is not None
    kept = record_of(table, "one", "2026-11-21")
    assert (kept.game, kept.won, kept.seats) == ("duel", True, ("Ada", "Bea"))
    assert kept.winners == (table.seats[table.outcome.winners[0]],)
    assert kept.reason == table.outcome.reason
    assert set(kept.figures) >= set(games.find("duel").bests)


def test_who_resigns_and_who_agree_on_a_draw_are_in_the_record() -> None:
    kept = record_of(duel(4).call_off(resignation(0)), "one", "2026-11-21")
    assert (kept.won, kept.winners, kept.reason) == (True, ("Bea",), RESIGNED)
    kept = record_of(duel(4).call_off(DRAW), "one", "2026-11-21")
    assert (kept.won, kept.winners, kept.reason) == (False, (), DRAWN)


def test_who_plays_together_is_not_named() -> None:
    kept = record_of(whole_game(3), "one", "2026-11-21")
    assert (kept.seats, kept.winners) == ((), ())


def test_names_that_could_move_the_cursor_are_made_harmless(tmp_path: Path) -> None:
    records = Records(tmp_path / "records.jsonl")
    records.add(replace(met(1, "AB", "A"), seats=("A\x1b", "B"), winners=("A\x1b",)))
    (found,) = records.read()
    assert (found.seats, found.winners) == (("A?", "B"), ("A?",))


@pytest.mark.parametrize("name", games.names())
def test_every_game_of_rivals_names_figures_that_it_counts(name: str) -> None:
    game = games.find(name)
    assert set(game.bests) <= set(game.figures([]))
    assert bool(game.bests) is game.rivals


# ---------------------------------------------------------------- many games


def test_wins_are_counted_by_name() -> None:
    found = summarise_rivals(
        [met(1, "AB", "A"), met(2, "BA", "A"), met(3, "AC", "C"), met(4, "AB")], {}
    )
    assert found.standings == (
        PlayerStatistics("A", games=4, wins=2, longest=2),
        PlayerStatistics("C", games=1, wins=1, streak=1, longest=1),
        PlayerStatistics("B", games=3),
    )
    assert (found.games, found.draws, found.unnamed) == (4, 1, 0)
    assert found.recent == (("A",), ("A",), ("C",), ())


def test_a_win_that_is_shared_counts_for_both() -> None:
    found = summarise_rivals([met(1, "ABC", "AC", "shared")], {})
    assert [(one.name, one.wins) for one in found.standings] == [("A", 1), ("C", 1), ("B", 0)]
    assert found.draws == 0


def test_resignations_are_the_losers() -> None:
    found = summarise_rivals([met(1, "AB", "A", RESIGNED, turns=1), met(2, "AB", "B", turns=7)], {})
    assert {one.name: one.resigned for one in found.standings} == {"A": 0, "B": 1}
    assert found.fastest == 7, "nobody is fast who is given the game"


@pytest.mark.parametrize(
    ("winners", "streak", "longest"),
    [("", 0, 0), ("A", 1, 1), ("AAB", 0, 2), ("ABAA", 2, 2), ("AA-A", 1, 2)],
)
def test_wins_in_a_row_end_with_a_defeat_or_a_draw(winners: str, streak: int, longest: int) -> None:
    found = summarise_rivals([met(n, "AB", one.strip("-")) for n, one in enumerate(winners)], {})
    own = [(one.streak, one.longest) for one in found.standings if one.name == "A"]
    assert own == ([(streak, longest)] if winners else [])


def test_a_game_of_others_ends_no_row_of_wins() -> None:
    found = summarise_rivals([met(1, "AB", "A"), met(2, "BC", "B"), met(3, "AB", "A")], {})
    assert found.standings[0] == PlayerStatistics("A", games=2, wins=2, streak=2, longest=2)


def test_the_largest_figures_are_told_by_their_words() -> None:
    records = [met(1, "AB", "A", figures={"attack": 12}), met(2, "AB", "A", figures={"attack": 9})]
    words = {"attack": "Largest attack", "shields": "Most shields"}
    assert summarise_rivals(records, words).bests == {"Largest attack": 12}


def test_games_from_a_position_and_older_results_do_not_count() -> None:
    found = summarise_rivals(
        [met(1, "AB", "A"), met(1, "AB", "B"), met(2, "AB", "A", set_up=True)], {}
    )
    assert (found.games, found.set_up) == (1, 1)
    assert [(one.name, one.wins) for one in found.standings] == [("B", 1), ("A", 0)]


def test_records_of_before_are_read_and_counted(tmp_path: Path) -> None:
    records = Records(tmp_path / "records.jsonl")
    records.path.write_text(OLD_RECORDS)
    old = records.read()
    assert [one.id for one in old] == ["a", "b", "c"]
    together = summarise([one for one in old if one.game == "regicide"])
    assert (together.games, together.wins, together.medals) == (2, 1, {"gold": 1})
    found = summarise_rivals([one for one in old if one.game == "duel"], games.find("duel").bests)
    assert (found.games, found.unnamed, found.standings, found.recent) == (1, 1, (), ())
    assert (found.fastest, found.undos) == (9, 1)
    assert found.bests == {"Largest attack": 24, "Most shields lost": 2}
