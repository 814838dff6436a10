"""A finished game that several people step through together."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.words import counted
from regicide_tui.play.session import ReplaySession
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review import commands
from regicide_tui.server.screens.replay import WIDE, ServerReplay
from regicide_tui.server.screens.review.chart import SharedChart
from regicide_tui.server.screens.review.lists import NotesScreen, PeopleScreen
from regicide_tui.server.screens.review.pointing import place_in_hand
from regicide_tui.server.screens.review.sentences import odds_of
from regicide_tui.server.screens.review.shared import WITHOUT_LOG, SharedTable
from regicide_tui.server.screens.review.what_if import WhatIfTable
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.pages.review import MARKS
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.table.table_model import TableModel

_TOLD = (
    "You are reviewing a finished game with others. One of you leads, and the others follow. If "
    "you move on your own, you look around alone; `{follow}` follows the leader again. "
    "`{hand_over}` hands the lead over.\n\n"
    "The line above the table shows the bots' verdict on this decision, given what the player "
    "knew. `{review}` shows the chances of the whole game and the costliest decisions.\n\n"
    f"{MARKS}\n\n"
    "`{play_on}` tries other actions from here with everyone who follows, and `{leave_replay}` "
    "returns to the game. These actions aren't saved. The numbers point at cards in the hand; "
    "`{point_on}` and `{point_back}` point at the next or previous card on the table. "
    "`{talk}` sends a message to everyone here, and `{notes}` shows the notes on the game and a "
    "link to this moment."
)


class ReviewTable(SharedTable, ServerReplay):
    """The table at the visitor's moment of a shared review."""

    BINDINGS = c.bindings((*c.POINT, c.TALK, c.FOLLOW, c.HAND_OVER, c.NOTES))

    def __init__(self, handle: ReviewHandle, look: Look) -> None:
        self.handle = handle
        super().__init__(ReplaySession(handle.state.game, handle.moment, handle.name), look)

    def on_unmount(self) -> None:
        """Leave the review; Textual calls the method of the base, too."""
        self.handle.leave()

    # ------------------------------------------------------------ what is shown

    def look_again(self) -> None:
        """Show the moment; open the what-if if there is one, also from the chart."""
        if self.session.cursor != self.handle.moment:
            self.said = ("", "")
            self.session.go_to(self.handle.moment)
        above = self.app.screen
        if not isinstance(above, SharedChart | WhatIfTable):  # else it hides this table
            self._show()
        goes = above is self or isinstance(above, SharedChart)
        if goes and self.handle.state.plays_differently(self.handle.name):
            self.app.push_screen(WhatIfTable(self.handle, self.look))

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return who leads and who follows, or the seat from which the visitor looks."""
        return super().asides(model) if self.looks_from is None else [self.describe_seat()]

    def completed(self, model: TableModel) -> TableModel:
        """Return the model with the chances, and with the card that someone points at."""
        handle, model = self.handle, super().completed(model)
        model = replace(model, odds=odds_of(handle.game, handle.moment))
        if handle.is_alone or model.viewer is None:
            return model
        return replace(model, chosen=place_in_hand(handle.state.pointer, model.viewer))

    def show_log(self) -> None:
        """Show the verdict in place of the log."""
        self.show_verdict(self.handle.moment, self.handle.moment)

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        handle = self.handle
        steps = self.look.keys("step", c.STEP_BACK, c.STEP_ON)
        others = len(handle.state.people) > 1
        more = [c.FOLLOW] if handle.is_alone else []
        more += [c.WHAT_IF] if handle.leads else []
        more += [
            c.REVIEW,
            c.NOTES,
            *([c.TALK] if others and not self.visitor.guest else []),
            *(self.ways_to_look if self.size.width >= WIDE else ()),
        ]
        more += [c.HAND_OVER] if handle.leads and others else []
        points = [self.look.keys("point", c.POINT_BACK, c.POINT_ON)] if others else []
        more += [c.LEAVE_REPLAY, c.HELP, c.GO]
        return [steps, *points, *[self._with_notes(one) for one in map(self.look.key, more)]]

    def _with_notes(self, key: Key) -> Key:
        """Return a key of the line; that of the notes has the number of notes on the moment."""
        shown, word, action = key
        notes = len(self.handle.state.notes_at(self.handle.moment))
        is_theirs = action == c.NOTES.action and notes
        return shown, counted(notes, "note") if is_theirs else word, action

    def guide(self) -> Guide:
        """Return the help text."""
        return super().guide()._replace(text=_TOLD)

    def commands(self) -> list[c.Command]:
        """Return what can be done here, for the help."""
        instead = {c.PLAY_ON: c.WHAT_IF}
        found = [instead.get(one, one) for one in c.SHARED_REVIEW]
        return [one for one in found if one not in WITHOUT_LOG]

    # ------------------------------------------------------------ what is done

    async def action_leap(self, cursor: int) -> None:
        """Go to a moment; a follower goes there alone."""
        await self.do(commands.GoTo(cursor))

    async def action_follow(self) -> None:
        """Follow the leader again."""
        await self.do(commands.Follow())

    async def action_pick(self, number: int) -> None:
        """Point at a card of the open hand."""
        seat = self.model.holder
        if number > len(self.model.hand_of(seat)):
            self.say("There is no such card.")
        else:
            await self.do(commands.Point(seat, number - 1))

    async def action_play_on(self) -> None:
        """Try other actions from here; only the leader may."""
        await self.do(commands.BeginWhatIf())

    async def action_hand_over(self) -> None:
        """Hand the lead over to the only other person, or to one from a list."""
        state = self.handle.state
        others = [one for one in state.people if one != self.handle.name]
        if len(others) == 1:
            await self.do(commands.HandOver(others[0]))
        elif others and self.handle.leads:
            self.open(PeopleScreen, self.handle)
        else:
            self.say("Nobody else is here." if not others else f"{state.leader} leads.")

    async def action_review(self) -> None:
        """Show the chances of the whole game."""
        self.open(SharedChart, self.handle)

    def action_notes(self) -> None:
        """Show the notes, and the link to this moment."""
        self.open(NotesScreen, self.handle)
