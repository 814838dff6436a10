"""Waiting for a bot's thought at a table, and saying so when it takes long."""

from regicide_tui.thinking.questions import Answer, Question, ReviewQuestion
from regicide_tui.tui.table.host import Waiting

LONG = 6.0
"""Seconds after which somebody may wonder, and may again after a key has taken the answer away."""
_LONG_THOUGHT = "This takes a while. The first time, bots need a minute or two to get ready."


async def thought(screen: Waiting, asked: Question | ReviewQuestion) -> Answer:
    """Return the answer to a question that is asked on a screen. Raises `Fault`."""
    timer = screen.set_interval(LONG, lambda: screen.notify_player(_LONG_THOUGHT, "muted"))
    try:
        return await screen.app.mind.ask(asked)
    finally:
        timer.stop()
