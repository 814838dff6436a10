"""Games in the middle of which the reference players are asked."""

from collections.abc import Iterator

from regicide_tui.bots.base import BotGame
from regicide_tui.bots.roster import make_bot
from regicide_tui.games import find
from regicide_tui.games.base import Json, Value
from regicide_tui.simulate.reference.random_bot import RandomBot

TABLES = [
    *[("regicide", players) for players in (1, 2, 3, 4)],
    ("duel", 2),
    *[("king_of_the_dead", players) for players in (2, 3, 4)],
]


def walk(
    name: str, players: int, seed: str, options: dict[str, Json] | None = None
) -> Iterator[BotGame[Value, Value]]:
    """Yield a game before each of its actions. A page and a random bot take turns to act."""
    game = find(name)
    running = BotGame(game, players, seed, options or {})
    bots = [make_bot(name, "page", players), RandomBot(game)]
    while (seat := running.to_act) is not None:
        yield running
        bot = bots[len(running.actions) % 2]
        running.take(bot.choose(running.observe(seat), running.bot_seed))
