"""The notes on a finished game, in their own log in the store."""

from collections.abc import Callable

from msgspec import convert

from regicide_tui.server.model.review.commands import LONGEST_SENTENCE
from regicide_tui.server.model.review.state import Note, ReviewState
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store

MOST_NOTES, MOST_NOTES_BY_NAME = 100, 30
"""The maximum number of notes on a game, and by one person."""

Notes = tuple[Note, ...]


def log_of_notes(table: str) -> str:
    """Return the name of the log of the notes on a game."""
    return f"notes/{table}"


def project_notes(
    store: Store, table: str, on_bad_entry: Callable[[BadEntry], None]
) -> LogProjection[Notes]:
    """Return the projection of a game's notes; a bad entry is reported and has no effect."""
    return LogProjection(store, log_of_notes(table), (), _apply, on_bad_entry)


def write_note(state: ReviewState, note: Note) -> Note:
    """Return a note to be added to the game. Raises `Refused`."""
    if note.by not in state.people:
        raise Refused("You have left this review.")
    if not 0 < len(note.text) <= LONGEST_SENTENCE:
        raise Refused(f"A note must have 1 to {LONGEST_SENTENCE} characters.")
    if not 0 <= note.moment <= state.length:
        raise Refused("The game has no such moment.")
    if len(state.notes) >= MOST_NOTES:
        raise Refused(f"This game already has {MOST_NOTES} notes.")
    if sum(one.by == note.by for one in state.notes) >= MOST_NOTES_BY_NAME:
        raise Refused(f"You have already written {MOST_NOTES_BY_NAME} notes on this game.")
    return note


def _apply(notes: Notes, entry: LogEntry) -> Notes:
    note = convert(entry.body, Note)
    return (*notes, note) if note.text else notes  # a forgotten person's words are empty
