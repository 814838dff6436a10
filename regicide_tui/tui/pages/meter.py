"""The win meter: the chance to win now, and after the picked cards."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from regicide_tui.bots.base import Chances
from regicide_tui.bots.bot_game import derive_seed
from regicide_tui.bots.roster import MISSING, has_searches, quick_adviser_level
from regicide_tui.games.base import Seat, Value
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import Advice, question, the_advice
from regicide_tui.tui.table.host import TableHost
from regicide_tui.tui.table.table_model import Odds, TableModel

if TYPE_CHECKING:
    from textual.worker import Worker

_ALIKE = 0.02
"""Chances that differ by less are as good as equal."""


class Meter:
    """The chances at a table. All actions of a moment are judged at once, before any key.

    Games of rivals have no meter, since the chances of one player would reveal hidden cards to
    another.

    Between two turns of a seat its last chance stays; it is never shown to another seat.
    """

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        table = screen.session.table
        game = table.game
        self._level = "" if game.rivals else quick_adviser_level(game.name, len(table.seats))
        self._now: tuple[Seat | None, Chances | None] = (None, None)
        self._after: dict[str, Chances] = {}
        self._judging: Worker[None] | None = None

    @property
    def _on(self) -> bool:
        screen = self._screen
        return bool(self._level) and not screen.no_hints and screen.app.settings.win_meter

    def update(self) -> None:
        """Judge the moment, if a player at this screen can act."""
        self._after = {}
        if self._judging is not None:
            self._judging.cancel()
            self._judging = None
        if self._on and self._screen.may_act():
            self._judging = self._screen.run_worker(self._judge())

    def with_odds(self, model: TableModel) -> TableModel:
        """Return the model with the chances to show."""
        if not self._on or model.over or model.curtain:
            return model
        seat, now = self._now
        then = None if model.ready is None else self._after.get(self._written(model.ready))
        return replace(model, odds=Odds(now if seat == model.viewer else None, then))

    def explain(self, model: TableModel) -> str:
        """Return what the chances in the title are, for the help, or why there are none.

        It is empty if nobody has asked for them.
        """
        odds = self.with_odds(model).odds
        if odds is None:
            wanted = (
                self._screen.app.settings.win_meter and not self._screen.session.table.game.rivals
            )
            return f"There is no win meter: {MISSING}." if wanted and not has_searches() else ""
        text = (
            "The title says how likely a win is now and, behind the arrow, with the cards that are "
            "picked, if knights play on. Both are estimates: what follows can raise or lower them."
        )
        if odds.now is None or odds.now.gold is None:
            return text
        return f"{text} Gold is a win without a flipped Jester; each has its own best action."

    def take_over(self, ranked: Sequence[Advice]) -> None:
        """Show a hint's chances from now on in this moment: it has thought longer.

        An action that it does not rate keeps its chances. None is shown as better than what can be
        reached now.
        """
        if self._judging is not None:
            self._judging.cancel()
        best = _within_reach(ranked)
        self._now = (self._screen.model.viewer, best)
        rated = {self._written(one.action): one.chances for one in ranked}
        after = {**self._after, **rated}
        self._after = {one: _at_most(chances, best) for one, chances in after.items()}

    def show(self, model: TableModel) -> None:
        """Show the chances of a model, if there are any."""
        if model.odds is not None:
            self._screen.show_odds(model)

    async def _judge(self) -> None:
        table = self._screen.session.table
        seat = table.to_act
        assert seat is not None
        seed = derive_seed(table.seed, table.moves)
        asked = question(table, seat, self._level, seed, quick=True)
        try:
            ranked = the_advice(await self._screen.app.thinker.ask(asked))
        except Fault:
            return
        if ranked:
            self._now = (seat, _within_reach(ranked))
            self._after = {table.game.format(one.action): one.chances for one in ranked}
            self.show(self.with_odds(self._screen.model))

    def _written(self, action: Value) -> str:
        """Return an action in notation that doesn't depend on the order of picking."""
        game, view = self._screen.session.table.game, self._screen.model.view
        return game.format(game.canonical(view, game.parse(game.format(action))))


def _within_reach(ranked: Sequence[Advice]) -> Chances:
    """Return the best chances that some action gives.

    Alone, gold and a win with any medal may need different actions. Where the first action is as
    good as any, the chance is its own, so that a hint and the title agree.
    """
    first = ranked[0].chances
    win = _own_or_best(first.win, [one.chance for one in ranked])
    if first.gold is None:
        return Chances(win)
    return Chances(win, _own_or_best(first.gold, [one.gold or 0.0 for one in ranked]))


def _own_or_best(own: float, all_of_them: Sequence[float]) -> float:
    best = max(all_of_them)
    return own if best - own < _ALIKE else best


def _at_most(chances: Chances, best: Chances) -> Chances:
    """Return chances that are no better than the best ones."""
    gold = None if chances.gold is None else min(chances.gold, best.gold or 0.0)
    return Chances(min(chances.win, best.win), gold)
