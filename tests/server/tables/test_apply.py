"""The log of a table: whatever it holds, it comes to a table, and known logs to the same one."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import convert

from regicide_tui.games.base import IllegalAction, Json
from regicide_tui.play.table import Table
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.table import commands, phrases
from regicide_tui.server.model.table.command import Caller, Following, decide
from regicide_tui.server.model.table.facts import WhoJoins
from regicide_tui.server.model.table.people import Place, Where
from regicide_tui.server.model.table.record import AnyEvent, apply, apply_entry
from regicide_tui.server.model.table.state import EMPTY, VERSION, TableState
from regicide_tui.server.model.table.visitor_table import seen_by
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store

LOGS = Path(__file__).parents[2] / "data" / "logs"
VERSIONS = sorted(LOGS.glob("version_*.json"))
ADA = "ada"

Entries = list[dict[str, Any]]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


def logs(file: Path) -> list[dict[str, Any]]:
    """Return the logs of a file, each with its entries and its table."""
    found: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return found


def read(table: TableState, *bodies: dict[str, Any]) -> tuple[TableState, str]:
    """Return the table after more entries, and why one of them can't be applied, if so."""
    log = LogProjection(cast("Store", None), "table/1", table, apply_entry, newest=VERSION)
    try:
        for version, body in enumerate(bodies, 1):
            log.take(LogEntry(version, "", 0, body))
    except BadEntry as error:
        return log.value, error.why
    return log.value, ""


def folded(entries: Entries) -> TableState:
    """Return what a log comes to, all of which can be applied."""
    table, why = read(EMPTY, *entries)
    assert not why
    return table


def described(table: TableState) -> dict[str, Any]:
    """Return a table as the files of logs describe it."""
    facts, secrets, saved = table.facts, table.secrets, table.game
    outcome, clock, question = facts.outcome, facts.clock, facts.question
    return {
        "game": facts.game,
        "players": facts.players,
        "options": dict(facts.options),
        "password": secrets.password,
        "clock": [clock.seconds, clock.increment] if clock else None,
        "host": facts.host,
        "seats": [*facts.seats],
        "ready": [*facts.ready],
        "bots": [*facts.bots],
        "moves": [saved.history.game.format(move.action) for move in saved.history.moves]
        if saved
        else None,
        "seed": saved.history.start.seed if saved else None,
        "undos": saved.undos if saved else 0,
        "saved_bots": [*saved.bots] if saved and any(saved.bots) else [],
        "question": [question.what, [*question.agreed]] if question else None,
        "draws": [*facts.draws],
        "wishes": {f"{seat}": wish for seat, wish in facts.wishes.items()},
        "said": [[one.by, one.text, one.at] for one in facts.said],
        "ended": facts.ended,
        "after": facts.after,
        "closed": facts.closed,
        "left": [*facts.left],
        "since": facts.since,
        "beside": sum(secrets.beside.values()),
        "to_act": saved.to_act if saved else None,
        "outcome": [[*outcome.winners], outcome.reason] if outcome else None,
        **({"days": facts.days} if facts.days else {}),
        **({"series": facts.series, "board": facts.board} if facts.series else {}),
        **({"score": [*saved.match.score()]} if saved and facts.rivals else {}),
        **({"sent_away": [*secrets.sent_away]} if secrets.sent_away else {}),
        **({"talks_freely": True} if facts.talks_freely else {}),
        **({"programs": True} if facts.programs else {}),
        **({"joining": facts.joining} if facts.joining is not WhoJoins.ANYONE else {}),
        **({"turned_down": [*secrets.turned_down]} if secrets.turned_down else {}),
    }


@pytest.mark.parametrize("file", VERSIONS, ids=lambda file: file.stem)
def test_the_logs_of_every_version_come_to_the_same_tables_for_ever(file: Path) -> None:
    for log in logs(file):
        table = folded(log["entries"])
        assert described(table) == log["table"]


def test_there_are_logs_of_every_version_and_of_every_kind_of_event() -> None:
    assert [file.stem for file in VERSIONS] == [f"version_{at}" for at in range(5, VERSION + 1)]
    written = {
        event["event"]
        for file in VERSIONS
        for log in logs(file)
        for body in log["entries"]
        for event in body["events"]
    }
    assert {kind.__name__ for kind in get_args(AnyEvent)} == written


