"""An eye for King of the Dead: the page's rules of thumb, and a net that judges ends of turns."""

from collections.abc import Callable, Sequence
from random import Random

from regicide_tui.bots.base import Sight
from regicide_tui.bots.king_of_the_dead.features import INPUTS, features
from regicide_tui.bots.king_of_the_dead.memory import Memory
from regicide_tui.bots.king_of_the_dead.page import options
from regicide_tui.bots.search.judge import Habit
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, EndTurn
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.values import points


class KingJudge(NetJudge[State, Action]):
    """Judges by the net, once a turn is over; remembers who owns what."""

    game = GAME
    inputs = INPUTS
    habit = Habit(curiosity=0.6, heat=2.0, doubt=0.05)  # found by trial

    def guesser(self, sight: Sight[State]) -> Callable[[Random], State]:
        """Deal what the seat's memory leaves open."""
        return Memory(sight).guess

    def options(self, state: State) -> list[tuple[Action, float]]:
        """Return the actions worth a thought, of equal ones one."""
        return options(state)

    def quiet(self, state: State, last: Action) -> bool:
        """Judge nothing but the beginning of a turn: what a hand still does is hard to see."""
        return isinstance(last, EndTurn)

    def features(self, state: State, seat: Seat) -> list[int]:
        """Return what the net sees of a seat and the rival who has most points."""
        sides = state.sides
        rivals = [(seat + step) % len(sides) for step in range(1, len(sides))]
        return features(state, seat, max(rivals, key=lambda one: points(sides[one].scores)))

    def chances(self, state: State) -> Sequence[float]:
        """Ask about each seat; what is too much or missing in all is shared."""
        found = [self.chance(state, seat) for seat in range(len(state.sides))]
        even = (1 - sum(found)) / len(found)
        return [one + even for one in found]
