"""Self-play of King of the Dead: TD(lambda) on the ends of turns.

A player looks one action ahead: the heuristic plays to the end of that action's turn, and the net
evaluates the position. This is done with one guess of the hidden cards for all actions, with
another guess for the better half of them, and so on. Sometimes a player draws an action by the
appeals instead, like the search's policy.
"""

from regicide_tui.bots.king_of_the_dead.appeals import ACTIONS, MOST_CANDIDATES
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.encoding import encode_state
from regicide_tui.bots.king_of_the_dead.features import MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.rules import apply_action, win_share
from regicide_tui.bots.king_of_the_dead.search import (
    Workspace,
    evaluate,
    finish_turn,
    sort_hand,
    write_policy,
)
from regicide_tui.bots.king_of_the_dead.state import (
    ACTOR,
    CARDS,
    DRAWS,
    END,
    GATE,
    HANDS,
    LENGTH,
    MOST_SEATS,
    NEWCOMER,
    NO_PROMPT,
    OVER,
    PLAYERS,
    PROMPT,
    ROOM,
    SIZES,
)
from regicide_tui.bots.library import Doubles, Ints, compiled, doubles, floats, ints, part
from regicide_tui.bots.net import OUTPUTS, Net
from regicide_tui.bots.rng import random_below, shuffle
from regicide_tui.bots.training import self_play
from regicide_tui.bots.training.adam import Adam, take_step
from regicide_tui.bots.training.self_play import (
    GameSetup,
    Trajectory,
    collect_gradients,
    set_targets,
)
from regicide_tui.games.king_of_the_dead import GAME

MOST_TURNS = 400
MOST_ACTIONS = 4000
"""A game with this many turns or actions is abandoned."""
LAMBDA = 0.95


def new_trajectory() -> Trajectory:
    """Return an empty trajectory, in which each seat has a step at each end of a turn."""
    return self_play.new_trajectory(MOST_TURNS * MOST_SEATS, MOST_INPUTS)


@compiled
def play_out(
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    trajectory: Trajectory,
    random_share: float,
    rng: Ints,
) -> int:
    """Play a game to its end. Return the number of steps, or 0 if it was abandoned."""
    steps = 0
    for _ in range(MOST_ACTIONS):
        action = _choose(encoded, net, workspace, random_share, rng)
        apply_action(encoded, action, workspace.cards, rng)
        if encoded[OVER]:
            return steps
        if action == END:
            if steps > (MOST_TURNS - 1) * MOST_SEATS:
                return 0
            evaluate(encoded, net, workspace.evaluation)
            for seat in range(encoded[PLAYERS]):
                inputs = part(trajectory.inputs, steps * MOST_INPUTS)
                trajectory.counts[steps] = write_features(encoded, seat, inputs)
                trajectory.sides[steps] = seat
                for output in range(OUTPUTS):
                    trajectory.best[steps * OUTPUTS + output] = workspace.evaluation.values[seat]
                steps += 1
    return 0


@compiled
def _choose(
    encoded: Ints,
    net: Net,
    workspace: Workspace,
    random_share: float,
    rng: Ints,
) -> int:
    """Return the action of the seat that must act.

    While a prompt is open, no cards are guessed: the seat may have seen hidden cards.
    """
    seat, work, guessed = encoded[ACTOR], workspace.work, workspace.guessed
    guessed[:LENGTH] = encoded[:LENGTH]
    if encoded[PROMPT] == NO_PROMPT:
        guess_hidden_cards(guessed, seat, workspace.cards, rng)
    count = write_candidates(guessed, work, MOST_CANDIDATES)
    if count == 1:
        return work[ACTIONS]
    if random_below(rng, 10000) < random_share * 10000:
        return _draw_by_appeal(work, count, workspace.policy, rng)
    actions = ints(MOST_CANDIDATES)
    values = doubles(MOST_CANDIDATES)
    actions[:count] = work[ACTIONS : ACTIONS + count]
    while count > 1:
        for index in range(count):
            value = _look_ahead(actions[index], seat, net, workspace, rng)
            values[index] += value
        _sort_by_value(actions, values, count)
        if encoded[PROMPT] != NO_PROMPT:
            break
        count = (count + 1) // 2
        guess_hidden_cards(guessed, seat, workspace.cards, rng)
    return actions[0]


