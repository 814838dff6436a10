"""`python -m regicide_tui.bots.search.measure --game G --games N` counts wins against the page.

Each deal is played as often as there are seats, with the bot in another one, and the page in all
others. Who shares a victory counts a part of it.
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
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--level", choices=[level.name for level in LEVELS], default="marshal")
    parser.add_argument("--evaluations", type=int, help="think so much instead")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    given = parser.parse_args()
    maker, players = MAKERS[given.game], given.players
    bot = Timed(maker(level_named(given.level), players, given.evaluations))
    page = maker(LEVELS[0], players)
    won = 0.0
    for number in range(given.first, given.first + given.games):
        deal, seat = divmod(number, players)
        bots = [bot if place == seat else page for place in range(players)]
        winners = contest(find(given.game), bots, f"measure-{deal}").outcome.winners
        won += (seat in winners) / len(winners)
    low, high = wilson(won, given.games)  # type: ignore[arg-type]
    print(  # noqa: T201
        f"{given.game}, {players} players, {given.games} games from {given.first}: {won:g} won, "
        f"{won / given.games:.3f} [{low:.3f}, {high:.3f}], "
        f"{1000 * bot.seconds / bot.answers:.0f} ms an action"
    )


if __name__ == "__main__":
    main()
