"""Learning from games against oneself: TD(lambda) on the positions after each action."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.luck import below
from regicide_tui.bots.net import MOST_INPUTS, OUTPUTS, Net, forward
from regicide_tui.bots.regicide.layout import (
    CASTLE_SIZE,
    LENGTH,
    NONE,
    RESULT,
    WON,
)
from regicide_tui.bots.regicide.player import Desk, assess, best_of
from regicide_tui.bots.regicide.rules import deal, take

MOST_STEPS = 2000
LAMBDA = 0.8


class Trail(NamedTuple):
    """The way of one game: the inputs after each action, the net's answers, what to learn."""

    inputs: Ints
    counts: Ints
    best: Floats
    strayed: Ints
    targets: Floats


def new_trail() -> Trail:
    """Return an empty trail."""
    return Trail(
        np.zeros((MOST_STEPS, MOST_INPUTS), dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
    )


@compiled
def play_out(row: Ints, net: Net, desk: Desk, trail: Trail, stray: float, luck: Ints) -> int:
    """Play a game to its end, now and then at random; return the number of steps."""
    step = 0
    while row[RESULT] == NONE and step < MOST_STEPS:
        count = assess(row, net, desk)
        best = best_of(desk, count)
        chosen = best
        if below(luck, 10000) < stray * 10000:
            chosen = below(luck, count)
        trail.inputs[step] = desk.batch.inputs[chosen]
        trail.counts[step] = desk.batch.counts[chosen]
        trail.best[step] = desk.batch.chances[best]
        trail.strayed[step] = 1 if chosen != best else 0
        take(row, int(desk.actions[chosen]), luck)
        step += 1
    return step


@compiled
def set_targets(trail: Trail, steps: int, won: float, way: float) -> None:
    """Look back from the end: what each position should have been judged (TD lambda).

    Behind a random action the best one counts, as nobody was forced to stray.
    """
    target = np.empty(OUTPUTS, dtype=np.float32)
    target[0], target[1] = won, way
    for step in range(steps - 1, -1, -1):
        trail.targets[step] = target
        for output in range(OUTPUTS):
            best = trail.best[step, output]
            if trail.strayed[step] == 1:
                target[output] = best
            else:
                target[output] = LAMBDA * target[output] + (1 - LAMBDA) * best


@compiled
def learn(net: Net, trail: Trail, steps: int, rate: float) -> float:
    """Move the net a little towards the targets; return the mean squared error of the wins."""
    width, depth = net.w2.shape
    one, two = np.empty(width, dtype=np.float32), np.empty(depth, dtype=np.float32)
    push, back = np.empty(OUTPUTS, dtype=np.float32), np.empty(depth, dtype=np.float32)
    chances = np.empty(OUTPUTS, dtype=np.float32)
    error = 0.0
    for step in range(steps):
        count = int(trail.counts[step])
        if count < 0:
            continue
        forward(net, trail.inputs[step], count, one, two, chances)
        for output in range(OUTPUTS):
            push[output] = rate * (chances[output] - trail.targets[step, output])
        error += float(chances[0] - trail.targets[step, 0]) ** 2
        _push_last(net, two, push, back)
        _push_first(net, trail.inputs[step], count, one, back)
    return error / max(1, steps)


@compiled
def _push_last(net: Net, two: Floats, push: Floats, back: Floats) -> None:
    """Correct the last layer; write into `back` what the layer before must give."""
    back[:] = 0
    for output in range(OUTPUTS):
        net.b3[output] -= push[output]
        for unit in range(two.size):
            if two[unit] > 0:
                back[unit] += push[output] * net.w3[unit, output]
                net.w3[unit, output] -= push[output] * two[unit]
    net.b2[:] -= back


@compiled
def _push_first(net: Net, inputs: Ints, count: int, one: Floats, back: Floats) -> None:
    """Correct the second layer and the first, which has weights only for the inputs that are on."""
    deeper = np.zeros(one.size, dtype=np.float32)
    for unit in range(one.size):
        if one[unit] > 0:
            weights = net.w2[unit]
            for other in range(back.size):
                deeper[unit] += back[other] * weights[other]
                weights[other] -= one[unit] * back[other]
    net.b1[:] -= deeper
    for place in range(count):
        weights = net.w1[inputs[place]]
        for unit in range(one.size):
            weights[unit] -= deeper[unit]


@compiled
def practise(
    net: Net,
    desk: Desk,
    trail: Trail,
    players: int,
    jesters: Ints,
    games: int,
    stray: float,
    rate: float,
    luck: Ints,
) -> tuple[float, float, float]:
    """Play and learn; return the shares of wins and of fallen royals, and the error.

    `jesters` are the numbers of solo Jesters to begin with, taken in turn.
    """
    row = np.zeros(LENGTH, dtype=np.int64)
    wins, ways, errors = 0.0, 0.0, 0.0
    for game in range(games):
        deal(row, players, int(jesters[game % jesters.size]), luck)
        steps = play_out(row, net, desk, trail, stray, luck)
        won = 1.0 if row[RESULT] == WON else 0.0
        way = won if won > 0 else (11.0 - row[CASTLE_SIZE]) / 12.0
        wins += won
        ways += way
        if rate > 0:
            set_targets(trail, steps, won, way)
            errors += learn(net, trail, steps, rate)
    return wins / games, ways / games, errors / games
