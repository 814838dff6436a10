"""The table of King of the Dead, as the first frame needs it, and the effects of its keys."""

from collections.abc import Mapping

from msgspec.structs import replace

from regicide_tui.games.base import Value, of_kind
from regicide_tui.games.king_of_the_dead import preview
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, EndTurn, Slot
from regicide_tui.games.king_of_the_dead.powers import find_power
from regicide_tui.games.king_of_the_dead.preview import possible_recalls, refusal
from regicide_tui.games.king_of_the_dead.state import State, points_are_fixed
from regicide_tui.games.king_of_the_dead.words import merge_turn_end, reasons, tell
from regicide_tui.tui.games.king_of_the_dead import COMMANDS, POWERS
from regicide_tui.tui.games.king_of_the_dead.dialog import dialog_rows, options_across
from regicide_tui.tui.games.king_of_the_dead.model import (
    WELL,
    KingModel,
    compose,
    offers,
    pointed,
    why_not_pickable,
    why_nothing,
)
from regicide_tui.tui.games.king_of_the_dead.offers import as_to_play, paint_hand, paint_offers
from regicide_tui.tui.games.king_of_the_dead.parade import (
    parade_above,
    parade_above_coach,
    parade_rows,
)
from regicide_tui.tui.games.king_of_the_dead.sides import aside_rows, sides_rows
from regicide_tui.tui.table.game_ui import Doing, GameUI, TableControls
from regicide_tui.tui.table.hand import by_symbols
from regicide_tui.tui.table.table_model import NOTHING, Notice, TableModel

_PAY_FIRST = "Pick the cards to pay with first."
_PICK_FIRST = "Pick cards to see what they can do."
_ANSWER_FIRST = "Answer the question first."


