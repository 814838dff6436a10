"""Games of bots from seeds, and the states that they went through."""

from collections.abc import Iterator

from regicide_tui import games
from regicide_tui.bots.contest import contest
from regicide_tui.bots.roster import player_of
from regicide_tui.games.base import S, of_kind


def played_states(kind: type[S], game: str, level: str, players: int, seed: str) -> Iterator[S]:
    """Play a game with a bot of this level in every seat; yield each state before an action.

    `kind` is what the states of the game are.
    """
    rules = games.find(game)
    bot = player_of(game, level, players)
    state = rules.new(players, seed, {})
    for action in contest(rules, [bot] * players, seed).actions:
        yield of_kind(kind, state)
        state = rules.reduce(state, rules.parse(action)).state
