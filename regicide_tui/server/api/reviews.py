"""The shared reviews that a visitor may join, and one review as this visitor sees it."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.words import read_by
from regicide_tui.server.api.visit import Visit
from regicide_tui.server.model.names import Reader
from regicide_tui.server.model.review import commands
from regicide_tui.server.model.review.state import ReviewState, without_words_of
from regicide_tui.server.model.table.command import Refused, refusing
from regicide_tui.server.model.visitor import Visitor
from regicide_tui.server.services.reviews import OpenReview
from regicide_tui.server.services.services import Services
from regicide_tui.thinking.review import GameReview


class Reviews:
    """The access to reviews."""

    def __init__(self, services: Services, visitor: Visitor, visit: Visit) -> None:
        self._services, self._visitor, self._visit = services, visitor, visit

    def people_of(self, table: str) -> Sequence[str]:
        """Return who reviews the game of a table now."""
        return self._services.reviews.people_of(table)

    @refusing
    async def enter(self, table: str, moment: int | None = None) -> "ReviewHandle":
        """Enter the review of a finished game, perhaps at a moment. Raises `Refused`."""
        review = await self._services.reviews.enter(table, self._visitor.name, moment)
        self._visit.enter_review(table)
        return ReviewHandle(self._services, self._visitor, self._visit, review)


class ReviewHandle:
    """The access of one person to a shared review."""

    def __init__(
        self, services: Services, visitor: Visitor, visit: Visit, review: OpenReview
    ) -> None:
        self.name = visitor.name
        self._services, self._visit, self._review = services, visit, review
        self._address = visitor.address
        self._is_there = True

    @property
    def table(self) -> str:
        """The id of the table at which the game was played."""
        return self._review.table

    @property
    def version(self) -> int:
        """How often anything but the verdicts changed."""
        return self._review.version

    @property
    def state(self) -> ReviewState:
        """The review as it is now, without messages and notes of people this person ignores."""
        state, ignored = self._review.state, self._services.preferences.ignored_by(self.name)
        return without_words_of(state, ignored) if ignored else state

    @property
    def reviewed(self) -> GameReview:
        """The verdicts on the line of play that this person sees; they are `YOU` in it."""
        what_if = self._review.review.state.plays_differently(self.name)
        return self._to_reader(self._review.review.judged.seen_in(what_if=what_if))

    @property
    def game(self) -> GameReview:
        """The verdicts on the game as it was played; this person is `YOU` in it."""
        return self._to_reader(self._review.review.judged.game)

    def _to_reader(self, found: GameReview) -> GameReview:
        seats = read_by(self.name, found.saved.seats)
        return replace(found, saved=replace(found.saved, seats=seats))

    @property
    def reader(self) -> Reader:
        """The person as a reader of names."""
        return Reader(self.name, self._services.moderation.moderators)

    @property
    def leads(self) -> bool:
        """Whether this person leads."""
        return self.state.leader == self.name

    @property
    def is_alone(self) -> bool:
        """Whether this person looks around on their own."""
        return self.name in self.state.alone

    @property
    def moment(self) -> int:
        """The moment of the game at which this person is."""
        return self.state.moment_of(self.name)

    @refusing
    async def do(self, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `Refused`."""
        if not self._is_there:
            raise Refused("You have left this review.")
        await self._services.reviews.do(self._review, self.name, command)

    @refusing
    async def say(self, text: str) -> None:
        """Send a message to everyone in the review. Raises `Refused`."""
        await self._services.reviews.say(self._review, self.name, text, self._address)

    @refusing
    async def write_note(self, moment: int, text: str) -> None:
        """Write a note on a moment. Raises `Refused`."""
        await self._services.reviews.write_note(
            self._review, self.name, moment, text, self._address
        )

    def leave(self) -> None:
        """Leave the review."""
        if self._is_there:
            self._is_there = False
            self._visit.leave_review()
            self._services.reviews.leave(self._review, self.name)
