"""The questions to the process that plays games for pars, and its answers: lines of JSON."""

from collections.abc import Mapping

from regicide_tui.games.base import Json, Value

ALL_CARDS = -1
"""The number of the game of a player who sees all cards."""
LEVEL = "marshal"
"""The level of the bots whose wins are counted."""


class ParQuestion(Value):
    """A request to play a game of a deal. Its number seeds the bots' random numbers."""

    game: str
    players: int
    options: Mapping[str, Json]
    seed: str
    number: int


class ParAnswer(Value):
    """How the game ended. `played` is false where the bots aren't compiled and take too long.

    `medal` is empty if there is none.
    """

    played: bool
    won: bool = False
    medal: str = ""
