"""What gives the same cards, at whatever table."""

from collections.abc import Mapping
from hashlib import blake2b

from regicide_tui.games.base import Json, Value
from regicide_tui.play.table import Table


class Deal(Value):
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
