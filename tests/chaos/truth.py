"""Compares the logs of the store with what everyone was shown."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from regicide_tui.games.words import to_reader
from regicide_tui.server.model.table.record import log_of, project_table
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.storage.store import Store
from regicide_tui.tui.pages.lines import event_describer, log_rows
from regicide_tui.tui.rendering.paint import DRAWN
from regicide_tui.tui.table.game_ui import find, gathered
from tests.chaos.players import Note, squeeze
from tests.loose import loose

_WIDE = 10_000
_NOTHING = squeeze("Nothing has happened yet.")


async def find_gaps(store: Store) -> list[str]:
    """Return the logs whose versions are not 1, 2, 3 and so on, or that have a duplicate id."""
    found = []
    for log in await store.logs():
        entries = await store.read(log)
        first = entries[0].version if entries else 1
        versions = [entry.version for entry in entries]
        ids = {entry.id for entry in entries}
        if versions != [*range(first, first + len(entries))] or len(ids) != len(entries):
            found.append(log)
    return found


async def fold_tables(store: Store) -> dict[str, TableState]:
    """Return all tables that were ever opened, from their logs. Raises `StoreError`."""
    return {
        table: await project_table(store, table).catch_up() for table in await list_tables(store)
    }


async def list_tables(store: Store) -> list[str]:
    """Return all tables that have a log."""
    prefix = log_of("")
    return [log.removeprefix(prefix) for log in await store.logs() if log.startswith(prefix)]


class Page(NamedTuple):
    """What the page of a table's log shows after an action, without blanks.

    `at` is the Unix time of the action, or 0: the page can't have been seen earlier.
    """

    text: str
    at: float = 0.0


async def read_times(store: Store, table: str) -> list[float]:
    """Return the Unix times of the actions in a table's log, in seconds."""
    return [
        entry.at / 1000
        for entry in await store.read(log_of(table))
        if any(event["event"] == "ActionTaken" for event in loose(entry.body)["events"])
    ]


def shown_at(
    state: TableState, name: str, times: Sequence[float], *, replayed: bool = False
) -> list[Page]:
    """Return what the page of the log showed to someone after each action.

    The first one is the page before any action. Anyone without a seat at the table was a spectator.
    A replay shows everyone what the player with this name knew, without the word 'You'.
    """
    facts, game = state.facts, state.game
    assert game is not None
    if len(times) != game.moves:  # an action was undone
        times = [0.0] * game.moves
    if replayed:  # which was impossible before the end
        times = [max(times, default=0.0)] * game.moves
    seat = facts.seat_of(name)
    ui = find(facts.game)
    names = facts.seats if replayed else to_reader(facts.seats, seat)
    describe = event_describer(ui.tell, names)
    pages = []
    for cursor, at in enumerate([0.0, *times]):
        told = gathered(ui, game.at(cursor).sent_to(seat).told)
        rows = [row for move in log_rows(told, _WIDE, DRAWN, describe) for row in move]
        text = squeeze("".join(["".join([run.text for run in row[1:]]) for row in rows]))
        pages.append(Page(text, at))
    return pages


def find_untrue(notes: Sequence[Note], tables: Sequence[Sequence[Page]]) -> list[str]:
    """Return the notes that show what no table had shown by then, or that go back in a game.

    A note shows the end of one table's log, after one of its actions. A short end may match several
    tables; then the previously viewed one counts. The result is the part of a note before its
    longest true end, and that end.
    """
    wrong, reached = [], [0] * len(tables)
    order = [*range(len(tables))]
    for note in notes:
        for number in order:
            if found := _find(note, tables[number], reached[number]):
                reached[number] = found - 1
                order.remove(number)
                order.insert(0, number)
                break
        else:
            wrong.append(_split(note.text, [page.text for pages in tables for page in pages]))
    return wrong


def _split(text: str, pages: Sequence[str]) -> str:
    """Return text with a mark before the longest part that is also the end of a page."""
    same = max((_common_end(text, page) for page in pages), default=0)
    return f"{text[: len(text) - same]} >> {text[len(text) - same :]}"


def _common_end(one: str, other: str) -> int:
    """Return the length of the common end."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _find(note: Note, pages: Sequence[Page], start: int) -> int:
    """Return 1 plus the index of the first matching page, starting at a page; 0 if none."""
    for number in range(start, len(pages)):
        text, at = pages[number]
        if at > note.at:
            return 0
        if text.endswith(note.text) if note.text not in ("", _NOTHING) else not text:
            return number + 1
    return 0
