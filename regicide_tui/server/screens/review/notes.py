"""The notes on a finished game, what was said in its review, and the link to a moment."""

from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review.commands import LONGEST_SENTENCE, GoTo
from regicide_tui.server.screens.lists import InnerList
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Row, prose
from regicide_tui.tui.screens.lists import heading_of
from regicide_tui.tui.widgets.listing import Entry, ListStyle

_NONE = "Nobody has written a note on this game yet."


class NotesScreen(InnerList):
    """All notes on a game by their moments, then what was said lately, each in full.

    Notes are kept with the game.
    """

    list_style = ListStyle(measure=56)

    def __init__(self, look: Look, handle: ReviewHandle) -> None:
        super().__init__(look)
        self._handle = handle

    def title_row(self) -> Row:
        """Return the title."""
        return heading_of("Notes")

    def heading(self) -> list[Row]:
        """Return the link to the moment, and whether there are notes."""
        moment, visitor = self._handle.moment, self.visitor_app.visitor
        link = visitor.server.review(self._handle.table, moment)
        whom = "another player of this game" if self._handle.state.private else "somebody"
        return [
            *prose(
                f"To show {whom} this moment, after action {moment}, send them this line:",
                "text",
                self.measure,
            ),
            *prose(link, "text+bold", self.measure),
            *(prose(_NONE, "muted", self.measure) if not self._handle.state.notes else []),
            *self.sentence_rows(),
        ]

    def entries(self) -> list[Entry]:
        """Return the way to write a note, all notes, and what was said."""
        guest = self.visitor_app.visitor.guest
        write = [] if guest else [Entry("M", "Write a note", "on this moment, for all", "note")]
        notes = sorted(self._handle.state.notes, key=lambda one: one.moment)
        listed = [
            Entry("", f"action {one.moment}", f"{one.by}: {one.text}", f"show({one.moment})")
            for one in notes
        ]
        said = [
            Entry("", f"said at {one.moment}", f"{one.by}: {one.text}", f"show({one.moment})")
            for one in reversed(self._handle.state.said)
        ]
        return [*write, *listed, *said, Entry("", "Back", "", "back")]

    def action_note(self) -> None:
        """Ask for a note on the moment."""
        self.visitor_app.ask_text("A note on this moment:", self._write)

    def _write(self, text: str) -> None:
        """Write a note, or show why it was refused."""
        self.run_worker(self._written(text[:LONGEST_SENTENCE]))

    async def _written(self, text: str) -> None:
        if await self.attempt(self._handle.write_note(text)):
            self.refresh_list()

    async def action_show(self, moment: int) -> None:
        """Go to a moment, and back to the table."""

        async def go_there() -> None:
            await self._handle.do(GoTo(moment))

        if await self.attempt(go_there()):
            self.action_back()
