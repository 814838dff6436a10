"""Perft: counting the ways to play on."""

from regicide_tui.games.base import AnyGame


def perft(game: AnyGame, state: object, depth: int) -> int:
    """Count the sequences of `depth` legal actions."""
    legal = game.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(game, game.reduce(state, action).state, depth - 1) for action in legal)
