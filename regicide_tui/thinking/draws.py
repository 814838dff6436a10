"""Whether a bot agrees to a draw (D-21)."""

from regicide_tui.bots.roster import review_level
from regicide_tui.games.base import Seat
from regicide_tui.play.table import Table
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from regicide_tui.thinking.review import GameReview

_EVEN = 0.5


def draw_question(table: Table, seat: Seat) -> ReviewQuestion | None:
    """Return the question whose answer tells whether a bot agrees; None if it agrees anyhow.

    It is how good the bot's own last action was, by what its seat knew then. So the answer tells
    nothing of the cards of whoever offers the draw. Before its first action a bot agrees.
    """
    game = GameReview(table)
    for number in range(game.actions - 1, -1, -1):
        if game.table_at(number).to_act == seat:
            return game.case(number, review_level(table.game.name, len(table.seats)))
    return None


def agrees(judgement: Judgement | None) -> bool:
    """Tell whether a bot agrees, by the answer if there is one: not if it was likelier to win."""
    return judgement is None or judgement.chance_done <= _EVEN
