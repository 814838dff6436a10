"""Waiting for a bot's thought at a table, and saying so when it takes long."""

from typing import Any

from regicide_tui.thinking.questions import Question, ReviewQuestion
from regicide_tui.tui.table.host import AskingScreen

LONG = 6.0
"""Seconds after which somebody may wonder, and may again after a key has taken the answer away."""
_LONG_THOUGHT = "This takes a while. The first time, bots need a minute or two to get ready."


async def ask_bot(screen: AskingScreen, asked: Question | ReviewQuestion) -> Any:
    """Return the answer to a question that is asked on a screen. Raises `Fault`."""
    timer = screen.set_interval(LONG, lambda: screen.notify_player(_LONG_THOUGHT, "muted"))
    try:
        return await screen.app.bot_process.ask(asked)
    finally:
        timer.stop()
