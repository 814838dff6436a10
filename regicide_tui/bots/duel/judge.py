"""An eye for Regicide Duel: the page's rules of thumb, and a net that judges positions."""

from collections.abc import Callable, Sequence
from random import Random

from regicide_tui.bots.base import Sight
from regicide_tui.bots.duel.features import INPUTS, features
from regicide_tui.bots.duel.memory import Memory
from regicide_tui.bots.duel.page import options
from regicide_tui.bots.search.judge import Habit
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.games.base import Seat
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.state import State, holder
from regicide_tui.games.laying import Pay, Play


class DuelJudge(NetJudge[State, Play | Pay]):
    """Judges by the net, every position as it is; remembers what was played."""

    game = GAME
    inputs = INPUTS
    habit = Habit(curiosity=0.6, heat=10.0, doubt=0.1)  # found by trial

    def guesser(self, sight: Sight[State]) -> Callable[[Random], State]:
        """Deal what the seat's memory leaves open."""
        return Memory(sight).guesser()

    def options(self, state: State) -> list[tuple[Play | Pay, float]]:
        """Return every legal action."""
        return options(state)

    def quiet(self, state: State, last: Play | Pay) -> bool:
        """Any position can be judged."""
        return True

    def features(self, state: State, seat: Seat) -> list[int]:
        """Return what the net sees of both hands and the table."""
        return features(state, seat)

    def chances(self, state: State) -> Sequence[float]:
        """Ask for who must act; the other one has the rest."""
        seat = holder(state)
        chance = self.chance(state, seat)
        return (1 - chance, chance) if seat else (chance, 1 - chance)
