"""Learns from games against itself: TD(lambda) on the positions after each action."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.duel.heuristic import choose_by_heuristic
from regicide_tui.bots.encoded.evaluation import Workspace, best_index, evaluate_legal_actions
from regicide_tui.bots.encoded.games import (
    apply_action,
    deal,
    has_won,
    progress_when_lost,
    write_legal_actions,
)
from regicide_tui.bots.encoded.layout import DUEL, GAME, LENGTH, NONE, RESULT, SEATS, TURN
from regicide_tui.bots.net import MOST_INPUTS, OUTPUTS, Net
from regicide_tui.bots.rng import random_below
from regicide_tui.bots.training.adam import Adam, add_gradient, make_layers, take_step

MOST_STEPS = 2000
LAMBDA = 0.8
ALL_SEATS = -1
"""Stands in place of the only seat that plays by the net."""


class Trajectory(NamedTuple):
    """One game: the inputs after each action, the net's outputs, and the targets to learn.

    `sides` says which side acted. Partners are one side, rivals are two.
    """

    inputs: Ints
    counts: Ints
    sides: Ints
    best: Floats
    was_random: Ints
    targets: Floats


class GameSetup(NamedTuple):
    """Which game is played.

    `jesters` are the numbers that a solo player may flip, game by
    game in turn. If `net_seat` is not `ALL_SEATS`, that seat alone plays by the net and its rivals
    play by the heuristic. The net takes a step of Adam after `batch` games.
    """

    players: int
    jesters: Ints
    net_seat: int
    batch: int


def new_trajectory() -> Trajectory:
    """Return an empty trajectory."""
    return Trajectory(
        np.zeros((MOST_STEPS, MOST_INPUTS), dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
    )


@compiled
def play_out(
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    trajectory: Trajectory,
    net_seat: int,
    random_share: float,
    rng: Ints,
) -> int:
    """Play a game to its end, with some random actions. Return the number of steps.

    If `net_seat` is not `ALL_SEATS`, its rival plays by the heuristic, and nothing is learned from
    what that does.
    """
    step = 0
    while encoded[RESULT] == NONE and step < MOST_STEPS:
        if net_seat not in (ALL_SEATS, encoded[TURN]):
            count = write_legal_actions(encoded, workspace.actions)
            apply_action(
                encoded,
                int(workspace.actions[choose_by_heuristic(encoded, workspace.actions, count)]),
                rng,
            )
            continue
        count = evaluate_legal_actions(encoded, net, workspace)
        best = best_index(workspace, count)
        chosen = best
        if random_below(rng, 10000) < random_share * 10000:
            chosen = random_below(rng, count)
        trajectory.inputs[step] = workspace.batch.inputs[chosen]
        trajectory.counts[step] = workspace.batch.counts[chosen]
        trajectory.sides[step] = encoded[TURN] if encoded[GAME] == DUEL else 0
        trajectory.best[step] = workspace.batch.chances[best]
        trajectory.was_random[step] = 1 if chosen != best else 0
        apply_action(encoded, int(workspace.actions[chosen]), rng)
        step += 1
    return step


@compiled
def set_targets(trajectory: Trajectory, steps: int, results: Floats) -> None:
    """Write the target of each position, from the end of the game back (TD lambda).

    `results` are the outputs that would have been right for each side. Before a random action, the
    value of the best action counts instead of what followed.
    """
    target = results.copy()
    for step in range(steps - 1, -1, -1):
        side = trajectory.sides[step]
        trajectory.targets[step] = target[side]
        for output in range(OUTPUTS):
            best = trajectory.best[step, output]
            if trajectory.was_random[step] == 1:
                target[side, output] = best
            else:
                target[side, output] = LAMBDA * target[side, output] + (1 - LAMBDA) * best


@compiled
def collect_gradients(net: Net, adam: Adam, trajectory: Trajectory, steps: int) -> float:
    """Add the gradients of a game. Return the mean squared error of the chances."""
    layers = make_layers(net)
    chances = np.empty(OUTPUTS, dtype=np.float32)
    error = 0.0
    for step in range(steps):
        count = int(trajectory.counts[step])
        if count >= 0:
            inputs, targets = trajectory.inputs[step], trajectory.targets[step]
            error += add_gradient(net, adam, inputs, count, targets, layers, chances)
    return error / max(1, steps)


@compiled
def train_games(
    game: int,
    workspace: Workspace,
    trajectory: Trajectory,
    net: Net,
    adam: Adam,
    setup: GameSetup,
    games: int,
    random_share: float,
    rate: float,
    rng: Ints,
) -> tuple[float, float, float]:
    """Play a game of encoded states and learn, as `trainers.TrainGames` says."""
    players, jesters = setup.players, setup.jesters
    encoded = np.zeros(LENGTH, dtype=np.int64)
    results = np.empty((SEATS, OUTPUTS), dtype=np.float32)
    wins, progresses, errors = 0.0, 0.0, 0.0
    for number in range(games):
        deal(encoded, game, players, int(jesters[number % jesters.size]), rng)
        steps = play_out(encoded, net, workspace, trajectory, setup.net_seat, random_share, rng)
        for side in range(players):
            won = has_won(encoded, side)
            results[side, 0] = 1.0 if won else 0.0
            results[side, 1] = 1.0 if won else progress_when_lost(encoded)
        wins += results[0, 0]
        progresses += results[0, 1]
        if rate > 0:
            set_targets(trajectory, steps, results)
            errors += collect_gradients(net, adam, trajectory, steps)
            if (number + 1) % setup.batch == 0:
                take_step(net, adam, rate)
    return wins / games, progresses / games, errors / games
