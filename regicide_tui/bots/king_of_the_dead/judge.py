"""An eye for King of the Dead: the page's rules of thumb, and a net that judges ends of turns."""

from collections.abc import Callable, Sequence
from random import Random

from regicide_tui.bots.base import Sight
from regicide_tui.bots.king_of_the_dead.features import INPUTS, features
from regicide_tui.bots.king_of_the_dead.memory import Memory
from regicide_tui.bots.king_of_the_dead.page import options
from regicide_tui.bots.search.netjudge import NetJudge, glance
from regicide_tui.bots.search.searcher import Habit
from regicide_tui.games.base import Seat
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, End
from regicide_tui.games.king_of_the_dead.state import State

HABIT = Habit(curiosity=0.6, heat=2.0, doubt=0.05)
"""How a search of this game spends its thoughts; found by trial."""


class KingJudge(NetJudge[State, Action]):
    """Judges by the net, once a turn is over; remembers who owns what."""

    game = GAME
    inputs = INPUTS

    def guesser(self, sight: Sight[State]) -> Callable[[Random], State]:
        """Deal what the seat's memory leaves open."""
        return Memory(sight).guess

    def options(self, state: State) -> list[tuple[Action, float]]:
        """Return the actions worth a thought, of equal ones one."""
        return options(state)

    def quiet(self, state: State, last: Action) -> bool:
        """Judge nothing but the beginning of a turn: what a hand still does is hard to see."""
        return isinstance(last, End)

    def features(self, state: State, seat: Seat) -> list[int]:
        """Return what the net sees of a seat and the rival on its left."""
        return features(state, seat, (seat + 1) % len(state.sides))

    def chances(self, state: State) -> Sequence[float]:
        """Ask about each pair; among several, to win is to be ahead of every rival."""
        seats = range(len(state.sides))
        if len(seats) == 2:
            first = (self._ahead(state, 0, 1) + 1 - self._ahead(state, 1, 0)) / 2
            return first, 1 - first
        least = [
            min([self._ahead(state, seat, one) for one in seats if one != seat]) for seat in seats
        ]
        whole = sum(least)
        return [one / whole for one in least]

    def _ahead(self, state: State, seat: Seat, rival: Seat) -> float:
        return glance(self.net, features(state, seat, rival))
