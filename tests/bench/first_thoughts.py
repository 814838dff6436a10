"""How long bots keep people waiting, from the first start: `python -m tests.bench.first_thoughts`.

Times are wall-clock seconds. The times of the first action and the first hint include the start of
a bot process, which has loaded nothing yet. Then marshals play a whole game.
"""

import asyncio
from collections.abc import Awaitable
from statistics import median
from time import perf_counter

from regicide_tui.games import find
from regicide_tui.games.manifest import BUILT_IN
from regicide_tui.play.dealing import deal
from regicide_tui.play.history import Start
from regicide_tui.play.table import Table
from regicide_tui.thinking.bot_process import BotProcess
from regicide_tui.thinking.questions import Answer, Question, question, the_action
from regicide_tui.tui.pages.hints import SECONDS

_GAMES = [(one.name, players) for one in BUILT_IN for players in find(one.name).player_counts]
_LEVEL = "marshal"


def dealt(game: str, players: int) -> Table:
    """Deal a game."""
    nobody = ("",) * players
    return deal(Start(game, players, "tune-first", {}), nobody, nobody)


def asked_now(table: Table, seconds: float = 0) -> Question:
    """Return a question to a marshal in the seat to act; with `seconds`, for a hint."""
    assert table.to_act is not None
    return question(table, table.to_act, _LEVEL, table.moves, seconds)


async def timed(answer: Awaitable[Answer]) -> tuple[Answer, float]:
    """Return an answer and the time it took."""
    began = perf_counter()
    return await answer, perf_counter() - began


async def first_of(asked: Question) -> float:
    """Return how long the first answer of a new bot process takes."""
    bots = BotProcess()
    try:
        return (await timed(bots.ask(asked)))[1]
    finally:
        bots.close()


async def play(game: str, players: int) -> list[float]:
    """Return how long marshals take for each action of a game, without the start of the process."""
    bots, table, waits = BotProcess(), dealt(game, players), list[float]()
    try:
        await bots.ask(asked_now(table))
        while table.outcome is None:
            chosen, seconds = await timed(bots.ask(asked_now(table)))
            table = table.take(None, the_action(chosen))
            waits.append(seconds)
    finally:
        bots.close()
    return waits


async def measure() -> None:
    """Print the times of each game and number of players."""
    for game, players in _GAMES:
        action = await first_of(asked_now(dealt(game, players)))
        hint = await first_of(asked_now(dealt(game, players), SECONDS))
        print(f"{game} {players}: first action {action:.1f}, first hint {hint:.1f}", flush=True)
    for game, players in _GAMES:
        waits = await play(game, players)
        print(
            f"{game} {players}: {len(waits)} actions, median {median(waits):.2f}, "
            f"longest {max(waits):.2f}",
            flush=True,
        )


if __name__ == "__main__":
    asyncio.run(measure())