@compiled
def _sort_by_value(actions: Ints, values: Doubles, count: int) -> None:
    """Sort the first `count` actions by their values, the best first."""
    for index in range(1, count):
        action, value, place = actions[index], values[index], index
        while place > 0 and values[place - 1] < value:
            actions[place], values[place] = actions[place - 1], values[place - 1]
            place -= 1
        actions[place], values[place] = action, value


@compiled
def _draw_by_appeal(work: Ints, count: int, policy: Doubles, rng: Ints) -> int:
    """Return a random candidate, weighted by the search's policy."""
    whole = write_policy(work, policy)
    left = whole * random_below(rng, 1 << 16) / (1 << 16)
    for index in range(count):
        left -= policy[index]
        if left < 0:
            return work[ACTIONS + index]
    return work[ACTIONS]


@compiled
def _look_ahead(action: int, seat: int, net: Net, workspace: Workspace, rng: Ints) -> float:
    """Return a seat's value after an action, at the end of the turn as the heuristic plays it."""
    ahead, cards = workspace.encoded, workspace.cards
    ahead[:LENGTH] = workspace.guessed[:LENGTH]
    apply_action(ahead, action, cards, rng)
    finish_turn(ahead, action, workspace.work, cards, rng)
    evaluate(ahead, net, workspace.evaluation)
    return workspace.evaluation.values[seat]


@compiled
def guess_hidden_cards(encoded: Ints, seat: int, pool: Ints, rng: Ints) -> None:
    """Shuffle the cards that a seat doesn't see, in play without a prompt.

    Everyone knows which cards a player owns. An opponent's hand and draw pile are therefore dealt
    again, and the seat's own draw pile is shuffled, as is the Gate with the Newcomer. `pool` is
    memory for all cards of a game.
    """
    for other in range(encoded[PLAYERS]):
        hand, draws = CARDS + (HANDS + other) * ROOM, CARDS + (DRAWS + other) * ROOM
        held, drawn = encoded[SIZES + HANDS + other], encoded[SIZES + DRAWS + other]
        if other == seat:
            shuffle(rng, encoded, draws, drawn)
            continue
        pool[:held] = encoded[hand : hand + held]
        pool[held : held + drawn] = encoded[draws : draws + drawn]
        shuffle(rng, pool, 0, held + drawn)
        encoded[hand : hand + held] = pool[:held]
        encoded[draws : draws + drawn] = pool[held : held + drawn]
        sort_hand(encoded, other)
    gate, size = CARDS + GATE * ROOM, encoded[SIZES + GATE]
    if encoded[NEWCOMER] > 0 and size > 0:
        place = gate + random_below(rng, size)
        card = encoded[place]
        encoded[place] = encoded[NEWCOMER]
        encoded[NEWCOMER] = card
    shuffle(rng, encoded, gate, size)


def train_games(
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
    """Play and learn as described at `TrainGames` in `__main__.py`. The engine deals the games.

    The progress is the same as the wins.
    """
    shares, errors = 0.0, 0.0
    results = floats(MOST_SEATS * OUTPUTS)
    for number in range(games):
        encoded = encode_state(GAME.new(setup.players, f"{rng[0]} {rng[1]}", {}))
        steps = play_out(encoded, net, workspace, trajectory, random_share, rng)
        shares += win_share(encoded, 0) if encoded[OVER] else 0.0
        if rate > 0:
            for place in range(setup.players * OUTPUTS):
                results[place] = win_share(encoded, place // OUTPUTS)
            set_targets(trajectory, steps, results, LAMBDA)
            layers = workspace.evaluation.layers
            errors += collect_gradients(net, adam, trajectory, steps, layers)
            if (number + 1) % setup.batch == 0:
                take_step(net, adam, rate)
    return shares / games, shares / games, errors / games
