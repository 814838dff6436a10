"""The model of a duel's table: everything that it shows at one moment."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Outcome, Pile, Seat, of_kind
from regicide_tui.games.duel.rules import PlayPreview, joinable, legal_actions, preview, refusal
from regicide_tui.games.duel.state import PAY, PLAY, Phase, State, holder, other, shield
from regicide_tui.games.regicide_family.plays import PayPreview
from regicide_tui.games.words import PlayerNames
from regicide_tui.play.history import Match, result_of
from regicide_tui.play.table import TableView
from regicide_tui.tui.games.duel import COMMANDS
from regicide_tui.tui.input import commands as c
from regicide_tui.tui.pages.lines import Offer, offer
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, shorten
from regicide_tui.tui.table.game_ui import Doing, TableControls
from regicide_tui.tui.table.hand import GAP, Badge, Band, pay_badge, waiting_row
from regicide_tui.tui.table.play_or_pay import (
    NOTHING_TO_DISCARD,
    Picking,
    PlayOrPayModel,
    heal,
    offers_to_lay,
    payment,
    sum_of,
)
from regicide_tui.tui.table.table_model import Pointing, ReplayStep, as_seen

_SHORTEST = 4
"""The fewest cells of a name."""


class DuelModel(PlayOrPayModel):
    """The table of a duel, seen by one player."""

    view: State
    match: Match = Match()
    """The match that this duel belongs to."""
    outcome: Outcome | None = None
    """How the duel ended, by its rules or because it was called off; None before the end."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        return self.view.phase

    def hand_of(self, seat: Seat) -> Pile:
        """Return the hand of a seat; its cards are unknown if it is hidden."""
        return self.view.hands[seat]

    @property
    def acting(self) -> Seat:
        """The seat that must act, or that couldn't continue."""
        return holder(self.view)

    @property
    def holder(self) -> Seat:
        """The seat at the lower side of the table; spectators always see the same one."""
        return 0 if self.needs_no_curtain and self.viewer is None else super().holder

    @property
    def task(self) -> str:
        """What the player must do."""
        return f"to pay {self.view.due}" if self.phase is PAY else "to play"

    @property
    def rival(self) -> Seat:
        """The opponent."""
        return other(self.holder)

    @property
    def over(self) -> bool:
        """Whether the duel is over."""
        return self.outcome is not None

    @property
    def picking(self) -> bool:
        """Whether cards can be picked to play or to pay."""
        return not self.over and not self.others_act

    @property
    def subtitle(self) -> str:
        """The players and, after the first duel of a match, its score."""
        return self._between.join(self.seats)

    def shorter_subtitles(self, ellipsis: str) -> Sequence[str]:
        """The subtitle with shorter and shorter names."""
        longest = max(map(len, self.seats))
        limits = range(longest, _SHORTEST - 1, -1)
        cut = [[shorten(name, limit, ellipsis) for name in self.seats] for limit in limits]
        return [self._between.join(names) for names in cut]

    @property
    def _between(self) -> str:
        """The text between the names: after the first duel of a match, its score."""
        if not self.match.earlier:
            return " against "
        mine, yours = self.match.score(result_of(self.outcome) if self.outcome else None)
        return f" {mine}:{yours} "

    @property
    def playing(self) -> bool:
        """Whether cards are picked to play, and not to pay."""
        return self.phase is PLAY


PICKING = Picking[State](legal_actions, joinable, preview, refusal)


def compose(table: TableView, pointing: Pointing, replay_step: ReplayStep) -> DuelModel:
    """Return the model for the viewer; a cursor or choice that no longer fits is corrected."""
    model = as_seen(DuelModel, table, replay_step)
    model = replace(model, match=table.match, outcome=table.outcome)
    return PICKING.composed(model, pointing)


def open_at_end(table: TableView) -> Seat:
    """Return the player who couldn't continue."""
    return holder(of_kind(State, table.state))


def offers(model: DuelModel, symbols: Symbols) -> list[Offer]:
    """Return what can be done in this phase, the most useful first."""
    if model.waiting:
        return []
    return [*offers_to_lay(model, symbols), offer(c.RESIGN), offer(c.AGREE)]


def why_nothing(model: DuelModel) -> str:
    """Say what to do if confirming does nothing; only a payment needs picked cards."""
    return NOTHING_TO_DISCARD