def test_what_is_decided_today_is_what_the_newest_log_holds() -> None:
    for log in logs(VERSIONS[-1]):
        written = log["entries"][0]
        opened, *more = written["events"]
        opened.setdefault("invitation", "")  # the first logs of this version have none
        found = {name: value for one in more for name, value in one.items() if name != "event"}
        following = {"table": opened["after"], **found}
        command = convert({**opened, **found}, commands.Open)
        who = Caller(opened["host"], written["at"], following=convert(following, Following))
        decided = decide(EMPTY, command, who)
        assert json.loads(msgspec.json.encode(decided)) == written


# ---------------------------------------------------------------- what can't be applied


def whole_game() -> Entries:
    """Return the longest log."""
    return max((log["entries"] for log in logs(VERSIONS[0])), key=len)


LOGS_OF_TODAY: list[Entries] = [log["entries"] for log in logs(VERSIONS[-1])]
WORDS = ("", "hello", "end", "stand in", "bea (bot)", "knight")


SPOILED: Mapping[str, tuple[dict[str, Any], str]] = {
    "an event nobody knows": (
        {"version": VERSION, "by": ADA, "at": 1, "events": [{"event": "CardStolen", "seat": 0}]},
        "it is damaged",
    ),
    "a newer version": (
        {"version": VERSION + 1, "by": ADA, "at": 1, "events": []},
        "it was written by a newer version of the program",
    ),
    "no events": ({"version": VERSION, "by": ADA, "at": 1}, "it is damaged"),
    "nothing": ({}, "it is damaged"),
    "no version": ({"by": ADA, "at": 1, "events": []}, "it is damaged"),
    "a version before the first": (
        {"version": VERSION - 1, "by": ADA, "at": 1, "events": []},
        "it is damaged",
    ),
    "a version that is no number": (
        {"version": "5", "by": ADA, "at": 1, "events": []},
        "it is damaged",
    ),
    "a seat that is not there": (
        {"version": VERSION, "by": ADA, "at": 1, "events": [{"event": "SeatLeft", "seat": 9}]},
        "it is damaged",
    ),
    "a game nobody knows": (
        {
            "version": VERSION,
            "by": ADA,
            "at": 1,
            "events": [
                {"event": "TableOpened", "game": "poker", "players": 2, "options": {}, "host": ADA}
            ],
        },
        "its game is not known here",
    ),
    "an action against the rules": (
        {
            "version": VERSION,
            "by": ADA,
            "at": 1,
            "events": [{"event": "ActionTaken", "seat": 0, "action": "KC KD"}],
        },
        "the rules of the game don't allow an action in it",
    ),
    **{
        name: (
            {"version": VERSION, "by": ADA, "at": 1, "events": [event]},
            "it does not fit the table",
        )
        for name, event in {
            "a question nobody knows": {"event": "QuestionAsked", "what": "sing", "agreed": [0]},
            "a question of nobody": {"event": "QuestionAsked", "what": "undo", "agreed": []},
            "a question of a seat that is not there": {
                "event": "QuestionAsked",
                "what": "undo",
                "agreed": [0, 9],
            },
            "a draw of a seat that is not there": {"event": "DrawOffered", "seat": 9},
            "a wish of a seat that is not there": {"event": "WishStated", "seat": 9, "wish": True},
            "a host who is not there": {"event": "HostChanged", "host": "eve"},
            "somebody ready who is not there": {
                "event": "ReadinessChanged",
                "name": "eve",
                "ready": True,
            },
            "a name on two seats": {"event": "BotSeated", "seat": 1, "name": ADA, "level": "page"},
            "times for more than all seats": {"event": "ActionUndone", "left": [1, 2, 3, 4, 5]},
            "a time below none": {"event": "TimeRanOut", "seat": 0, "left": [-1, 7]},
        }.items()
    },
}


@pytest.mark.parametrize(("body", "why"), SPOILED.values(), ids=SPOILED)
def test_a_table_says_why_its_log_ends_early_and_stays_as_it_was(
    body: dict[str, Any], why: str
) -> None:
    log = whole_game()
    before = folded(log[:20])
    after, found = read(before, body, log[20])
    assert why in found
    assert after is before, "what follows changes nothing"


