"""The events of a shared review, as stored in its log; each event applies itself."""

from collections.abc import Mapping

from msgspec.structs import asdict, replace

from regicide_tui.games.base import AnyGame, Value, written
from regicide_tui.server.model.review.judged import Judged
from regicide_tui.server.model.review.state import (
    MOST_SAID,
    Pointer,
    Review,
    Said,
    Shared,
    branch,
    without,
)
from regicide_tui.thinking.questions import Judgement
from regicide_tui.thinking.review import GameReview


class Event(Value, tag_field="event", tag=True):
    """The base of all events."""

    def apply(self, review: Review) -> Review:
        """Return the review after this event.

        An event without its own method contains fields of the state.
        """
        return review.with_state(**asdict(self))


# ---------------------------------------------------------------- people


class Came(Event):
    """Someone joined, and follows."""

    name: str

    def apply(self, review: Review) -> Review:
        """Add the person; the judging bot tries again."""
        return review.with_state(people=(*review.state.people, self.name), judge_failed=False)


class Left(Event):
    """Someone left."""

    name: str

    def apply(self, review: Review) -> Review:
        """Remove the person and their pointer."""
        state = review.state
        return review.with_state(
            people=tuple([one for one in state.people if one != self.name]),
            alone=without(state.alone, self.name),
            pointer=state.pointer_of_others(self.name),
        )


class LeadPassed(Event):
    """Someone leads from now on, at their current moment."""

    to: str

    def apply(self, review: Review) -> Review:
        """Change the leader."""
        state, moment = review.state, review.state.moment_of(self.to)
        pointer = state.pointer if moment == state.moment else None
        alone = without(state.alone, self.to)
        return review.with_state(leader=self.to, moment=moment, alone=alone, pointer=pointer)


class Moved(Event):
    """The leader went to a moment."""

    moment: int

    def apply(self, review: Review) -> Review:
        """Go there."""
        return review.with_state(moment=self.moment, pointer=None)


class WentAlone(Event):
    """Someone is on their own, at this moment."""

    name: str
    moment: int

    def apply(self, review: Review) -> Review:
        """Note the moment; their pointer disappears."""
        alone = {**review.state.alone, self.name: self.moment}
        return review.with_state(alone=alone, pointer=review.state.pointer_of_others(self.name))


class Followed(Event):
    """Someone follows again."""

    name: str

    def apply(self, review: Review) -> Review:
        """Return the person to the others."""
        return review.with_state(alone=without(review.state.alone, self.name))


class Pointed(Event):
    """Someone points at a card, or stopped."""

    pointer: Pointer | None


class SomethingSaid(Event):
    """Someone sent a message."""

    said: Said

    def apply(self, review: Review) -> Review:
        """Remember it."""
        return review.with_state(said=(*review.state.said, self.said)[-MOST_SAID:])


# ---------------------------------------------------------------- the what-if


class WhatIfBegan(Event):
    """A what-if started at the moment."""

    def apply(self, review: Review) -> Review:
        """Continue the game as if it had not ended."""
        state = review.state
        return review.with_what_if(branch(state.game, state.moment))


class Played(Event):
    """An action was taken in the what-if, in the notation of the game."""

    action: str
    by: str

    def apply(self, review: Review) -> Review:
        """Take the action."""
        what_if = review.state.running_what_if.take_text(None, self.action)
        return review.with_what_if(what_if, (*review.state.played_by, self.by))


class TakenBack(Event):
    """The last action of the what-if was undone."""

    def apply(self, review: Review) -> Review:
        """Undo the action; it can't be redone."""
        table = review.state.running_what_if
        what_if = table.at(table.moves - 1).forget_undone()
        return review.with_what_if(what_if, review.state.played_by[:-1])


class WhatIfEnded(Event):
    """The what-if is over, and the game is shown again."""

    def apply(self, review: Review) -> Review:
        """Forget the what-if."""
        return review.with_what_if(None)


# ---------------------------------------------------------------- verdicts


class JudgedDecision(Value):
    """The verdict on a decision, with its actions in the notation of the game.

    The fields are those of `Judgement`. Without `best`, the position can't be evaluated.
    """

    number: int
    """The number of actions before the decision."""
    best: str = ""
    chance: float = 0.0
    chance_done: float = 0.0
    gold: float | None = None
    gold_done: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    was_best: bool = False
    good: tuple[str, ...] = ()
    error: float = 0.0

    def read(self, game: AnyGame) -> Judgement | None:
        """Return the judgement, or None if the position can't be evaluated."""
        if not self.best:
            return None
        values = asdict(self)
        values |= {"best": game.parse(self.best), "good": tuple(map(game.parse, self.good))}
        del values["number"]
        return Judgement(**values)


