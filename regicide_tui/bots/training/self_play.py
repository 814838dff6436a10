"""Self-play: TD(lambda) on the positions after each action."""

from typing import NamedTuple

from regicide_tui.bots.encoded.games import (
    apply_action,
    deal,
    has_won,
    progress_when_lost,
)
from regicide_tui.bots.encoded.search import Workspace, best_index, evaluate_legal_actions
from regicide_tui.bots.encoded.state import DUEL, GAME, LENGTH, NONE, RESULT, SEATS, TURN
from regicide_tui.bots.library import Floats, Ints, compiled, floats, ints, part
from regicide_tui.bots.net import MOST_INPUTS, OUTPUTS, Layers, Net
from regicide_tui.bots.rng import random_below
from regicide_tui.bots.training.adam import Adam, add_gradient, take_step

MOST_STEPS = 2000
LAMBDA = 0.8


class Trajectory(NamedTuple):
    """One game: the inputs after each step, the best outputs there, and the targets to learn.

    A step has `OUTPUTS` outputs and as many targets. `sides` says whose step it is: partners are
    one side, opponents are different ones.
    """

    inputs: Ints
    counts: Ints
    sides: Ints
    best: Floats
    was_random: Ints
    targets: Floats


class GameSetup(NamedTuple):
    """Which games to play.

    `jesters` are the numbers of Jesters that a solo player may flip, used in turn. The net takes an
    Adam step after `batch` games.
    """

    players: int
    jesters: Ints
    batch: int


def new_trajectory(steps: int = MOST_STEPS, inputs: int = MOST_INPUTS) -> Trajectory:
    """Return an empty trajectory, with room for this many inputs per step."""
    counts, sides, was_random = ints(steps), ints(steps), ints(steps)
    best, targets = floats(steps * OUTPUTS), floats(steps * OUTPUTS)
    return Trajectory(ints(steps * inputs), counts, sides, best, was_random, targets)


@compiled
def play_out(
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    trajectory: Trajectory,
    random_share: float,
    rng: Ints,
) -> int:
    """Play a game to its end, with some random actions. Return the number of steps."""
    step = 0
    while encoded[RESULT] == NONE and step < MOST_STEPS:
        count = evaluate_legal_actions(encoded, net, workspace)
        best = best_index(workspace, count)
        chosen = best
        if random_below(rng, 10000) < random_share * 10000:
            chosen = random_below(rng, count)
        trajectory.inputs[step * MOST_INPUTS : (step + 1) * MOST_INPUTS] = workspace.batch.inputs[
            chosen * MOST_INPUTS : (chosen + 1) * MOST_INPUTS
        ]
        trajectory.counts[step] = workspace.batch.counts[chosen]
        trajectory.sides[step] = encoded[TURN] if encoded[GAME] == DUEL else 0
        trajectory.best[step * OUTPUTS : (step + 1) * OUTPUTS] = workspace.batch.chances[
            best * OUTPUTS : (best + 1) * OUTPUTS
        ]
        trajectory.was_random[step] = 1 if chosen != best else 0
        apply_action(encoded, workspace.actions[chosen], rng)
        step += 1
    return step


@compiled
def set_targets(trajectory: Trajectory, steps: int, results: Floats, decay: float) -> None:
    """Write the target of each position, backwards from the end of the game (TD, lambda `decay`).

    `results` are the correct outputs, side by side. Before a random action, the value of the best
    action counts instead of later values.
    """
    target = floats(SEATS * OUTPUTS)
    target[: SEATS * OUTPUTS] = results[: SEATS * OUTPUTS]
    for step in range(steps - 1, -1, -1):
        for output in range(OUTPUTS):
            place, now = trajectory.sides[step] * OUTPUTS + output, step * OUTPUTS + output
            trajectory.targets[now] = target[place]
            best = trajectory.best[now]
            if trajectory.was_random[step] == 1:
                target[place] = best
            else:
                target[place] = decay * float(target[place]) + (1 - decay) * float(best)


@compiled
def collect_gradients(
    net: Net, adam: Adam, trajectory: Trajectory, steps: int, layers: Layers
) -> float:
    """Add the gradients of a game. Return the mean squared error of the chances.

    `layers` is room for the layers of the net.
    """
    chances = floats(OUTPUTS)
    room = len(trajectory.inputs) // len(trajectory.counts)
    error = 0.0
    for step in range(steps):
        count = trajectory.counts[step]
        if count >= 0:
            inputs = part(trajectory.inputs, step * room)
            targets = part(trajectory.targets, step * OUTPUTS)
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
    """Play games on encoded states and learn as described at `TrainGames` in `__main__.py`."""
    players, jesters = setup.players, setup.jesters
    encoded = ints(LENGTH)
    results = floats(SEATS * OUTPUTS)
    wins, progresses, errors = 0.0, 0.0, 0.0
    for number in range(games):
        deal(encoded, game, players, jesters[number % len(setup.jesters)], rng)
        steps = play_out(encoded, net, workspace, trajectory, random_share, rng)
        for side in range(players):
            won = has_won(encoded, side)
            results[side * OUTPUTS] = 1.0 if won else 0.0
            results[side * OUTPUTS + 1] = 1.0 if won else progress_when_lost(encoded)
        wins += float(results[0])
        progresses += float(results[1])
        if rate > 0:
            set_targets(trajectory, steps, results, LAMBDA)
            errors += collect_gradients(net, adam, trajectory, steps, workspace.batch.layers)
            if (number + 1) % setup.batch == 0:
                take_step(net, adam, rate)
    return wins / games, progresses / games, errors / games