def test_a_rule_that_became_stricter_ends_the_log_where_it_refuses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = whole_game()
    assert folded(log).game is not None
    allowed = Table.take_text

    def take_text(self: Table, seat: int, action: str) -> Table:
        if self.moves >= 3:
            raise IllegalAction("refused", "The King of Clubs may not be named.")
        return allowed(self, seat, action)

    monkeypatch.setattr(Table, "take_text", take_text)
    table, why = read(EMPTY, *log)
    assert why == "the rules of the game don't allow an action in it"
    assert table.game is not None
    assert len(table.game.history.moves) == 3


def test_a_phrase_is_kept_by_its_id_and_read_in_todays_words(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    entries = next(
        log["entries"]
        for file in VERSIONS
        for log in logs(file)
        if any(text == "Hello." for _, text, _ in log["table"]["said"])
    )
    monkeypatch.setattr(phrases, "PHRASES", {"hello": "Good evening."})
    assert folded(entries).facts.said[-1].text == "Good evening."


@given(body=JSON)
def test_whatever_an_entry_holds_there_is_a_table(body: Any) -> None:
    given_body = body if isinstance(body, dict) else {"version": VERSION, "events": body}
    for table in (EMPTY, folded(whole_game()[:6])):
        after, why = read(table, given_body)
        assert why
        assert after is table


@given(data=st.data())
def test_whatever_becomes_of_an_entry_there_is_a_table(data: st.DataObject) -> None:
    file = data.draw(st.sampled_from(VERSIONS))
    log = data.draw(st.sampled_from(logs(file)))["entries"]
    at = data.draw(st.integers(0, len(log) - 1))
    body = json.loads(json.dumps(log[at]))
    holder = body["events"][0] if "events" in body and data.draw(st.booleans()) else body
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(JSON)
    table, _ = read(EMPTY, *log[:at], body, *log[at + 1 :])
    assert isinstance(table, TableState)


_VALUES = (
    st.integers(-1, 9)
    | st.booleans()
    | st.sampled_from(["", ADA, "bea", "eve", "undo", "page", *WORDS])
    | st.lists(st.integers(-1, 9), max_size=4)
)


def test_a_question_of_an_empty_seat_does_not_fit_a_table() -> None:
    opened = folded(LOGS_OF_TODAY[0][:1])
    asked: Json = {"event": "QuestionAsked", "what": "end", "agreed": [1]}
    record: dict[str, Json] = {"by": ADA, "at": 0, "events": [asked], "version": VERSION}
    assert read(opened, record) == (opened, "it does not fit the table")


@given(data=st.data())
def test_whatever_an_event_names_its_table_can_be_shown_or_says_why_not(
    data: st.DataObject,
) -> None:
    log = data.draw(st.sampled_from(LOGS_OF_TODAY))
    at = data.draw(st.integers(0, len(log) - 1))
    entries = data.draw(st.sampled_from(LOGS_OF_TODAY))
    record = json.loads(json.dumps(data.draw(st.sampled_from(entries))))
    for event in record["events"]:
        for name in sorted(event.keys() - {"event"}):
            if data.draw(st.booleans()):
                event[name] = data.draw(_VALUES)
    table, why = read(folded(log[:at]), record)
    if not why:
        left = table.facts.time_left(10**15)
        assert len(left) in (0, table.facts.players)
        for name in ("eve", *table.facts.seats):
            places = dict.fromkeys(table.facts.people, Place(Where.AWAY))
            seen = seen_by(Reader(name), table, places)
            assert {*seen.draws, *seen.wishes} <= {*range(table.facts.players)}
            assert seen.question is None or seen.seats[seen.question.agreed[0]]


def test_a_table_knows_when_its_last_record_was_written() -> None:
    opened = decide(EMPTY, commands.Open("duel", 2, {}), Caller(ADA, 5))
    said = decide(apply(EMPTY, opened), commands.Say("hello"), Caller(ADA, 7))
    table = apply(EMPTY, opened)
    assert [one.facts.latest for one in (table, apply(table, said))] == [5, 7]
