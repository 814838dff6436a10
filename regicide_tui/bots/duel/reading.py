"""Reading the rival in a Duel: what he did tells of what he holds.

He is taken to play by the page's rules of thumb, more or less: a hand from which he would have
done something else is less likely. What is known of him at each of his actions is public.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import exp
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.bots.duel.page import options
from regicide_tui.cards import Card, ascending
from regicide_tui.games.base import Seat
from regicide_tui.games.duel.state import State
from regicide_tui.games.hands import put
from regicide_tui.games.laying import Pay, Play

GUESSES = 128
"""So many guesses are weighed before a search."""

_RECENT = 6
"""So many actions are looked back at."""
_HEAT = 1.0
"""How evenly a rival is taken to choose, in points of appeal."""
_WHIM = 0.1
"""How often he is taken to do anything at all."""


class Deed(NamedTuple):
    """What the rival did, and the position he did it in, but for his hand."""

    position: State
    action: Play | Pay


class Held(NamedTuple):
    """A card that left the rival's hand: after how many deeds it came, and by which it left."""

    card: Card
    came: int
    left: int


class Reading:
    """The deeds of the rival, and from when the places of his hand are filled."""

    def __init__(self, rival: Seat, size: int) -> None:
        self._rival = rival
        self._deeds: list[Deed] = []
        self._spent: list[Held] = []
        self.came = [0] * size
        """For each place of his hand how many deeds were done when its card came."""

    def note(self, position: State, action: Play | Pay) -> None:
        """Note an action, before its cards leave the hand."""
        self._deeds.append(Deed(position, action))

    def spend(self, place: int, card: Card) -> None:
        """Note that a card left its place in the hand for the last action."""
        self._spent.append(Held(card, self.came.pop(place), len(self._deeds) - 1))

    def draw(self, count: int) -> None:
        """Note that so many cards came."""
        self.came += [len(self._deeds)] * count

    def weight(self, hand: Sequence[Card]) -> float:
        """Return how well a hand, place by place, goes with what was done; more is better."""
        found = 1.0
        for number in range(max(0, len(self._deeds) - _RECENT), len(self._deeds)):
            position, action = self._deeds[number]
            held = [card for card, came in zip(hand, self.came, strict=True) if came <= number]
            held += [one.card for one in self._spent if one.came <= number <= one.left]
            hands = put(position.hands, self._rival, ascending(held))
            found *= _likelihood(replace(position, hands=hands), action)
        return found


def _likelihood(position: State, action: Play | Pay) -> float:
    """Return how likely one who plays by rules of thumb, more or less, does this."""
    appeals = dict(options(position))
    best = max(appeals.values(), default=0.0)
    shares = {one: exp((appeal - best) / _HEAT) for one, appeal in appeals.items()}
    share = shares.get(action, 0.0) / sum(shares.values()) if shares else 0.0
    return (1 - _WHIM) * share + _WHIM / (1 + len(appeals))


def weighed(
    guess: Callable[[Random], tuple[State, Sequence[Card]]], reading: Reading
) -> Callable[[Random], State]:
    """Return what gives guesses as often as they are likely; each tells the rival's hand, too."""
    states: list[State] = []
    sums: list[float] = []

    def one(luck: Random) -> State:
        if not states:
            found = [guess(luck) for _ in range(GUESSES)]
            states.extend([state for state, _ in found])
            sums.extend(accumulate([reading.weight(hand) for _, hand in found]))
        return luck.choices(states, cum_weights=sums)[0]

    return one
