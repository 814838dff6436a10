"""Somebody who judges games in tests, at once and always alike, and a game to be judged."""

import asyncio

from msgspec.structs import replace

from regicide_tui.games import find
from regicide_tui.thinking.bot_thread import BotThread
from regicide_tui.thinking.questions import Judgement, ReviewQuestion
from tests.play.games import whole_game

LONG_NAMES = ("Maximiliana Feuerbac", "Bartholomew Applegat", "Cyd", "Dee")
TRIO = replace(whole_game(3), seats=LONG_NAMES[:3])
"""A lost game among three."""
_COSTS = {5: 0.3, 9: 0.11, 12: 0.2}
"""What some decisions cost in these tests, by how many actions went before."""


class Judge:
    """Judges as the tests want it: a chance that sinks, and a few decisions that cost much."""

    def __init__(self) -> None:
        self.asked: list[ReviewQuestion] = []
        self.allowed = 10_000
        self.waits = asyncio.Event()

    async def ask(self, _: BotThread, case: ReviewQuestion) -> Judgement | None:
        """Judge, as long as it is allowed."""
        if len(self.asked) >= self.allowed:
            await self.waits.wait()
        self.asked.append(case)
        number = len(self.asked) - 1
        chance = max(0.02, 0.9 - number * 0.04)
        best = find(case.game).legal_actions(case.observation.view)[0]
        return Judgement(best, chance, chance - _COSTS.get(number, 0.0))
