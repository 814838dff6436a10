"""`python -m regicide_tui.bots.search.measure --game G --games N` counts wins against the page.

Games come in pairs: the same deal, seats exchanged. A shared victory counts half.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

from regicide_tui.bots.base import Bot, Sight, never
from regicide_tui.bots.contest import contest, wilson
from regicide_tui.bots.levels import LEVELS, level_named
from regicide_tui.bots.rivals import duel_bot, king_bot
from regicide_tui.games import find

MAKERS = {"duel": duel_bot, "king_of_the_dead": king_bot}
PLAYERS = 2


class Timed(Bot[Any, Any]):
    """A player whose answers are timed, in seconds of the processor."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot
        self.seconds = 0.0
        self.answers = 0

    def choose(self, sight: Sight[Any], seed: int, stopped: Callable[[], bool] = never) -> Any:
        """Answer what the player answers."""
        begun = time.process_time()
        action = self._bot.choose(sight, seed, stopped)
        self.seconds += time.process_time() - begun
        self.answers += 1
        return action


def main() -> None:
    """Read the command line, play the games, and tell the share won."""
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.bots.search.measure")
    parser.add_argument("--game", choices=list(MAKERS), required=True)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default="marshal")
    parser.add_argument("--evaluations", type=int, help="think so much instead")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    given = parser.parse_args()
    maker = MAKERS[given.game]
    bot = Timed(maker(level_named(given.level), PLAYERS, given.evaluations))
    page = maker(LEVELS[0], PLAYERS)
    won = 0.0
    for number in range(given.first, given.first + given.games):
        seat = number % PLAYERS
        bots = [bot, page] if seat == 0 else [page, bot]
        winners = contest(find(given.game), bots, f"measure-{number // PLAYERS}").outcome.winners
        won += (seat in winners) / len(winners)
    low, high = wilson(won, given.games)  # type: ignore[arg-type]
    print(  # noqa: T201
        f"{given.game}, {given.games} games from {given.first}: {won:g} won, "
        f"{won / given.games:.3f} [{low:.3f}, {high:.3f}], "
        f"{1000 * bot.seconds / bot.answers:.0f} ms an action"
    )


if __name__ == "__main__":
    main()
