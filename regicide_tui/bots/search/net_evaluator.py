"""Evaluates positions by a small net that sees a position from one seat."""

from abc import abstractmethod
from math import exp
from typing import TypeVar

import numpy as np

from regicide_tui.bots.net import Net
from regicide_tui.bots.search.evaluator import Evaluator
from regicide_tui.games.base import Seat, Value

S = TypeVar("S", bound=Value)
A = TypeVar("A", bound=Value)


class NetEvaluator(Evaluator[S, A]):
    """Evaluates positions by a net. `inputs` is the number of inputs of the net."""

    inputs: int

    def __init__(self, net: Net) -> None:
        self.net = net

    @abstractmethod
    def features(self, state: S, seat: Seat) -> list[int]:
        """Return the inputs that are on for a seat. All cards of the state are known.

        An input that occurs twice counts twice.
        """

    def chance(self, state: S, seat: Seat) -> float:
        """Return the chance of winning of one seat."""
        return compute_chance(self.net, self.features(state, seat))


def compute_chance(net: Net, on: list[int]) -> float:
    """Return the chance of winning for the inputs that are on. Fast for a single position."""
    one = net.w1.take(on, axis=0).sum(axis=0)
    one += net.b1
    np.maximum(one, 0, out=one)
    two = one @ net.w2
    two += net.b2
    np.maximum(two, 0, out=two)
    return 1 / (1 + exp(-float(two @ net.w3[:, 0] + net.b3[0])))
