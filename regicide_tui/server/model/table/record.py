"""The entries of a table's log, in every version ever written.

Actions are replayed by the rules of the game. An entry can't be applied if it is damaged, doesn't
fit the table, comes from a newer version of the program, or contains an action that the rules no
longer allow. Then the projection of the log says why and ends there. The server sets the table
aside.
"""

from typing import Annotated

from msgspec import Meta, convert

from regicide_tui.games.base import IllegalAction
from regicide_tui.server.model.table import (
    absence,
    asking,
    clocks,
    gathering,
    joining,
    playing,
    talk,
)
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.state import EMPTY, VERSION, Record, TableState, TimedEvent
from regicide_tui.server.storage.projection import LogProjection, Unreadable
from regicide_tui.server.storage.store import LogEntry, Store

_OLDEST = 5
"""The oldest version of records."""
_LONGEST = 2**53
"""More milliseconds than any clock has."""

AnyEvent = (
    gathering.TableOpened
    | gathering.MatchContinued
    | gathering.CorrespondenceChosen
    | gathering.MannersChosen
    | gathering.ProgramsLetIn
    | gathering.SeriesChosen
    | gathering.SeatTaken
    | gathering.SeatLeft
    | gathering.PersonSentAway
    | gathering.HostChanged
    | gathering.TableClosed
    | gathering.ReadinessChanged
    | gathering.BotSeated
    | gathering.BotSentAway
    | gathering.BoardDealt
    | gathering.GameStarted
    | playing.ActionTaken
    | playing.ActionUndone
    | playing.GameEnded
    | playing.Resigned
    | playing.DrawOffered
    | playing.DrawAgreed
    | asking.QuestionAsked
    | asking.QuestionDropped
    | absence.BotsStoodIn
    | absence.PlayerReturned
    | joining.SeatAsked
    | joining.SeatAskedNoMore
    | joining.BotReplaced
    | clocks.ClocksStarted
    | clocks.TimeRanOut
    | clocks.Paused
    | clocks.TimeGiven
    | talk.PhraseSaid
    | talk.SentenceSaid
    | talk.WishStated
)
"""Every event ever written."""


class _Written(Record):
    """A record as stored in a log."""

    events: tuple[AnyEvent, ...]
    version: Annotated[int, Meta(ge=_OLDEST)]


def apply(table: TableState, record: Record) -> TableState:
    """Return the table after a record that was decided for it.

    For any other record it may raise anything, for example `IllegalAction`.
    """
    for event in record.events:
        table = event.apply(table, record)
        if isinstance(event, TimedEvent) and event.left:
            since = max(record.at, table.facts.paused_until)  # only an action ends a pause
            table = table.with_facts(left=event.left, since=since)
    if any(not isinstance(event, playing.ActionTaken) for event in record.events):
        beside = table.secrets.beside
        table = table.with_secrets(beside={**beside, record.by: beside.get(record.by, 0) + 1})
    return table.with_facts(latest=record.at)


def apply_entry(table: TableState, entry: LogEntry) -> TableState:
    """Return the table after an entry of its log. Raises `Unreadable`.

    It raises anything else if the entry is damaged.
    """
    try:
        after = apply(table, convert(entry.body, _Written))
    except IllegalAction:
        raise Unreadable("the rules of the game don't allow an action in it") from None
    _check(after.facts)
    return after


def _check(facts: TableFacts) -> None:
    """Check that the parts of a table fit each other, as screens expect. Raises `Unreadable`."""
    if not facts.seats:
        raise Unreadable("its first entry doesn't open a table")
    people, seats, question = facts.people, range(facts.players), facts.question
    taken = {seat: name for seat, name in enumerate(facts.seats) if name}
    fits = (
        len(facts.seats) == len(facts.bots) == facts.players,
        len({*taken.values()}) == len(taken),
        facts.host in people or facts.closed,
        {*facts.ready} <= {*people},
        question is None or (question.what in asking.QUESTIONS and question.agreed != ()),
        question is None or {*question.agreed} <= taken.keys(),
        {*facts.asking.values()} <= {*seats},
        {*facts.draws} <= {*seats},
        {*facts.wishes} <= {*seats},
        len(facts.left) == (facts.players if facts.clock and facts.begun else 0),
        all(0 <= left <= _LONGEST for left in facts.left),
    )
    if not all(fits):
        raise Unreadable("it does not fit the table")


# ---------------------------------------------------------------- the log


def log_of(table: str) -> str:
    """Return the name of the log of a table."""
    return f"table/{table}"


def project_table(
    store: Store, table: str, snapshot: TableState | None = None, version: int = 0
) -> LogProjection[TableState]:
    """Return the projection of a table's log.

    `snapshot` stands for the log up to this version until it is read.
    """
    return LogProjection(
        store,
        log_of(table),
        EMPTY,
        apply_entry,
        snapshot=snapshot,
        snapshot_version=version,
        newest=VERSION,
    )
