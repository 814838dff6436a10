"""The process in which bots think for a server: for games first, then for reviews."""

import asyncio

from regicide_tui.server.base.tasks import start_detached
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.questions import Answer, AnyQuestion


class Thinking:
    """One bot process. A review's question is interrupted by a game's, and asked again."""

    def __init__(self) -> None:
        self.process = BotProcess()
        self._games = 0
        """The number of open questions of games."""
        self._no_game_asks = asyncio.Event()
        self._no_game_asks.set()
        self._for_review: asyncio.Task[Answer] | None = None

    async def ask(self, asked: AnyQuestion) -> Answer:
        """Return the answer to a game's question. Raises `Fault`."""
        self._games += 1
        self._no_game_asks.clear()
        if self._for_review is not None:
            self._for_review.cancel()
        try:
            return await self.process.ask(asked)
        finally:
            self._games -= 1
            if not self._games:
                self._no_game_asks.set()

    async def ask_for_review(self, asked: AnyQuestion, patience: float) -> Answer:
        """Return the answer to a review's question, once no game asks. Raises `Fault`.

        Raises `TimeoutError` if the bot alone takes longer than `patience`, in seconds.
        """
        while True:
            await self._no_game_asks.wait()
            self._for_review = start_detached(self.process.ask(asked))
            try:
                return await asyncio.wait_for(asyncio.shield(self._for_review), patience)
            except asyncio.CancelledError:
                if not self._for_review.cancelled():  # the caller was cancelled
                    raise
            finally:
                self._for_review.cancel()
                self._for_review = None

    def close(self) -> None:
        """End the process at once."""
        self.process.close()
