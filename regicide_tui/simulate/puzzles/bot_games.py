"""Games of bots from seeds, and all their states."""

from collections.abc import Iterator

from regicide_tui import games
from regicide_tui.bots.base import play_bot_game
from regicide_tui.bots.roster import make_bot
from regicide_tui.games.base import S, of_kind


def replay_states(kind: type[S], game: str, level: str, players: int, seed: str) -> Iterator[S]:
    """Play a game with a bot of this level in every seat. Yield each state before an action.

    `kind` is the class of the game's states.
    """
    rules = games.find(game)
    bot = make_bot(game, level, players)
    state = rules.new(players, seed, {})
    for action in play_bot_game(rules, [bot] * players, seed).actions:
        yield of_kind(kind, state)
        state = rules.reduce(state, rules.parse(action)).state
