"""Hints at a table: the action of the strongest bot, its chance to win, and reasons."""

from collections.abc import Sequence

from regicide_tui.bots.base import whole_percent
from regicide_tui.bots.bot_game import derive_seed
from regicide_tui.bots.roster import adviser_level
from regicide_tui.games.words import WINS
from regicide_tui.thinking.bot_thread import Fault
from regicide_tui.thinking.questions import Advice, question, the_advice
from regicide_tui.tui.pages.words import chances_text
from regicide_tui.tui.table.ask_bot import ask_bot
from regicide_tui.tui.table.host import TableHost
from regicide_tui.tui.table.table_model import Notice

SECONDS = 20.0
"""Seconds of thought for a hint at most; the strongest level is mostly done much sooner."""
REASONS = 3
"""The number of reasons that fit into a line."""


class Hints:
    """The hints at a table. One moment has one hint, which counts once."""

    def __init__(self, screen: TableHost) -> None:
        self._screen = screen
        table = screen.session.table
        self._level = adviser_level(table.game.name, len(table.seats))
        self._given: tuple[object, tuple[Advice, ...]] = (None, ())

    @property
    def available(self) -> bool:
        """Whether a bot can give hints in this game."""
        return bool(self._level)

    async def give(self) -> None:
        """Ask the bot about this moment and show its best action."""
        screen = self._screen
        view = screen.model.view
        if self._given[0] != view:
            screen.notify_player("Looking for a hint.", "muted")
            try:
                ranked = await self._think()
            except Fault:
                screen.notify_player("No hint was found.", "error")
                return
            self._given = (view, ranked)
            screen.session.count_hint(ranked[0].action)
        screen.point_out(self._given[1])

    async def _think(self) -> tuple[Advice, ...]:
        table = self._screen.session.table
        seat = table.to_act
        assert seat is not None
        seed, wishes = derive_seed(table.seed, table.moves), await self._screen.hear_wishes()
        asked = question(table, seat, self._level, seed, SECONDS, wishes=wishes)
        return the_advice(await ask_bot(self._screen, asked))


def sentence(ranked: Sequence[Advice], said: Sequence[str], reasons: Sequence[str]) -> Notice:
    """Return the sentence of a hint; `said` are the two best actions in words.

    An example is `Play 5C: win 83%. Kills exactly. Next best: play 9S, win 79%.` A next best action
    with better chances is left out: the bot has thought longer about the best action than about
    these figures, or it heeds a wish (R-9). An action that wins the game needs no chances.
    """
    first = said[0][:1].upper() + said[0][1:]
    if len(ranked) == 1:
        return Notice(f"There is no choice: {said[0]}.", "accent")
    if WINS in reasons:
        return Notice(f"{first}: {WINS}.", "accent")
    parts = [f"{first}: {chances_text(ranked[0].chances)}", ", ".join(reasons[:REASONS])]
    if _figure(ranked[1]) <= _figure(ranked[0]):
        parts.append(f"Next best: {said[1]}, {chances_text(ranked[1].chances)}")
    return Notice(" ".join([f"{part[:1].upper()}{part[1:]}." for part in parts if part]), "accent")


def _figure(advice: Advice) -> int:
    """Return the percentage to compare: of gold while gold is possible, else of a win."""
    gold = advice.chances.gold
    return whole_percent(advice.chances.win if gold is None else gold)
