"""The evaluated decisions of a review, and the next one to evaluate. All pure."""

from regicide_tui.bots.roster import review_level
from regicide_tui.games.base import Value
from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from regicide_tui.thinking.review import GameReview


class Asked(Value):
    """A question about a decision: its line of play and the number of actions before it."""

    line: Table
    number: int
    question: ReviewQuestion


class Judged(Value):
    """The verdicts on the decisions of a game, and of its what-if if there is one."""

    game: GameReview
    what_if: GameReview | None = None

    def follow(self, what_if: Table | None) -> "Judged":
        """Return the verdicts for another what-if; those on unchanged decisions are kept."""
        if what_if is None:
            return Judged(self.game)
        before = self.what_if or self.game
        return self if before.saved is what_if else Judged(self.game, _carry_over(before, what_if))

    def next(self, moment: int) -> Asked | None:
        """Return the next question: the moment, then a what-if from its end, then the game.

        A what-if starts at a position of the game, which is evaluated there, once for both.
        """
        whole, what_if = self.game, self.what_if
        order = [(whole, moment)] if moment < whole.decisions else []
        if what_if is not None:
            order += [(what_if, one) for one in reversed(range(moment, what_if.decisions))]
        numbers = (*range(moment, whole.decisions), *range(whole.decisions))
        level = review_level(whole.saved.game.name, len(whole.saved.seats))
        for reviewed, number in (*order, *[(whole, one) for one in numbers]):
            if level and number not in reviewed.verdicts:
                return Asked(reviewed.saved, number, reviewed.case(number, level))
        return None

    def stands(self, asked: Asked) -> bool:
        """Return whether the decision of a question hasn't been undone since."""
        if self.what_if is None or asked.line is self.game.saved:
            return asked.line is self.game.saved
        if asked.number == asked.line.moves:  # there was no action
            return asked.line is self.what_if.saved
        return asked.number < _in_common(asked.line, self.what_if.saved)

    def note(
        self, number: int, judgement: Judgement | None, *, in_what_if: bool = False
    ) -> "Judged":
        """Return the verdicts with one added for a decision of the game or of the what-if."""
        what_if = self.what_if
        if in_what_if:
            assert what_if is not None  # the decision is one of it
            return Judged(self.game, what_if.judged(number, judgement))
        if what_if is not None and judgement is not None:
            parted = _in_common(self.game.saved, what_if.saved)
            what_if = what_if.learn(number, judgement) if number == parted else what_if
        return Judged(self.game.judged(number, judgement), what_if)

    def seen_in(self, *, what_if: bool) -> GameReview:
        """Return the verdicts on the line of play that a person sees."""
        return self.what_if if what_if and self.what_if is not None else self.game


def _carry_over(before: GameReview, after: Table) -> GameReview:
    """Return the review of a line of play, with the verdicts on what both lines share.

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
    return next(different, min(one.moves, other.moves))
