"""The what-if of a shared review: followers try other actions."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import IllegalAction, Seat, Value
from regicide_tui.play.session import TableSession
from regicide_tui.server.api.reviews import ReviewHandle
from regicide_tui.server.model.review import commands
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.screens.review.sentences import odds_of
from regicide_tui.server.screens.review.shared import WITHOUT_LOG, SharedTable
from regicide_tui.server.screens.table import ServerTable
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.pages.review import MARKS
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel

_BEGIN = "What if? All followers can act for any player, and the bots evaluate each action."
_TOLD = (
    "Everyone who follows tries other actions, and the bots evaluate each one. Nothing is saved. "
    "The leader undoes actions with `{undo}` and returns to the game with `{clear}`.\n\n"
    f"{MARKS}\n\n"
)
_RETURN = c.CLEAR._replace(meaning="Unpick all cards, or else return to the game.")


class WhatIfSession(TableSession):
    """The what-if of a review as a session: all seats act at this screen."""

    def __init__(self, handle: ReviewHandle) -> None:
        super().__init__(handle.state.seen_by(handle.name), handle.name)
        self._handle = handle

    def refresh(self) -> bool:
        """Load the what-if as it is now; return whether it has changed."""
        before, self.table = self.table, self._handle.state.seen_by(self._handle.name)
        return self.table is not before

    async def submit(self, seat: Seat | None, action: Value) -> None:
        """Take an action for the seat that must act. Raises `IllegalAction`."""
        await self.do(commands.Play(self.table.game.format(action), self._steps))

    async def submit_for_all(self, action: Value) -> None:
        """Refuse: in a what-if, each seat acts separately. Raises `IllegalAction`."""
        raise IllegalAction("wrong_player", "In a what-if, each player acts separately.")

    async def undo(self) -> None:
        """Undo the last action; only the leader may. Raises `IllegalAction`."""
        await self.do(commands.TakeBack(self._steps))

    async def do(self, command: commands.ReviewCommand) -> None:
        """Do something in the review. Raises `IllegalAction`."""
        try:
            await self._handle.do(command)
        except Refused as error:
            raise IllegalAction("refused", str(error)) from None
        self.refresh()

    @property
    def _steps(self) -> int:
        """The number of actions of the what-if that this screen shows."""
        return self.table.moves - self._handle.state.moment


class WhatIfTable(SharedTable, ServerTable):
    """The table of a what-if. Everyone sees and plays the hand of the seat to act."""

    session: WhatIfSession
    more_commands = (c.POINT_ON, c.POINT_BACK, c.TALK, c.LOBBY, c.GO)
    practice = True
    no_hints = "There are no hints in a what-if: the bots evaluate what you play."

    def __init__(self, handle: ReviewHandle, look: Look) -> None:
        self.handle = handle
        self.session = WhatIfSession(handle)
        super().__init__(self.session, look)
        self._viewer = self.table.to_act
        self.model = self.compose_model()

    # ------------------------------------------------------------ what is shown

    def look_again(self) -> None:
        """Show what others did; return to the game once the what-if is over."""
        if not self.handle.state.plays_differently(self.handle.name):
            if self.app.screen is self:
                self.app.pop_screen()
            return
        if self.session.refresh():
            self.said = ("", "")
            self.changed(acted=True)
        else:
            self.model = self._with_chances(self.model)
            self.show_odds(self.model)
            self.repaint_zones()
            self.show_log()

    def compose_model(self, notice: Notice = NOTHING) -> TableModel:
        """Return the model of the current moment, with the chances; no curtain hides a hand."""
        model = replace(super().compose_model(notice), needs_no_curtain=True)
        return self._with_chances(model)

    def _with_chances(self, model: TableModel) -> TableModel:
        last = self.moves - 1 if self.handle.state.steps else self.moves
        return replace(model, odds=odds_of(self.handle.reviewed, last))

    def show_log(self) -> None:
        """Show the verdict on the last action in place of the log."""
        played_by = self.handle.state.played_by
        if played_by:
            by = self.handle.reader.read(played_by[-1])
            self.show_verdict(self.moves - 1, None, by=by)
        else:
            self.show_verdict(self.moves - 1, None, instead=_BEGIN)

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return that this is a what-if, and who leads."""
        people, *shorter = super().asides(model)
        return [people._replace(text=f"what if?  {people.text}", style="accent"), *shorter]

    def common_commands(self) -> list[c.Command]:
        """Return the commands beside those of the game itself."""
        undo = [c.UNDO] if self.handle.leads and self.handle.state.steps else []
        return [*undo, c.PILES, c.LOBBY, c.GO]

    def commands(self) -> list[c.Command]:
        """Return what can be done here, for the help."""
        without = (*WITHOUT_LOG, c.REDO, c.HINT, c.SAVE)
        found = [one for one in super().commands() if one not in without]
        return [_RETURN if one == c.CLEAR else one for one in found]

    def key_line(self) -> list[Key]:
        """Return the keys that do something now."""
        keys = super().key_line()
        if self.ended:  # there is no result to show
            keys = [key for key in keys if key[2] != c.CONFIRM.action]
        if self.chosen:
            return keys
        word = "return to the game" if self.handle.leads else "look around"
        back = self.look.keys(word, c.CLEAR)
        return [*keys[:1], back, *keys[1:]]  # a short line leaves out the last keys first

    def guide(self) -> Guide:
        """Return the help: how a what-if works, and the commands at the table."""
        found = super().guide()
        return found._replace(text=f"{_TOLD}{found.text}")

    def changed(
        self, notice: Notice = NOTHING, motion: object = (), *, acted: bool = False
    ) -> None:
        """Show the table after an action, with the hand of the seat that must act next."""
        actor = self.table.to_act
        self._viewer = self._viewer if actor is None else actor
        self.chosen, self.cursor = (), 0
        self.show_all(notice)

    def show_end(self, *, acted: bool = False) -> None:
        """Show nothing else: the verdict on the last action says how the game ended."""

    # ------------------------------------------------------------ what is done

    async def action_undo(self) -> None:
        """Undo the last action; only the leader may."""
        if await self.try_to(self.session.undo()):
            self.changed(acted=True)

    async def action_clear(self) -> None:
        """Unpick all cards; with none picked, return to the game, or look around alone.

        A leader ends the what-if for everyone, so they confirm it first if it has actions.
        """
        if self.chosen:
            await super().action_clear()
        elif self.handle.leads:
            again = self.look.keymap.shown(c.CLEAR)
            question = f"End the what-if unsaved? Press {again} again to end it."
            if not self.handle.state.steps or self.asked(question):
                await self.do(commands.EndWhatIf())
        else:
            await self.do(commands.GoTo(self.handle.state.moment))
