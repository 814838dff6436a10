"""The log of a shared review: what happened in it, and the review after that. All pure.

Each entry holds the events that happened together. An entry that begins the log anew holds the
whole review, so that the entries before it can be removed.
"""

from collections.abc import Mapping

from msgspec import convert, to_builtins
from msgspec.structs import replace

from regicide_tui.games.base import Json, Value
from regicide_tui.server.model.review.commands import Come, Leave, ReviewCommand
from regicide_tui.server.model.review.decide import Events as StateEvents
from regicide_tui.server.model.review.decide import decide
from regicide_tui.server.model.review.events import (
    Alone,
    Began,
    DecisionJudged,
    JudgeFailed,
    LoggedEvent,
    apply,
    apply_all,
    restore,
)
from regicide_tui.server.model.review.judged import Asked, Judged
from regicide_tui.server.model.review.state import ReviewState
from regicide_tui.server.model.review.verdicts import JudgedDecision, read_verdict, write_verdict
from regicide_tui.server.storage.store import LogEntry
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview

MOST_ENTRIES = 2000
"""The entries after which the log begins anew."""

Events = tuple[LoggedEvent, ...]


class Review(Value):
    """A shared review: its state, the verdicts, and how many entries stand since its beginning."""

    state: ReviewState
    judged: Judged
    entries: int = 0


def log_of_review(table: str) -> str:
    """Return the name of the log of a review."""
    return f"review/{table}"


def new_review(state: ReviewState) -> Review:
    """Return the review of a finished game of which nothing has happened yet."""
    return Review(state, Judged(GameReview(state.game)))


def encode(events: Events) -> dict[str, Json]:
    """Return the body of the entry that holds these events."""
    return {"events": to_builtins(events)}


def decode(body: Mapping[str, Json]) -> Events:
    """Return the events of an entry. Raises `ValueError`."""
    events: Events = convert(body["events"], Events)
    return events


def begins_anew(entry: LogEntry) -> bool:
    """Tell whether nothing before an entry is needed."""
    return isinstance(decode(entry.body)[0], Began)


def apply_entry(review: Review, entry: LogEntry) -> Review:
    """Return the review after an entry."""
    for event in decode(entry.body):
        review = _apply(review, event)
    return replace(review, entries=review.entries + 1)


def _apply(review: Review, event: LoggedEvent) -> Review:
    if isinstance(event, Began):
        state = restore(review.state, event)
        return Review(state, _judged_at(state, event))
    if isinstance(event, DecisionJudged):
        found = read_verdict(event.verdict, review.state.game.history.game)
        number = event.verdict.number
        judged = review.judged.note(number, found, in_what_if=event.in_what_if)
        return replace(review, judged=judged)
    state = apply(review.state, event)
    return replace(review, state=state, judged=review.judged.follow(state))


def _judged_at(state: ReviewState, began: Began) -> Judged:
    """Return the verdicts that the beginning of a log holds."""
    game = state.game.history.game

    def add(reviewed: GameReview, verdicts: tuple[JudgedDecision, ...]) -> GameReview:
        for one in verdicts:
            reviewed = reviewed.judged(reviewed.verdict(one.number, read_verdict(one, game)))
        return reviewed

    whole = add(GameReview(state.game), began.verdicts)
    if state.what_if is None:
        return Judged(whole)
    read = ((one.number, read_verdict(one, game)) for one in began.known)
    known = {number: judgement for number, judgement in read if judgement is not None}
    begun = GameReview(state.what_if, known=known)
    return Judged(whole, add(begun, began.verdicts_on_what_if))


# ---------------------------------------------------------------- what is decided


def decide_command(
    review: Review, command: ReviewCommand, by: str, gone: frozenset[str] = frozenset()
) -> Events:
    """Return what happens because somebody does something who is there.

    Those who are gone have left before that. It is nothing if nothing changes. The log begins anew
    with whoever is alone in the review, and if it is long. Raises `Refused`.
    """
    state, left = review.state, StateEvents()
    for name in state.people:
        if name in gone and name != by:
            events = decide(state, Leave(), name)
            state, left = apply_all(state, events), (*left, *events)
    if by not in state.people and not isinstance(command, Come | Leave):
        events = decide(state, Come(), by)  # another process took them for lost
        state, left = apply_all(state, events), (*left, *events)
    events = (*left, *decide(state, command, by))
    is_due = review.entries >= MOST_ENTRIES or (review.entries > 1 and not review.state.people)
    return (_begin(review), *events) if events and is_due else events


def decide_verdict(review: Review, asked: Asked, judgement: Judgement | None) -> Events:
    """Return what happens because a bot has answered; nothing if the decision was taken back."""
    after = review.judged.take(asked, judgement)
    if after is review.judged:
        return ()
    verdict = write_verdict(asked.number, judgement, review.state.game.history.game)
    return (DecisionJudged(verdict, asked.line is not review.judged.game.saved),)


def decide_failure(review: Review) -> Events:
    """Return what happens because the bot that judges has failed."""
    return () if review.state.judge_failed else (JudgeFailed(),)


def _begin(review: Review) -> Began:
    """Return the event that holds the whole review."""
    state, judged = review.state, review.judged
    game = state.game.history.game

    def told(judgements: Mapping[int, Judgement | None]) -> tuple[JudgedDecision, ...]:
        return tuple([write_verdict(number, one, game) for number, one in judgements.items()])

    def verdicts(reviewed: GameReview | None) -> tuple[JudgedDecision, ...]:
        found = reviewed.verdicts if reviewed is not None else {}
        return told({number: one.judgement for number, one in found.items()})

    standing = state.what_if.history.standing if state.what_if is not None else ()
    return Began(
        moment=state.moment,
        people=state.people,
        leader=state.leader,
        alone=tuple([Alone(name, moment) for name, moment in state.alone.items()]),
        what_if=None
        if state.what_if is None
        else tuple([game.format(move.action) for move in standing[state.moment :]]),
        played_by=state.played_by,
        pointer=state.pointer,
        said=state.said,
        judge_failed=state.judge_failed,
        verdicts=verdicts(judged.game),
        verdicts_on_what_if=verdicts(judged.what_if),
        known=told(judged.what_if.known if judged.what_if is not None else {}),
    )
