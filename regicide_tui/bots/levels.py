"""The levels of the players, from the weakest to the strongest, and the players themselves."""

from typing import Any

from regicide_tui.bots.base import Bot
from regicide_tui.games.base import Value


class Level(Value, frozen=True):
    """A level: the word for it, who plays there, and how much is thought.

    `evaluations` is how many positions are judged for an action; 0 is one look ahead. `learned`
    tells whether it has a net; who has none goes by rules of thumb.
    """

    name: str
    player: str
    character: str
    learned: bool = True
    evaluations: int = 0


LEVELS = (
    Level("page", "Pip", "a cautious page, who looks at the next blow and no further", False),
    Level("squire", "Rosalind", "a squire with a good eye and no patience"),
    Level("knight", "Sir Aldous", "a knight who thinks before he draws", evaluations=2_000),
    Level("captain", "Captain Vane", "a captain who has seen castles fall", evaluations=15_000),
    Level("marshal", "Old Marshal", "an old marshal who takes his time", evaluations=60_000),
)


def level_named(name: str) -> Level:
    """Return the level with this name. Raises `KeyError`."""
    return {level.name: level for level in LEVELS}[name]


def regicide_bot(level: Level, players: int, evaluations: int | None = None) -> Bot[Any, Any]:
    """Return a player of Regicide; `evaluations` instead of the level's own, if given.

    What a learned player needs is loaded here and not before. Raises `BadWeights`.
    """
    if not level.learned:
        from regicide_tui.bots.regicide.page import Page

        return Page()
    from regicide_tui.bots.regicide.thinker import Thinker
    from regicide_tui.bots.weights import load_net

    budget = level.evaluations if evaluations is None else evaluations
    return Thinker(load_net("regicide", players), budget)
