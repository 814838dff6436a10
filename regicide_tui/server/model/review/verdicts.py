"""The verdicts on decisions, as the log of a review holds them."""

from regicide_tui.games.base import Game, Value
from regicide_tui.thinking.questions import Judgement


class JudgedDecision(Value):
    """The verdict on a decision, with its actions in the notation of the game.

    The fields are those of `Judgement`. Without `best` nobody can judge the position.
    """

    number: int
    """The number of actions before the decision."""
    best: str = ""
    chance: float = 0.0
    chance_done: float = 0.0
    gold: float | None = None
    gold_done: float | None = None
    aims_at_gold: bool = False
    lead: float = 0.0
    was_best: bool = False
    good: tuple[str, ...] = ()
    error: float = 0.0


def write_verdict(
    number: int, judgement: Judgement | None, game: Game[Value, Value]
) -> JudgedDecision:
    """Return a verdict as the log holds it."""
    if judgement is None:
        return JudgedDecision(number)
    return JudgedDecision(
        number,
        game.format(judgement.best),
        judgement.chance,
        judgement.chance_done,
        judgement.gold,
        judgement.gold_done,
        judgement.aims_at_gold,
        judgement.lead,
        judgement.was_best,
        tuple(map(game.format, judgement.good)),
        judgement.error,
    )


def read_verdict(verdict: JudgedDecision, game: Game[Value, Value]) -> Judgement | None:
    """Return the judgement of a verdict in the log."""
    if not verdict.best:
        return None
    return Judgement(
        game.parse(verdict.best),
        verdict.chance,
        verdict.chance_done,
        verdict.gold,
        verdict.gold_done,
        verdict.aims_at_gold,
        verdict.lead,
        verdict.was_best,
        tuple(map(game.parse, verdict.good)),
        verdict.error,
    )
