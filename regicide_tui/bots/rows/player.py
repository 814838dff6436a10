"""The one-ply player on rows: judge the position after each legal action, take the best."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.net import LOST_FOR_SURE, WON_FOR_SURE, Batch, Net, empty_batch, judge
from regicide_tui.bots.rows.games import features, legal, way_to_win
from regicide_tui.bots.rows.layout import MOST_ACTIONS, TURN

LEAN = 0.005
"""How much the royals that fall count beside the win: enough to play on in a lost game."""


class Desk(NamedTuple):
    """Room to work in: the legal actions, the positions after them, and their worth.

    The worth is the chance of winning, but for a share `lean` that goes by the royals that fall.
    """

    actions: Ints
    batch: Batch
    worth: Floats
    lean: float


def new_desk(lean: float = LEAN) -> Desk:
    """Return an empty desk."""
    return Desk(
        np.zeros(MOST_ACTIONS, dtype=np.int64),
        empty_batch(MOST_ACTIONS),
        np.zeros(MOST_ACTIONS, dtype=np.float32),
        lean,
    )


@compiled
def assess(row: Ints, net: Net, desk: Desk) -> int:
    """Write the legal actions and their worth on the desk; return how many there are."""
    count = legal(row, desk.actions)
    weigh(row, net, desk, count)
    return count


@compiled
def weigh(row: Ints, net: Net, desk: Desk, count: int) -> None:
    """Write the worth of the first `count` actions on the desk."""
    batch, seat = desk.batch, int(row[TURN])
    for index in range(count):
        batch.counts[index] = features(row, seat, int(desk.actions[index]), batch.inputs[index])
    judge(net, batch, count)
    for index in range(count):
        if batch.counts[index] == LOST_FOR_SURE:
            batch.chances[index, 0] = 0
            batch.chances[index, 1] = way_to_win(row)
        elif batch.counts[index] == WON_FOR_SURE:
            batch.chances[index, :] = 1
        win, way = batch.chances[index, 0], batch.chances[index, 1]
        desk.worth[index] = (1 - desk.lean) * win + desk.lean * way


@compiled
def best_of(desk: Desk, count: int) -> int:
    """Return the place of the best action on the desk."""
    best = 0
    for index in range(1, count):
        if desk.worth[index] > desk.worth[best]:
            best = index
    return best
