"""The notes on a finished game, in a log of their own in the store."""

from collections.abc import Callable

from msgspec import convert

from regicide_tui.server.model.review.state import Note
from regicide_tui.server.storage.projection import Body, LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store

Notes = tuple[Note, ...]


def log_of_notes(table: str) -> str:
    """Return the name of the log of the notes on a game."""
    return f"notes/{table}"


def project_notes(
    store: Store, table: str, on_bad_entry: Callable[[BadEntry], None]
) -> LogProjection[Notes]:
    """Return the projection of a game's notes; a bad entry is reported and has no effect."""
    return LogProjection(store, log_of_notes(table), (), _apply, on_bad_entry)


def encode_note(note: Note) -> Body:
    """Return a note as the body of an entry."""
    return {"by": note.by, "moment": note.moment, "text": note.text}


def _apply(notes: Notes, entry: LogEntry) -> Notes:
    note = convert(entry.body, Note)
    return (*notes, note) if note.text else notes  # the words of who is forgotten are empty
