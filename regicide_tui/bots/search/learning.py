"""Learning to judge from games against oneself: TD(lambda) in batches, with Adam.

A player looks one action ahead, at one guess of what is hidden, and sometimes takes an action by
its appeal or at random instead. After some games, the net is moved towards what followed
each position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.base import A, S
from regicide_tui.bots.net import Net
from regicide_tui.bots.search.judge import best_of, shares
from regicide_tui.bots.search.netjudge import NetJudge
from regicide_tui.bots.search.searcher import calm
from regicide_tui.games.base import Value

LONGEST = 1000
"""A game of so many actions is given up."""
BATCH = 256

Matrix = npt.NDArray[np.float32]


class Course(Value, frozen=True):
    """How to learn: games, games between two lessons, and how much luck there is in actions.

    The games are among so many as `tables` says, by luck.
    """

    games: int
    lesson: int = 50
    trace: float = 0.8
    speed: float = 1e-3
    whim: float = 0.1
    mood: float = 0.0
    tables: tuple[int, ...] = (2,)


@dataclass
class Story:
    """One seat's positions of a game, as inputs that are on, and its share of the win."""

    positions: list[list[int]] = field(default_factory=list)
    result: float = 0.0


def play(judge: NetJudge[S, A], seed: str, course: Course, luck: Random) -> list[Story]:
    """Play a game against oneself; return each seat's story, none for a game given up."""
    game = judge.game
    players = luck.choice(course.tables)
    state = game.new(players, seed, {})
    stories = [Story() for _ in range(players)]
    for _ in range(LONGEST):
        action = _pick(judge, state, course, luck)
        state = game.reduce(state, action).state
        outcome = game.outcome(state)
        if outcome is not None:
            result = shares(outcome)
            for seat, story in enumerate(stories):
                story.result = result[seat]
            return stories
        if judge.quiet(state, action):
            for seat, story in enumerate(stories):
                story.positions.append(judge.features(state, seat))
    return []


def _pick(judge: NetJudge[S, A], state: S, course: Course, luck: Random) -> A:
    options = judge.options(state)
    chance = luck.random()
    if len(options) == 1:
        return options[0][0]
    if chance < course.whim:
        return best_of(
            [(action, appeal + luck.gauss(0, course.mood)) for action, appeal in options]
        )
    game = judge.game
    seat = game.to_act(state)
    assert seat is not None
    guess = game.determinize(game.view(state, seat), luck)
    rated = []
    for action, _ in options:
        after, _ = calm(judge, game.reduce(guess, action).state, action)
        outcome = game.outcome(after)
        rated.append((action, (shares(outcome) if outcome else judge.chances(after))[seat]))
    return best_of(rated)


def targets(net: Net, stories: Sequence[Story], trace: float) -> tuple[Matrix, Matrix]:
    """Return all positions as a matrix of inputs, and the chance each should have had."""
    rows, wanted = [], []
    for story in stories:
        inputs = matrix(story.positions, len(net.w1) - 1)
        chances = forward(net, inputs)[2][:, 0]
        value = np.empty(len(chances), dtype=np.float32)
        later = story.result
        for place in range(len(chances) - 1, -1, -1):
            value[place] = later
            later = trace * later + (1 - trace) * chances[place]
        rows.append(inputs)
        wanted.append(value)
    return np.concatenate(rows), np.concatenate(wanted)


def matrix(positions: Sequence[list[int]], inputs: int) -> Matrix:
    """Return positions as rows of counts."""
    found = np.zeros((len(positions), inputs), dtype=np.float32)
    for row, on in enumerate(positions):
        np.add.at(found[row], on, 1)
    return found


def forward(net: Net, inputs: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Return both hidden layers and the answers."""
    one = np.maximum(inputs @ net.w1[:-1] + net.b1, 0)
    two = np.maximum(one @ net.w2 + net.b2, 0)
    return one, two, 1 / (1 + np.exp(-(two @ net.w3 + net.b3)))


class Adam:
    """The optimiser: moves a net against a gradient, each weight at its own pace."""

    def __init__(self, net: Net) -> None:
        self.mean = [np.zeros_like(part) for part in net]
        self.square = [np.zeros_like(part) for part in net]
        self.steps = 0

    def move(self, net: Net, gradient: Sequence[Matrix], speed: float) -> None:
        """Move the net in place."""
        self.steps += 1
        for part, slope, mean, square in zip(net, gradient, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps)
            part -= speed * unbiased / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def gradient(net: Net, inputs: Matrix, wanted: Matrix) -> tuple[float, list[Matrix]]:
    """Return the mean cross entropy of the first answer, and its slope for each part of the net."""
    one, two, answers = forward(net, inputs)
    chance = np.clip(answers[:, 0], 1e-6, 1 - 1e-6)
    loss = -float(np.mean(wanted * np.log(chance) + (1 - wanted) * np.log(1 - chance)))
    error = np.zeros_like(answers)
    error[:, 0] = (chance - wanted) / len(wanted)
    back = (error @ net.w3.T) * (two > 0)
    below = (back @ net.w2.T) * (one > 0)
    w1 = np.zeros_like(net.w1)
    w1[:-1] = inputs.T @ below
    return loss, [
        w1,
        below.sum(0),
        one.T @ back,
        back.sum(0),
        two.T @ error,
        error.sum(0),
    ]


class Pupil(Generic[S, A]):
    """Who learns: a judge, its optimiser, its luck, and how many games of a course are played."""

    def __init__(self, judge: NetJudge[S, A], seed: int) -> None:
        self.judge = judge
        self.adam = Adam(judge.net)
        self.seed = seed
        self.luck = Random(seed)  # noqa: S311
        self.order = np.random.default_rng(seed)
        self.games = 0

    def lesson(self, course: Course, passes: int = 2) -> float:
        """Play the games of one lesson and learn from them; return the mean error."""
        net, stories = self.judge.net, list[Story]()
        for number in range(self.games, self.games + course.lesson):
            stories += play(self.judge, f"learn-{self.seed}-{number}", course, self.luck)
        inputs, wanted = targets(net, stories, course.trace)
        speed = course.speed * (1 - 0.9 * self.games / course.games)
        losses = []
        for _ in range(passes):
            mixed = self.order.permutation(len(wanted))
            for start in range(0, len(mixed), BATCH):
                some = mixed[start : start + BATCH]
                loss, slopes = gradient(net, inputs[some], wanted[some])
                self.adam.move(net, slopes, speed)
                losses.append(loss)
        self.games += course.lesson
        return float(np.mean(losses))
