"""Which decisions of a review are judged, and which one is judged next. All pure."""

from collections.abc import Iterator

from regicide_tui.bots.roster import review_level
from regicide_tui.games.base import Value
from regicide_tui.play.table import Table
from regicide_tui.server.model.review.state import ReviewState
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from regicide_tui.thinking.review import GameReview


class Asked(Value):
    """A question about a decision: its line of play, and the number of actions before it."""

    line: Table
    number: int
    question: ReviewQuestion


class Judged(Value):
    """The verdicts on the decisions of a game, and on those of its what-if if there is one."""

    game: GameReview
    what_if: GameReview | None = None

    def follow(self, state: ReviewState) -> "Judged":
        """Return the verdicts for a state; those on decisions that still stand are kept."""
        if state.what_if is None:
            return Judged(self.game)
        before = self.what_if or self.game
        if before.saved is state.what_if:
            return self
        return Judged(self.game, _carry_over(before, state.what_if))

    def next(self, moment: int) -> Asked | None:
        """Return what to ask next: the moment, then a what-if from its end, then the game."""
        level = review_level(self.game.saved.history.game.name, len(self.game.saved.seats))
        for reviewed, number in self._in_order(moment):
            if level and number not in reviewed.verdicts:
                return Asked(reviewed.saved, number, reviewed.case(number, level))
        return None

    def _in_order(self, moment: int) -> Iterator[tuple[GameReview, int]]:
        """Yield all decisions in the order in which they are judged.

        A what-if begins at a position of the game, which is judged there, once for both.
        """
        if moment < self.game.decisions:
            yield self.game, moment
        if self.what_if is not None:
            for number in reversed(range(moment, self.what_if.decisions)):
                yield self.what_if, number
        for number in (*range(moment, self.game.decisions), *range(self.game.decisions)):
            yield self.game, number

    def take(self, asked: Asked, judgement: Judgement | None) -> "Judged":
        """Return the verdicts with one more, unless its decision was taken back meanwhile."""
        if asked.line is self.game.saved:
            return self.note(asked.number, judgement)
        if self.what_if is None or not _stands(asked, self.what_if):
            return self
        return self.note(asked.number, judgement, in_what_if=True)

    def note(
        self, number: int, judgement: Judgement | None, *, in_what_if: bool = False
    ) -> "Judged":
        """Return the verdicts with one on a decision of the game, or of the what-if there is."""
        if in_what_if:
            assert self.what_if is not None  # the decision is one of it
            return Judged(self.game, _judged(self.what_if, number, judgement))
        what_if = self.what_if
        if what_if is not None and judgement is not None:
            parted = _in_common(self.game.saved, what_if.saved)
            what_if = what_if.learn(number, judgement) if number == parted else what_if
        return Judged(_judged(self.game, number, judgement), what_if)

    def seen_in(self, *, what_if: bool) -> GameReview:
        """Return the verdicts on the line of play that somebody sees."""
        return self.what_if if what_if and self.what_if is not None else self.game


def _judged(reviewed: GameReview, number: int, judgement: Judgement | None) -> GameReview:
    return reviewed.judged(reviewed.verdict(number, judgement))


def _carry_over(before: GameReview, after: Table) -> GameReview:
    """Return the review of a line of play, with what was said of what both share.

    These are the verdicts on decisions, and the chances at the position where the lines part.
    """
    same = _in_common(before.saved, after)
    kept = {number: one for number, one in before.verdicts.items() if number < same}
    known = {number: one for number, one in before.known.items() if number <= same}
    reviewed = GameReview(after, kept, known)
    parting = before.verdicts.get(same)
    there = parting.judgement if parting is not None else known.get(same)
    return reviewed if there is None else reviewed.learn(same, there)


def _in_common(one: Table, other: Table) -> int:
    """Return how many first actions two lines of play share."""
    pairs = zip(one.history.standing, other.history.standing, strict=False)
    different = (number for number, (a, b) in enumerate(pairs) if a.action != b.action)
    return next(different, min(one.history.cursor, other.history.cursor))


def _stands(asked: Asked, reviewed: GameReview) -> bool:
    """Tell whether a decision that was asked about is one of this line of play, too."""
    last = asked.number == asked.line.history.cursor
    if last:
        return asked.line is reviewed.saved
    return asked.number < _in_common(asked.line, reviewed.saved)
