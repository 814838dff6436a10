"""A table of the house on somebody's screen: the same tables as at home, with others far away."""

from collections.abc import Callable, Sequence
from time import monotonic
from typing import cast

from regicide_tui.server.screens.reading import Reading
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.server.screens.words import away, clocks, news
from regicide_tui.server.tables.commands import UNDO
from regicide_tui.server.tables.handle import RemoteSession, TableHandle
from regicide_tui.server.tables.table_info import TableInfo
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.rendering.paint import Run, shorten
from regicide_tui.tui.screens.tables.table import TableScreen
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel

_ELSEWHERE = 20.0
"""Seconds without a key after which somebody is called by the terminal's bell."""
_LONGEST_NAME = 16
_SHORTER_NAMES = (12, 8, 4)
"""Cells of names beside clocks, where there is less and less room."""
_TICK = 1.0
"""Seconds after which running clocks are shown anew."""


class RemoteTable(TableScreen):
    """A table of which the others sit elsewhere.

    What is done here goes to the table's log, and comes back from there to everybody.
    """

    more_commands = c.REMOTE_ONLY

    def __init__(self, place: TableHandle, look: Look) -> None:
        self.place = place
        self._remote = RemoteSession(place)
        self._reading = Reading(self.company.asked)
        self._covered = False
        super().__init__(self._remote, look)

    @property
    def company(self) -> TableInfo:
        """All there was to see but the cards when it was looked at last."""
        return self._remote.company

    @property
    def house_app(self) -> VisitorApp:
        """The app of who is here."""
        return cast("VisitorApp", self.app)

    def on_mount(self) -> None:
        """Show the table, and from now on whatever is new at it."""
        super().on_mount()
        self._end_listening: Callable[[], None] = self.house_app.hub.listen(
            self._told, self.place.id, name=self.place.name
        )
        if self.company.clock is not None:
            self.set_interval(_TICK, self._tick)
        if self.ended:
            self.call_after_refresh(self.show_end)

    def on_screen_resume(self) -> None:
        """What is asked is seen again."""
        self._show_question()

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._end_listening()

    # ------------------------------------------------------------ what is new

    def _told(self) -> None:
        self.call_later(self._look_again)

    def _look_again(self) -> None:
        """Show what has come of what anybody did."""
        before, moves, company = self.company, self.moves, self.place.company
        if not self.is_attached or (company == before and not self._remote.moved):
            return
        self._remote.renew()
        acted = self.moves != moves or (before.over != self.company.over)
        said = [one for one in self.company.said if one not in before.said]
        others = [f"{one.by}: {one.text}" for one in said if one.by != self.place.name]
        if self.moves < moves:
            others.append("All have agreed: the last action is taken back.")
        notice = Notice(" ".join(others), "accent", verbatim=True) if others else NOTHING
        if acted:
            self.changed(notice, acted=True)
            self._call()
        elif self.model.choosing or self.chosen:
            self.point(self.cursor, self.chosen, notice)
            self.show_title(self.model)
        else:
            self.show_all(notice)

    def _call(self) -> None:
        """Call somebody back to the table, if it is their turn and they look elsewhere."""
        silent = monotonic() - self.house_app.line.last_key
        if self.may_act() and silent > _ELSEWHERE:
            self.app.bell()

    def _tick(self) -> None:
        self.show_title(self.model)

    def aside(self, model: TableModel) -> Run:
        """Return who is away, whose time runs, and that one only watches."""
        return self._aside(_LONGEST_NAME)

    def shorter_asides(self, model: TableModel) -> Sequence[Run]:
        """Return the clocks with shorter names: the time itself is never cut."""
        if self.company.clock is None:
            return ()
        whole = [self._aside(limit) for limit in _SHORTER_NAMES]
        alone = [self._clocks(limit) for limit in (_LONGEST_NAME, *_SHORTER_NAMES)]
        return [*whole, *alone, self._clocks(0)]

    def _aside(self, limit: int) -> Run:
        company = self.company
        parts = ["watching"] if company.seat is None else []
        if company.absent and company.playing:
            parts.append(away(company))
        clock = self._clocks(limit)
        parts += [clock.text] if clock.text else []
        return clock._replace(text="  ".join(parts))

    def _clocks(self, limit: int) -> Run:
        """Return what is left of each player's time, names in so many cells."""
        company = self.company
        style = "warning" if company.absent else "muted"
        if company.clock is None:
            return Run("", style)
        names = [shorten(name, limit, self.look.symbols.ellipsis) for name in company.seats]
        return Run(clocks(self.place.times, names), style)

    def noticed(self, notice: Notice) -> Notice:
        """Return the notice, or else what passes between the players."""
        self._covered = bool(notice.text)
        self._show_question()
        text = news(self.company, *map(self.look.keymap.shown, (c.TALK, c.AGREE)))
        return notice if notice.text else Notice(text, "accent", verbatim=True)

    def _show_question(self) -> None:
        """Note which question stands here to be read: none that a notice or a screen covers."""
        if self.is_current:
            self._reading.show(None if self._covered else self.company.asked)

    def common_commands(self) -> list[c.Command]:
        """Return what can be done now around the game itself."""
        undo = [c.ASK_BACK] if self.is_playing and self.table.can_undo else []
        return [c.TALK, *undo, c.PILES, c.UNSEEN, c.LOBBY, c.GO]

    def commands(self) -> list[c.Command]:
        """Return what can be done at all, for the help."""
        return [*[one for one in super().commands() if one not in c.HOME_ONLY], *c.REMOTE_ONLY]

    # ------------------------------------------------------------ what is done

    async def action_undo(self) -> None:
        """Ask all to take the last action back, or agree to it."""
        asked = self.company.asked
        if not self.is_playing:
            return
        if asked is None or asked.what != UNDO or self.company.seat in asked.agreed:
            await self.try_to(self._remote.undo())
        elif self._reading.read(asked.what, asked.at):
            await self.try_to(self._remote.agree_to_undo(asked.at))
        else:  # let it be read, whatever notice stood in its place
            self.point(self.cursor, self.chosen)

    async def action_redo(self) -> None:
        """Do nothing: what all have taken back is gone."""

    def action_hint(self) -> None:
        """Say that there are no hints."""
        self.notify_player("There are no hints on a server.")

    def action_save(self) -> None:
        """Do nothing: the house keeps the game."""

    def action_talk(self) -> None:
        """Say, ask or answer something."""
        from regicide_tui.server.screens.talk import TalkScreen

        self.app.push_screen(TalkScreen(self.look, self.place, self._reading))

    def show_end(self, *, acted: bool = False) -> None:
        """Show how it ended."""
        from regicide_tui.server.screens.end import EndScreen

        if self.app.screen is self:
            self.app.push_screen(EndScreen(self.look, self.place))
