"""Trains a net by games against itself: TD(lambda) in batches, with Adam.

A player looks one action ahead, at one guess of the hidden cards. Sometimes it takes an action by
its appeal and noise instead. After some games, the net is moved towards what followed each
position.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from regicide_tui.bots.base import Observation
from regicide_tui.bots.king_of_the_dead.encoded.candidates.dispatch import write_candidates
from regicide_tui.bots.king_of_the_dead.encoded.candidates.working_memory import ACTIONS, APPEALS
from regicide_tui.bots.king_of_the_dead.encoded.cards import POINT
from regicide_tui.bots.king_of_the_dead.encoded.encoding import decode_action, encode_state
from regicide_tui.bots.king_of_the_dead.encoded.features import write_features
from regicide_tui.bots.king_of_the_dead.encoded.information_set import infer_information_set
from regicide_tui.bots.king_of_the_dead.encoded.search import (
    Workspace,
    grow_tree,
    new_tree,
    new_workspace,
    rank_root_actions,
)
from regicide_tui.bots.king_of_the_dead.page import MOST_CANDIDATES
from regicide_tui.bots.net import Net
from regicide_tui.bots.rng import new_rng
from regicide_tui.games.base import Value
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead.actions import Action, EndTurn
from regicide_tui.games.king_of_the_dead.state import State

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


def play_episode(net: Net, seed: str, stage: TrainingStage, rng: Random) -> list[Episode]:
    """Play a game against itself. Return each seat's episode, or nothing if it was given up."""
    players = rng.choice(stage.player_counts)
    state = GAME.new(players, seed, {})
    episodes = [Episode() for _ in range(players)]
    workspace = new_workspace(net)
    for _ in range(MOST_ACTIONS):
        action = _pick(net, workspace, state, stage, rng)
        state = GAME.reduce(state, action).state
        outcome = GAME.outcome(state)
        if outcome is not None:
            for winner in outcome.winners:
                episodes[winner].result = 1 / len(outcome.winners)
            return episodes
        if isinstance(action, EndTurn):
            encoded, on = encode_state(state), workspace.evaluation.on
            for seat, episode in enumerate(episodes):
                episode.positions.append(on[: write_features(encoded, seat, on)].tolist())
    return []


def _pick(
    net: Net, workspace: Workspace, state: State, stage: TrainingStage, rng: Random
) -> Action:
    count = write_candidates(encode_state(state), workspace.work, MOST_CANDIDATES)
    numbers = workspace.work[ACTIONS : ACTIONS + count].tolist()
    appeals = workspace.work[APPEALS : APPEALS + count] / POINT
    chance = rng.random()
    if count == 1:
        chosen = numbers[0]
    elif chance < stage.heuristic_share:
        noisy = [appeal + rng.gauss(0, stage.noise) for appeal in appeals]
        chosen = numbers[noisy.index(max(noisy))]
    else:
        values = _look_ahead(net, workspace, state, numbers, rng)
        chosen = numbers[values.index(max(values))]
    return decode_action(state, chosen)


def _look_ahead(
    net: Net, workspace: Workspace, state: State, numbers: list[int], rng: Random
) -> list[float]:
    """Return the values of actions for the seat to act, at one guess of the hidden cards."""
    view = GAME.view(state, GAME.to_act(state))
    information = infer_information_set(Observation(view, (), view))
    seed = rng.getrandbits(32)
    values: list[float] = []
    for number in numbers:
        tree = new_tree(1, np.array([number]), np.zeros(1, dtype=np.int64))
        grow_tree(information, net, workspace, tree, 1, new_rng(seed))
        ((_, value, _),) = rank_root_actions(tree)
        values.append(value)
    return values


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


class Learner:
    """A net in training: its optimiser, its random numbers, and the games played."""

    def __init__(self, net: Net, seed: int) -> None:
        self.net = net
        self.adam = Adam(net)
        self.seed = seed
        self.rng = Random(seed)  # noqa: S311
        self.order = np.random.default_rng(seed)
        self.games = 0

    def learn(self, stage: TrainingStage, passes: int = 2) -> float:
        """Play the games until the next update and learn from them. Return the mean error."""
        net, episodes = self.net, list[Episode]()
        for number in range(self.games, self.games + stage.games_per_update):
            episodes += play_episode(net, f"learn-{self.seed}-{number}", stage, self.rng)
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
