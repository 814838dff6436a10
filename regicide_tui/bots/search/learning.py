"""Trains a net by games against itself: TD(lambda) in batches, with Adam.

A player looks one action ahead, at one guess of the hidden cards. Sometimes it takes an action by
its appeal and noise instead. After some games, the net is moved towards what followed each
position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.base import A, S
from regicide_tui.bots.net import Net
from regicide_tui.bots.search.evaluator import best_candidate, win_shares
from regicide_tui.bots.search.net_evaluator import NetEvaluator
from regicide_tui.bots.search.search_bot import play_until_quiet
from regicide_tui.games.base import Value

MOST_ACTIONS = 1000
"""A game with this many actions is given up."""
BATCH = 256

Matrix = npt.NDArray[np.float32]


class TrainingStage(Value, frozen=True):
    """A stage of training.

    `games` are played, with an update of the net after every `games_per_update`. `td_lambda` is the
    lambda of TD. `heuristic_share` is the share of actions chosen by their appeal, with noise of
    the standard deviation `noise`. The number of players of each game is drawn from
    `player_counts`.
    """

    games: int
    games_per_update: int = 50
    td_lambda: float = 0.8
    learning_rate: float = 1e-3
    heuristic_share: float = 0.1
    noise: float = 0.0
    player_counts: tuple[int, ...] = (2,)


@dataclass
class Episode:
    """One seat's positions of a game, as inputs that are on, and its share of the win."""

    positions: list[list[int]] = field(default_factory=list)
    result: float = 0.0


def play_episode(
    evaluator: NetEvaluator[S, A], seed: str, stage: TrainingStage, rng: Random
) -> list[Episode]:
    """Play a game against itself. Return each seat's episode, or nothing if it was given up."""
    game = evaluator.game
    players = rng.choice(stage.player_counts)
    state = game.new(players, seed, {})
    episodes = [Episode() for _ in range(players)]
    for _ in range(MOST_ACTIONS):
        action = _pick(evaluator, state, stage, rng)
        state = game.reduce(state, action).state
        outcome = game.outcome(state)
        if outcome is not None:
            result = win_shares(outcome)
            for seat, episode in enumerate(episodes):
                episode.result = result[seat]
            return episodes
        if evaluator.is_quiet(state, action):
            for seat, episode in enumerate(episodes):
                episode.positions.append(evaluator.features(state, seat))
    return []


def _pick(evaluator: NetEvaluator[S, A], state: S, stage: TrainingStage, rng: Random) -> A:
    candidates = evaluator.candidates(state)
    chance = rng.random()
    if len(candidates) == 1:
        return candidates[0][0]
    if chance < stage.heuristic_share:
        return best_candidate(
            [(action, appeal + rng.gauss(0, stage.noise)) for action, appeal in candidates]
        )
    game = evaluator.game
    seat = game.to_act(state)
    assert seat is not None
    guess = game.determinize(game.view(state, seat), rng)
    rated = []
    for action, _ in candidates:
        after, _ = play_until_quiet(evaluator, game.reduce(guess, action).state, action)
        outcome = game.outcome(after)
        rated.append((action, (win_shares(outcome) if outcome else evaluator.chances(after))[seat]))
    return best_candidate(rated)


def targets(net: Net, episodes: Sequence[Episode], td_lambda: float) -> tuple[Matrix, Matrix]:
    """Return all positions as a matrix of inputs, and the chance that each should have had."""
    rows, wanted = [], []
    for episode in episodes:
        inputs = matrix(episode.positions, len(net.w1) - 1)
        chances = forward(net, inputs)[2][:, 0]
        value = np.empty(len(chances), dtype=np.float32)
        later = episode.result
        for place in range(len(chances) - 1, -1, -1):
            value[place] = later
            later = td_lambda * later + (1 - td_lambda) * chances[place]
        rows.append(inputs)
        wanted.append(value)
    return np.concatenate(rows), np.concatenate(wanted)


def matrix(positions: Sequence[list[int]], inputs: int) -> Matrix:
    """Return positions as rows of a matrix that counts each input."""
    found = np.zeros((len(positions), inputs), dtype=np.float32)
    for row, on in enumerate(positions):
        np.add.at(found[row], on, 1)
    return found


def forward(net: Net, inputs: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Return both hidden layers and the outputs."""
    one = np.maximum(inputs @ net.w1[:-1] + net.b1, 0)
    two = np.maximum(one @ net.w2 + net.b2, 0)
    return one, two, 1 / (1 + np.exp(-(two @ net.w3 + net.b3)))


class Adam:
    """The optimiser. It moves a net against a gradient, with an own step size for each weight."""

    def __init__(self, net: Net) -> None:
        self.mean = [np.zeros_like(part) for part in net]
        self.square = [np.zeros_like(part) for part in net]
        self.steps = 0

    def move(self, net: Net, gradient: Sequence[Matrix], learning_rate: float) -> None:
        """Move the net in place."""
        self.steps += 1
        for part, slope, mean, square in zip(net, gradient, self.mean, self.square, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            unbiased = mean / (1 - 0.9**self.steps)
            part -= learning_rate * unbiased / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def gradient(net: Net, inputs: Matrix, wanted: Matrix) -> tuple[float, list[Matrix]]:
    """Return the mean cross entropy of the first output, and its gradient for each part."""
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


class Learner(Generic[S, A]):
    """A net in training: its evaluator, its optimiser, its random numbers, and the games played."""

    def __init__(self, evaluator: NetEvaluator[S, A], seed: int) -> None:
        self.evaluator = evaluator
        self.adam = Adam(evaluator.net)
        self.seed = seed
        self.rng = Random(seed)  # noqa: S311
        self.order = np.random.default_rng(seed)
        self.games = 0

    def learn(self, stage: TrainingStage, passes: int = 2) -> float:
        """Play the games until the next update and learn from them. Return the mean error."""
        net, episodes = self.evaluator.net, list[Episode]()
        for number in range(self.games, self.games + stage.games_per_update):
            episodes += play_episode(self.evaluator, f"learn-{self.seed}-{number}", stage, self.rng)
        inputs, wanted = targets(net, episodes, stage.td_lambda)
        learning_rate = stage.learning_rate * (1 - 0.9 * self.games / stage.games)
        losses = []
        for _ in range(passes):
            mixed = self.order.permutation(len(wanted))
            for start in range(0, len(mixed), BATCH):
                some = mixed[start : start + BATCH]
                loss, slopes = gradient(net, inputs[some], wanted[some])
                self.adam.move(net, slopes, learning_rate)
                losses.append(loss)
        self.games += stage.games_per_update
        return float(np.mean(losses))
