"""A finished game of the server, step by step."""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from regicide_tui.games.base import Seat
from regicide_tui.games.words import PlayerNames
from regicide_tui.play.session import ReplaySession
from regicide_tui.server.model.table.command import Refused
from regicide_tui.server.screens.meanwhile import StandInScreen
from regicide_tui.server.screens.visitor_app import VisitorApp
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Guide, Key
from regicide_tui.tui.rendering.paint import Run
from regicide_tui.tui.screens.replay import ReplayTable
from regicide_tui.tui.table.table_model import Pointing, TableModel

WIDE = 100
"""Minimum cells of a window whose line of keys has room for the ways to look."""
_TOLD = (
    "This is a replay, action by action. Nothing you do here changes the game.\n\n"
    "`{take_home}` shows it as text. You can copy the text and play on from it."
)


class ServerReplay(StandInScreen, ReplayTable):
    """A replay on the server: it leads back to the list, and to the transcript."""

    BINDINGS = c.bindings((c.TAKE_HOME, c.SEEN_FROM, c.HANDS))

    def __init__(
        self,
        session: ReplaySession,
        look: Look,
        table: str = "",
        stood_in: Mapping[int, Seat] | None = None,
    ) -> None:
        """`table` is where the game was played; it leads to the review. Empty without one.

        `stood_in` has the seats for which a bot acted, by the numbers of the moves.
        """
        self._stood_in = stood_in or {}
        super().__init__(session, look)
        self._table = table
        self.looks_from: Seat | None = None
        """The chosen seat to look from; None for the seat that must act."""

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        ends = (c.TAKE_HOME, c.LEAVE_REPLAY, c.LOBBY, c.GO)
        if not self._table:
            keys = (c.STEP_BACK, c.STEP_ON, c.RUN, c.TO_START, c.TO_END, *self.ways_to_look, *ends)
            return [self.look.key(key) for key in keys]
        steps = self.look.keys("step", c.STEP_BACK, c.STEP_ON)
        if self.size.width >= WIDE:
            more = (c.RUN, c.REVIEW, *self.ways_to_look, *ends)
        else:
            more = (c.RUN, c.REVIEW, c.TAKE_HOME, c.LEAVE_REPLAY, c.GO)
        return [steps, *map(self.look.key, more)]

    @property
    def stood_in(self) -> Mapping[int, Seat]:
        """The seats for which a bot acted, by the numbers of the moves."""
        return self._stood_in

    @property
    def ways_to_look(self) -> tuple[c.Command, ...]:
        """The commands that show other hands; a single hand is always open."""
        return (c.SEEN_FROM, c.HANDS) if len(self.table.seats) > 1 else ()

    def open_seat(self) -> Seat:
        """Return the seat whose hand is open: the chosen one, or that of the player to act."""
        return super().open_seat() if self.looks_from is None else self.looks_from

    def completed(self, model: TableModel) -> TableModel:
        """Return the model with the hand of the chosen seat."""
        if self.looks_from is None:
            return model
        shown = replace(model, needs_no_curtain=True, pickable=())
        return self.game_ui.pointed(shown, Pointing())

    def asides(self, model: TableModel) -> Sequence[Run]:
        """Return the deal, or the seat from which the visitor looks."""
        return super().asides(model) if self.looks_from is None else [self.describe_seat()]

    def describe_seat(self) -> Run:
        """Return the seat from which the visitor looks."""
        assert self.looks_from is not None  # one was chosen
        by = PlayerNames(self.table.seats).object_form(self.looks_from)
        return Run(f"seen by {by}", "accent")

    def action_whose(self) -> None:
        """Look from the next seat; after the last one, from the one that must act."""
        seats = len(self.table.seats)
        seat = 0 if self.looks_from is None else self.looks_from + 1
        self.looks_from = seat if seat < seats and seats > 1 else None
        self._show()

    def action_piles(self) -> None:
        """Show all hands."""
        from regicide_tui.tui.screens.texts import BlocksPage
        from regicide_tui.tui.table.card_lists import pile

        compose, see, step = self.game_ui.compose, self.session.seen_from, self.model.replay_step
        hands = [
            (name, compose(see(seat), Pointing(), step).hand_of(seat))
            for seat, name in enumerate(self.table.seats)
        ]
        blocks = [pile(name, cards, self.look.symbols) for name, cards in hands]
        self.app.push_screen(BlocksPage(self.look, "All hands", blocks))

    def guide(self) -> Guide:
        """Return the help text."""
        return super().guide()._replace(text=_TOLD)

    def commands(self) -> list[c.Command]:
        """Return what can be done here, for the help."""
        left_out = (c.PLAY_ON,) if self._table else (c.PLAY_ON, c.REVIEW)
        return [one for one in c.SERVER_REPLAY if one not in left_out]

    async def action_back(self) -> None:
        """Go back to the screen before."""
        self.app.pop_screen()

    async def action_play_on(self) -> None:
        """Do nothing: only a local app plays on from here."""

    async def action_review(self) -> None:
        """Join the review of the game: at the others' moment, or else at this one."""
        if not self._table:
            return
        app = cast("VisitorApp", self.app)
        others = app.api.reviews.people_of(self._table)
        try:
            await app.show_review(self._table, None if others else self.session.cursor)
        except Refused as error:
            app.show_lobby(str(error))

    def action_transcript(self) -> None:
        """Show the game as text."""
        from regicide_tui.server.screens.finished import TranscriptScreen

        self.app.push_screen(TranscriptScreen(self.look, self.session.saved))
