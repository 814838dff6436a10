"""What the process that plays games for pars is asked, and what it answers: lines of JSON."""

from collections.abc import Mapping

from regicide_tui.games.base import Json, Value

ALL_CARDS = -1
"""The number of the game that is played by a player who sees all cards."""
LEVEL = "marshal"
"""The level of the bots whose wins are counted."""


class ParQuestion(Value):
    """Play a game of a deal. Games with other numbers have other random numbers of the bots."""

    game: str
    players: int
    options: Mapping[str, Json]
    seed: str
    number: int


class ParAnswer(Value):
    """How the game ended. `played` is false if the bots can't be compiled here: it takes too long.

    `medal` is empty without one.
    """

    played: bool
    won: bool = False
    medal: str = ""
