"""One process thinks for games and for reviews, and no game waits for a review."""

import asyncio
from typing import Any

import pytest

from regicide_tui.server.services.thinking import Thinking
from regicide_tui.thinking.bot_process import BotProcess


class Bots:
    """Bots that answer when a test lets them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Any] = []
        self.answers: dict[Any, asyncio.Future[Any]] = {}
        monkeypatch.setattr(BotProcess, "ask", lambda _, asked: self._ask(asked))

    async def _ask(self, asked: Any) -> Any:
        self.asked.append(asked)
        self.answers[asked] = asyncio.get_running_loop().create_future()
        return await self.answers[asked]


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Bots:
    """Bots of a test."""
    return Bots(monkeypatch)


async def steps() -> None:
    """Let everything happen that waits for nobody."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_a_review_gives_way_to_games_and_is_asked_again(bots: Bots) -> None:
    thinking: Any = Thinking()
    review = asyncio.create_task(thinking.ask_for_review("review", 60))
    await steps()
    games = [asyncio.create_task(thinking.ask(name)) for name in ("game", "other")]
    await steps()
    assert bots.asked == ["review", "game", "other"]
    assert bots.answers["review"].cancelled(), "nobody thinks about it any more"
    bots.answers["game"].set_result(1)
    await steps()
    assert bots.asked == ["review", "game", "other"], "a game still waits"
    bots.answers["other"].set_result(2)
    await steps()
    assert bots.asked == ["review", "game", "other", "review"]
    bots.answers["review"].set_result(3)
    assert await asyncio.gather(*games, review) == [1, 2, 3]


async def test_a_review_that_nobody_looks_at_any_more_asks_nothing(bots: Bots) -> None:
    thinking: Any = Thinking()
    review = asyncio.create_task(thinking.ask_for_review("review", 60))
    await steps()
    review.cancel()
    with pytest.raises(asyncio.CancelledError):
        await review
    await steps()
    assert bots.answers["review"].cancelled()
    assert bots.asked == ["review"]


async def test_a_bot_that_thinks_too_long_has_failed_a_review(bots: Bots) -> None:
    thinking: Any = Thinking()
    with pytest.raises(TimeoutError):
        await thinking.ask_for_review("review", 0.01)
    await steps()
    assert bots.answers["review"].cancelled()


async def test_a_fault_in_a_game_lets_reviews_go_on(bots: Bots) -> None:
    thinking: Any = Thinking()
    game = asyncio.create_task(thinking.ask("game"))
    review = asyncio.create_task(thinking.ask_for_review("review", 60))
    await steps()
    bots.answers["game"].set_exception(OSError("it has ended"))
    with pytest.raises(OSError, match="ended"):
        await game
    await steps()
    bots.answers["review"].set_result(1)
    assert await review == 1
