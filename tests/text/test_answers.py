"""Answers at home: they say what happened, name what was wrong, and offer only what works."""

import re
from pathlib import Path

import pytest

from regicide_tui.text import thoughts
from regicide_tui.text.tables import TableTalk
from regicide_tui.text.voice import tally
from tests.text.typing_people import home_in, said, table_of

SEED = "seed=7F3K"


def test_letters_stay_offered_while_a_listener_asks(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new king page {SEED}")
    assert isinstance(home.table, TableTalk)
    hand = range(len(home.table.at.model.hand))
    several = next(
        f"{one + 1} {two + 1}"
        for one in hand
        for two in hand
        if one != two and len(home.table.at.choices((one, two))) > 1
    )
    listed = said(home, several)
    first = re.search(r"a: (\w+) ", listed)
    assert first
    for asked in ("table", "powers", "more", "try 1", "help buy", "xyzzy"):
        home.answer(asked)
    assert said(home, "a").startswith(f"You {first[1].lower()}")
    assert "deal the same cards again?" in said(home, "a")


def test_more_goes_on_with_the_last_answer_only(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "Type more to continue" in said(home, "rules")
    assert "xyzzy" in said(home, "xyzzy")
    assert said(home, "more") != "There is no more."
    assert "Type more to continue" in said(home, "rules")
    home.answer("help set")
    assert said(home, "more") == "There is no more."


def test_a_solved_puzzle_stays_solved_after_an_empty_line(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer("puzzle regicide 1")
    home.answer("hint")
    solution = said(home, "hint")
    assert "Solved." in said(home, solution)
    assert said(home, "").startswith("Solved.")
    home.answer("undo")
    assert "You are to play." in said(home, "")


def test_undo_takes_no_number(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    home.answer("1")
    assert said(home, "undo 4") == "undo undoes one action. Type it again to undo the one before."
    assert table_of(home).moves == 1
    assert said(home, "undo").startswith("Undone.")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("set colour pink", "There is no setting colour. settings lists them."),
        ("set colour", "There is no setting colour. settings lists them."),
        ("set text_cards", "text_cards is words. Its values: words, short."),
        ("set text_cards pink", "text_cards is words. Its values: words, short."),
        ("set duel overpay", "duel overpay is "),
    ],
)
def test_a_setting_that_is_not_changed_says_why(tmp_path: Path, typed: str, answer: str) -> None:
    assert said(home_in(tmp_path), typed).startswith(answer)


def test_the_game_that_is_played_is_not_deleted(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new regicide 1 {SEED}")
    home.answer("1")
    assert said(home, "delete 1").startswith("You are playing this game.")
    home.answer("menu")
    assert said(home, "delete 1").startswith("Delete Regicide")
    assert said(home, "yes") == "Deleted."
    assert said(home, "saves") == "There are no saved games."


def test_the_daily_deal_says_what_it_is(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    for _ in range(2):
        assert said(home, "daily").startswith("The daily deal of ")
        home.answer("menu")


def test_statistics_name_their_numbers(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer(f"new duel Bea {SEED}")
    home.answer("")
    home.answer("resign")
    home.answer("yes")
    told = said(home, "statistics duel")
    assert re.search(r"\w: 1 game, 1 won, 100%", told), told
    assert re.search(r"\w: 1 game, 0 won, 0%", told), told
    assert tally("solo, gold, 12, 3, 25%") == "solo, gold: 12 games, 3 won, 25%"


def test_chapters_have_one_number_each(tmp_path: Path) -> None:
    assert "1 The game." in said(home_in(tmp_path), "rules")


@pytest.mark.parametrize("line", ["puzzle king 1", "puzzle duel 1", "lesson king 1"])
def test_who_practises_hears_whose_place_they_take(tmp_path: Path, line: str) -> None:
    told = said(home_in(tmp_path), line)
    assert "You start as Ada." in told
    assert "You start as" not in said(home_in(tmp_path), "puzzle regicide 1")


def test_a_lesson_calls_both_players_by_their_names(tmp_path: Path) -> None:
    assert "Ada: 4 cards, no shield. Bea: 4 cards" in said(home_in(tmp_path), "lesson duel 1")


def test_the_only_person_of_a_game_is_called_you(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    assert "Points: You 0, Pip 0." in said(home, f"new king page {SEED}")
    assert "You began the round." in said(home, "table")


def test_a_preview_says_an_exact_kill_once(tmp_path: Path) -> None:
    home = home_in(tmp_path)
    home.answer("new regicide 1 seed=3E2RCAFR")
    for line in ("8S", "pay 2S", "7D", "pay 2C"):
        home.answer(line)
    told = said(home, "try 5D")
    assert told.count("exact") == 1, told


def test_a_bot_that_fails_costs_its_answer_and_not_the_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: object) -> None:
        raise OSError("the searches can't be loaded")

    home = home_in(tmp_path)
    home.answer(f"new duel page {SEED}")
    home.answer("1")
    monkeypatch.setattr(thoughts, "answer", fail)
    assert said(home, "hint") == "No hint found."
    home.answer("resign")
    home.answer("yes")
    assert "The review stopped" in said(home, "review")
