"""A question to a bot from a table, with a notice when the answer takes long."""

from regicide_tui.thinking.questions import Answer, AnyQuestion
from regicide_tui.tui.table.host import AskingScreen

LONG = 6.0
"""Seconds after which the notice appears; it repeats, since any key removes it."""
_LONG_THOUGHT = "This takes a while."


async def ask_bot(screen: AskingScreen, asked: AnyQuestion) -> Answer:
    """Return a bot's answer to a question of a screen. Raises `Fault`."""
    timer = screen.set_interval(LONG, lambda: screen.notify_player(_LONG_THOUGHT, "muted"))
    try:
        return await screen.app.thinker.ask(asked)
    finally:
        timer.stop()
