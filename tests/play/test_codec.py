"""A saved game as bytes: there and back, and what is refused with which sentence."""

from random import Random

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.play.history import Match
from regicide_tui.play.saves.codec import (
    FORMAT,
    MAGIC,
    SIZE_LIMIT,
    BadSave,
    decode,
    encode,
    read_body,
)
from regicide_tui.play.table import Table
from regicide_tui.play.transcript import write_transcript
from regicide_tui.printable import printable
from tests.play.damaged_saves import body_of, packed_body, seal
from tests.play.games import (
    JESTER_IN_HAND,
    NAMES,
    begun,
    duel,
    game,
    played,
    saves,
    set_up,
    whole_game,
)

SAVED = game(3, 8)


def refusal(data: bytes) -> str:
    """Return why a save is refused."""
    with pytest.raises(BadSave) as refused:
        decode(data)
    return str(refused.value)


def tampered(**changes: Json) -> bytes:
    """Seal the body of a save with some of its parts changed."""
    return seal({**body_of(SAVED), **changes})


@pytest.mark.slow
@given(saves())
@settings(deadline=None, max_examples=120)
def test_a_save_that_is_read_again_is_the_same_game(saved: Table) -> None:
    assert decode(encode(saved)) == saved


@given(saves())
@settings(deadline=None, max_examples=30)
def test_what_a_save_says_can_be_read_without_its_proof(saved: Table) -> None:
    body = read_body(encode(saved))
    assert (tuple(body.seats), body.name, body.saved) == (saved.seats, saved.name, saved.saved)
    assert body.actions == [saved.history.game.format(move.action) for move in saved.history.moves]
    assert body.snapshot == saved.history.game.position(saved.history.state)


def test_moves_that_were_undone_are_saved_too() -> None:
    saved = Table(played(begun(2), 6, Random(1)).at(2), NAMES[:2])
    found = decode(encode(saved)).history
    assert (len(found.moves), found.cursor) == (6, 2)


def test_a_save_begins_with_the_name_of_its_kind() -> None:
    assert MAGIC.encode() in encode(SAVED)[:20]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_save_is_small(players: int) -> None:
    assert len(encode(whole_game(players))) < 5000


@pytest.mark.parametrize("number", [FORMAT + 1, 99, 2**64 - 1])
def test_a_newer_format_has_a_sentence_of_its_own(number: int) -> None:
    sentence = f"newer version (format {number}); this one reads formats up to {FORMAT}."
    assert refusal(seal(body_of(SAVED), number)).endswith(sentence)
    assert refusal(seal({"all": "new"}, number, b"whatever")).endswith(sentence)


@pytest.mark.parametrize("number", [0, -1, "1", None, 1.5, []])
def test_a_format_that_never_was_is_refused(number: Json) -> None:
    assert refusal(seal(body_of(SAVED), number)).endswith("its header is wrong.")


def test_a_checksum_that_does_not_fit_is_refused() -> None:
    assert refusal(seal(body_of(SAVED), checksum=b"0" * 16)).endswith("checksum is wrong.")


def test_a_cut_off_save_is_refused() -> None:
    data = encode(SAVED)
    for length in range(40, len(data)):
        assert refusal(data[:length]).endswith("it is cut off or garbled.")


def test_a_save_with_something_behind_it_is_refused() -> None:
    assert refusal(encode(SAVED) + b"\x00").endswith("it is cut off or garbled.")


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00", b"PK\x03\x04", MAGIC[:9].encode(), b" " * 100 + MAGIC.encode(), b"\xff" * 500],
)
def test_another_file_is_refused(data: bytes) -> None:
    assert refusal(data) == "This file is not a saved game of regicide-tui."


def test_a_file_that_is_too_large_is_refused() -> None:
    data = encode(SAVED)
    assert "cut off" in refusal(data.ljust(SIZE_LIMIT, b" "))
    assert refusal(data.ljust(SIZE_LIMIT + 1, b" ")) == (
        "This file is too large to be a saved game."
    )


def test_bytes_that_are_no_body_are_refused() -> None:
    for packed in (b"", b"\xc1", b"\xc0", packed_body(encode(SAVED))[:-1]):
        assert refusal(seal(packed)).startswith("The save is damaged: ")


@pytest.mark.parametrize("key", sorted({*body_of(SAVED)} - {"goal", "peeks"}))
def test_a_save_without_one_of_its_parts_is_refused(key: str) -> None:
    body = body_of(SAVED)
    del body[key]
    assert f"`{key}`" in refusal(seal(body))


