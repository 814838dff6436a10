"""The model of a table of Regicide: all that it shows at one moment."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Pile, Seat
from regicide_tui.games.regicide.actions import Action, Choose, Flip, Yield
from regicide_tui.games.regicide.events import EnemyDefeated
from regicide_tui.games.regicide.legal import legal_actions
from regicide_tui.games.regicide.preview import joinable, preview
from regicide_tui.games.regicide.state import CHOOSE, OVER, PLAY, SUFFER, Phase, State, attack
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.table.play_or_pay import PlayOrPayModel, look_ahead
from regicide_tui.tui.table.table_model import Notice, common_fields


class RegicideModel(PlayOrPayModel):
    """The table of Regicide. While the next player is chosen, the cursor is a seat."""

    view: State
    fates: tuple[tuple[Card, bool], ...] = ()
    """The royals that have fallen in this game, in order, and whether each fell exactly."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        phase: Phase = self.view.phase
        return phase

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        return self.view.hands[seat]

    @property
    def acting(self) -> Seat:
        """The seat that must act, in every phase."""
        seat: Seat = self.view.turn
        return seat

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.phase is OVER

    @property
    def picking(self) -> bool:
        """Whether cards can be picked to play or to pay."""
        return self.phase in (PLAY, SUFFER) and not self.others_act

    @property
    def choosing(self) -> bool:
        """Whether a seat is being chosen after a Jester."""
        return self.phase is CHOOSE and not self.waiting

    @property
    def place_count(self) -> int:
        """The number of cards in the hand, or of players to choose from."""
        return len(self.seats) if self.choosing else len(self.hand)

    @property
    def task(self) -> str:
        """What the player is to do."""
        if self.phase is SUFFER:
            return f"to pay {attack(self.view)}"
        return "to choose who is next" if self.phase is CHOOSE else "to play"

    @property
    def may_wish(self) -> bool:
        """Whether the viewer may say now if they would like to go next (R-9)."""
        return self.own and self.phase is CHOOSE and self.others_act and not self.stopped

    @property
    def playing(self) -> bool:
        """Whether cards are picked to play, and not to pay."""
        return self.phase is PLAY

    @property
    def yield_loses(self) -> bool:
        """Whether a yield loses the game: the hand can't pay, and no Jester can be flipped."""
        can_yield = Yield() in self.legal and Flip() not in self.legal
        return can_yield and total(self.hand) < attack(self.view)

    @property
    def intent(self) -> Action | None:
        """The action that is ready, legal or not; None if there is none."""
        if self.choosing:
            return Choose(self.cursor)
        return self.play_or_pay


def compose(
    table: TableView,
    cursor: int,
    chosen: tuple[int, ...],
    notice: Notice,
    replay_step: str = "",
) -> RegicideModel:
    """Return the model for the viewer; a pointer or choice that no longer fits is corrected."""
    events = [event for told in table.told for event in told.events]
    defeats = [event for event in events if isinstance(event, EnemyDefeated)]
    fates = tuple([(event.enemy, event.exact) for event in defeats])
    model = RegicideModel(**common_fields(State, table, replay_step), fates=fates)
    if table.viewer is not None and not replay_step and not model.waiting:
        model = replace(model, legal=legal_actions(model.view))
    return pointed(model, cursor, chosen, notice)


def pointed(
    model: RegicideModel, cursor: int, chosen: tuple[int, ...], notice: Notice
) -> RegicideModel:
    """Return the model with another pointer and choice, and with their preview."""
    return look_ahead(model, model.view, cursor, chosen, notice, joinable, preview)