def badge_of(model: DuelModel, *, tight: bool = False) -> Badge | None:
    """Return what must be paid, and the value of the hand that can pay it."""
    play_preview = model.play_preview
    if model.waiting or model.over or model.replay_step or not isinstance(play_preview, PayPreview):
        return None
    return pay_badge(play_preview, tight=tight)


def preview_row(model: DuelModel, symbols: Symbols, *, tight: bool = False) -> Row:
    """Return the preview line of a model; `tight` means that there is little room."""
    if model.waiting:
        return waiting_row(model)
    if model.over:
        return (Run("The duel is over.", "muted"),)
    match model.play_preview:
        case PlayPreview() as play_preview if model.phase is PLAY:
            return _play(model, play_preview, symbols, tight)
        case PayPreview() as play_preview:
            return payment(play_preview, symbols, "")
    return ()


def _play(model: DuelModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return value and attack, which are never cut, then the powers and the player's shield."""
    names = PlayerNames(model.seats)
    row = sum_of(play_preview.cards, play_preview.value, symbols, "+" if tight else " + ")
    row += (GAP, *_attack(play_preview, names.with_verb(model.rival, "pay", begins=False), tight))
    if play_preview.healed is not None:
        row += (GAP, heal(play_preview.healed))
    if play_preview.drawn is not None:
        row += (GAP, Run(f"draw {play_preview.drawn}"))
    if play_preview.castle:
        draws = names.with_verb(model.rival, "draw", begins=False)
        row += (GAP, Run(f"{draws} from the Castle", "warning"))
    own = _own(model, play_preview, symbols, tight)
    return (*row, GAP, *own) if own else row


def _attack(play_preview: PlayPreview, rival_pays: str, tight: bool) -> Row:
    """Return whether the attack breaks the shield, and what `rival_pays`: `bea pays`, `you pay`."""
    row: Row = (Run(f"attack {play_preview.attack}", "text+bold"),)
    pays = (Run(f"{rival_pays} "), Run(str(play_preview.damage), "success+bold"))
    if not play_preview.against:
        return (*row, Run(": "), *pays)
    row += (Run(f" against {'' if tight else 'the shield of '}{play_preview.against}: "),)
    if not play_preview.breaks:
        return (*row, Run("it holds", "warning"))
    row += (Run("destroyed", "success+bold"), Run(", "))
    return (*row, *(pays if play_preview.damage else (Run("no damage"),)))


def _own(model: DuelModel, play_preview: PlayPreview, symbols: Symbols, tight: bool) -> Row:
    """Return the player's shield after the turn; if there is little room, only if there is one."""
    now = shield(model.view, model.holder)
    if play_preview.shield is None:
        if tight:
            return (Run(f"keep {now}"),) if now else ()
        kept = f"your shield stays at {now}" if now else "you have no shield"
        return (Run(kept, "text" if now else "muted"),)
    grown = f"{now} {symbols.arrow} {play_preview.shield}" if now else str(play_preview.shield)
    return (Run("your shield "), Run(grown, "text+bold"))


BAND = Band(preview_row, badge_of)


class DuelControls(TableControls):
    """The keys of a hand, and the two endings that the rules don't mention (D-21).

    Each ending must be confirmed with the same key. Any other key cancels it, and `confirm` does
    nothing else then.
    """

    bound = COMMANDS.commands
    not_in_practice = (c.RESIGN, c.AGREE)

    @property
    def actions(self) -> Mapping[str, Doing]:
        """The handlers of the game's commands."""
        return {"resign": self._resign, "agree": self._agree}

    async def _resign(self) -> None:
        """Resign."""
        again = self.table.look.keymap.shown(c.RESIGN)
        question = f"Resign? {self._rival} wins. Press {again} again to confirm."
        if self.table.is_playing and self.table.asked(question):
            await self.table.give_up()

    async def _agree(self) -> None:
        """End the duel as a draw."""
        again = f"Press {self.table.look.keymap.shown(c.AGREE)} again"
        if not self.table.model.needs_no_curtain:
            question = f"Do you both agree on a draw? {again} to agree."
        elif self.table.is_offered_a_draw:
            question = f"{self._rival} offers a draw. {again} to accept."
        else:
            question = f"Offer {self._rival} a draw? {again} to confirm."
        if self.table.is_playing and self.table.asked(question):
            await self.table.agree_on_draw()

    @property
    def _rival(self) -> str:
        model = of_kind(DuelModel, self.table.model)
        return model.seats[model.rival]
