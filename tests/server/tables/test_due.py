"""What the server does at a table unasked, case by case, and what holds at all tables."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, convert
from msgspec.structs import replace

from regicide_tui.games.base import Seat
from regicide_tui.server.base.limits import Limits
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table import events as e
from regicide_tui.server.model.table.apply import apply
from regicide_tui.server.model.table.command_facts import add_facts
from regicide_tui.server.model.table.decide import decide
from regicide_tui.server.model.table.due import (
    SERVER,
    Due,
    Facts,
    People,
    clocks_may_start,
    clocks_stand,
    due,
    may_make_room_at,
)
from regicide_tui.server.model.table.facts import is_bot
from regicide_tui.server.model.table.state import EMPTY, TableState, state_of, time_left
from regicide_tui.server.model.table.state import facts_of as without_cards

DATA = Path(__file__).parents[2] / "data"
START = 1_800_000_000_000
"""The moment from which the times of cases count: Unix time in milliseconds."""
UNITS = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
"""The units of the times of cases, in milliseconds."""
LEVEL = "page"
"""The level of all bots."""


class Case(Struct, forbid_unknown_fields=True, kw_only=True):
    """A table, what the server knows beside its log, and what is due; see the file of cases."""

    id: str
    title: str
    waiting: list[str] = []
    playing: list[str] = []
    closed: list[str] = []
    ended: list[str] = []
    resigned: list[str] = []
    game: str = ""
    host: str = ""
    to_act: str = ""
    bots: list[str] = []
    clock: tuple[int, int] | None = None
    days: int = 0
    time_left: dict[str, str] = {}
    done: str = "0s"
    since: str = ""
    series: str = ""
    here: list[str] = []
    at_table: list[str] = []
    left: dict[str, str] = {}
    lost: dict[str, str] = {}
    opened: str = "-100d"
    return_time: str = "2m"
    limits: dict[str, int] = {}
    closes_at: str = ""
    surplus: bool = False
    now: str
    due: str
    stands: bool | None = None
    room_at: str = ""


def read_cases() -> list[Case]:
    """Read all cases."""
    text = (DATA / "due_cases.yaml").read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # as in tests/games/cases.py
    cases = convert(yaml.load(text, Loader=loader), list[Case])
    assert len({case.id for case in cases}) == len(cases)
    return cases


def span(text: str) -> int:
    """Return a time of a case in milliseconds: `2d`, `1h 30m`, `-5m`."""
    parts = re.findall(r"(\d+)(ms|[dhms])", text)
    assert text.removeprefix("-") == " ".join(map("".join, parts)), f"{text} is no time"
    length = sum(int(number) * UNITS[unit] for number, unit in parts)
    return -length if text.startswith("-") else length


def moment(text: str) -> int:
    """Return a moment of a case as Unix time in milliseconds."""
    return START + span(text)


def table_of(case: Case) -> TableState:
    """Return the table of a case."""
    kinds = [case.waiting, case.playing, case.closed, case.ended, case.resigned]
    (names,) = filter(None, kinds)
    seats = ["" if name == "-" else name for name in names]
    table = gathered(
        seats,
        case.host or seats[0],
        case.game or ("duel" if len(seats) == 2 else "regicide"),
        clock=case.clock,
        days=case.days,
        series=case.series,
    )
    if case.playing or case.ended or case.resigned:
        seat = seats.index(case.to_act) if case.to_act else None
        table = begun(table, seat, [seats.index(name) for name in case.bots])
    if case.closed or case.ended or case.resigned:
        event: e.AnyEvent = e.TableClosed() if case.closed else e.GameEnded()
        table = with_events(table, e.Resigned(0) if case.resigned else event)
    left = dict(zip(seats, table.left, strict=False))
    left |= {name: span(text) for name, text in case.time_left.items()}
    assert len(left) == len(table.left), f"{case.id}: there is no clock, or no such name"
    since = moment(case.since or case.done)
    return replace(table, latest=moment(case.done), since=since, left=tuple(left.values()))


def gathered(seats: Sequence[str], host: str, game: str, **more: Any) -> TableState:
    """Return a table before its game; guests sit with people, as they did at older servers."""
    opening = commands.Open(game, len(seats), {}, **more)
    table = apply(EMPTY, decide(EMPTY, opening, host, START))
    for seat, name in enumerate(seats):
        if is_bot(name):
            table = with_events(table, e.BotSeated(seat, name, LEVEL))
        elif name:
            table = with_events(table, e.SeatTaken(seat, name))
    assert table.seats == tuple(seats)
    return table


def begun(table: TableState, to_act: Seat | None, stood_in: Sequence[Seat]) -> TableState:
    """Return a table with a game at which this seat must act, and bots stand in for some."""
    for seed in range(100):
        playing = with_events(table, e.GameStarted(f"{seed}"))
        if to_act in (None, playing.to_act):
            break
    assert to_act in (None, playing.to_act)
    return with_events(playing, e.BotsStoodIn(tuple(stood_in), LEVEL)) if stood_in else playing


def with_events(table: TableState, *events: e.AnyEvent, at: int = START) -> TableState:
    """Return a table after these events."""
    return apply(table, e.Record(table.host, at, events))


def facts_of(case: Case) -> Facts:
    """Return what the server knows beside the log of the table of a case."""
    people = People(
        here=frozenset(case.here) | frozenset(case.at_table),
        at_table=frozenset(case.at_table),
        left_at=moments(case.left),
        lost_at=moments(case.lost),
        opened_at=moment(case.opened),
        return_time=span(case.return_time),
    )
    return Facts(
        people=people,
        limits=convert(case.limits, Limits),
        closes_at=moment(case.closes_at) if case.closes_at else None,
        is_surplus=case.surplus,
    )


def moments(times: Mapping[str, str]) -> dict[str, int]:
    """Return when something happened to each name."""
    return {name: moment(text) for name, text in times.items()}


def what(found: Due) -> str:
    """Return a command and its author, as the cases name them."""
    return f"{type(found.command).__name__} by {'the server' if found.by == SERVER else found.by}"


CASES = read_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_a_case_of_what_is_due_holds(case: Case) -> None:
    table, facts, now = table_of(case), facts_of(case), moment(case.now)
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
    assert clocks_stand(table_of(case), people, now) == case.stands
    may_start = case.due.startswith("StartClocks") and case.due.endswith("now")
    assert clocks_may_start(table_of(case), people, now) == may_start


@pytest.mark.parametrize("case", [case for case in CASES if case.room_at], ids=lambda case: case.id)
def test_a_table_makes_room_when_the_case_says(case: Case) -> None:
    at = may_make_room_at(table_of(case), facts_of(case).people, moment(case.now))
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
        return due(self.table, self.known, self.now)


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
        ends: list[e.AnyEvent] = [e.TableClosed()]
        ends += [e.GameEnded()] if table.begun else []
        ends += [e.Resigned(0)] if table.begun and table.rules.rivals else []
        table = with_events(table, rng.choice(ends))
    since = START + some_span(rng)
    left = tuple([min(most, some_span(rng)) for most in table.left])
    return replace(table, since=since, latest=since + some_span(rng) % MINUTE, left=left)


def some_facts(rng: Random, table: TableState, now: int, here: Sequence[str] = ()) -> Facts:
    """Return what the server may know of a table; these people at least are here."""
    around = {*some_of(rng, table.people), *here}
    away = [name for name in table.people if name not in around]
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
        closes_at=closes if table.series and rng.random() < 0.5 else None,
        is_surplus=rng.random() < 0.5,
    )


def some_moment(rng: Random) -> Moment:
    """Return a table at a time after everything that was done there."""
    table = some_table(rng)
    now = table.latest + some_span(rng)
    return Moment(table, some_facts(rng, table, now), now)


def some_moment_by_any_clock(rng: Random) -> Moment:
    """Return a table at a time after what was done there, or before it, as by a wrong clock."""
    table = some_table(rng)
    now = table.latest + rng.choice((-1, 1)) * some_span(rng)
    return Moment(table, some_facts(rng, table, now), now)


rngs = st.integers(0, 2**32).map(Random)
moments_at_tables = rngs.map(some_moment)
moments_by_any_clock = rngs.map(some_moment_by_any_clock)


def run(at: Moment, found: Due) -> TableState:
    """Return a table after what is due, decided with the facts that the server adds."""
    table, people = at.table, at.known.people
    command = add_facts(found.command, table, people, at.now)
    if clocks_stand(table, people, at.now):  # no time passes
        table = replace(table, since=at.now)
    else:
        assert not isinstance(command, commands.StartClocks), "the clocks run already"
    return apply(table, decide(table, command, found.by, at.now))


@settings(max_examples=RARE)
@given(moments_by_any_clock)
def test_what_is_due_now_is_never_refused_and_soon_nothing_more_is_due(at: Moment) -> None:
    # Only the bound of a log may refuse a new host: see `_keep_short` in `decide`.
    for _ in range(2 * at.table.players + 2):
        found = at.due
        if found is None or found.at > at.now:
            return
        at.table = run(at, found)
    raise AssertionError(f"{found} is due again and again")


@given(moments_by_any_clock)
def test_nothing_is_due_at_a_table_that_is_over(at: Moment) -> None:
    assert not (at.table.over and at.due)


@given(moments_by_any_clock)
def test_what_is_due_needs_no_card(at: Moment) -> None:
    assert due(state_of(without_cards(at.table)), at.known, at.now) == at.due


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
    now = table.latest + some_span(rng)
    found = due(table, some_facts(rng, table, now, table.people), now)
    if found is not None:
        by_itself = commands.Return | commands.StartClocks | commands.CallTime
        assert isinstance(found.command, by_itself | commands.CloseLate)


@given(rngs)
def test_no_table_is_closed_and_no_game_forgotten_while_one_of_its_people_is_here(
    rng: Random,
) -> None:
    table = some_table(rng)
    now = table.latest + some_span(rng)
    somebody = rng.choice(table.people)
    found = due(table, some_facts(rng, table, now, [somebody]), now)
    if found is not None:
        assert not isinstance(found.command, commands.Abandon | commands.EndForgotten)
        assert found.by != somebody or not isinstance(found.command, commands.Stand)


@settings(max_examples=RARE)
@given(moments_by_any_clock)
def test_no_time_is_called_before_it_is_over(at: Moment) -> None:
    found = at.due
    if found is not None and isinstance(found.command, commands.CallTime):
        assert at.table.to_act is not None
        assert time_left(at.table, max(found.at, at.now))[at.table.to_act] == 0
