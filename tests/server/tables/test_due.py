"""What the server does at a table unasked, case by case, and what holds at all tables."""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, convert, field

from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.command import Caller, decide
from regicide_tui.server.model.table.commands import Close, Why
from regicide_tui.server.model.table.due import (
    Due,
    Facts,
    due,
)
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.gathering import TableClosed
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.playing import GameEnded, Resigned
from regicide_tui.server.model.table.record import apply
from regicide_tui.server.model.table.state import SERVER, Event, TableState
from tests.server.tables.tables import (
    START,
    UNITS,
    TableCase,
    begun,
    gathered,
    moment,
    people_of,
    read_cases,
    table_of,
    with_events,
)


class Case(TableCase, forbid_unknown_fields=True, kw_only=True):
    """A table, what the server knows beside its log, and what is due; see the file of cases."""

    limits: dict[str, int] = field(default_factory=dict)
    closes_at: str = ""
    surplus: bool = False
    now: str
    due: str
    stands: bool | None = None
    room_at: str = ""


def facts_of(case: Case) -> Facts:
    """Return what the server knows beside the log of the table of a case."""
    return Facts(
        people=people_of(case),
        limits=convert(case.limits, Limits),
        closes_at=moment(case.closes_at) if case.closes_at else None,
        is_surplus=case.surplus,
    )


def what(found: Due) -> str:
    """Return a command and its author, as the cases name them."""
    name, by = type(found.command).__name__, "the server" if found.by == SERVER else found.by
    why = f" ({found.command.why})" if isinstance(found.command, Close) else ""
    return f"{name}{why} by {by}"


CASES = read_cases("due_cases.yaml", Case)


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_of_what_is_due_holds(case: Case) -> None:
    table, facts, now = table_of(case).facts, facts_of(case), moment(case.now)
    found = due(table, facts, now)
    if case.due == "nothing":
        assert found is None
        return
    assert found is not None
    expected, _, at = case.due.partition(" at ")
    assert what(found) == expected
    if at == "now":
        assert found.at <= now
        return
    assert found.at == moment(at) > now
    before = due(table, facts, found.at - 1)
    assert before is not None
    assert before.at == found.at
    then = due(table, facts, found.at)
    assert then is not None
    assert (what(then), then.at <= found.at) == (expected, True)


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.stands is not None],
    ids=lambda case: case.id,
)
def test_clocks_stand_as_the_case_says(case: Case) -> None:
    people, now = facts_of(case).people, moment(case.now)
    assert table_of(case).facts.clocks_stand(people, now) == case.stands


@pytest.mark.parametrize("case", [case for case in CASES if case.room_at], ids=lambda case: case.id)
def test_a_table_makes_room_when_the_case_says(case: Case) -> None:
    at = table_of(case).facts.may_make_room_at(facts_of(case).people, moment(case.now))
    assert at == (None if case.room_at == "never" else moment(case.room_at))


# ---------------------------------------------------------------- at all tables

NAMES = ("ada", "bea", "cyd", "guest-x", "guest-y")
"""Who may sit at a table."""
KINDS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("duel", 2, {"clock": (60, 5)}),
    ("duel", 2, {"clock": (60, 5)}),
    ("duel", 2, {"days": 3}),
    ("duel", 2, {}),
    ("regicide", 3, {"days": 3}),
    ("regicide", 3, {"series": "house/3"}),
    ("regicide", 3, {}),
    ("regicide", 1, {}),
)
"""The kinds of tables: the game, its seats, and how it is played."""
STAGES = ("waiting", "waiting", "playing", "playing", "playing", "over")
DAY, HOUR, MINUTE = UNITS["d"], UNITS["h"], UNITS["m"]
MARKS = (0, 0, 30_000, MINUTE, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, DAY, 3 * DAY, 60 * DAY)
"""Milliseconds after which something may be due."""


COUNTS = (1, 99, 100, 499, 500, 550, 2000)
"""How many records of somebody may hold something other than an action: few, or too many."""
RARE = 500
"""The examples of properties that matter at moments which are drawn rarely."""


class Moment(Struct):
    """A table, what the server knows of it, and a time."""

    table: TableState
    known: Facts
    now: int

    @property
    def due(self) -> Due | None:
        """What is due next."""
        return due(self.table.facts, self.known, self.now)


def some_span(rng: Random) -> int:
    """Return some milliseconds, often those beside a moment at which something may be due."""
    if rng.random() < 0.3:
        return rng.randrange(100 * DAY)
    return max(0, rng.choice(MARKS) + rng.choice((-1, 0, 0, 1, 5000)))


def some_of(rng: Random, names: Iterable[str]) -> list[str]:
    """Return some of these names, in their order."""
    share = rng.choice((0, 0.5, 1))
    return [name for name in names if rng.random() < share]


def some_table(rng: Random) -> TableState:
    """Return a table of any kind: before a game, in it or after it."""
    game, players, more = rng.choice(KINDS)
    stage = rng.choice(STAGES)
    host = rng.choice(NAMES[:3] if more else NAMES)
    others = [*[name for name in NAMES if name != host], "Tib (bot)", "Pip (bot)"]
    others += [""] * players if stage == "waiting" else []
    seats = [host, *rng.sample(others, players - 1)]
    rng.shuffle(seats)
    table = gathered(seats, host, game, **more)
    if stage == "playing" or (stage == "over" and rng.random() < 0.5):
        people = [seat for seat, name in enumerate(seats) if not is_bot(name)]
        stood_in = [seat for seat in people if rng.random() < 0.3]
        table = begun(table, rng.randrange(players), stood_in)
    if stage == "over":
        ends: list[Event] = [TableClosed()]
        ends += [GameEnded()] if table.facts.begun else []
        ends += [Resigned(0)] if table.facts.begun and table.facts.rules.rivals else []
        table = with_events(table, rng.choice(ends))
    since = START + some_span(rng)
    left = tuple([min(most, some_span(rng)) for most in table.facts.left])
    counts = {name: rng.choice(COUNTS) for name in (*table.facts.people, SERVER)}
    table = table.with_secrets(beside=counts).with_facts(passed=rng.choice((0, 99, 100)))
    return table.with_facts(since=since, latest=since + some_span(rng) % MINUTE, left=left)


