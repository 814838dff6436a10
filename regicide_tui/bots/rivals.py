"""The players of the games in which everybody plays for himself: Duel and King of the Dead."""

from typing import Any

from regicide_tui.bots.base import Bot
from regicide_tui.bots.levels import Level

BUDGETS = {"squire": 150, "knight": 800, "captain": 3_000, "marshal": 12_000}
"""The evaluations of the levels that have learned; they are played on the engine, and so dear."""


def duel_bot(level: Level, players: int, evaluations: int | None = None) -> Bot[Any, Any]:
    """Return a player of Regicide Duel; `evaluations` instead of the level's own, if given.

    What a learned player needs is loaded here and not before. Raises `BadWeights`.
    """
    if not level.learned:
        from regicide_tui.bots.duel.page import options
        from regicide_tui.bots.search.greedy import Greedy

        return Greedy(options)
    from regicide_tui.bots.duel.judge import HABIT, DuelJudge
    from regicide_tui.bots.search.searcher import Searcher
    from regicide_tui.bots.weights import load_net

    return Searcher(DuelJudge(load_net("duel", players)), _budget(level, evaluations), HABIT)


def king_bot(level: Level, players: int, evaluations: int | None = None) -> Bot[Any, Any]:
    """Return a player of King of the Dead; see `duel_bot`. Raises `BadWeights`."""
    if not level.learned:
        from regicide_tui.bots.king_of_the_dead.page import options
        from regicide_tui.bots.search.greedy import Greedy

        return Greedy(options)
    from regicide_tui.bots.king_of_the_dead.judge import HABIT, KingJudge
    from regicide_tui.bots.search.searcher import Searcher
    from regicide_tui.bots.weights import load_net

    judge = KingJudge(load_net("king_of_the_dead", players))
    return Searcher(judge, _budget(level, evaluations), HABIT)


def _budget(level: Level, evaluations: int | None) -> int:
    return BUDGETS[level.name] if evaluations is None else evaluations
