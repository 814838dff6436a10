"""What a search must know of a game beyond its rules."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

from regicide_tui.bots.base import Sight
from regicide_tui.games.base import Game, Outcome, Seat, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

Option = tuple[A, float]
"""An action worth a thought, and its appeal: how good it looks at first sight, in any unit."""


class Habit(Value, frozen=True):
    """How a search spends its thoughts.

    `curiosity` weighs the bonus of what was seldom tried, `heat` how evenly appeals become
    probabilities, `doubt` how much worse than its siblings an untried action is taken to be.
    """

    curiosity: float
    heat: float
    doubt: float


class Judge(ABC, Generic[S, A]):
    """A game with an eye for it: what to look at first, and how good a position is."""

    game: Game[S, A]
    habit: Habit

    @abstractmethod
    def guesser(self, sight: Sight[S]) -> Callable[[Random], S]:
        """Return what deals the cards that a seat does not know: states it can't rule out."""

    @abstractmethod
    def options(self, state: S) -> list[Option[A]]:
        """Return the actions worth a thought with their appeals; at least one, each once.

        The state may be a view of the seat to act. What is left out is legal, but not worth it.
        """

    @abstractmethod
    def quiet(self, state: S, last: A) -> bool:
        """Tell whether a position can be judged as `last` left it, or must be played on."""

    @abstractmethod
    def chances(self, state: S) -> Sequence[float]:
        """Return the chance of winning of each seat, where the game goes on."""


def best_of(options: list[Option[A]]) -> A:
    """Return the action with the greatest appeal, the first of equal ones."""
    best = options[0]
    for option in options:
        if option[1] > best[1]:
            best = option
    return best[0]


def shares(outcome: Outcome) -> defaultdict[Seat, float]:
    """Return what each seat has of a game that is over: the winners share one."""
    found: defaultdict[Seat, float] = defaultdict(float)
    for winner in outcome.winners:
        found[winner] = 1 / len(outcome.winners)
    return found
