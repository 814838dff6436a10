"""The judge of all shared reviews: it asks about one decision after the other."""

from collections.abc import Awaitable, Callable, Collection

from regicide_tui.server.base.tasks import Workers
from regicide_tui.server.model.review.judged import Asked
from regicide_tui.server.services.thinking import Thinking
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import Judgement, the_judgement

_PATIENCE = 60.0
"""Seconds after which a bot that does not answer has failed."""


Take = Callable[[str, Asked, Judgement | None, bool], Awaitable[None]]
"""Takes the answer to a question about a review, by its table, and whether the bot has failed."""


class Judge:
    """Judges the decisions of all reviews in turn; errors of its own go to `report`.

    `next_question` returns what to ask about a review: None if all is judged, or another process
    asks.
    """

    def __init__(
        self,
        reviews: Collection[str],
        next_question: Callable[[str], Asked | None],
        take: Take,
        thinking: Thinking,
        report: Callable[[BaseException], None],
    ) -> None:
        self._reviews, self._next_question, self._take = reviews, next_question, take
        self._thinking, self._report = thinking, report
        self._workers = Workers(report)
        self._last = ""
        """The review that was asked about last."""
        self._broken: set[str] = set()
        """The reviews about which no question could be made."""

    def wake(self) -> None:
        """Begin to judge, unless that is done already."""
        self._workers.wake("", self._judge)

    def rest(self) -> None:
        """Ask nothing more until somebody wakes the judge again."""
        self._workers.stop("")

    async def _judge(self) -> None:
        """Judge until nothing is left to judge."""
        while (found := self._next()) is not None:
            table, asked = found
            try:
                answer = await self._thinking.ask_for_review(asked.question, _PATIENCE)
            except (Fault, TimeoutError):
                await self._take(table, asked, None, True)
            else:
                await self._take(table, asked, the_judgement(answer), False)

    def _next(self) -> tuple[str, Asked] | None:
        """Return the next review with a question, so that each has its turn, and the question."""
        names = [*self._reviews]
        place = names.index(self._last) + 1 if self._last in names else 0
        for name in (*names[place:], *names[:place]):
            if name in self._broken:
                continue
            try:
                asked = self._next_question(name)
            except Exception as error:  # noqa: BLE001 # one game must not harm the others
                self._report(error)
                self._broken.add(name)
                continue
            if asked is not None:
                self._last = name
                return name, asked
        return None
