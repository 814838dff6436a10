"""What a search must know about a game besides its rules."""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, TypeVar

from regicide_tui.bots.base import Observation
from regicide_tui.games.base import Game, Outcome, Seat, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)

Candidate = tuple[A, float]
"""An action that the search considers, and its appeal: how good it looks, in any unit."""


class SearchParameters(Value, frozen=True):
    """The constants of the search.

    `exploration` is the weight of the bonus for actions that were seldom tried. `temperature` says
    how evenly appeals become probabilities. `untried_penalty` is how much lower than the mean of
    its siblings the value of an untried action is assumed to be.
    """

    exploration: float
    temperature: float
    untried_penalty: float


class Evaluator(ABC, Generic[S, A]):
    """A game, its candidate actions, and an evaluation of its positions."""

    game: Game[S, A]
    parameters: SearchParameters

    @abstractmethod
    def determinizer(self, observation: Observation[S]) -> Callable[[Random], S]:
        """Return a function that deals the cards a seat does not know.

        Each call returns a state that the seat can't tell from the true one.
        """

    @abstractmethod
    def candidates(self, state: S) -> list[Candidate[A]]:
        """Return the actions to consider, with their appeals: at least one, each once.

        The state may be a view of the seat to act. Actions that are left out are legal, but seem
        useless.
        """

    @abstractmethod
    def is_quiet(self, state: S, last: A) -> bool:
        """Return whether a position can be evaluated after `last`, or must be played on."""

    @abstractmethod
    def chances(self, state: S) -> Sequence[float]:
        """Return the chance of winning of each seat. The game is not over."""


def best_candidate(candidates: list[Candidate[A]]) -> A:
    """Return the action with the greatest appeal, the first of equal ones."""
    best = candidates[0]
    for candidate in candidates:
        if candidate[1] > best[1]:
            best = candidate
    return best[0]


def win_shares(outcome: Outcome) -> defaultdict[Seat, float]:
    """Return each seat's share of the win in a game that is over."""
    found: defaultdict[Seat, float] = defaultdict(float)
    for winner in outcome.winners:
        found[winner] = 1 / len(outcome.winners)
    return found
