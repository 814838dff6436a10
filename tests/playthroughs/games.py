"""The games that are written down, and who chooses their actions."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from regicide_tui.games import find, names
from regicide_tui.games.base import AnyGame
from tests.examples import duelist
from tests.games.duel.playing import PLAYING as DUEL
from tests.games.king_of_the_dead.playing import PLAYING as KING_OF_THE_DEAD
from tests.games.playing import Playing
from tests.make_saves import greedy

FOLDER = Path(__file__).parent


class Playthrough(NamedTuple):
    """A dealt game, and the function that chooses an action in each state."""

    game: AnyGame
    players: int
    seed: str
    choose: Callable[[Any], Any]
    chosen: str
    """How an action is chosen, in a sentence."""
    skipped: int = 0
    """How many actions at the beginning are not shown, where a whole game would be too long."""

    @property
    def path(self) -> Path:
        """Return where its file lies."""
        return FOLDER / f"{self.game.name}-{self.players}-{self.seed}.txt"


GREEDY = "The action that looks best one action ahead is taken."
RANDOM = "An action is taken at random."


def all_playthroughs() -> tuple[Playthrough, ...]:
    """Return every playthrough, those at random with a fresh source of chance."""
    regicide, duel, king = map(find, names())
    return (
        Playthrough(regicide, 1, "14", greedy, GREEDY),
        Playthrough(regicide, 4, "58", greedy, GREEDY),
        Playthrough(duel, 2, "S0", duelist, GREEDY),
        Playthrough(duel, 2, "S2", _at_random(DUEL, 2), RANDOM),
        Playthrough(king, 2, "S41", _at_random(KING_OF_THE_DEAD, 41), RANDOM),
        Playthrough(king, 3, "S0", _at_random(KING_OF_THE_DEAD, 0), RANDOM, skipped=228),
    )


def _at_random(playing: Playing, seed: int) -> Callable[[Any], Any]:
    rng = Random(seed)
    return lambda state: playing.choose(rng, state)
