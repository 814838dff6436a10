"""Evaluates King of the Dead: the page's heuristic for actions, a net for the ends of turns."""

from collections.abc import Callable, Sequence
from random import Random

from regicide_tui.bots.base import Observation
from regicide_tui.bots.king_of_the_dead.features import INPUTS, features
from regicide_tui.bots.king_of_the_dead.memory import Memory
from regicide_tui.bots.king_of_the_dead.page import list_candidates
from regicide_tui.bots.search.evaluator import SearchParameters
from regicide_tui.bots.search.net_evaluator import NetEvaluator
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, EndTurn
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.values import points


class KingEvaluator(NetEvaluator[State, Action]):
    """Evaluates by the net once a turn is over. Remembers who owns which cards."""

    game = GAME
    inputs = INPUTS
    parameters = SearchParameters(
        exploration=0.6, temperature=2.0, untried_penalty=0.05
    )  # found by trial

    def determinizer(self, observation: Observation[State]) -> Callable[[Random], State]:
        """Return a function that deals the cards the seat's memory leaves open."""
        return Memory(observation).guess

    def candidates(self, state: State) -> list[tuple[Action, float]]:
        """Return the actions to consider, one of equal ones."""
        return list_candidates(state)

    def is_quiet(self, state: State, last: Action) -> bool:
        """Return whether a turn begins. What a hand can still do is hard to evaluate."""
        return isinstance(last, EndTurn)

    def features(self, state: State, seat: Seat) -> list[int]:
        """Return the inputs for a seat and the rival with the most points."""
        sides = state.sides
        rivals = [(seat + step) % len(sides) for step in range(1, len(sides))]
        return features(state, seat, max(rivals, key=lambda one: points(sides[one].scores)))

    def chances(self, state: State) -> Sequence[float]:
        """Return the net's chance of each seat, shifted evenly so that they add up to 1."""
        found = [self.chance(state, seat) for seat in range(len(state.sides))]
        even = (1 - sum(found)) / len(found)
        return [one + even for one in found]
