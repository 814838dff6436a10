"""Which function trains the nets of a game, and how many inputs these have."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from regicide_tui.bots.encoded import games
from regicide_tui.bots.encoded import search as evaluation
from regicide_tui.bots.king_of_the_dead import features
from regicide_tui.bots.king_of_the_dead import search as king_search
from regicide_tui.bots.library import Ints
from regicide_tui.bots.net import Net, new_layers
from regicide_tui.bots.training import king_self_play, self_play
from regicide_tui.bots.training.adam import Adam
from regicide_tui.bots.training.schedules import PROGRESS_WEIGHT
from regicide_tui.bots.training.self_play import GameSetup

KING_OF_THE_DEAD = "king_of_the_dead"
INPUTS = {**games.INPUTS, KING_OF_THE_DEAD: features.INPUTS}
"""The number of inputs of the nets of each game."""

TrainGames: TypeAlias = Callable[
    [Net, Adam, GameSetup, int, float, float, Ints], tuple[float, float, float]
]
"""Plays games and lets a net learn from them: the net, its state of Adam, what is played, the
number of games, the share of random actions, the learning rate, and random numbers. If the rate is
0, nothing is learned. It returns the share of games that the first seat won, the mean progress, and
the mean squared error."""


def find_trainer(game: str, net: Net) -> TrainGames:
    """Return the function that trains nets of this game, if they have the layers of `net`."""
    if game == KING_OF_THE_DEAD:
        return partial(
            king_self_play.train_games,
            king_search.new_workspace(net),
            king_self_play.new_trajectory(),
        )
    return partial(
        self_play.train_games,
        games.GAMES[game],
        evaluation.new_workspace(PROGRESS_WEIGHT),
        self_play.new_trajectory(),
        new_layers(net),
    )
