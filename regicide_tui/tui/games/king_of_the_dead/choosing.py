"""The state of an answer to a question: the choices so far, and the next choice."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

from regicide_tui.games.base import Value
from regicide_tui.games.king_of_the_dead.actions import Answer
from regicide_tui.games.king_of_the_dead.answer_forms import AnswerForm, Pick, PromptOptions

T = TypeVar("T")


def places_in(things: Sequence[T], named: Iterable[T]) -> tuple[int, ...]:
    """Return the places of these things; if one occurs twice, each place is used once."""
    places: list[int] = []
    for one in named:
        places.append(next(at for at, it in enumerate(things) if it == one and at not in places))
    return tuple(places)


class Choosing(Value):
    """How far an answer is.

    Of several picks one is made after the other, and `chosen` are the places of the earlier picks'
    options. Of a single pick, `chosen` are places among its options.
    """

    form: AnswerForm
    chosen: tuple[int, ...] = ()

    @property
    def pick_number(self) -> int:
        """The number of the current pick, from 0."""
        last = len(self.form.picks) - 1
        return min(len(self.chosen), last) if last else 0

    @property
    def pick(self) -> Pick:
        """The current pick."""
        return self.form.picks[self.pick_number]

    @property
    def options(self) -> PromptOptions:
        """The options of the current pick."""
        return self.pick.options

    @property
    def last(self) -> bool:
        """Whether this is the last pick."""
        return self.pick_number == len(self.form.picks) - 1

    @property
    def toggles(self) -> bool:
        """Whether options are picked and dropped; else the option at the pointer is chosen."""
        return len(self.form.picks) == 1 and (self.pick.least, self.pick.most) != (1, 1)

    @property
    def marked(self) -> tuple[int, ...]:
        """The places of the picked options, in the order of picking."""
        return self.chosen if self.toggles else ()

    @property
    def picked_at_first(self) -> tuple[int, ...]:
        """The places of the options that are picked without a key.

        These are all options if all must be picked in any order; else none.
        """
        many = len(self.options)
        all_of_it = self.toggles and self.pick.least == many and not self.pick.ordered
        return tuple(range(many)) if all_of_it else ()

    @property
    def before(self) -> PromptOptions:
        """The choices of earlier picks."""
        if self.toggles or len(self.form.picks) == 1:
            return ()
        picks = zip(self.form.picks, self.chosen[: self.pick_number], strict=False)
        return tuple([pick.options[place] for pick, place in picks])

    @property
    def none(self) -> Answer | None:
        """The answer that chooses nothing; None if that is not allowed."""
        if self.form.may_pass:
            return Answer("pass")
        return Answer(self.form.verb) if self.toggles and not self.pick.least else None

    def selection_for(self, answer: Answer) -> tuple[int, tuple[int, ...]]:
        """Return the pointer and the choice for which `answer` returns this answer."""
        if self.toggles:
            chosen = places_in(self.options, answer.chosen)
            return (chosen[0] if chosen else 0), chosen
        pairs = zip(self.form.picks, answer.chosen, strict=False)
        *before, last = [pick.options.index(one) for pick, one in pairs] or [0]
        return last, tuple(before)

    def toggled(self, place: int) -> tuple[int, ...] | None:
        """Return the choice after this option was picked or dropped; None if it is too large."""
        if place in self.chosen:
            return tuple([one for one in self.chosen if one != place])
        if self.pick.most == 1:
            return (place,)
        return (*self.chosen, place) if len(self.chosen) < self.pick.most else None

    def answer(self, cursor: int) -> Answer | None:
        """Return the answer with the option at the pointer, or with what is picked; None if short.

        Of several picks, all but the last must have been made.
        """
        if not self.toggles:
            one = self.options[cursor] if cursor < len(self.options) else None
            return Answer(self.form.verb, (*self.before, one)) if one and self.last else None
        if len(self.chosen) < self.pick.least:
            return None
        return Answer(self.form.verb, tuple([self.options[place] for place in self.chosen]))
