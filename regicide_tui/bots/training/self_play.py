"""Learning from games against oneself: TD(lambda) on the positions after each action."""

from typing import NamedTuple

import numpy as np

from regicide_tui.bots.compiled import Floats, Ints, compiled
from regicide_tui.bots.duel.thumb import thumb
from regicide_tui.bots.luck import below
from regicide_tui.bots.net import MOST_INPUTS, OUTPUTS, Net, forward
from regicide_tui.bots.rows.games import deal, has_won, legal, take, way_to_win
from regicide_tui.bots.rows.layout import DUEL, GAME, LENGTH, NONE, RESULT, SEATS, TURN
from regicide_tui.bots.rows.player import Desk, assess, best_of

MOST_STEPS = 2000
LAMBDA = 0.8
NOBODY = -1


class Trail(NamedTuple):
    """The way of one game: the inputs after each action, the net's answers, what to learn.

    `sides` are who acted: partners are one side, rivals are two.
    """

    inputs: Ints
    counts: Ints
    sides: Ints
    best: Floats
    strayed: Ints
    targets: Floats


class Table(NamedTuple):
    """Who plays what: `jesters` are the numbers that a solo player may flip, game by game in turn.

    The seat `guest` of a Duel, if it is not `NOBODY`, goes by rules of thumb.
    """

    game: int
    players: int
    jesters: Ints
    guest: int


def new_trail() -> Trail:
    """Return an empty trail."""
    return Trail(
        np.zeros((MOST_STEPS, MOST_INPUTS), dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
        np.zeros(MOST_STEPS, dtype=np.int64),
        np.zeros((MOST_STEPS, OUTPUTS), dtype=np.float32),
    )


@compiled
def play_out(
    row: Ints, net: Net, desk: Desk, trail: Trail, guest: int, stray: float, luck: Ints
) -> int:
    """Play a game to its end, now and then at random; return the number of steps.

    The seat `guest` of a Duel goes by rules of thumb, and nothing is learned from its actions.
    """
    step = 0
    while row[RESULT] == NONE and step < MOST_STEPS:
        if row[TURN] == guest:
            count = legal(row, desk.actions)
            take(row, int(desk.actions[thumb(row, desk.actions, count)]), luck)
            continue
        count = assess(row, net, desk)
        best = best_of(desk, count)
        chosen = best
        if below(luck, 10000) < stray * 10000:
            chosen = below(luck, count)
        trail.inputs[step] = desk.batch.inputs[chosen]
        trail.counts[step] = desk.batch.counts[chosen]
        trail.sides[step] = row[TURN] if row[GAME] == DUEL else 0
        trail.best[step] = desk.batch.chances[best]
        trail.strayed[step] = 1 if chosen != best else 0
        take(row, int(desk.actions[chosen]), luck)
        step += 1
    return step


@compiled
def set_targets(trail: Trail, steps: int, ends: Floats) -> None:
    """Look back from the end: what each position should have been judged (TD lambda).

    `ends` are what the game has brought each side. Behind a random action the best one counts, as
    nobody was forced to stray.
    """
    target = ends.copy()
    for step in range(steps - 1, -1, -1):
        side = trail.sides[step]
        trail.targets[step] = target[side]
        for output in range(OUTPUTS):
            best = trail.best[step, output]
            if trail.strayed[step] == 1:
                target[side, output] = best
            else:
                target[side, output] = LAMBDA * target[side, output] + (1 - LAMBDA) * best


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
    table: Table,
    games: int,
    stray: float,
    rate: float,
    luck: Ints,
) -> tuple[float, float, float]:
    """Play and learn; return the shares of wins and of the way to them, and the error.

    Wins are those of the first seat.
    """
    players, jesters = table.players, table.jesters
    row = np.zeros(LENGTH, dtype=np.int64)
    ends = np.empty((SEATS, OUTPUTS), dtype=np.float32)
    wins, ways, errors = 0.0, 0.0, 0.0
    for number in range(games):
        deal(row, table.game, players, int(jesters[number % jesters.size]), luck)
        steps = play_out(row, net, desk, trail, table.guest, stray, luck)
        for side in range(players):
            won = has_won(row, side)
            ends[side, 0] = 1.0 if won else 0.0
            ends[side, 1] = 1.0 if won else way_to_win(row)
        wins += ends[0, 0]
        ways += ends[0, 1]
        if rate > 0:
            set_targets(trail, steps, ends)
            errors += learn(net, trail, steps, rate)
    return wins / games, ways / games, errors / games