def test_a_save_from_before_there_were_goals_has_none() -> None:
    body = body_of(replace(SAVED, goal="Win in this turn"))
    assert decode(seal(body)).goal == "Win in this turn"
    del body["goal"]
    assert decode(seal(body)).goal == ""


def test_a_save_from_before_peeks_were_counted_has_none() -> None:
    body = body_of(replace(SAVED, undos=3, peeks=2))
    assert decode(seal(body)).peeks == 2
    del body["peeks"]
    assert decode(seal(body)).peeks == 0


def test_a_save_says_which_actions_followed_a_hint_only_if_some_did() -> None:
    hinted = replace(SAVED, hints=3, hinted=(0, 2, 7))
    assert body_of(hinted)["hinted"] == [0, 2, 7]
    assert decode(encode(hinted)) == hinted
    assert "hinted" not in body_of(SAVED)
    assert decode(encode(SAVED)).hinted == ()


@pytest.mark.parametrize("numbers", [[8], [0, 8], [2, 1], [1, 1]])
def test_only_actions_of_the_game_can_have_followed_a_hint(numbers: Json) -> None:
    assert "list of actions after hints" in refusal(tampered(hinted=numbers))


def test_only_a_game_of_two_rivals_is_one_of_a_match() -> None:
    match: Json = {"earlier": [{"winner": 1, "resigned": False}], "called": None}
    assert refusal(tampered(match=match)).endswith("this game can't be part of a match.")
    assert decode(seal({**body_of(duel()), "match": match})).match.score() == (0, 1)
    assert decode(seal({**body_of(duel()), "match": {}})).match == Match()


def test_a_game_that_goes_on_keeps_its_title() -> None:
    assert "title" not in body_of(SAVED), "version 0.1.0 reads saves without one"
    body = body_of(replace(SAVED, title="Queen"))
    assert decode(seal(body)).title == "Queen"
    assert decode(seal({**body, "title": "\x1b[2J"})).title == "?[2J"


def test_an_unknown_part_is_refused() -> None:
    assert "`tea`" in refusal(tampered(tea=1))


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"cursor": -1}, "cursor"),
        ({"cursor": 2**63}, "cursor"),
        ({"cursor": "1"}, "cursor"),
        ({"saved": -1}, "saved"),
        ({"undos": 2**41}, "undos"),
        ({"peeks": -1}, "peeks"),
        ({"match": 1}, "match"),
        ({"match": {"tea": 1}}, "match"),
        ({"match": {"called": {"winner": 2}}}, "match.called.winner"),
        ({"match": {"called": {"winner": None, "resigned": True}}}, "match.called"),
        ({"match": {"earlier": [{"winner": 1}] * 1001}}, "match.earlier"),
        ({"match": {"earlier": [{}]}}, "match.earlier"),
        ({"hinted": 1}, "hinted"),
        ({"hinted": ["1"]}, "hinted"),
        ({"hinted": [-1]}, "hinted"),
        ({"hinted": [2**40]}, "hinted"),
        ({"hinted": None}, "hinted"),
        ({"name": "x" * 201}, "name"),
        ({"title": "x" * 201}, "title"),
        ({"seats": ["x" * 41, "", ""]}, "seats"),
        ({"seats": ["x"] * 5}, "seats"),
        ({"actions": ["yield", 5]}, "actions"),
        ({"actions": ["x" * 201]}, "actions"),
        ({"snapshot": []}, "snapshot"),
        ({"start": {}}, "start"),
    ],
)
def test_a_part_of_the_wrong_kind_is_refused_and_named(changes: dict[str, Json], part: str) -> None:
    assert part in refusal(tampered(**changes))


def test_more_actions_than_any_game_has_are_refused() -> None:
    assert refusal(tampered(actions=["yield"] * 4001)).startswith("The save is damaged: ")


def test_a_game_that_this_version_does_not_know_is_refused() -> None:
    assert refusal(tampered(game="chess")) == "This version has no game called 'chess'."


def test_a_save_must_name_every_player() -> None:
    for seats in ([], ["Ada", "Bea"], ["Ada", "Bea", "Cy", "Dot"]):
        assert refusal(tampered(seats=seats)).endswith("it doesn't name every player.")


def test_an_action_that_is_not_legal_is_refused() -> None:
    actions = body_of(SAVED)["actions"]
    assert "its game can't be played" in refusal(tampered(actions=["flip", *actions]))


