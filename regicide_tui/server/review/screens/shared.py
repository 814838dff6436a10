"""What the two tables of a shared review have in common: the news, the title and the verdicts."""

from collections.abc import Callable, Sequence
from typing import cast

from regicide_tui.server.review.commands import ReviewCommand
from regicide_tui.server.review.room import ReviewHandle
from regicide_tui.server.review.screens.coach import Verdicts, places_with_verdicts
from regicide_tui.server.review.screens.sentences import (
    describe_people,
    moment_rows,
    note_rows,
    notice_rows,
    pointer_row,
)
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.server.tables.decide import Refused
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.screens.tables.game import GameScreen
from regicide_tui.tui.table.table_model import TableModel
from regicide_tui.tui.table.zone_places import PlaceZones
from regicide_tui.tui.widgets.painted import Painted

_FAILED = "The bot that judges the game has failed. Come back later for more verdicts."


class SharedTable(GameScreen):
    """A table in a shared review. What others do there is shown at once."""

    handle: ReviewHandle
    _shown: tuple[object, ...] = ()
    """What the screen depends on, as it was when it was shown."""
    said: tuple[str, str] = ("", "")
    """A sentence in the place of the verdict until the next key or news, and its style."""

    @property
    def visitor_app(self) -> VisitorApp:
        """The app of the visitor."""
        return cast("VisitorApp", self.app)

    def on_mount(self) -> None:
        """Show all news from now on."""
        self._end_listening: Callable[[], None] = self.handle.listen(self._look_soon)

    def on_unmount(self) -> None:
        """Stop listening."""
        self._end_listening()

    def _look_soon(self) -> None:
        self.call_later(self._look_if_open)

    def _look_if_open(self) -> None:
        if self.is_attached and not is_closed(self) and self._shown != self._seen:
            self._look()

    def _look(self) -> None:
        self._shown = self._seen
        self.look_again()

    @property
    def _seen(self) -> tuple[object, ...]:
        """What this screen depends on: most verdicts are about other moments."""
        handle = self.handle
        steps = handle.state.steps if handle.state.plays_differently(handle.name) else 0
        number = handle.moment + steps
        known = handle.reviewed.verdicts
        return handle.version, known.get(number - 1), known.get(number)

    def look_again(self) -> None:
        """Show the news."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """Show what happened meanwhile."""
        self.look_again()
        self.visitor_app.say_what_waits()

    # ------------------------------------------------------------ what is shown

    def zone_places(self) -> PlaceZones:
        """The function that places the zones, with room for the verdicts."""
        return places_with_verdicts(self.session.table.game.name)

    def log_widget(self) -> Painted:
        """Return the verdicts, which replace the log."""
        return Verdicts(self.look, id="log")

    def action_log(self, lines: int) -> None:
        """Do nothing, since the verdicts don't scroll."""

    def action_full_log(self) -> None:
        """Show the whole log, since the verdicts cover its zone."""
        told = self.gathered(self.table.told(self.model.viewer))
        self.app.show_log(told, self.event_describer(), self.look)

    def aside(self, model: TableModel) -> Run:
        """Return who leads and who follows."""
        return self._people()[0]

    def shorter_asides(self, model: TableModel) -> Sequence[Run]:
        """Return the same in fewer words."""
        return self._people()[1:]

    def _people(self) -> list[Run]:
        handle = self.handle
        style = "warning" if handle.is_alone else "muted"
        follow = self.look.keymap.shown(c.FOLLOW)
        return [Run(one, style) for one in describe_people(handle.state, handle.name, follow)]

    def show_verdict(self, number: int, notes_at: int | None, instead: str = "") -> None:
        """Show the verdict on a decision, who points, and the notes on a moment.

        A sentence may stand `instead` of the verdict.
        """
        handle, symbols = self.handle, self.look.symbols
        text, style = self.said if self.said[0] else (instead, "text")
        reviewed, state = handle.reviewed, handle.state
        if handle.has_failed and not text:
            text, style = _FAILED, "error"

        def rows(width: int, height: int) -> list[Row]:
            pointed = () if handle.is_alone else pointer_row(state, symbols)
            notes = state.notes_at(notes_at) if notes_at is not None else ()
            said = note_rows(state.said, width, symbols)
            below = [*filter(None, [pointed]), *said, *note_rows(notes, width, symbols)]
            if text:
                return [*notice_rows(text, style, width)[: height - min(1, len(below))], *below]
            return moment_rows(reviewed, number, below, (width, height), symbols)

        self.query_one("#log", Verdicts).say(rows)

    # ------------------------------------------------------------ what is done

    def action_talk(self) -> None:
        """Ask for what to say to all who are there."""
        if self.visitor_app.visitor.guest:
            self.say("Guests only listen here.")
        else:
            self.visitor_app.ask_text("To all in the review:", self._talk)

    def _talk(self, text: str) -> None:
        """Say something to all, or show why it was refused."""
        self.run_worker(self._say_to_all(text))

    async def _say_to_all(self, text: str) -> None:
        try:
            await self.handle.say(text)
        except Refused as error:
            self.say(str(error))

    def say(self, text: str, style: str = "warning") -> None:
        """Show a sentence in the place of the verdict."""
        self.said = text, style
        self.look_again()

    async def try_command(self, command: ReviewCommand) -> bool:
        """Do something in the review, or say why it was refused; tell whether it was done."""
        self.said = ("", "")
        try:
            await self.handle.do(command)
        except Refused as error:
            self.say(str(error))
            return False
        self._look()
        return True
