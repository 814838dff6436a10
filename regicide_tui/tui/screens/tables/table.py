"""The table one plays at: keys become actions, the new state becomes a scene."""

from collections.abc import Sequence
from functools import partial
from time import monotonic
from typing import Any, ClassVar

from msgspec.structs import replace
from textual.binding import BindingType
from textual.events import Key as KeyPress

from regicide_tui.games.base import IllegalAction, Seat
from regicide_tui.play.session import Session
from regicide_tui.play.table import showing
from regicide_tui.thinking.questions import Advice
from regicide_tui.tui.closing import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.input.offers import around
from regicide_tui.tui.look import Look
from regicide_tui.tui.navigation import HomeApp
from regicide_tui.tui.pages.meter import Meter
from regicide_tui.tui.screens.tables.game import GameScreen
from regicide_tui.tui.table.bot_runner import BotRunner
from regicide_tui.tui.table.hints import Hints, places_of, sentence
from regicide_tui.tui.table.sitting import keys_at, model_at
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel
from regicide_tui.tui.widgets.table.bars import Key

BREATH = 0.4
"""Seconds after the curtain fell in which no key lifts it."""
_PEEKED = " It counts: new cards had been seen."
_HINT = "hint"
"""The group of the worker that waits for a hint."""
_REDONE = " That it was taken back still counts."


