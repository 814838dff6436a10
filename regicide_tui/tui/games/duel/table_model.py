"""The model of a duel's table: all that it shows at one moment."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Outcome, Pile, Seat, of_kind
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.preview import joinable, preview
from regicide_tui.games.duel.state import PAY, PLAY, Phase, State, holder, other
from regicide_tui.play.match import Match, result_of
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.rendering.paint import shorten
from regicide_tui.tui.table.play_or_pay import PlayOrPayModel, look_ahead
from regicide_tui.tui.table.table_model import Notice, common_fields

_SHORTEST = 4
"""Cells of a name at least."""


class DuelModel(PlayOrPayModel):
    """The table of a duel, seen by one player."""

    view: State
    match: Match = Match()
    """The match that this duel belongs to."""
    outcome: Outcome | None = None
    """How the duel ended, by its rules or because it was called off; None before."""

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
        """The seat that must act, or that could not go on."""
        return holder(self.view)

    @property
    def holder(self) -> Seat:
        """The seat at the lower side of the table; spectators always see the same one."""
        return 0 if self.needs_no_curtain and self.viewer is None else super().holder

    @property
    def task(self) -> str:
        """What the player is to do."""
        return f"to pay {self.view.due}" if self.phase is PAY else "to play"

    @property
    def rival(self) -> Seat:
        """The other player."""
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


def compose(
    table: TableView,
    cursor: int,
    chosen: tuple[int, ...],
    notice: Notice,
    replay_step: str = "",
) -> DuelModel:
    """Return the model for the viewer; a pointer or choice that no longer fits is corrected."""
    model = DuelModel(
        **common_fields(State, table, replay_step), match=table.match, outcome=table.outcome
    )
    if table.viewer is not None and not replay_step and not model.waiting:
        model = replace(model, legal=legal_actions(model.view))
    return pointed(model, cursor, chosen, notice)


def open_at_end(table: TableView) -> Seat:
    """Return the player who could not go on."""
    return holder(of_kind(State, table.state))


def pointed(model: DuelModel, cursor: int, chosen: tuple[int, ...], notice: Notice) -> DuelModel:
    """Return the model with another pointer and choice, and with their preview."""
    return look_ahead(model, model.view, cursor, chosen, notice, joinable, preview)
