"""The table at which King of the Dead is played."""

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import BindingType

from regicide_tui.games.king_of_the_dead.actions import Action, Buy, End, Slot
from regicide_tui.games.king_of_the_dead.preview import recalls, refusal
from regicide_tui.games.king_of_the_dead.state import is_settled
from regicide_tui.tui.games.king_of_the_dead.table_model import WELL, KingModel
from regicide_tui.tui.games.king_of_the_dead.zones.dialog import options_across
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.screens.tables.table import TableScreen
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel
from regicide_tui.tui.widgets.table.bars import Key
from regicide_tui.tui.widgets.table.zone import Hand, Zone

_PAY_FIRST = "Pick the cards to pay with first."


class KingTable(TableScreen, inherit_bindings=False):
    """A table with a list of what can be done, and with questions."""

    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.KING))
    model: KingModel

    def show_pointer(self, model: TableModel, keys: list[Key]) -> None:
        """Show the pointer and the choice wherever they are seen."""
        self.stage.show(model)
        self.query_one("#dialog", Zone).show(model)
        super().show_pointer(model, keys)

    def _changed(
        self, notice: Notice = NOTHING, motion: Sequence[TableModel] = (), *, acted: bool = False
    ) -> None:
        """Show what came of an action: the pointer stands at the beginning again."""
        self._cursor = 0
        super()._changed(notice, motion, acted=acted)

    def action_clear(self) -> None:
        """Drop all that is picked; in a question of several steps, go one back."""
        choice = self.model.choice
        if choice and choice.before:
            self._point(choice.chosen[-1], choice.chosen[:-1])
        else:
            super().action_clear()

    # ------------------------------------------------------------ cards and offers

    def action_pick(self, number: int) -> None:
        """Pick or drop a card or an option; where one thing is chosen, point at it."""
        if not self.model.choosing:
            super().action_pick(number)
        elif number <= self._places:
            self._choose(number - 1)

    def action_pick_here(self) -> None:
        """Pick or drop what is at the pointer."""
        if self.model.choosing:
            self._choose(self._cursor)
        else:
            super().action_pick_here()

    def _choose(self, place: int) -> None:
        choice = self.model.choice
        assert choice is not None
        if not choice.toggles:
            self._point(place, choice.chosen)
            return
        chosen = choice.toggled(place)
        if chosen is None:
            most = f"No more than {choice.pick.most} can be chosen."
            self._point(place, choice.chosen, Notice(most, "warning"))
        else:
            self._point(place, chosen)

    def action_rise(self) -> None:
        """Mark the offer before; in a question, go one row up."""
        self._step(-1)

    def action_sink(self) -> None:
        """Mark the next offer; in a question, go one row down."""
        self._step(1)

    def _step(self, steps: int) -> None:
        if self.model.choosing:
            apart = self.model.choosing_apart
            across = self._options_across() if apart else self.query_one(Hand).across
            place = self._cursor + steps * (across if across < self._places else 1)
            if 0 <= place < self._places:
                self._point(place, self._chosen)
        elif self.model.offered:
            mark = (self.model.mark + steps) % len(self.model.offered)
            self.model = replace(self.model, mark=mark, notice=NOTHING)
            self.show_pointer(self.model, self.key_line())

    def _options_across(self) -> int:
        return options_across(self.model, *self.query_one("#dialog").size)

    def _aim_at(self, action: Action, notice: Notice) -> None:
        """Pick what an action needs, and mark it among the offers."""
        self._point(*self.model.aim(action), notice)
        offered = [one.action for one in self.model.offered]
        if action in offered:
            self.model = replace(self.model, mark=offered.index(action))
            self.show_pointer(self.model, self.key_line())

    def action_well(self) -> None:
        """Pick or drop the Well's top card."""
        if self.model.curtain or not self.model.picking:
            return
        if WELL in self._chosen:
            self._point(self._cursor, tuple([one for one in self._chosen if one != WELL]))
        elif self.model.well_open:
            self._point(self._cursor, (*self._chosen, WELL))
        else:
            why = "these cards" if self._chosen else "cards of your hand"
            self.notify_player(f"No run has the Well's top card and {why}.")

    # ------------------------------------------------------------ doing

    async def action_confirm(self) -> None:
        """Do what is marked, or choose; of several things to choose, go on to the next."""
        choice = self.model.choice
        if choice and not choice.last and not self.ended:
            self._point(0, (*choice.chosen, self._cursor))
        else:
            await super().action_confirm()

    async def action_do(self, number: int) -> None:
        """Do one of the things on offer."""
        if number <= len(self.model.offered):
            await self._do(self.model.offered[number - 1].action)

    async def action_recall(self) -> None:
        """Recall the one Familiar there is, or the marked one of several."""
        if not self.may_act():
            return
        found = recalls(self.model.view)
        if not found:
            self.notify_player("You have no Familiar to recall now.")
        elif len(found) == 1 or not self._chosen:
            await self._do(found[self.model.mark if not self._chosen else 0].action)
        else:
            self._point(self._cursor, (), Notice("Which Familiar do you recall?"))

    async def action_slot(self, slot: int) -> None:
        """Buy the card of a slot with the picked cards, or choose it in a question."""
        choice = self.model.choice
        if choice and Slot(slot) in choice.options:
            self._choose(choice.options.index(Slot(slot)))
            return
        if not self.may_act() or not self.model.picking:
            return
        buy = Buy(slot, self.model.picked.cards)
        why = refusal(self.model.view, buy) if buy.cards else _PAY_FIRST
        if why:
            self.notify_player(why)
        else:
            await self._do(buy)

    async def action_pass_by(self) -> None:
        """Choose nothing, where one may."""
        choice = self.model.choice
        if choice and choice.none:
            await self._do(choice.none)
        elif choice:
            self.notify_player("Something must be chosen here.")

    async def action_end_turn(self) -> None:
        """End the turn; where nothing can change any more, end all turns and so the game."""
        if not (self.model.settled and self.may_act()):
            await self._do(End())
            return
        self._hold_still()
        while (seat := self.table.to_act) is not None:
            self.own.act(seat, self.own.game.format(End()))
        self._changed(acted=True)

    def _compose_model(self, notice: Notice = NOTHING) -> KingModel:
        model = super()._compose_model(notice)
        assert isinstance(model, KingModel)
        settled = self.at_home and is_settled(self.own.saved.history.state)
        return replace(model, settled=settled)

    async def _do(self, action: Action) -> None:
        """Take an action, unless a motion or the curtain is in the way."""
        self._hold_still()
        await self.act(action)

    # ------------------------------------------------------------ pages

    def action_powers(self) -> None:
        """Read what all cards can do."""
        from regicide_tui.tui.games.king_of_the_dead.pages import PowersScreen

        self.app.push_screen(PowersScreen(self.look, self.model))
