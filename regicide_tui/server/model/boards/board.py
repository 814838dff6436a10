"""Boards, and the series to which they belong.

A board is a deal that the server gives to several tables. A table is opened for a series, and gets
one of the boards of its series when its game begins, so that nobody gets a deal they have seen.
"""

from collections.abc import Mapping
from hashlib import blake2b

from regicide_tui.games.base import Json, Value
from regicide_tui.play.table import Table


class Deal(Value, frozen=True):
    """What gives the same cards: the game, the number of players, the house rules, the seed."""

    game: str
    players: int
    options: Mapping[str, Json]
    seed: str

    @property
    def key(self) -> str:
        """A name of the deal from which nothing of its cards follows."""
        options = sorted((name, str(value)) for name, value in self.options.items())
        facts = f"{self.game}\0{self.players}\0{options}\0{self.seed}".encode()
        return blake2b(facts, digest_size=16).hexdigest()


def deal_of(saved: Table) -> Deal:
    """Return the deal of a game."""
    start = saved.history.start
    return Deal(start.game, start.players, start.options, start.seed)


class Board(Value, frozen=True):
    """A deal for several tables.

    `closes` is when the last table gets it, in Unix time in milliseconds. 0 means that this is not
    a matter of time.
    """

    id: str
    series: str
    deal: Deal
    closes: int = 0
