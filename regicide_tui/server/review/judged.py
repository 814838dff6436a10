"""Which decisions of a review are judged, and which one is judged next. All pure."""

from collections.abc import Iterator

from regicide_tui.bots.roster import review_level
from regicide_tui.games.base import Value
from regicide_tui.play.saves.codec import Saved
from regicide_tui.server.review.state import ReviewState
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from regicide_tui.thinking.review import GameReview


class Asked(Value, frozen=True):
    """A question about a decision: its line of play, and the number of actions before it."""

    line: Saved
    number: int
    question: ReviewQuestion


class Judged(Value, frozen=True):
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
        """Return what to ask next; a what-if comes first, and in it the last decisions."""
        for reviewed in filter(None, (self.what_if, self.game)):
            number = next(_open_ones(reviewed, moment, what_if=reviewed is self.what_if), None)
            level = review_level(reviewed.saved.history.game.name, len(reviewed.saved.seats))
            if number is not None and level:
                return Asked(reviewed.saved, number, reviewed.case(number, level))
        return None

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
        if not in_what_if:
            return Judged(_judged(self.game, number, judgement), self.what_if)
        assert self.what_if is not None  # the decision is one of it
        return Judged(self.game, _judged(self.what_if, number, judgement))

    def seen_in(self, *, what_if: bool) -> GameReview:
        """Return the verdicts on the line of play that somebody sees."""
        return self.what_if if what_if and self.what_if is not None else self.game


def _judged(reviewed: GameReview, number: int, judgement: Judgement | None) -> GameReview:
    return reviewed.judged(reviewed.verdict(number, judgement))


def _carry_over(before: GameReview, after: Saved) -> GameReview:
    """Return the review of a line of play, with the verdicts on the decisions that both share."""
    same = _in_common(before.saved, after)
    kept = {number: one for number, one in before.verdicts.items() if number < same}
    return GameReview(after, kept)


def _in_common(one: Saved, other: Saved) -> int:
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


def _open_ones(reviewed: GameReview, moment: int, *, what_if: bool) -> Iterator[int]:
    """Yield the decisions to judge: of a what-if the last one first, of a game from a moment on."""
    if what_if:
        numbers = [*reversed(range(moment, reviewed.decisions))]
    else:
        numbers = [*range(moment, reviewed.decisions), *range(min(moment, reviewed.decisions))]
    return (number for number in numbers if number not in reviewed.verdicts)
