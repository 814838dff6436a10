"""Matches: who begins the next game, the score, and games that end at the table."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction, Outcome
from regicide_tui.play.dealing import deal_next
from regicide_tui.play.history import (
    DRAW,
    GAMES_LIMIT,
    Match,
    Result,
    loss_on_time,
    outcome_of,
    resignation,
    result_of,
    tell_called_off,
)
from regicide_tui.play.saves.codec import decode, encode
from regicide_tui.play.saves.files import save_now
from regicide_tui.play.saves.saves_folder import SavesFolder
from regicide_tui.play.saves.summary import describe_progress
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import read_transcript, write_transcript
from tests.play.games import duel, game, matches

WON_BY_ADA, WON_BY_BEA = Result(0), Result(1)


# ---------------------------------------------------------------- the match


def test_nobody_has_challenged_before_the_first_game() -> None:
    assert Match().challenger is None
    assert Match().score() == (0, 0)


@pytest.mark.parametrize(
    ("results", "challenger", "score"),
    [
        ([WON_BY_ADA], 1, (1, 0)),
        ([WON_BY_BEA], 0, (0, 1)),
        ([WON_BY_BEA, WON_BY_ADA, WON_BY_ADA], 1, (2, 1)),
        ([resignation(0)], 0, (0, 1)),
        ([DRAW], None, (0, 0)),
        ([WON_BY_ADA, DRAW, DRAW], 1, (1, 0)),
    ],
)
def test_the_last_loser_challenges_and_wins_are_counted(
    results: list[Result], challenger: int | None, score: tuple[int, int]
) -> None:
    match = Match()
    for result in results:
        match = match.after(result)
    assert (match.challenger, match.score()) == (challenger, score)


def test_the_game_at_the_table_counts_once_it_is_over() -> None:
    match = Match((WON_BY_ADA,))
    assert match.score(WON_BY_ADA) == (2, 0)
    assert match.score(DRAW) == (1, 0)


def test_a_match_does_not_grow_for_ever() -> None:
    match = Match((WON_BY_ADA,) * GAMES_LIMIT).after(WON_BY_BEA)
    assert len(match.earlier) == GAMES_LIMIT
    assert match.earlier[-1] == WON_BY_BEA


def test_a_draw_is_nobodys_resignation() -> None:
    with pytest.raises(ValueError, match="resignation"):
        Result(None, resigned=True)


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        (resignation(0), Outcome((1,), "resigned")),
        (resignation(1), Outcome((0,), "resigned")),
        (DRAW, Outcome((), "drawn")),
    ],
)
def test_a_game_called_off_has_an_outcome(result: Result, outcome: Outcome) -> None:
    assert outcome_of(result) == outcome
    assert result_of(outcome) == result


def test_a_game_played_to_its_end_has_a_result() -> None:
    assert result_of(Outcome((1,), "cannot_pay")) == WON_BY_BEA


# ---------------------------------------------------------------- the table


def test_a_resigned_game_is_over_at_the_table_and_not_for_the_game() -> None:  # D-21
    table = duel().call_off(resignation(0))
    assert table.outcome == Outcome((1,), "resigned")
    assert table.to_act is None
    assert table.game.outcome(table.history.state) is None
    with pytest.raises(IllegalAction) as refusal:
        table.take_text(None, "yield")
    assert refusal.value.code == "game_over"


def test_both_may_agree_on_a_draw() -> None:  # D-21
    table = duel().call_off(DRAW)
    assert table.outcome == Outcome((), "drawn")
    assert table.call_off(resignation(1)) is table


def test_a_resignation_can_be_taken_back_and_no_move_with_it() -> None:
    table = duel()
    resigned = table.call_off(resignation(1))
    assert resigned.can_undo
    assert resigned.undo() == table
    assert table.to_act is not None


def test_before_the_first_move_one_can_resign_and_take_it_back() -> None:
    table = duel(0).call_off(resignation(0))
    assert table.can_undo
    assert not table.undo().can_undo


def test_a_resignation_stands_at_the_end_of_the_game_and_forgets_what_was_undone() -> None:
    table = duel(6)
    table = table.undo()
    table = table.call_off(resignation(0))
    assert not table.can_redo
    table = table.at(2)
    assert table.outcome is None
    table = table.at(5)
    assert table.outcome == Outcome((1,), "resigned")


def test_who_plays_on_from_before_a_resignation_has_not_resigned() -> None:
    table = duel(6)
    table = table.call_off(resignation(0))
    table = table.at(2)
    state = table.history.state
    table = table.take_text(None, table.game.format(table.game.legal_actions(state)[0]))
    assert table.match == Match()
    assert table.outcome is None


@pytest.mark.parametrize("saved", [game(1), game(2), duel(10_000)], ids=["solo", "two", "over"])
def test_only_a_duel_that_goes_on_can_be_called_off(saved: Table) -> None:
    assert saved.call_off(resignation(0)) is saved
    assert saved.call_off(DRAW) is saved


# ---------------------------------------------------------------- the next game


@pytest.mark.parametrize(("result", "first"), [(WON_BY_ADA, 1), (WON_BY_BEA, 0)])
def test_the_loser_begins_the_next_game(result: Result, first: int) -> None:
    following = deal_next(duel(), result)
    assert following.to_act == first
    assert following.match == Match((result,))
    assert following.seats == duel().seats
    assert following.history.moves == ()
    assert following.history.start.seed != duel().history.start.seed


def test_after_a_draw_the_last_loser_begins_again() -> None:
    first = replace(duel(), match=Match((WON_BY_ADA,)))
    following = deal_next(first, DRAW)
    assert following.to_act == 1
    assert following.match.earlier == (WON_BY_ADA, DRAW)


def test_house_rules_stay_in_the_next_game() -> None:
    saved = duel()
    start = replace(saved.history.start, options={"overpay": "free"})
    saved = replace(saved, history=replace(saved.history, start=start))
    assert deal_next(saved, DRAW).history.start.options == {"overpay": "free"}
    options = deal_next(saved, WON_BY_ADA).history.start.options
    assert options == {"overpay": "free", "first_player": 2}


# ---------------------------------------------------------------- saves and transcripts


@given(matches())
@settings(deadline=None, max_examples=50)
def test_a_match_is_saved_with_its_game(match: Match) -> None:
    saved = replace(duel(), match=match)
    assert decode(encode(saved)) == saved


def test_the_save_of_a_lone_game_knows_of_no_match() -> None:
    assert b"match" not in encode(duel())
    assert b"match" in encode(replace(duel(), match=Match((DRAW,))))


@pytest.mark.parametrize(("result", "words"), [(resignation(0), "Ada resigned"), (DRAW, "a draw")])
def test_a_game_called_off_is_not_resumed(result: Result, words: str, tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path)
    save_now(saves_folder.new_path(), replace(duel(), match=Match(called_off=result)))
    (label,) = saves_folder.labels()
    assert label.over
    assert describe_progress(label) == words
    assert saves_folder.newest_unfinished() is None


def test_a_game_of_a_match_that_goes_on_is_resumed(tmp_path: Path) -> None:
    saves_folder = SavesFolder(tmp_path)
    save_now(saves_folder.new_path(), replace(duel(), match=Match((WON_BY_ADA,))))
    (label,) = saves_folder.labels()
    assert label.going_on
    assert describe_progress(label).startswith("shields ")


@pytest.mark.parametrize(
    ("result", "words"),
    [(resignation(0), "; Bea won: resigned"), (DRAW, "; nobody won: drawn")],
)
def test_a_transcript_tells_how_a_game_was_called_off(result: Result, words: str) -> None:
    saved = replace(duel(), match=Match(called_off=result))
    text = write_transcript(saved)
    assert text.splitlines()[-1] == words
    assert read_transcript(text).history == saved.history


def test_a_transcript_of_a_duel_tells_who_won() -> None:
    saved = duel(10_000)
    outcome = saved.outcome
    assert outcome is not None
    name = saved.seats[outcome.winners[0]]
    text = write_transcript(saved)
    assert text.splitlines()[0].startswith("game=duel players=2 seed=7F3K first=P")
    assert text.splitlines()[-1] == f"; {name} won: {outcome.reason}"
    assert write_transcript(read_transcript(text)) == text


@pytest.mark.parametrize(
    ("result", "sentence"),
    [
        (resignation(0), "Ada resigned. Bea wins."),
        (loss_on_time(1), "Time ran out for Bea. Ada wins."),
        (DRAW, "The game is a draw. Both players agreed."),
    ],
)
def test_how_a_game_was_called_off_is_told_and_kept(result: Result, sentence: str) -> None:
    assert tell_called_off(outcome_of(result), ("Ada", "Bea")) == sentence
    assert result_of(outcome_of(result)) == result
    saved = duel()
    called = replace(saved, match=saved.match.call_off(result))
    assert decode(encode(called)).match.called_off == result


@pytest.mark.parametrize(
    ("result", "seats", "sentence"),
    [
        (resignation(0), ("You", "Bea"), "You resigned. Bea wins."),
        (resignation(0), ("Ada", "You"), "Ada resigned. You win."),
        (loss_on_time(1), ("Ada", "You"), "Time ran out for you. Ada wins."),
    ],
)
def test_how_a_game_was_called_off_is_told_to_one_of_the_two(
    result: Result, seats: tuple[str, str], sentence: str
) -> None:
    assert tell_called_off(outcome_of(result), seats) == sentence


def test_an_end_by_the_rules_is_told_by_the_game() -> None:
    assert tell_called_off(Outcome((0,), "cannot_pay"), ("Ada", "Bea")) == ""


@pytest.mark.parametrize("wrong", [{"winner": None, "out_of_time": True}])
def test_a_draw_is_nobodys_loss_on_time(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="draw"):
        Result(**wrong)  # type: ignore[arg-type]