def write_verdict(number: int, judgement: Judgement | None, game: AnyGame) -> JudgedDecision:
    """Return a verdict as stored in the log."""
    if judgement is None:
        return JudgedDecision(number)
    good = tuple(map(game.format, judgement.good))
    values = asdict(judgement) | {"best": game.format(judgement.best), "good": good}
    return JudgedDecision(number, **values)


class DecisionJudged(Event):
    """A bot evaluated a decision of the game or of the what-if."""

    verdict: JudgedDecision
    in_what_if: bool

    def apply(self, review: Review) -> Review:
        """Note the verdict."""
        found = self.verdict.read(review.state.game.game)
        judged = review.judged.note(self.verdict.number, found, in_what_if=self.in_what_if)
        return replace(review, judged=judged)


class JudgeFailed(Event):
    """The judging bot failed: it evaluates nothing more until someone joins."""

    def apply(self, review: Review) -> Review:
        """Note it."""
        return review.with_state(judge_failed=True)


# ---------------------------------------------------------------- a new start


class Alone(Value):
    """Someone on their own, and their moment."""

    name: str
    moment: int


class Began(Event, Shared):
    """The review as it was at this point: earlier entries are no longer needed.

    The game and the notes are in other logs; the what-if is stored as its actions.
    """

    alone: tuple[Alone, ...] = ()
    what_if: tuple[str, ...] | None = None
    verdicts: tuple[JudgedDecision, ...] = ()
    """The verdicts on the game."""
    verdicts_on_what_if: tuple[JudgedDecision, ...] = ()
    known: tuple[JudgedDecision, ...] = ()
    """The verdicts of other lines of play on positions of the what-if."""

    def apply(self, review: Review) -> Review:
        """Return the review of the same game, with the same notes, as stored in this event."""
        saved, what_if, on_what_if = review.state.game, None, None
        if self.what_if is not None:
            what_if = branch(saved, self.moment)
            for action in self.what_if:
                what_if = what_if.take_text(None, action)
            read = ((one.number, one.read(saved.game)) for one in self.known)
            known = {number: judgement for number, judgement in read if judgement is not None}
            on_what_if = _judged(GameReview(what_if, known=known), self.verdicts_on_what_if)
        alone = {one.name: one.moment for one in self.alone}
        state = replace(review.state, **self.shared, alone=alone, what_if=what_if)
        return Review(state, Judged(_judged(GameReview(saved), self.verdicts), on_what_if))


def _judged(reviewed: GameReview, verdicts: tuple[JudgedDecision, ...]) -> GameReview:
    """Return the review of a line of play with these verdicts."""
    for one in verdicts:
        reviewed = reviewed.judged(one.number, one.read(reviewed.saved.game))
    return reviewed


def begin(review: Review) -> Began:
    """Return the event that contains a whole review."""
    state, judged, what_if = review.state, review.judged, review.state.what_if
    on_what_if = judged.what_if or GameReview(state.game)

    def told(judgements: Mapping[int, Judgement | None]) -> tuple[JudgedDecision, ...]:
        game = state.game.game
        return tuple([write_verdict(number, one, game) for number, one in judgements.items()])

    def verdicts(reviewed: GameReview) -> tuple[JudgedDecision, ...]:
        return told({number: one.judgement for number, one in reviewed.verdicts.items()})

    return Began(
        **state.shared,
        alone=tuple([Alone(name, moment) for name, moment in state.alone.items()]),
        what_if=written(what_if.game, what_if.history.standing[state.moment :])
        if what_if is not None
        else None,
        verdicts=verdicts(judged.game),
        verdicts_on_what_if=verdicts(on_what_if),
        known=told(on_what_if.known),
    )


AnyEvent = (
    Came
    | Left
    | LeadPassed
    | Moved
    | WentAlone
    | Followed
    | Pointed
    | SomethingSaid
    | WhatIfBegan
    | Played
    | TakenBack
    | WhatIfEnded
    | DecisionJudged
    | JudgeFailed
    | Began
)
"""Every event that a log may contain."""
