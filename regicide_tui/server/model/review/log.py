"""The log of a shared review: its events, and the review after them. All pure.

Each entry contains the events that happened together. An entry that restarts the log contains the
whole review, so that the entries before it can be removed.
"""

from collections.abc import Mapping

from msgspec import convert, to_builtins
from msgspec.structs import replace

from regicide_tui.games.base import Json
from regicide_tui.server.model.review.commands import Come, Events, Leave, ReviewCommand, decide
from regicide_tui.server.model.review.events import (
    AnyEvent,
    Began,
    DecisionJudged,
    JudgeFailed,
    begin,
    write_verdict,
)
from regicide_tui.server.model.review.judged import Asked
from regicide_tui.server.model.review.state import Review
from regicide_tui.server.storage.store import LogEntry
from regicide_tui.thinking.questions import Judgement

MOST_ENTRIES = 2000
"""The number of entries after which the log restarts."""


def log_of_review(table: str) -> str:
    """Return the name of the log of a review."""
    return f"review/{table}"


def encode(events: Events) -> dict[str, Json]:
    """Return the body of the entry with these events."""
    return {"events": to_builtins(events)}


def decode(body: Mapping[str, Json]) -> Events:
    """Return the events of an entry. Raises `ValueError`."""
    events: Events = convert(body["events"], tuple[AnyEvent, ...])
    return events


def begins_anew(entry: LogEntry) -> bool:
    """Return whether the entries before this one are no longer needed."""
    return isinstance(decode(entry.body)[0], Began)


def apply(review: Review, events: Events) -> Review:
    """Return the review after some events."""
    for event in events:
        review = event.apply(review)
    return review


def apply_entry(review: Review, entry: LogEntry) -> Review:
    """Return the review after an entry."""
    review = apply(review, decode(entry.body))
    return replace(review, entries=review.entries + 1)


# ---------------------------------------------------------------- decisions


def decide_command(review: Review, command: ReviewCommand, by: str, gone: frozenset[str]) -> Events:
    """Return what a command of a person in the review does; nothing if nothing changes.

    First, people who are `gone` leave. The log restarts if only one person is in the review, or if
    it is long. Raises `Refused`.
    """
    people, after, events = review.state.people, review, Events()
    done: list[tuple[str, ReviewCommand]] = [
        (name, Leave()) for name in people if name in gone and name != by
    ]
    if by not in people and not isinstance(command, Come | Leave):
        done.append((by, Come()))  # another process thought them lost
    for name, one in (*done, (by, command)):
        happens = decide(after.state, one, name)
        after, events = apply(after, happens), (*events, *happens)
    is_due = review.entries >= MOST_ENTRIES or (review.entries > 1 and not people)
    return (begin(review), *events) if events and is_due else events


def decide_verdict(review: Review, asked: Asked, judgement: Judgement | None) -> Events:
    """Return what a bot's answer changes; nothing if the decision was undone."""
    if not review.judged.stands(asked):
        return ()
    saved = review.state.game
    verdict = write_verdict(asked.number, judgement, saved.game)
    return (DecisionJudged(verdict, asked.line is not saved),)


def decide_failure(review: Review) -> Events:
    """Return what a failure of the judging bot changes."""
    return () if review.state.judge_failed else (JudgeFailed(),)
