"""Games of bots from seeds, and the states that they went through."""

from collections.abc import Iterator
from typing import Any

from regicide_tui import games
from regicide_tui.bots.contest import contest
from regicide_tui.bots.roster import player_of


def played_states(game: str, level: str, players: int, seed: str) -> Iterator[Any]:
    """Play a game with a bot of this level in every seat; yield each state before an action."""
    rules = games.find(game)
    bot = player_of(game, level, players)
    state = rules.new(players, seed, {})
    for action in contest(rules, [bot] * players, seed).actions:
        yield state
        state = rules.reduce(state, rules.parse(action)).state
