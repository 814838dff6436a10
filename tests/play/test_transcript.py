"""Transcripts: a game as text and back, one golden file, and texts that are no game."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.play.history import Match
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import LIMIT, BadTranscript, read_transcript, write_transcript
from tests.loose import loose
from tests.play.games import (
    JESTER_IN_HAND,
    NAMES,
    REGICIDE,
    ROOT,
    begun,
    game,
    saves,
    set_up,
    whole_game,
)

GOLDEN = ROOT / "tests" / "data" / "golden_transcript.txt"
HEADER = "game=regicide players=2 seed=7F3K"


def refusal(text: str) -> str:
    """Return why a text is refused."""
    with pytest.raises(BadTranscript) as refused:
        read_transcript(text)
    return str(refused.value)


def test_the_golden_game_reads_as_it_was_written() -> None:
    text = GOLDEN.read_text(encoding="utf-8")
    actions = [line for line in text.splitlines()[1:] if not line.startswith(";")]
    history = begun(3, "7F3K")
    for action in actions:
        history = history.take_text(action)
    assert history.over
    assert write_transcript(Table(history, ("Ada", "Bea", "Cy; the Bold"))) == text
    assert write_transcript(read_transcript(text)) == text


@pytest.mark.slow
@given(saves())
@settings(deadline=None, max_examples=80)
def test_a_game_that_is_read_again_is_the_same_game(saved: Table) -> None:
    found = read_transcript(write_transcript(saved))
    old, new = saved.history, found.history
    assert (new.first, new.moves, new.cursor) == (old.first, old.standing, old.cursor)
    assert found.seats == saved.seats
    assert (new.start.players, new.start.seed) == (old.start.players, old.start.seed)
    assert new.start.position == old.start.position


def test_a_header_that_was_broken_at_a_blank_is_read() -> None:
    header, *moves = GOLDEN.read_text(encoding="utf-8").splitlines()
    broken = header.replace(" seed", "\nseed").replace(" P2", "\n\n; of three\n  P2")
    assert broken.count("\n") == 4
    whole = read_transcript("\n".join([header, *moves]))
    assert read_transcript("\n".join([broken, *moves])) == whole


@given(saves())
@settings(deadline=None, max_examples=20)
def test_a_game_that_was_read_is_written_the_same_again(saved: Table) -> None:
    text = write_transcript(replace(saved, match=Match()))  # no action calls a game off
    assert write_transcript(read_transcript(text)) == text


def test_the_header_names_house_rules_only_where_they_differ() -> None:
    plain = Table(begun(2, options={"combos": True, "overpay": "one_at_a_time"}), NAMES[:2])
    changed = Table(begun(2, options={"combos": False, "first_player": 2}), NAMES[:2])
    assert "options" not in write_transcript(plain)
    header = write_transcript(changed).splitlines()[0]
    assert """options='{"combos":false,"first_player":2}'""" in header
    assert "first=P2" in header


def test_moves_that_were_undone_are_left_out() -> None:
    saved = game(2, 6)
    shorter = Table(saved.history.at(4), saved.seats)
    found = read_transcript(write_transcript(shorter))
    assert found.history.moves == saved.history.moves[:4]


def test_the_end_is_told_with_its_medal() -> None:
    position = {"players": 1, "hands": [["TC"]], "enemy": "KD", "damage": 20}
    won = Table(set_up(loose(position)).take_text("TC"), ("Ada",))
    lost = write_transcript(whole_game(3))
    assert write_transcript(won).splitlines()[-1] == "; won: all_enemies_defeated, gold"
    assert lost.splitlines()[-1] in ("; lost: cannot_pay", "; lost: cannot_act")


def test_a_position_stands_in_the_header() -> None:
    saved = Table(set_up(JESTER_IN_HAND).take_text("*>P2"), ("Ada", "Bea"))
    text = write_transcript(saved)
    assert text.splitlines()[1:] == ["; turn 1, Ada", "*", ">P2"]
    assert read_transcript(text) == saved


def test_comments_blank_lines_and_shuffles_are_passed_over() -> None:
    saved = game(2, 3)
    header, *lines = write_transcript(saved).splitlines()
    odd = ["", "; a game", "  ", header, "~castle JD JS", "", *[f"  {one} ; well" for one in lines]]
    assert read_transcript("\r\n".join(odd)).history == saved.history


def test_a_tab_may_stand_before_a_comment() -> None:
    saved = game(2, 1)
    action = saved.history.game.format(saved.history.moves[0].action)
    assert read_transcript(f"{HEADER}\n{action}\t; well played").history == saved.history


def test_actions_may_be_written_in_any_case_and_with_the_jester_shorthand() -> None:
    position = json.dumps(JESTER_IN_HAND)
    found = read_transcript(f"{HEADER} position='{position}'\n*>p2\ntc\n")
    assert [found.history.game.format(move.action) for move in found.history.moves] == [
        "*",
        ">P2",
        "TC",
    ]


def test_players_without_a_name_are_numbered() -> None:
    assert read_transcript(f"{HEADER} P1=Ada P2=''").seats == ("Ada", "Player 2")


def test_names_cannot_move_the_cursor_of_a_terminal() -> None:
    seats = read_transcript(f"{HEADER} P1='A\x1b[2Ja' P2={'é' * 60}").seats
    assert seats == ("A?[2Ja", "é" * 40)


def test_an_illegal_action_is_named_with_its_line() -> None:
    text = f"; a game\n\n{HEADER}\n; turn 1\nflip\n"
    assert refusal(text) == "Line 5, 'flip': Play cards now: there is nothing to pay."


def test_an_unreadable_line_is_named_and_shortened() -> None:
    found = refusal(f"{HEADER}\n{'x' * 1000}\n")
    assert found.startswith(f"Line 2, '{'x' * 40}': ")
    assert len(found) < 200


def test_an_action_after_the_end_is_named_with_its_line() -> None:
    text = write_transcript(whole_game(2))
    assert refusal(text + "yield\n") == (
        f"Line {len(text.splitlines()) + 1}, 'yield': The game is over."
    )


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("game=regicide seed=x", "The first line does not say 'players'."),
        ("players=2 seed=x", "The first line does not say 'game'."),
        ("game=regicide players=2", "The first line does not say 'seed'."),
        ("game=chess players=2 seed=x", "There is no game called 'chess' here."),
        ("game=regicide players=7 seed=x", "The game can't be set up: Regicide is for"),
        ("game=regicide players=-1 seed=x", "The game can't be set up: Regicide is for"),
        ("game=regicide players=two seed=x", "The first line isn't a header"),
        ("game=regicide players=2 seed='x", "The first line isn't a header"),
        (
            "game=regicide players=2 seed='x\x07'",
            "The game can't be set up: A seed must be one line",
        ),
        ("Dear diary, today we played", "The first line isn't a header"),
        (f"{HEADER} options=[]", "The first line isn't a header"),
        (f"{HEADER} options={{", "The first line isn't a header"),
        (f"{HEADER} options='{{\"tea\":1}}'", "The game can't be set up: Regicide has no option"),
        (f"{HEADER} options='{{\"combos\":1}}'", "The game can't be set up: combos must be one of"),
        (f"{HEADER} position=7", "The first line isn't a header"),
        (f"{HEADER} position={{}}", "The game can't be set up: "),
        (f"{HEADER} position={'[' * 100_000}", "The first line isn't a header"),
        (f"{HEADER} players={'9' * 5000}", "The first line isn't a header"),
        ("game=regicide players=2 seed=7F3K first=P9", "The first line says that P9 begins"),
    ],
    ids=lambda text: text[:50],
)
def test_a_wrong_first_line_is_refused(header: str, sentence: str) -> None:
    assert refusal(header).startswith(sentence)


@pytest.mark.parametrize("text", ["", "\n \n", "; only a comment\n"])
def test_a_text_without_a_game_is_refused(text: str) -> None:
    assert refusal(text) == "There is no game in this text."


def test_a_text_that_is_too_long_is_refused() -> None:
    comment = "; well\n"
    longest = f"{HEADER}\n".ljust(LIMIT, " ")
    assert read_transcript(longest).history.moves == ()
    assert refusal(longest + comment) == "This text is too long to be a transcript."


@pytest.mark.parametrize("players", [0, 1, 3, 100_000])
def test_a_position_of_other_players_than_the_header_says_is_refused(players: int) -> None:
    position = json.dumps(JESTER_IN_HAND)
    refusal(f"game=regicide players={players} seed=x position='{position}'")


def test_a_refusal_is_one_short_printable_line() -> None:
    claim = "\x1b[2J" + "P" * 5000
    found = refusal(f"{HEADER} first='{claim}'")
    assert found.isprintable()
    assert len(found) < 300


@given(st.text() | st.text().map(lambda text: f"{HEADER} {text}") | st.text().map(HEADER.join))
@settings(deadline=None, max_examples=300)
def test_any_text_is_a_game_or_refused(text: str) -> None:
    try:
        found = read_transcript(text)
    except BadTranscript as error:
        assert str(error)
    else:
        assert read_transcript(write_transcript(found)).history == found.history


@pytest.mark.slow
@given(st.data())
@settings(deadline=None, max_examples=300)
def test_a_changed_transcript_is_a_game_or_refused(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(WHOLE))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 30)))
    patch = data.draw(st.text(max_size=5) | st.sampled_from(text.split()))
    changed = text[:start] + patch + text[end:]
    try:
        found = read_transcript(changed)
    except BadTranscript as error:
        assert str(error)
    else:
        assert len(found.seats) == len(loose(found.history.state).hands)
        again = read_transcript(write_transcript(found))
        assert again.history.moves == found.history.standing


_POSITION: Json = REGICIDE.position(game(2, 5).history.state)
WHOLE = [
    GOLDEN.read_text(encoding="utf-8"),
    write_transcript(game(1, 30)),
    write_transcript(Table(set_up(_POSITION), ("Ada", "Bea"))),
    write_transcript(Table(begun(4, options={"overpay": "free"}), NAMES)),
]
