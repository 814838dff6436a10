"""Perft: counting the ways to play on."""

from regicide_tui.games.base import AnyGame
from tests.loose import loose


def perft(game: AnyGame, state: object, depth: int) -> int:
    """Count the sequences of `depth` legal actions."""
    legal = game.legal_actions(loose(state))
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.reduce(loose(state), action).state, depth - 1) for action in legal)
