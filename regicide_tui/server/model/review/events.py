"""What happened in a shared review, and the state after it."""

from collections.abc import Mapping
from functools import reduce

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.server.model.review.state import (
    MOST_SAID,
    Note,
    Pointer,
    ReviewState,
    Said,
    branch,
)
from regicide_tui.server.model.review.verdicts import JudgedDecision


class Event(Value, tag_field="event", tag=True):
    """The base of all events."""


class Came(Event):
    """Somebody came, and follows."""

    name: str


class Left(Event):
    """Somebody left."""

    name: str


class LeadPassed(Event):
    """Somebody leads from now on, at the moment at which they are."""

    to: str


class Moved(Event):
    """The leader went to a moment."""

    moment: int


class WentAlone(Event):
    """Somebody looks around on their own, at this moment."""

    name: str
    moment: int


class Followed(Event):
    """Somebody follows again."""

    name: str


class WhatIfBegan(Event):
    """The game is played on differently from the moment."""


class Played(Event):
    """An action was taken in the what-if, in the notation of the game."""

    action: str
    by: str


class TakenBack(Event):
    """The last action of the what-if was taken back."""


class WhatIfEnded(Event):
    """The what-if is over, and the game is shown again."""


class Pointed(Event):
    """Somebody points at a card, or nobody does."""

    pointer: Pointer | None


class SomethingSaid(Event):
    """Somebody said something."""

    said: Said


class NoteWritten(Event):
    """A note was written."""

    note: Note


class DecisionJudged(Event):
    """A bot has judged a decision of the game, or of the what-if."""

    verdict: JudgedDecision
    in_what_if: bool


class Alone(Value):
    """Somebody who looks around on their own, and at which moment."""

    name: str
    moment: int


class Began(Event):
    """The review as it was at this point: nothing before it is needed any more.

    The game and the notes are in other logs; the what-if is the actions that were taken in it.
    """

    moment: int
    people: tuple[str, ...]
    leader: str
    alone: tuple[Alone, ...]
    what_if: tuple[str, ...] | None
    played_by: tuple[str, ...]
    pointer: Pointer | None
    said: tuple[Said, ...]
    judge_failed: bool
    verdicts: tuple[JudgedDecision, ...]
    """The verdicts on the game."""
    verdicts_on_what_if: tuple[JudgedDecision, ...]
    known: tuple[JudgedDecision, ...]
    """What other lines of play say of positions of the what-if."""


class JudgeFailed(Event):
    """The bot that judges has failed: it judges nothing more until somebody comes."""


ReviewEvent = (
    Came
    | Left
    | LeadPassed
    | Moved
    | WentAlone
    | Followed
    | WhatIfBegan
    | Played
    | TakenBack
    | WhatIfEnded
    | Pointed
    | SomethingSaid
    | NoteWritten
    | JudgeFailed
)
LoggedEvent = ReviewEvent | DecisionJudged | Began


def apply_all(state: ReviewState, events: tuple[ReviewEvent, ...]) -> ReviewState:
    """Return the state after some events."""
    return reduce(apply, events, state)


def apply(state: ReviewState, event: ReviewEvent) -> ReviewState:
    """Return the state after an event."""
    match event:
        case Came(name):
            return replace(state, people=(*state.people, name), judge_failed=False)
        case Left(name):
            people = tuple([one for one in state.people if one != name])
            alone = _without(state.alone, name)
            return replace(state, people=people, alone=alone, pointer=_of_others(state, name))
        case LeadPassed(to):
            moment, alone = state.moment_of(to), _without(state.alone, to)
            pointer = state.pointer if moment == state.moment else None
            return replace(state, leader=to, moment=moment, alone=alone, pointer=pointer)
        case Moved(moment):
            return replace(state, moment=moment, pointer=None)
        case WentAlone(name, moment):
            alone = {**state.alone, name: moment}
            return replace(state, alone=alone, pointer=_of_others(state, name))
        case Followed(name):
            return replace(state, alone=_without(state.alone, name))
        case Pointed(pointer):
            return replace(state, pointer=pointer)
        case SomethingSaid() | NoteWritten():
            return _apply_words(state, event)
        case JudgeFailed():
            return replace(state, judge_failed=True)
        case _:
            return _apply_what_if(state, event)


def restore(state: ReviewState, began: Began) -> ReviewState:
    """Return the state that a review had when its log was begun anew; its game and notes stay."""
    what_if = None
    if began.what_if is not None:
        what_if = branch(state.game, began.moment)
        for action in began.what_if:
            what_if = what_if.take_text(None, action)
    return replace(
        state,
        moment=began.moment,
        people=began.people,
        leader=began.leader,
        alone={one.name: one.moment for one in began.alone},
        what_if=what_if,
        played_by=began.played_by,
        pointer=began.pointer,
        said=began.said,
        judge_failed=began.judge_failed,
    )


def _apply_words(state: ReviewState, event: SomethingSaid | NoteWritten) -> ReviewState:
    if isinstance(event, NoteWritten):
        return replace(state, notes=(*state.notes, event.note))
    return replace(state, said=(*state.said, event.said)[-MOST_SAID:])


def _apply_what_if(
    state: ReviewState, event: WhatIfBegan | Played | TakenBack | WhatIfEnded
) -> ReviewState:
    """Return the state after an event of the what-if. No pointer outlives it."""
    if isinstance(event, WhatIfBegan):
        begun = branch(state.game, state.moment)
        return replace(state, what_if=begun, played_by=(), pointer=None)
    if isinstance(event, WhatIfEnded):
        return replace(state, what_if=None, played_by=(), pointer=None)
    assert state.what_if is not None  # it began before
    table = state.what_if
    if isinstance(event, Played):
        what_if = table.take_text(None, event.action)
        played_by = (*state.played_by, event.by)
        return replace(state, what_if=what_if, played_by=played_by, pointer=None)
    what_if = replace(table, history=table.at(table.moves - 1).history.forget_undone())
    return replace(state, what_if=what_if, played_by=state.played_by[:-1], pointer=None)


def _without(alone: Mapping[str, int], name: str) -> Mapping[str, int]:
    return {one: moment for one, moment in alone.items() if one != name}


def _of_others(state: ReviewState, name: str) -> Pointer | None:
    """Return the pointer, unless it is this person's."""
    return None if state.pointer is not None and state.pointer.by == name else state.pointer
