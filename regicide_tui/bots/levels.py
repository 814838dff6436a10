"""The levels of the players, from the weakest to the strongest."""

from regicide_tui.games.base import Value


class Level(Value, frozen=True):
    """A level: the word for it, and who plays there.

    `learned` tells whether it has a net; who has none goes by rules of thumb.
    """

    name: str
    player: str
    character: str
    learned: bool = True


LEVELS = (
    Level("page", "Pip", "a cautious page, who looks at the next blow and no further", False),
    Level("squire", "Rosalind", "a squire with a good eye and no patience"),
    Level("knight", "Sir Aldous", "a knight who thinks before he draws"),
    Level("captain", "Captain Vane", "a captain who has seen castles fall"),
    Level("marshal", "Old Marshal", "an old marshal who takes his time"),
)
