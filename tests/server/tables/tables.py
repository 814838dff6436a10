"""The tables of cases: `tests/data/due_cases.yaml` says how one is written down."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import yaml
from msgspec import Struct, convert
from msgspec.structs import fields

from regicide_tui.games.base import Seat
from regicide_tui.server.model.table import commands
from regicide_tui.server.model.table.absence import BotsStoodIn
from regicide_tui.server.model.table.command import Caller, decide
from regicide_tui.server.model.table.facts import WhoJoins, is_bot
from regicide_tui.server.model.table.gathering import BotSeated, GameStarted, SeatTaken, TableClosed
from regicide_tui.server.model.table.people import People
from regicide_tui.server.model.table.playing import GameEnded, Resigned
from regicide_tui.server.model.table.record import apply
from regicide_tui.server.model.table.state import EMPTY, Event, Record, TableState

DATA = Path(__file__).parents[2] / "data"
START = 1_800_000_000_000
"""The moment from which the times of cases count: Unix time in milliseconds."""
UNITS = {"d": 86_400_000, "h": 3_600_000, "m": 60_000, "s": 1000, "ms": 1}
"""The units of the times of cases, in milliseconds."""
STEP = re.compile(r"(?P<who>[^:]+): (?P<command>.*?)(?: ! (?P<why>.*))?")
"""A line of a script: who gives a command, and why it is refused, if it is."""
_WORD = re.compile(r'(?:"[^"]*"|\S)+')
LEVEL = "page"
"""The level of all bots."""


class AnyCase(Struct, forbid_unknown_fields=True, kw_only=True):
    """A case of any file."""

    id: str
    title: str


class TableCase(AnyCase):
    """A case with a table, and with what the server knows beside its log."""

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
    joining: str = "anyone"
    talks_freely: bool = False
    password: str = ""
    invitation: str = ""
    time_left: dict[str, str] = {}
    done: str = "0s"
    since: str = ""
    series: str = ""
    passed: int = 0
    here: list[str] = []
    at_table: list[str] = []
    left: dict[str, str] = {}
    lost: dict[str, str] = {}
    opened: str = "-100d"
    return_time: str = "2m"


Kind = TypeVar("Kind", bound=AnyCase)


def read_cases(file: str, kind: type[Kind]) -> list[Kind]:
    """Read the cases of a file."""
    text = (DATA / file).read_text(encoding="utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # as in tests/games/cases.py
    cases = [convert(one, kind) for one in yaml.load(text, Loader=loader)]
    assert len({case.id for case in cases}) == len(cases)
    return cases


def read_command(kinds: object, text: str) -> tuple[type[Any], dict[str, Any]]:
    """Return the class and the fields of a command such as `Ask undo answers=5s`."""
    kind, *words = _WORD.findall(text)
    made = getattr(kinds, kind)
    names = [one.name for one in fields(made)]
    given = {}
    for place, word in enumerate(words):
        name, value = word.split("=", 1) if re.match("[a-z_]+=", word) else (names[place], word)
        given[name] = moment(value) if name == "answers" else read_value(value)
    return made, given


def read_value(text: str) -> object:
    """Return a value that is written as JSON, or as a word."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def span(text: str) -> int:
    """Return a time of a case in milliseconds: `2d`, `1h 30m`, `-5m`."""
    parts = re.findall(r"(\d+)(ms|[dhms])", text)
    assert text.removeprefix("-") == " ".join(map("".join, parts)), f"{text} is no time"
    length = sum(int(number) * UNITS[unit] for number, unit in parts)
    return -length if text.startswith("-") else length


def moment(text: str) -> int:
    """Return a moment of a case as Unix time in milliseconds."""
    return START + span(text)


def moments(times: Mapping[str, str]) -> dict[str, int]:
    """Return when something happened to each name."""
    return {name: moment(text) for name, text in times.items()}


def people_of(case: TableCase) -> People:
    """Return where the people of the table of a case are."""
    return People(
        here=frozenset(case.here) | frozenset(case.at_table),
        at_table=frozenset(case.at_table),
        left_at=moments(case.left),
        lost_at=moments(case.lost),
        opened_at=moment(case.opened),
        return_time=span(case.return_time),
    )


def table_of(case: TableCase) -> TableState:
    """Return the table of a case; one of which nothing is known if it has no seats."""
    kinds = [case.waiting, case.playing, case.closed, case.ended, case.resigned]
    (names, *_) = [*filter(None, kinds), []]
    if not names:
        return EMPTY
    seats = ["" if name == "-" else name for name in names]
    table = gathered(
        seats,
        case.host or seats[0],
        case.game or ("duel" if len(seats) == 2 else "regicide"),
        invitation=case.invitation,
        password=case.password,
        clock=case.clock,
        days=case.days,
        joining=WhoJoins(case.joining),
        talks_freely=case.talks_freely,
        series=case.series,
    )
    if case.playing or case.ended or case.resigned:
        seat = seats.index(case.to_act) if case.to_act else None
        table = begun(table, seat, [seats.index(name) for name in case.bots])
    if case.closed or case.ended or case.resigned:
        event: Event = TableClosed() if case.closed else GameEnded()
        table = with_events(table, Resigned(0) if case.resigned else event)
    left = dict(zip(seats, table.facts.left, strict=False))
    left |= {name: span(text) for name, text in case.time_left.items()}
    assert len(left) == len(table.facts.left), f"{case.id}: there is no clock, or no such name"
    since, latest = moment(case.since or case.done), moment(case.done)
    times = tuple(left.values())
    return table.with_facts(latest=latest, since=since, left=times, passed=case.passed)


def gathered(
    seats: Sequence[str], host: str, game: str, invitation: str = "", **more: Any
) -> TableState:
    """Return a table before its game; guests sit with people, as they did at older servers."""
    opening = commands.Open(game, len(seats), {}, **more)
    who = Caller(host, START, invitation=invitation)
    table = apply(EMPTY, decide(EMPTY, opening, who))
    for seat, name in enumerate(seats):
        if is_bot(name):
            table = with_events(table, BotSeated(seat, name, LEVEL))
        elif name:
            table = with_events(table, SeatTaken(seat, name))
    assert table.facts.seats == tuple(seats)
    return table


def begun(table: TableState, to_act: Seat | None, stood_in: Sequence[Seat]) -> TableState:
    """Return a table with a game at which this seat must act, and bots stand in for some."""
    for seed in range(100):
        playing = with_events(table, GameStarted(f"{seed}"))
        if to_act in (None, playing.facts.to_act):
            break
    assert to_act in (None, playing.facts.to_act)
    return with_events(playing, BotsStoodIn(tuple(stood_in), LEVEL)) if stood_in else playing


def with_events(table: TableState, *events: Event, at: int = START) -> TableState:
    """Return a table after these events."""
    return apply(table, Record(table.facts.host, at, events))
