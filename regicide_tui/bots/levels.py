"""The levels of the bots, from the weakest to the strongest."""

from regicide_tui.games.base import Value


class Level(Value):
    """A level: its name, the bot's name, and a sentence about the bot.

    `has_net` says whether the level uses a net. A level without a net plays by a heuristic.
    """

    name: str
    player: str
    character: str
    has_net: bool = True


LEVELS = (
    Level("page", "Pip", "a cautious page, who looks at the next blow and no further", False),
    Level("squire", "Rosalind", "a squire with a good eye and no patience"),
    Level("knight", "Sir Aldous", "a knight who thinks before he draws"),
    Level("captain", "Captain Vane", "a captain who has seen castles fall"),
    Level("marshal", "Old Marshal", "a marshal who takes all the time he needs"),
)