def some_facts(rng: Random, table: TableState, now: int, here: Sequence[str] = ()) -> Facts:
    """Return what the server may know of a table; these people at least are here."""
    around = {*some_of(rng, table.facts.people), *here}
    away = [name for name in table.facts.people if name not in around]
    people = People(
        here=frozenset(around),
        at_table=frozenset(some_of(rng, sorted(around))),
        left_at={name: now - some_span(rng) for name in some_of(rng, away)},
        lost_at={name: now - some_span(rng) % MINUTE for name in some_of(rng, away)},
        opened_at=now - rng.choice((some_span(rng), 200 * DAY)),
        return_time=rng.choice((0, 2 * MINUTE)),
    )
    closes = now + rng.choice((-1, 1)) * some_span(rng)
    return Facts(
        people=people,
        limits=rng.choice((Limits(), Limits(waiting_hours=1, host_minutes=1, forgotten_days=1))),
        closes_at=closes if table.facts.series and rng.random() < 0.5 else None,
        is_surplus=rng.random() < 0.5,
    )


def some_moment(rng: Random) -> Moment:
    """Return a table at a time after everything that was done there."""
    table = some_table(rng)
    now = table.facts.latest + some_span(rng)
    return Moment(table, some_facts(rng, table, now), now)


def some_moment_by_any_clock(rng: Random) -> Moment:
    """Return a table at a time after what was done there, or before it, as by a wrong clock."""
    table = some_table(rng)
    now = table.facts.latest + rng.choice((-1, 1)) * some_span(rng)
    return Moment(table, some_facts(rng, table, now), now)


rngs = st.integers(0, 2**32).map(Random)
moments_at_tables = rngs.map(some_moment)
moments_by_any_clock = rngs.map(some_moment_by_any_clock)


def run(at: Moment, found: Due) -> TableState:
    """Return a table after what is due, decided with the facts that the server adds."""
    who = Caller(found.by, at.now, at.known.people)
    return apply(at.table, decide(at.table, found.command, who))


@settings(max_examples=RARE)
@given(moments_by_any_clock)
def test_what_is_due_now_is_never_refused_and_soon_nothing_more_is_due(at: Moment) -> None:
    for _ in range(2 * at.table.facts.players + 2):
        found = at.due
        if found is None or found.at > at.now:
            return
        at.table = run(at, found)
    raise AssertionError(f"{found} is due again and again")


@given(moments_by_any_clock)
def test_nothing_is_due_at_a_table_that_is_over(at: Moment) -> None:
    assert not (at.table.facts.over and at.due)


@pytest.mark.slow
@settings(max_examples=RARE)
@given(moments_at_tables, rngs.map(some_span))
def test_nothing_is_due_before_its_moment_and_something_is_then(at: Moment, later: int) -> None:
    found = at.due
    at.now += later
    then = at.due
    if found is None:
        assert then is None
    else:
        assert then is not None
        assert (then.at <= at.now) == (found.at <= at.now)
        assert then == found or found.at <= at.now


@given(rngs)
def test_a_table_at_which_all_are_here_keeps_its_seats_and_its_host(rng: Random) -> None:
    table = some_table(rng)
    now = table.facts.latest + some_span(rng)
    found = due(table.facts, some_facts(rng, table, now, table.facts.people), now)
    if found is not None:
        by_itself = commands.Return | commands.StartClocks | commands.CallTime
        is_late = found.command == Close(Why.LATE)
        assert is_late or isinstance(found.command, by_itself)


@given(rngs)
def test_no_table_is_closed_and_no_game_forgotten_while_one_of_its_people_is_here(
    rng: Random,
) -> None:
    table = some_table(rng)
    now = table.facts.latest + some_span(rng)
    somebody = rng.choice(table.facts.people)
    found = due(table.facts, some_facts(rng, table, now, [somebody]), now)
    if found is not None:
        assert found.command not in (Close(Why.ABANDONED), Close(Why.FORGOTTEN))
        assert found.by != somebody or not isinstance(found.command, commands.Stand)


@pytest.mark.slow
@settings(max_examples=RARE)
@given(moments_by_any_clock)
def test_no_time_is_called_before_it_is_over(at: Moment) -> None:
    found = at.due
    if found is not None and isinstance(found.command, commands.CallTime):
        assert at.table.facts.to_act is not None
        assert at.table.facts.time_left(max(found.at, at.now))[at.table.facts.to_act] == 0


def test_a_host_is_passed_back_and_forth_a_hundred_times_and_not_for_ever() -> None:
    table = gathered(["ada", "bea"], "ada", "duel")
    full = {**table.secrets.beside, "ada": 2000}
    at = Moment(table.with_secrets(beside=full), Facts(), START)
    for number in range(100):
        host, other = ("ada", "bea") if number % 2 == 0 else ("bea", "ada")
        assert at.table.facts.host == host
        at.now += HOUR
        at.known = Facts(People(here=frozenset({other}), left_at={host: at.now - 30 * MINUTE}))
        found = at.due
        assert found == Due(at.now, SERVER, commands.PassHost())
        at.table = run(at, found)
    at.known = Facts(People(here=frozenset({"bea"}), left_at={"ada": START}))
    assert at.due is None
