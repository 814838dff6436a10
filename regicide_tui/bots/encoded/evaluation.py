"""Evaluates the position after each legal action: the base of search and training."""

from typing import NamedTuple

from regicide_tui.bots.arrays import Floats, Ints, floats, ints, part
from regicide_tui.bots.compiled import compiled
from regicide_tui.bots.encoded.games import progress_when_lost, write_features, write_legal_actions
from regicide_tui.bots.encoded.layout import MOST_ACTIONS, TURN
from regicide_tui.bots.net import (
    LOST_FOR_SURE,
    MOST_INPUTS,
    OUTPUTS,
    WON_FOR_SURE,
    Batch,
    Net,
    evaluate_batch,
    new_batch,
)

PROGRESS_WEIGHT = 0.005
"""The weight of the progress beside the win. It lets a bot play on well in a lost game."""


class Workspace(NamedTuple):
    """Reused memory: the legal actions, the positions after them, and their values.

    A value is a mean of the chance of winning and the progress, which has the weight
    `progress_weight`.
    """

    actions: Ints
    batch: Batch
    values: Floats
    progress_weight: float


def new_workspace(progress_weight: float = PROGRESS_WEIGHT) -> Workspace:
    """Return an empty workspace."""
    return Workspace(
        ints(MOST_ACTIONS),
        new_batch(MOST_ACTIONS),
        floats(MOST_ACTIONS),
        progress_weight,
    )


@compiled
def evaluate_legal_actions(encoded: Ints, net: Net, workspace: Workspace) -> int:
    """Write the legal actions and their values. Return how many there are."""
    count = write_legal_actions(encoded, workspace.actions)
    evaluate_actions(encoded, net, workspace, count)
    return count


@compiled
def evaluate_actions(encoded: Ints, net: Net, workspace: Workspace, count: int) -> None:
    """Write the values of the first `count` actions in the workspace."""
    batch, seat = workspace.batch, int(encoded[TURN])
    for index in range(count):
        batch.counts[index] = write_features(
            encoded, seat, int(workspace.actions[index]), part(batch.inputs, index * MOST_INPUTS)
        )
    evaluate_batch(net, batch, count)
    for index in range(count):
        first = index * OUTPUTS
        if batch.counts[index] == LOST_FOR_SURE:
            batch.chances[first] = 0
            batch.chances[first + 1] = progress_when_lost(encoded)
        elif batch.counts[index] == WON_FOR_SURE:
            batch.chances[first] = 1
            batch.chances[first + 1] = 1
        win, progress = float(batch.chances[first]), float(batch.chances[first + 1])
        workspace.values[index] = (
            1 - workspace.progress_weight
        ) * win + workspace.progress_weight * progress


@compiled
def best_index(workspace: Workspace, count: int) -> int:
    """Return the index of the action with the greatest value."""
    best = 0
    for index in range(1, count):
        if workspace.values[index] > workspace.values[best]:
            best = index
    return best
