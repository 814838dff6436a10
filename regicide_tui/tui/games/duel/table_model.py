"""All that the widgets of a duel's table show at one moment, as one value."""

from collections.abc import Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Outcome, Seat
from regicide_tui.games.duel.legal import legal_actions
from regicide_tui.games.duel.preview import joinable, preview
from regicide_tui.games.duel.state import PAY, PLAY, Phase, holder, other
from regicide_tui.play.match import Match
from regicide_tui.play.table_view import TableView
from regicide_tui.tui.rendering.paint import shorten
from regicide_tui.tui.table.play_or_pay import PlayOrPayModel, look_ahead
from regicide_tui.tui.table.table_model import Notice, common_fields

_SHORTEST = 4
"""Cells that a name keeps in any case."""


class DuelModel(PlayOrPayModel, frozen=True):
    """What lies between two players, seen by the one who must act."""

    match: Match = Match()
    """The match that this duel is one of."""
    outcome: Outcome | None = None
    """How the duel ended, by its rules or called off."""

    @property
    def phase(self) -> Phase:
        """The phase of the game."""
        phase: Phase = self.view.phase
        return phase

    @property
    def acting(self) -> Seat:
        """Who must act, or could not go on."""
        return holder(self.view)

    @property
    def holder(self) -> Seat:
        """Whose side of the table this is; who watches always sits at the same."""
        return 0 if self.remote and self.viewer is None else super().holder

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
        """Return who plays, and the score of the match if this is not its first duel."""
        return self._between.join(self.seats)

    def shorter_subtitles(self, ellipsis: str) -> Sequence[str]:
        """The same with shorter and shorter names."""
        longest = max(map(len, self.seats))
        limits = range(longest, _SHORTEST - 1, -1)
        cut = [[shorten(name, limit, ellipsis) for name in self.seats] for limit in limits]
        return [self._between.join(names) for names in cut]

    @property
    def _between(self) -> str:
        """What stands between the names: the score of the match if this is not its first duel."""
        if not self.match.earlier:
            return " against "
        mine, yours = self.match.score()
        return f" {mine}:{yours} "

    @property
    def playing(self) -> bool:
        """Whether cards are laid to play."""
        return self.phase is PLAY


def compose(
    table: TableView,
    viewer: Seat | None,
    cursor: int,
    chosen: tuple[int, ...],
    notice: Notice,
    step: str = "",
) -> DuelModel:
    """Look at a table from a seat; a cursor or choice that no longer fits is put right.

    Once the duel is over, the hand of who could not go on lies open.
    """
    if table.outcome is not None and not step and not table.remote:
        viewer = holder(table.view(None))
    model = DuelModel(
        **common_fields(table, viewer, step), match=table.match, outcome=table.outcome
    )
    if viewer is not None and not step and not model.waiting:
        model = replace(model, legal=legal_actions(model.view))
    return pointed(model, cursor, chosen, notice)


def pointed(model: DuelModel, cursor: int, chosen: tuple[int, ...], notice: Notice) -> DuelModel:
    """Return the scene with the pointer and the choice moved, and look ahead from there."""
    return look_ahead(model, cursor, chosen, notice, joinable, preview)