class KingControls(TableControls):
    """The keys of a hand, of the offers, and of questions."""

    bound = COMMANDS.commands
    for_spectators = (POWERS,)
    pointer_zones = ("dialog", "foresight")
    keeps_pointer = False

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {
            "do": self._do_offered,
            "slot": self._slot,
            "well": self._well,
            "recall": self._recall,
            "pass_by": self._pass_by,
            "end_turn": self._end_turn,
            "powers": self._powers,
        }

    @property
    def model(self) -> KingModel:
        """The model that is shown now."""
        return of_kind(KingModel, self.table.model)

    def completed(self, model: TableModel) -> TableModel:
        """Return the model, completed with whether the points can still change."""
        assert isinstance(model, KingModel)
        table = self.table.session.local_table
        fixed = table is not None and points_are_fixed(of_kind(State, table.history.state))
        return replace(model, points_fixed=fixed)

    def clear(self) -> None:
        """Unpick all cards; in a question with several steps, go back one step."""
        choice = self.model.choice
        if choice and choice.before:
            self.table.point(choice.chosen[-1], choice.chosen[:-1])
        else:
            super().clear()

    # ------------------------------------------------------------ cards and offers

    def pick(self, number: int) -> None:
        """Pick or unpick a card or an option; if only one can be chosen, move to it."""
        if not self.model.choosing:
            super().pick(number)
        elif number <= self.model.place_count:
            self._choose(number - 1)

    def pick_here(self) -> None:
        """Pick or unpick the card or option at the cursor."""
        if self.model.choosing:
            self._choose(self.table.cursor)
        else:
            super().pick_here()

    def _choose(self, place: int) -> None:
        choice = self.model.choice
        assert choice is not None
        if not choice.toggles:
            self.table.point(place, choice.chosen)
            return
        chosen = choice.toggled(place)
        if chosen is None:
            most = f"You can choose at most {choice.pick.most}."
            self.table.point(place, choice.chosen, Notice(most, "warning"))
        else:
            self.table.point(place, chosen)

    def rise(self) -> None:
        """Mark the previous offer; in a question, go one row up."""
        self._step(-1)

    def sink(self) -> None:
        """Mark the next offer; in a question, go one row down."""
        self._step(1)

    def _step(self, steps: int) -> None:
        model = self.model
        if model.choosing:
            across = self._options_across() if model.choosing_apart else self.table.hand_across
            place = self.table.cursor + steps * (across if across < model.place_count else 1)
            if 0 <= place < model.place_count:
                self.table.point(place, self.table.chosen)
        elif model.offered:
            mark = (model.mark + steps) % len(model.offered)
            self.table.show_marked(replace(model, mark=mark, notice=NOTHING, advised=None))

    def _options_across(self) -> int:
        return options_across(self.model, *self.table.size_of("dialog"))

    def select_action(self, action: Value, notice: Notice) -> None:
        """Pick the cards of an action, and mark it among the offers."""
        assert isinstance(action, Action)
        self.table.point(*self.model.selection_for(action), notice)
        offered = [one.action for one in self.model.offered]
        if action in offered:
            self.table.show_marked(replace(self.model, mark=offered.index(action)))

    def _well(self) -> None:
        """Pick or unpick the Well's top card."""
        model, cursor, chosen = self.model, self.table.cursor, self.table.chosen
        if model.choosing:
            self.table.notify_player(_ANSWER_FIRST)
        elif model.curtain or not model.picking:
            return
        elif WELL in chosen:
            self.table.point(cursor, tuple([one for one in chosen if one != WELL]))
        elif model.well_open:
            self.table.point(cursor, (*chosen, WELL))
        else:
            why = "these cards" if chosen else "cards of your hand"
            self.table.notify_player(f"No run contains the Well's top card and {why}.")

    # ------------------------------------------------------------ doing

    def goes_on(self) -> bool:
        """Continue with the next pick; return whether there is one."""
        choice = self.model.choice
        if not choice or choice.last or self.table.ended:
            return False
        self.table.point(0, (*choice.chosen, self.table.cursor))
        return True

    async def _do_offered(self, number: int) -> None:
        """Take the action of an offer, or say why there is none."""
        model = self.model
        if number <= len(model.offered):
            await self._do(model.offered[number - 1].action)
        elif model.choosing:
            self.table.notify_player(_ANSWER_FIRST)
        elif model.picking and not model.waiting:
            self.table.notify_player(self._why_no_offer())

    def _why_no_offer(self) -> str:
        """Return why a key of an offer does nothing."""
        if not self.model.chosen:
            return _PICK_FIRST
        if self.model.offered:
            return "There are no more offers."
        return preview.why_nothing(self.model.view, self.model.picked)

    async def _recall(self) -> None:
        """Recall the only Familiar, or the marked one of several."""
        if not self.table.may_act():
            return
        found, chosen = possible_recalls(self.model.view), self.table.chosen
        if not found:
            self.table.notify_player("You have no Familiar to recall now.")
        elif len(found) == 1 or not chosen:
            await self._do(found[self.model.mark if not chosen else 0].action)
        else:
            self.table.point(self.table.cursor, (), Notice("Which Familiar do you recall?"))

    async def _slot(self, slot: int) -> None:
        """Buy the card of a slot with the picked cards, or choose it in a question."""
        choice = self.model.choice
        if choice and Slot(slot) in choice.options:
            self._choose(choice.options.index(Slot(slot)))
            return
        if not self.table.may_act() or not self.model.picking:
            return
        buy = Buy(slot, self.model.picked.cards)
        why = refusal(self.model.view, buy) if buy.cards else self._why_pay(slot)
        if why:
            self.table.notify_player(why)
        else:
            await self._do(buy)

    def _why_pay(self, slot: int) -> str:
        """Return a request to pick cards first, and what the power of the slot's card does."""
        view = self.model.view
        card = view.parade[slot - 1] if slot else None
        power = find_power((card,), view.options) if card else None
        return f"{power.name}: {power.text} {_PAY_FIRST}" if power else _PAY_FIRST

    async def _pass_by(self) -> None:
        """Choose nothing, if that is allowed."""
        choice = self.model.choice
        if choice and choice.none:
            await self._do(choice.none)
        elif choice:
            self.table.notify_player("You must choose something here.")
        elif self.model.picking and not self.model.waiting:
            self.table.notify_player("There is no question to answer.")

    async def _end_turn(self) -> None:
        """End the turn; if the points can't change any more, end the game."""
        if self.model.points_fixed:
            self.table.end_animation()
            await self.table.act_for_all(EndTurn())
        else:
            await self._do(EndTurn())

    async def _do(self, action: Action) -> None:
        """Take an action, unless an animation runs or the curtain is closed."""
        self.table.end_animation()
        await self.table.act(action)

    # ------------------------------------------------------------ pages

    def _powers(self) -> None:
        """Show the page of all powers."""
        from regicide_tui.tui import screens
        from regicide_tui.tui.games.king_of_the_dead.pages import powers_blocks

        look = self.table.look
        blocks = powers_blocks(self.model, look.symbols)
        self.table.app.push_screen(screens.texts.BlocksPage(look, "Powers", blocks))


GAME_UI = GameUI[KingModel, State, Action](
    painters={
        "stage": by_symbols(parade_rows),
        "sides": by_symbols(sides_rows),
        "foresight": paint_offers,
        "hand": paint_hand,
        "figures": by_symbols(aside_rows),
        "dialog": by_symbols(dialog_rows),
    },
    place_zones=parade_above,
    place_zones_with_coach=parade_above_coach,
    compose=compose,
    pointed=pointed,
    tell=tell,
    offers=offers,
    controls=KingControls,
    why_nothing=why_nothing,
    why_not_pickable=why_not_pickable,
    # Options in the hand or in the Parade are chosen there, without the question.
    is_shown=lambda zone, model: zone != "dialog" or model.choosing_apart,
    in_hand=as_to_play,
    gather=merge_turn_end,
    reasons=reasons,
)
