"""The table of a running game, at home or on a server."""

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import ClassVar

from msgspec.structs import replace
from textual.geometry import Size

from regicide_tui.games.base import IllegalAction, Value
from regicide_tui.play.session import Session
from regicide_tui.tui import screens
from regicide_tui.tui.card_app import is_closed
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.pages.lines import Key, common_commands
from regicide_tui.tui.screens.game import GameScreen
from regicide_tui.tui.table.game_ui import keys_at, model_at
from regicide_tui.tui.table.table_model import NOTHING, Notice, Pointing, TableModel
from regicide_tui.tui.widgets.table import Hand

_TOO_FAST = "Too fast: the table has just changed. Press the key again."


class TableScreen(GameScreen):
    """A running game. The controls of the game contain everything specific to it.

    Subclasses define how actions, undo and the like reach the game.
    """

    more_commands: ClassVar[tuple[c.Command, ...]] = ()
    """Commands in addition to the game's; they take precedence if both have a key."""
    practice: ClassVar[bool] = False
    """Whether this is a lesson or puzzle, in which nobody can resign or agree on a draw."""

    def __init__(
        self, session: Session, look: Look, sentence: str = "", *, motion: bool = False
    ) -> None:
        super().__init__(session, look)
        self._motion = motion
        self.cursor = 0
        """The place of the cursor, from 0."""
        self.chosen: tuple[int, ...] = ()
        """The places of the picked cards in the hand."""
        self._selections: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._unsaved = False
        self.controls = self.game_ui.controls(self)
        self._bind_keys()
        self.model = self.compose_model(Notice(sentence, "warning", verbatim=True))

    def _bind_keys(self) -> None:
        """Bind the keys of this table, which depend on the game."""
        for command in self.bound_commands():
            self.bind_here(c.bindings((command,)))

    def on_mount(self) -> None:
        """Show the game."""
        self._paint_all()

    def on_screen_resume(self) -> None:
        """Expect that the next key may still be meant for the previous screen."""
        if not self.app.held:  # else the first frame shows this screen already
            self.app.slips.change()

    # ------------------------------------------------------------ what is shown

    def notify_player(
        self, text: str, style: str = "warning", *, verbatim: bool = False, holds: bool = False
    ) -> None:
        """Show a sentence above the hand until the next key, as a `Notice` with these fields."""
        self.point(self.cursor, self.chosen, Notice(text, style, verbatim, holds))

    def asked(self, question: str) -> bool:
        """Return whether this question is already shown, and the last key is no slip.

        If it is not shown, show it.
        """
        is_shown = self.model.notice.text.endswith(question)
        if is_shown and not self.app.slips.now:
            return True
        if not is_shown:
            self.app.slips.change()
        text = f"Too fast. {question}" if is_shown else question
        self.notify_player(text, verbatim=True, holds=True)
        return False

    def show_sentence(self, text: str, *, unsaved: bool) -> None:
        """Show a sentence from outside the game, and whether the game can't be saved now."""
        self._unsaved = unsaved
        self.show_all(Notice(text, "error" if unsaved else "warning", verbatim=True))

    def noticed(self, notice: Notice) -> Notice:
        """Return the sentence above the hand: this notice, or one that a subclass prefers."""
        return notice

    def show(self, model: TableModel, keys: list[Key]) -> None:
        """Show the table, without a preview once the game is over."""
        super().show(self.shown_model(model), keys)

    def show_pointer(self, model: TableModel, keys: list[Key]) -> None:
        """Show the hand, without a preview once the game is over."""
        super().show_pointer(self.shown_model(model), keys)

    def pointer_zones(self) -> Sequence[str]:
        """Return the game's zones that show the cursor."""
        return self.controls.pointer_zones

    def shown_model(self, model: TableModel) -> TableModel:
        """Return the model as it is shown, without a preview once the game is over."""
        return replace(model, play_preview=None) if self.ended else model

    def key_line(self) -> list[Key]:
        """Return the keys for the line at the bottom."""
        keys = keys_at(
            self.game_ui, self.model, self.look, self.common_commands(), hints=self.gives_hints
        )
        absent = [command.action for command in self._left_out]
        return [key for key in keys if key[2] not in absent]

    @property
    def gives_hints(self) -> bool:
        """Whether the player can ask for a hint now."""
        return False

    def common_commands(self) -> list[c.Command]:
        """Return the commands that apply now in any game."""
        return common_commands(self.table)

    def bound_commands(self) -> list[c.Command]:
        """Return the commands with keys here; if two have the same key, the last one counts."""
        own = [command for command in self.controls.bound if command not in self._left_out]
        return [*own, *self.more_commands]

    def commands(self) -> list[c.Command]:
        """Return all commands of this table, for the help."""
        return [command for command in self.controls.commands if command not in self._left_out]

    @property
    def _left_out(self) -> tuple[c.Command, ...]:
        return self.controls.not_in_practice if self.practice else ()

    def compose_model(self, notice: Notice = NOTHING) -> TableModel:
        """Return the model of the current moment."""
        table, pointing = self.table, Pointing(self.cursor, self.chosen, self.noticed(notice))
        if table.outcome is not None and not table.needs_no_curtain:
            table = self.session.seen_from(self.game_ui.open_at_end(table))
        model = model_at(self.game_ui, table, pointing)
        return self.controls.completed(replace(model, unsaved=self._unsaved))

    def show_all(self, notice: Notice = NOTHING) -> None:
        """Compose the model again and show it."""
        self.model = self.compose_model(notice)
        self.cursor, self.chosen = self.model.cursor, self.model.chosen
        if self._is_open:
            self._paint_all()

    @property
    def _is_open(self) -> bool:
        """Whether the screen is open."""
        return self.is_mounted and not is_closed(self)

    def _paint_all(self) -> None:
        self.show_log()
        self.show(self.model, self.key_line())

    def changed(
        self, notice: Notice = NOTHING, motion: Sequence[TableModel] = (), *, acted: bool = False
    ) -> None:
        """Show the table after an action, undo or redo, behind the curtain if necessary."""
        if not self.controls.keeps_pointer:
            self.cursor = 0
        actor = self.table.to_act
        if (
            not self.table.needs_no_curtain
            and self.table.seat is None
            and actor not in (None, self._viewer)
        ):
            self.hand_over()
        self.chosen = ()
        moving = bool(motion) and self._is_open
        if moving:  # before `show_all`, so that the stage is not painted twice
            self.stage.play(motion, lambda: self._arrived(acted=acted))
        self.show_all(notice)
        if not moving:
            self._arrived(acted=acted)

    def hand_over(self) -> None:
        """Close the curtain, since another player acts next."""
        self._viewer = None
        self.cursor = 0

    def _arrived(self, *, acted: bool) -> None:
        """Show the result after an action and its animation, if the game is over."""
        if self.ended and not is_closed(self):
            self.show_end(acted=acted)

    def end_animation(self) -> bool:
        """End an animation at once; return whether there was one."""
        return self._is_open and self.stage.finish()

    @property
    def ended(self) -> bool:
        """Whether the game is over for this screen."""
        return self.session.ended

    def show_end(self, *, acted: bool = False) -> None:
        """Show the result; `acted` says whether an action has just ended the game."""
        raise NotImplementedError

    def size_of(self, zone: str) -> Size:
        """Return the size of a zone."""
        return self.query_one(f"#{zone}").size

    @property
    def hand_across(self) -> int:
        """The number of cards of the hand in a row."""
        return self.query_one(Hand).across

    # ------------------------------------------------------------ cursor and picked cards

    def point(self, cursor: int, chosen: tuple[int, ...], notice: Notice = NOTHING) -> None:
        """Move the cursor or change the picked cards."""
        self.end_animation()
        unmoved = (cursor, chosen) == (self.cursor, self.chosen) and notice.text
        before = self.model if unmoved else replace(self.model, advised=None)
        self.model = self.game_ui.pointed(before, Pointing(cursor, chosen, self.noticed(notice)))
        self.cursor, self.chosen = self.model.cursor, self.model.chosen
        if self._is_open:
            self.show_pointer(self.model, self.key_line())

    def show_marked(self, model: TableModel) -> None:
        """Show a model in which only the mark differs."""
        self.model = model
        self.show_pointer(model, self.key_line())

    def toggle(self, place: int) -> None:
        """Pick or unpick a card."""
        if self.model.waiting or not self.model.picking:
            return
        if place in self.chosen:
            self.point(place, tuple([one for one in self.chosen if one != place]))
        elif self.model.pickable[place]:
            self.point(place, (*self.chosen, place))
        else:
            self._pick_instead(place)

    def _pick_instead(self, place: int) -> None:
        """Pick a card instead of the picked ones, which it doesn't combine with, or say why not."""
        why = self.game_ui.why_not_pickable(self.model, place)
        unpicked = self.game_ui.pointed(self.model, Pointing(place))
        card = self.model.hand[place].text
        if self.model.picks_instead and unpicked.pickable[place]:
            self.point(place, (place,), Notice(f"{why} {card} is picked instead.", "warning"))
        else:
            text = f"{card} isn't picked. {why}" if self.model.picks_instead else why
            self.point(place, self.chosen, Notice(text, "warning", holds=True))

    def action_move(self, steps: int) -> None:
        """Move the cursor; it wraps around at the ends."""
        self.controls.move(steps)

    def action_first(self) -> None:
        """Move to the first place."""
        self.point(0, self.chosen)

    def action_last(self) -> None:
        """Move to the last place."""
        self.point(self.model.place_count - 1, self.chosen)

    def action_pick(self, number: int) -> None:
        """Pick or unpick the item with this number, or point at it."""
        self.controls.pick(number)

    def action_pick_here(self) -> None:
        """Pick or unpick the item at the cursor."""
        self.controls.pick_here()

    def action_rise(self) -> None:
        """Pick the card at the cursor, or move up."""
        self.controls.rise()

    def action_sink(self) -> None:
        """Unpick the card at the cursor, or move down."""
        self.controls.sink()

    async def action_clear(self) -> None:
        """Unpick everything; once the game is over, show the result."""
        if not self.ended:
            self.controls.clear()
        elif not self.end_animation():
            self.show_end()

    # ------------------------------------------------------------ actions

    async def action_game(self, name: str, *numbers: int) -> None:
        """Run a command of the game, by its name in the controls."""
        doing = self.controls.actions[name](*numbers)
        if doing is not None:
            await doing

    async def action_confirm(self) -> None:
        """Open the curtain, or play, pay or choose the picked cards."""
        if self.model.notice.holds:
            self.point(self.cursor, self.chosen)
            return
        if self.controls.goes_on():
            return
        model = self.model
        was_animated = self.end_animation()
        if self.ended:
            if not was_animated:
                self.show_end()
        elif model.curtain:
            if not self.app.slips.now:
                self.show_hand()
        elif model.waiting:
            self.wait_no_more()
        elif model.ready is not None:
            await self.act(model.ready)
        else:
            self.notify_player(self.look.keymap.named(self.game_ui.why_nothing(model)))

    def wait_no_more(self) -> None:
        """Let others act at once, if this table can do so."""

    def show_hand(self) -> None:
        """Show the hand of the player who must act."""
        self.app.slips.change()
        self._viewer = self.table.to_act
        self.show_all()

    @property
    def is_final(self) -> bool:
        """Whether no action here can be undone."""
        return False

    @property
    def is_playing(self) -> bool:
        """Whether the viewer is a player in an unfinished game."""
        return self._viewer is not None and not self.ended

    def may_act(self) -> bool:
        """Return whether an action can be taken here now."""
        return self.is_playing and not self.model.others_act

    async def act(self, action: Value) -> None:
        """Take an action for the viewer, and show the result; a slip only plays picked cards."""
        if not self.may_act():
            return
        if self.app.slips.now and not self.chosen:
            self.notify_player(_TOO_FAST)
            return
        before, moves = self.model, self.moves
        self._selections[moves] = (self.cursor, self.chosen)
        try:
            await self.session.submit(self._viewer, action)
        except IllegalAction as error:
            self.notify_player(error.message, "error")
            return
        self.app.slips.change()
        self.show_taken(before, moves)

    async def act_for_all(self, action: Value) -> None:
        """Take an action for each seat at this screen until the game ends, and show the result."""
        if self.may_act() and await self.try_to(self.session.submit_for_all(action)):
            self.changed(acted=True)

    def show_taken(self, before: TableModel, moves: int, notice: Notice = NOTHING) -> None:
        """Show the result of an action, with an animation from the model before it.

        `moves` is the number of moves before it. In a shared what-if, someone may have undone the
        action since.
        """
        self.changed(notice, self.frames_since(before, moves), acted=True)

    def frames_since(self, before: TableModel, moves: int) -> Sequence[TableModel]:
        """Return the models from the one before an action until now; none without motion.

        `moves` is the number of moves before the action.
        """
        if not self._motion or self.moves <= moves:
            return ()
        return self.game_ui.frames(before, self.table.told[-1].events)

    async def wish(self, *, wish: bool) -> None:
        """Tell others whether the viewer would like to go next (R-9), if they can be told."""
        self.notify_player("There is no one at this table to tell.")

    async def give_up(self) -> None:
        """Resign for the viewer (D-21), and show the outcome."""
        if self._viewer is not None and await self.try_to(self.session.resign(self._viewer)):
            self.changed(acted=True)

    @property
    def is_offered_a_draw(self) -> bool:
        """Whether the other player offers the viewer a draw; at one screen both agree at once."""
        return False

    async def agree_on_draw(self) -> None:
        """Agree on a draw for the viewer (D-21), and show the outcome."""
        if await self.try_to(self.session.agree_on_draw()):
            self.changed(acted=True)

    async def try_to(self, doing: Awaitable[None]) -> bool:
        """Await something; show the error of an illegal action. Return whether it succeeded."""
        try:
            await doing
        except IllegalAction as error:
            self.notify_player(error.message, "error")
            return False
        return True

    def restore_selection(self, notice: Notice = NOTHING) -> None:
        """Restore the cursor and the picked cards with which the undone action was taken."""
        self.point(*self._selections.get(self.moves, (self.cursor, ())), notice)

    @property
    def moves(self) -> int:
        """The number of moves."""
        return self.table.moves

    # ------------------------------------------------------------ screens above the table

    def action_piles(self) -> None:
        """Look through all open piles."""
        piles = partial(self.pages.piles, self.model, self.look.symbols)
        self.app.push_screen(screens.texts.PilesPage(self.look, piles))

    def action_unseen(self) -> None:
        """List the cards that have not been seen yet."""
        from regicide_tui.tui.table.card_lists import unseen_blocks

        cards = self.pages.unseen(self.table)
        blocks = unseen_blocks(cards, self.pages.unseen_means, self.look.symbols)
        self.app.push_screen(screens.texts.BlocksPage(self.look, "Unseen cards", blocks))