def test_other_actions_than_those_of_the_snapshot_are_refused() -> None:
    other = body_of(Table(played(begun(3), 8, Random(99)), SAVED.seats))
    assert refusal(tampered(actions=other["actions"])).endswith(
        "its actions don't lead to its position."
    )


@pytest.mark.parametrize("cursor", [0, 7, 9, 4000])
def test_another_cursor_than_that_of_the_snapshot_is_refused(cursor: int) -> None:
    assert refusal(tampered(cursor=cursor)).endswith("its actions don't lead to its position.")


@pytest.mark.parametrize("key", sorted(body_of(SAVED)["snapshot"]))
def test_every_figure_of_the_snapshot_is_compared(key: str) -> None:
    snapshot = body_of(SAVED)["snapshot"]
    left_out = {name: value for name, value in snapshot.items() if name != key}
    for wrong in (left_out, {**snapshot, key: "?"}, {**snapshot, key: [snapshot[key]]}):
        assert refusal(tampered(snapshot=wrong)).endswith("its actions don't lead to its position.")


@pytest.mark.parametrize(
    "start",
    [
        {"players": 4},
        {"players": 0},
        {"seed": "another"},
        {"seed": "x\ny"},
        {"options": {"combos": 1}},
        {"options": {"tea": True}},
        {"options": {"first_player": 2**63}},
        {"position": {}},
        {"position": {"players": 3, "hands": [["2C"], [], []], "enemy": "2C"}},
    ],
    ids=str,
)
def test_another_start_is_refused(start: dict[str, Json]) -> None:
    body = body_of(SAVED)
    body["start"].update(start)
    assert refusal(seal(body)).startswith("The save is damaged: ")


@pytest.mark.parametrize("players", [1, 3, 4])
def test_a_position_of_other_players_than_the_start_says_is_refused(players: int) -> None:
    body = body_of(Table(set_up(JESTER_IN_HAND), NAMES[:2]))
    body["start"]["players"] = players
    body["seats"] = list(NAMES[:players])
    assert refusal(seal(body)).startswith("The save is damaged: ")


@pytest.mark.parametrize("figure", ["due", "medal"])
@pytest.mark.parametrize("value", [b"x", {"a": [b"x"]}], ids=repr)
def test_a_game_that_opens_can_be_saved_and_written_down(figure: str, value: Json) -> None:
    body = body_of(Table(set_up(JESTER_IN_HAND), NAMES[:2]))
    body["start"]["position"][figure] = value
    try:
        saved = decode(seal(body))
    except BadSave:
        return
    assert decode(encode(saved)).history.state == saved.history.state
    assert write_transcript(saved).startswith("game=regicide players=2")


@pytest.mark.parametrize("depth", [10, 500, 1000, 1020, 1021])
def test_a_game_that_opens_can_be_saved_however_deep_its_position_nests(depth: int) -> None:
    body = body_of(Table(set_up(JESTER_IN_HAND), NAMES[:2]))
    body["start"]["position"]["medal"] = "here"
    nested = b"\x91" * depth + b"\xc0"
    try:
        saved = decode(seal(msgpack.packb(body).replace(b"\xa4here", nested)))
    except BadSave:
        return
    assert decode(encode(saved)).history.state == saved.history.state


def test_names_cannot_move_the_cursor_of_a_terminal() -> None:
    found = decode(tampered(seats=["A\x1b[2J", "B\nC", "é\u202e"], name="\x07"))
    assert (found.seats, found.name) == (("A?[2J", "B?C", "é?"), "?")


def test_a_refusal_cannot_move_the_cursor_of_a_terminal() -> None:
    for data in (tampered(**{"\x1b[2J": 1}), tampered(game="\x1b[2J\n")):
        assert refusal(data).isprintable()


def test_a_refusal_is_short_however_long_what_it_is_about() -> None:
    body = body_of(SAVED)
    body["start"]["position"] = {**body["snapshot"], "enemy": "X" * 100_000}
    for data in (seal(body), tampered(**{"k" * 100_000: 1}), tampered(game="g" * 200)):
        assert len(refusal(data)) < 300


@given(st.text())
def test_printable_text_stays_and_the_rest_is_a_question_mark(text: str) -> None:
    found = printable(text)
    assert len(found) == len(text)
    assert found.isprintable()
    for old, new in zip(text, found, strict=True):
        assert new == (old if old.isprintable() else "?")
