"""The lists in a shared review: the notes with the link to a moment, and the other people."""

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review.commands import LONGEST_SENTENCE, GoTo, HandOver
from regicide_tui.server.model.review.state import Note, Said
from regicide_tui.server.screens.lists import BACK, InnerList, key_of
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import Entry, ListStyle

_NONE = "There are no notes on this game yet."


class _ReviewList(InnerList):
    """A list in a review."""

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look)
        self._handle = handle


class NotesScreen(_ReviewList):
    """All notes on a game, by moment, then the recent messages, each in full.

    Notes are kept with the game. The link and a new note belong to the moment at which the list
    was opened, even if the leader moves on.
    """

    list_style = ListStyle(measure=56)
    headline = "Notes"

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look, handle)
        self._moment = handle.moment

    def told_rows(self) -> list[Row]:
        """Return the link to the moment, and whether there are notes."""
        moment, visitor = self._moment, self.visitor
        link = visitor.server.review(self._handle.table, moment)
        whom = "another player of this game" if self._handle.state.private else "someone"
        return [
            *prose(
                f"To show {whom} this moment, after action {moment}, send them this command:",
                "text",
                self.measure,
            ),
            *prose(link, "text+bold", self.measure),
            *(prose(_NONE, "muted", self.measure) if not self._handle.state.notes else []),
        ]

    def entries(self) -> list[Entry]:
        """Return the line to write a note, all notes, and the messages."""
        guest = self.visitor.guest
        write = (
            [] if guest else [Entry("M", "Write a note", "on this moment, for everyone", "note")]
        )
        notes = sorted(self._handle.state.notes, key=lambda one: one.moment)
        listed = [self._entry("after action", one) for one in notes]
        said = [
            self._entry("message after action", one) for one in reversed(self._handle.state.said)
        ]
        return [*write, *listed, *said, BACK]

    def _entry(self, when: str, one: Note | Said) -> Entry:
        """Return a line that leads to the moment of a note or message."""
        by = self._handle.reader.read(one.by)
        return Entry("", f"{when} {one.moment}", f"{by}: {one.text}", f"show({one.moment})")

    def action_note(self) -> None:
        """Ask for a note on the moment."""
        self.visitor_app.ask_text("A note on this moment:", self._write)

    async def _write(self, text: str) -> None:
        await self._handle.write_note(self._moment, text[:LONGEST_SENTENCE])
        self.refresh_list()

    async def action_show(self, moment: int) -> None:
        """Go to a moment, and back to the table."""
        await self._handle.do(GoTo(moment))
        self.action_back()


class PeopleScreen(_ReviewList):
    """The others in a review."""

    headline = "The review"
    told, told_style = "Hand the lead over to:", "text"

    def entries(self) -> list[Entry]:
        """Return a line for each of the others."""
        state = self._handle.state
        others = [one for one in state.people if one != self._handle.name]
        found = [
            Entry(
                key_of(place),
                name,
                "looks around alone" if name in state.alone else "follows",
                f"choose({name!r})",
            )
            for place, name in enumerate(others, 1)
        ]
        return [*found, BACK]

    async def action_choose(self, name: str) -> None:
        """Hand the lead over, and go back."""
        await self._handle.do(HandOver(name))
        self.action_back()