class TableScreen(GameScreen):
    """A running game, for the people at this keyboard. Each game adds its own actions."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.ANY_TABLE))
    counts: ClassVar[bool] = True
    """Whether what is taken back is counted anywhere."""
    at_home: ClassVar[bool] = True
    """Whether all players and bots of the game act at this table."""
    no_hints: ClassVar[str] = ""
    """Why nobody gives hints here; empty where that depends on the game."""
    app: HomeApp

    def __init__(
        self, table: Session, look: Look, sentence: str = "", *, motion: bool = False
    ) -> None:
        super().__init__(table, look)
        self._motion = motion
        self._viewer: Seat | None = table.seat
        self._cursor = 0
        self._chosen: tuple[int, ...] = ()
        self._aims: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._unsaved = False
        self._curtain_fell = -BREATH
        self.companions = BotRunner(self)
        self.hints = Hints(self)
        self.meter = Meter(self)
        self.model = self._compose_model(Notice(sentence, "warning", verbatim=True))

    def on_mount(self) -> None:
        """Show the game as it stands."""
        self._paint_all()
        self.companions.wake()
        self.meter.wake()

    def on_screen_resume(self) -> None:
        """Somebody looks at the table (again)."""
        self.companions.look(here=True)

    def on_screen_suspend(self) -> None:
        """Something else covers the table."""
        self.companions.look(here=False)

    def on_key(self, _: KeyPress) -> None:
        """Whatever the key does, nobody need wait for a bot any more."""
        self.companions.hurry()

    # ------------------------------------------------------------ what is shown

    def notify_player(self, text: str, style: str = "warning", *, verbatim: bool = False) -> None:
        """Show a sentence above the hand until the next key."""
        self._point(self._cursor, self._chosen, Notice(text, style, verbatim))

    def tell(self, text: str, *, unsaved: bool) -> None:
        """Show a sentence from outside the game, and whether the game can't be saved now."""
        self._unsaved = unsaved
        self._show_all(Notice(text, "error" if unsaved else "warning", verbatim=True))

    def show(self, model: TableModel, keys: list[Key]) -> None:
        """Show the table; where nothing can be played, nothing is said of what it would do."""
        super().show(self._foretold(model), keys)

    def show_pointer(self, model: TableModel, keys: list[Key]) -> None:
        """Show the hand, by the same rule."""
        model = self._foretold(model)
        super().show_pointer(model, keys)
        self.meter.show(model)

    def _foretold(self, model: TableModel) -> TableModel:
        return replace(model, ahead=None) if self.ended else self.meter.upon(model)

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        asks = self.hints.there_are and not self.no_hints and self.may_act()
        return keys_at(self.game_ui, self.model, self.look, self.around(), hints=asks)

    def around(self) -> list[c.Command]:
        """Return what can be done now around the game itself."""
        return around(self.table)

    def _compose_model(self, notice: Notice = NOTHING) -> TableModel:
        pointed = self._cursor, self._chosen
        model = model_at(self.game_ui, self.table, self._viewer, pointed, notice)
        return replace(model, unsaved=self._unsaved)

    def _show_all(self, notice: Notice = NOTHING) -> None:
        """Show the table as it is after an action."""
        self.model = self._compose_model(notice)
        self._cursor, self._chosen = self.model.cursor, self.model.chosen
        if self._is_open:
            self._paint_all()

    @property
    def _is_open(self) -> bool:
        """Whether all parts of the table are there."""
        return self.is_mounted and not is_closed(self)

    def _paint_all(self) -> None:
        self.show_log(self.table.told(self._viewer))
        self.show(self.model, self.key_line())

    def _changed(
        self, notice: Notice = NOTHING, motion: Sequence[TableModel] = (), *, acted: bool = False
    ) -> None:
        """Show what an action, undo or redo has led to, behind the curtain where need be."""
        self.workers.cancel_group(self, _HINT)
        actor = self.table.to_act
        if not self.table.far and self.table.seat is None and actor not in (None, self._viewer):
            self.hand_over()
        self._chosen = ()
        moving = bool(motion) and self._is_open
        if moving:  # before the rest, so that the stage is not painted twice
            self.stage.play(motion, lambda: self._arrived(acted=acted))
        self._show_all(notice)
        if not moving:
            self._arrived(acted=acted)
        self.companions.wake()
        self.meter.wake()

    def hand_over(self) -> None:
        """Close the curtain: another player is to sit down."""
        self._viewer = None
        self._curtain_fell = monotonic()
        self._cursor = 0

    def _arrived(self, *, acted: bool) -> None:
        """After an action and its motion: the end is shown."""
        if self.ended and not is_closed(self):
            self.show_end(acted=acted)

    def _hold_still(self) -> bool:
        """End a motion at once; tell whether there was one."""
        return self._is_open and self.stage.finish()

    @property
    def ended(self) -> bool:
        """Whether nothing is left to be done here."""
        return self.table.outcome is not None

    def show_end(self, *, acted: bool = False) -> None:
        """Show how it ended; `acted` tells whether an action has ended it just now."""
        self.app.show_result(self.own, ended=acted)

    # ------------------------------------------------------------ the pointer and the choice

    def _point(self, cursor: int, chosen: tuple[int, ...], notice: Notice = NOTHING) -> None:
        """Move the pointer or change the choice."""
        self._hold_still()
        self.model = self.game_ui.pointed(self.model, cursor, chosen, notice)
        self._cursor, self._chosen = self.model.cursor, self.model.chosen
        if self._is_open:
            self.show_pointer(self.model, self.key_line())

    @property
    def _places(self) -> int:
        """How many places the pointer can stand at."""
        return self.model.places

    def action_move(self, steps: int) -> None:
        """Move the pointer, round at the ends."""
        if self._places and not self.model.curtain:
            self._point((self._cursor + steps) % self._places, self._chosen)

    def action_first(self) -> None:
        """Move to the first place."""
        self._point(0, self._chosen)

    def action_last(self) -> None:
        """Move to the last place."""
        self._point(self._places - 1, self._chosen)

    def action_pick(self, number: int) -> None:
        """Pick or drop a card by its number, or point at a line of a list."""
        if self.model.choosing:
            if number <= self._places:
                self._point(number - 1, ())
        elif number <= len(self.model.hand):
            self._toggle(number - 1)

    def action_pick_here(self) -> None:
        """Pick or drop the card at the pointer."""
        if not self.model.choosing and self.model.hand:
            self._toggle(self._cursor)

    def action_rise(self) -> None:
        """Pick the card at the pointer; in a list, move up."""
        if self.model.choosing:
            self.action_move(-1)
        elif self.model.hand and self._cursor not in self._chosen:
            self._toggle(self._cursor)

    def action_sink(self) -> None:
        """Drop the card at the pointer; in a list, move down."""
        if self.model.choosing:
            self.action_move(1)
        elif self._cursor in self._chosen:
            self._toggle(self._cursor)

    def action_clear(self) -> None:
        """Drop all picked cards."""
        self._point(self._cursor, ())

    def _toggle(self, place: int) -> None:
        if self.model.waiting or not self.model.picking:
            return
        if place in self._chosen:
            self._point(place, tuple([one for one in self._chosen if one != place]))
        elif self.model.open_cards[place]:
            self._point(place, (*self._chosen, place))
        else:
            why = self.game_ui.why_closed(self.model, place)
            self._point(place, self._chosen, Notice(why, "warning"))

    # ------------------------------------------------------------ actions

    async def action_confirm(self) -> None:
        """Lift the curtain, or play, pay or choose what is picked."""
        model = self.model
        moved = self._hold_still()
        if self.ended:
            if not moved:
                self.show_end()
        elif model.curtain:
            self._lift_curtain()
        elif model.waiting:
            self.companions.hurry()
        elif model.intent is not None:
            await self.act(model.intent)
        else:
            self.notify_player(self.game_ui.why_nothing(model, self.look.keymap))

    def _lift_curtain(self) -> None:
        """Show the next player's hand, but not when the key that ended a turn was hit twice."""
        if monotonic() - self._curtain_fell >= BREATH:
            self._viewer = self.table.to_act
            self._show_all()
            self.meter.wake()

    async def action_undo(self) -> None:
        """Take back the last action."""
        await self._travel(self.table.can_undo, -1, "There is nothing to take back.")

    async def action_redo(self) -> None:
        """Take an undone action again."""
        await self._travel(self.table.can_redo, 1, "There is nothing to redo.")

    @property
    def sits(self) -> bool:
        """Whether somebody who plays looks at the table, and it goes on."""
        return self._viewer is not None and not self.ended

    def may_act(self) -> bool:
        """Tell whether an action can be taken here now."""
        return self.sits and not self.model.elsewhere

    async def act(self, action: object) -> None:
        """Take an action for who sits here, and show what comes of it."""
        if not self.may_act():
            return
        before = self.model
        self._aims[self._moves] = (self._cursor, self._chosen)
        try:
            await self.take(self.table.game.format(action))
        except IllegalAction as error:
            self.notify_player(error.message, "error")
            return
        self._show_taken(before)

    async def act_for(self, seat: Seat, action: object, notice: Notice) -> None:
        """Take the action of a bot, and show what comes of it."""
        await self.app.save_session.settled()
        self._hold_still()
        before = self.model
        self.own.act(seat, self.own.game.format(action))
        self._show_taken(before, notice)
        if self.app.settings.sound and self.table.bot is None and not self.ended:
            self.app.bell()

    def _show_taken(self, before: TableModel, notice: Notice = NOTHING) -> None:
        """Show what has come of an action, beginning with what was shown before it."""
        *_, told = self.table.told(self._viewer)
        frames = self.game_ui.frames(before, told.events) if self._motion else ()
        self._changed(notice, frames, acted=True)

    async def take(self, action: str) -> None:
        """Bring an action to the table. Raises `IllegalAction`."""
        await self.app.save_session.settled()
        self.own.act(self._viewer, action)

    async def give_up(self) -> None:
        """Resign for who sits here (D-21)."""
        await self.app.save_session.settled()
        assert self._viewer is not None
        self.own.resign(self._viewer)

    async def agree_on_draw(self) -> None:
        """End the game as a draw, to which all have agreed (D-21)."""
        await self.app.save_session.settled()
        self.own.agree_on_draw()

    async def _travel(self, possible: bool, moves: int, otherwise: str) -> None:
        if not possible:
            self.notify_player(otherwise)
            return
        self.companions.rest()
        await self.app.save_session.settled()
        if moves > 0:
            before = self._moves
            self.own.redo()
            seen = showing(self.own.saved, range(before, self._moves))
            self._changed(Notice(f"Redone.{_REDONE if seen and self.counts else ''}"))
            return
        peeks = self.table.peeks
        self.own.undo()
        seen = self.table.peeks - peeks
        notice = Notice(f"Taken back.{_PEEKED if seen and self.counts else ''}")
        self._changed(notice)
        self._aim_as_before(notice)

    def _aim_as_before(self, notice: Notice = NOTHING) -> None:
        """Put pointer and choice back to where they stood when the undone action was taken."""
        self._point(*self._aims.get(self._moves, (self._cursor, ())), notice)

    @property
    def _moves(self) -> int:
        """How many moves stand."""
        return self.table.moves

    # ------------------------------------------------------------ hints

    def action_hint(self) -> None:
        """Show what is best here."""
        if self.no_hints:
            self.notify_player(self.no_hints)
        elif not self.hints.there_are:
            self.notify_player("There are no hints for this game yet.")
        elif not self.may_act():
            self.notify_player(self._why_no_hint())
        else:
            self.run_worker(self.hints.give(), group=_HINT, exclusive=True)

    def _why_no_hint(self) -> str:
        """Say why nobody can get a hint now, or what to do first."""
        if self.ended:
            return "The game is over: there are no hints now."
        if self.model.curtain:
            return self.look.keymap.named("Show the hand first: {confirm}.")
        return "Only the player to act gets a hint."

    def point_out(self, ranked: Sequence[Advice]) -> None:
        """Pick the cards of the best of these actions, and say why it is the best."""
        best, view = ranked[0].action, self.model.view
        said = [self.table.game.say(view, one.action, self.table.seats) for one in ranked[:2]]
        self._aim_at(best, sentence(ranked, said, self.game_ui.reasons(view, best)))

    def _aim_at(self, action: Any, notice: Notice) -> None:
        """Pick what an action needs, so that it is done by the next key."""
        chosen = places_of(self.model, action)
        self._point(chosen[0] if chosen else self._cursor, chosen, notice)

    # ------------------------------------------------------------ leaving

    def action_piles(self) -> None:
        """Look through all open piles."""
        from regicide_tui.tui.screens.tables.piles import PilesPage

        piles = partial(self.game_ui.piles, self.model, self.look.symbols)
        self.app.push_screen(PilesPage(self.look, piles))

    def action_unseen(self) -> None:
        """List the cards that have not been seen yet."""
        from regicide_tui.tui.screens.tables.piles import BlocksPage
        from regicide_tui.tui.table.seen import unseen_blocks

        cards = self.game_ui.unseen(self.table, self._viewer)
        blocks = unseen_blocks(cards, self.game_ui.unseen_means, self.look.symbols)
        self.app.push_screen(BlocksPage(self.look, "Not seen yet", blocks))

    def action_save(self) -> None:
        """Keep this position under a name."""
        self.app.save_as(self.own)

    def commands(self) -> list[c.Command]:
        """Return what can be done at all, for the help."""
        return self.game_ui.commands(self.model)
