"""Open-loop information-set Monte Carlo tree search on encoded states.

The root uses sequential halving: whenever a share of the budget is spent, the half of the actions
with the lower mean values is dropped. All remaining actions are tried with the same guess of the
hidden cards, then with the next one. The value of an action varies a lot with the guess, the
difference between two actions much less.

Below the root, PUCT takes over: the seat that must act takes the action with the greatest sum of
its mean value and an exploration bonus. At a new node, the page's heuristic plays to the end of the
turn, and the net evaluates the position. The chances are then added to all nodes of the path. A
node stands for a sequence of actions, whatever the cards were.

The cost is counted in evaluations. An evaluation is one action played.
"""

from math import sqrt
from typing import NamedTuple

from regicide_tui.bots.edges import MISSING, Edges, find_edge, new_edges
from regicide_tui.bots.king_of_the_dead.appeals import (
    ACTIONS,
    APPEALS,
    FOUND,
    MOST_CANDIDATES,
    new_working_memory,
)
from regicide_tui.bots.king_of_the_dead.candidates import write_candidates
from regicide_tui.bots.king_of_the_dead.features import MOST_INPUTS, write_features
from regicide_tui.bots.king_of_the_dead.rules import apply_action, win_share
from regicide_tui.bots.king_of_the_dead.state import (
    ACTOR,
    CARDS,
    END,
    GATE,
    HANDS,
    LENGTH,
    MOST_SEATS,
    NEWCOMER,
    OVER,
    PLAYERS,
    POINT,
    RESHUFFLES,
    ROOM,
    SIZES,
    STARTER,
)
from regicide_tui.bots.library import (
    Doubles,
    Floats,
    Ints,
    compiled,
    doubles,
    floats,
    ints,
    ints_of,
)
from regicide_tui.bots.net import OUTPUTS, Layers, Net, exponential, forward, new_layers
from regicide_tui.bots.rng import random_below, shuffle, sort_numbers


class InformationSet(NamedTuple):
    """What a seat knows: an encoded state with gaps, and the cards that can fill them.

    In `encoded`, an unknown card is 0, and an unknown Newcomer is a Joker. `gaps` are its indices
    of hidden cards in hands and draw piles, seat by seat. `hidden` are the cards known to be in
    the hidden places of a player, seat by seat, followed by all cards that may be anywhere. There
    are at least as many as hidden places. `gap_ends` and `hidden_ends` say where those of each seat
    end. `gate` is the number of cards in the Gate, or 0 if these are known. `newcomer` is 1 if
    there is an unknown Newcomer.
    """

    encoded: Ints
    gaps: Ints
    gap_ends: Ints
    hidden: Ints
    hidden_ends: Ints
    gate: int
    newcomer: int


@compiled
def determinize(information: InformationSet, encoded: Ints, rng: Ints) -> None:
    """Write a full position that the seat can't distinguish from the true one."""
    encoded[:LENGTH] = information.encoded[:LENGTH]
    pool = ints(ROOM)
    hidden = len(information.hidden)
    pool[:hidden] = information.hidden[:hidden]
    players = encoded[PLAYERS]
    size = _deal_owned_cards(information, encoded, pool, rng)
    for place in range(information.hidden_ends[players - 1], len(information.hidden)):
        pool[size] = pool[place]
        size += 1
    shuffle(rng, pool, 0, size)
    behind = information.gate + information.newcomer
    _move_gate_cards_first(encoded, pool, size, behind)
    for place in range(information.gate):
        encoded[CARDS + GATE * ROOM + place] = pool[place]
    if information.newcomer:
        encoded[NEWCOMER] = pool[behind - 1]
    for place in range(len(information.gaps)):
        gap = information.gaps[place]
        if encoded[gap] == 0:
            encoded[gap] = pool[behind]
            behind += 1
    for seat in range(players):
        sort_hand(encoded, seat)


@compiled
def _deal_owned_cards(information: InformationSet, encoded: Ints, pool: Ints, rng: Ints) -> int:
    """Deal the cards that players are known to own. Return how many remain, first in the pool.

    Surplus cards of one player fill the empty places of another. Places without a card stay empty.
    """
    players, spare, card, gap = encoded[PLAYERS], 0, 0, 0
    for seat in range(players):
        end, last = information.hidden_ends[seat], information.gap_ends[seat]
        shuffle(rng, pool, card, end - card)
        while card < end:
            if gap < last:
                encoded[information.gaps[gap]] = pool[card]
                gap += 1
            else:
                pool[spare] = pool[card]
                spare += 1
            card += 1
        gap = last
    first = 0
    for seat in range(players):
        last, incomplete = information.gap_ends[seat], False
        for gap in range(first, last):
            if encoded[information.gaps[gap]] == 0:
                incomplete = True
                if spare > 0:
                    spare -= 1
                    encoded[information.gaps[gap]] = pool[spare]
        if incomplete:
            _shuffle_places(information.gaps, encoded, first, last, rng)
        first = last
    return spare


@compiled
def _shuffle_places(gaps: Ints, encoded: Ints, first: int, last: int, rng: Ints) -> None:
    """Shuffle the cards of these gaps."""
    for gap in range(last - 1, first, -1):
        one, other = gaps[gap], gaps[first + random_below(rng, gap - first + 1)]
        held = encoded[one]
        encoded[one] = encoded[other]
        encoded[other] = held


@compiled
def _move_gate_cards_first(encoded: Ints, pool: Ints, size: int, behind: int) -> None:
    """Move as many cards to the front as the Gate and the Newcomer need, choosing possible ones.

    Until the Well becomes the Gate for the first time, starting cards can't be there (K-1).
    """
    others = 0
    for place in range(size):
        others += 1 - STARTER[pool[place]]
    if encoded[RESHUFFLES] > 0 or others < behind:
        return
    found = 0
    for place in range(size):
        card = pool[place]
        if found < behind and not STARTER[card]:
            pool[place] = pool[found]
            pool[found] = card
            found += 1


@compiled
def sort_hand(encoded: Ints, seat: int) -> None:
    """Sort a hand, the lowest card first."""
    sort_numbers(encoded, CARDS + (HANDS + seat) * ROOM, encoded[SIZES + HANDS + seat])


class Evaluation(NamedTuple):
    """Reused memory: the inputs that are on, the layers of the net, and the value of each seat."""

    on: Ints
    layers: Layers
    outputs: Floats
    values: Doubles


def new_evaluation() -> Evaluation:
    """Return empty memory."""
    return Evaluation(
        ints(MOST_INPUTS),
        new_layers(),
        floats(OUTPUTS),
        doubles(MOST_SEATS),
    )


@compiled
def _chance(net: Net, evaluation: Evaluation, count: int) -> float:
    """Return the chance of winning for the first `count` inputs."""
    forward(net, evaluation.on, count, evaluation.layers, evaluation.outputs)
    return float(evaluation.outputs[0])


@compiled
def evaluate(encoded: Ints, net: Net, evaluation: Evaluation) -> None:
    """Write the value of a position for each seat: the chance of winning, or the share of the win.

    The chances are those of the net, shifted evenly so that they add up to 1.
    """
    players, values, total = encoded[PLAYERS], evaluation.values, 0.0
    for seat in range(players):
        if encoded[OVER]:
            values[seat] = win_share(encoded, seat)
        else:
            values[seat] = _chance(net, evaluation, write_features(encoded, seat, evaluation.on))
        total += values[seat]
    for seat in range(players):
        values[seat] += (1 - total) / players


TEMPERATURE = 2.0
"""The temperature of the policy: an appeal that is this much greater has e times the weight."""
MOST_MOVES = 24
"""The maximum number of actions to play to the end of a turn."""


@compiled
def write_policy(work: Ints, policy: Doubles) -> float:
    """Write a weight for each candidate in the working memory. Return the sum of the weights."""
    whole = 0.0
    for index in range(work[FOUND]):
        policy[index] = exponential((work[APPEALS + index] - work[APPEALS]) / (POINT * TEMPERATURE))
        whole += policy[index]
    return whole


@compiled
def finish_turn(encoded: Ints, action: int, work: Ints, cards: Ints, rng: Ints) -> int:
    """Let the heuristic act after `action` until the turn or game ends. Return its action count.

    It is hard to evaluate what a hand can still do, and easier once the turn is over. `cards` is
    memory for the cards of an action.
    """
    moves = 0
    while not encoded[OVER] and action != END and moves < MOST_MOVES:
        write_candidates(encoded, work, 1)
        action = work[ACTIONS]
        apply_action(encoded, action, cards, rng)
        moves += 1
    return moves


EXPLORATION = 0.2
"""The exploration constant: the weight of the bonus for rarely tried actions."""
UNTRIED_PENALTY = 0.05
"""How much lower the assumed value of an untried action is than the mean of its siblings."""

_ROOT = 0

# Indices of `Tree.counts`.
_SPENT, _LEFT, _HALVINGS = range(3)


class Workspace(NamedTuple):
    """Reused memory: positions, the cards of an action, working memory for candidates, and more."""

    guessed: Ints
    encoded: Ints
    cards: Ints
    work: Ints
    policy: Doubles
    evaluation: Evaluation


def new_workspace() -> Workspace:
    """Return an empty workspace."""
    return Workspace(
        ints(LENGTH),
        ints(LENGTH),
        ints(ROOM),
        new_working_memory(),
        doubles(MOST_CANDIDATES),
        new_evaluation(),
    )


class Tree(NamedTuple):
    """The nodes of a tree, the root first; the others have the numbers of the edges to them.

    `counts` contains the evaluations spent, the number of remaining actions of the root, and how
    often they were halved. `left` contains these actions, then the dropped ones, the worst last.
    `behind` says how much worse than the best action each dropped one was at that time. Each node
    has its visits, the sum of its values for the player whose action led to it, and the sum of the
    values of all actions from it for the player who acts there. `path` contains the nodes of a try,
    the root first, and `movers` the players who acted at each.
    """

    counts: Ints
    left: Ints
    behind: Doubles
    edges: Edges
    visits: Ints
    value_sum: Doubles
    total: Doubles
    path: Ints
    movers: Ints


def new_tree(evaluations: int, actions: Ints) -> Tree:
    """Return an empty tree with these actions at the root, and room for this many evaluations."""
    edges = evaluations + len(actions) + 1
    size = edges + 1
    return Tree(
        ints_of([0, len(actions), 0]),
        actions[:],
        doubles(len(actions)),
        new_edges(edges),
        ints(size),
        doubles(size),
        doubles(size),
        ints(size + 1),
        ints(size),
    )


@compiled
def grow_tree(
    information: InformationSet,
    net: Net,
    workspace: Workspace,
    tree: Tree,
    until: int,
    budget: int,
    rng: Ints,
) -> None:
    """Grow the tree until `until` evaluations of the whole `budget` are spent.

    A round is always finished: it tries every remaining action with one guess of the hidden cards.
    """
    encoded, work = workspace.encoded, workspace.work
    while tree.counts[_SPENT] < until:
        _drop_weak_actions(tree, budget)
        determinize(information, workspace.guessed, rng)
        for place in range(tree.counts[_LEFT]):
            encoded[:LENGTH] = workspace.guessed[:LENGTH]
            action, depth = tree.left[place], 0
            tree.movers[0] = encoded[ACTOR]
            known = _step(tree, 0, action)
            apply_action(encoded, action, workspace.cards, rng)
            while known and not encoded[OVER]:
                depth += 1
                write_candidates(encoded, work, MOST_CANDIDATES)
                action = _select(tree, tree.path[depth], work, workspace.policy)
                tree.movers[depth] = encoded[ACTOR]
                known = _step(tree, depth, action)
                apply_action(encoded, action, workspace.cards, rng)
            moves = finish_turn(encoded, action, work, workspace.cards, rng)
            evaluate(encoded, net, workspace.evaluation)
            _back_up(tree, depth + 1, workspace.evaluation.values)
            tree.counts[_SPENT] += depth + 1 + moves


@compiled
def _drop_weak_actions(tree: Tree, budget: int) -> None:
    """Drop the worse half of the remaining actions, if the next share of the budget is spent.

    There are as many equal shares as it takes to halve all actions down to one. In the last share,
    the two best actions remain.
    """
    shares = 1
    while 1 << shares < len(tree.left):
        shares += 1
    share = tree.counts[_HALVINGS] + 1
    if share == shares or tree.counts[_SPENT] * shares < budget * share:
        return
    tree.counts[_HALVINGS] = share
    _sort_actions(tree)
    left, best = (tree.counts[_LEFT] + 1) // 2, value_at_root(tree, tree.left[0])
    for place in range(left, tree.counts[_LEFT]):
        tree.behind[place] = best - value_at_root(tree, tree.left[place])
    tree.counts[_LEFT] = left


@compiled
def _sort_actions(tree: Tree) -> None:
    """Sort the remaining actions by their mean values, the best first."""
    for index in range(1, tree.counts[_LEFT]):
        action, place = tree.left[index], index
        value = value_at_root(tree, action)
        while place > 0 and value_at_root(tree, tree.left[place - 1]) < value:
            tree.left[place] = tree.left[place - 1]
            place -= 1
        tree.left[place] = action


@compiled
def value_at_root(tree: Tree, action: int) -> float:
    """Return the mean value of all tries of a root action; 0 if it was never tried."""
    after = find_edge(tree.edges, _ROOT, action, False)
    return tree.value_sum[after] / max(1, tree.visits[after])


@compiled
def _step(tree: Tree, depth: int, action: int) -> bool:
    """Follow an action from the last node of the path. Return False if the next node is new."""
    nodes = tree.edges.added[0]
    tree.path[depth + 1] = find_edge(tree.edges, tree.path[depth], action, True)
    return tree.edges.added[0] == nodes


@compiled
def _back_up(tree: Tree, depth: int, values: Doubles) -> None:
    """Add the value of each seat to the nodes of the path."""
    tree.visits[_ROOT] += 1
    for step in range(depth):
        value = values[tree.movers[step]]
        tree.total[tree.path[step]] += value
        tree.value_sum[tree.path[step + 1]] += value
        tree.visits[tree.path[step + 1]] += 1


@compiled
def _select(tree: Tree, node: int, work: Ints, policy: Doubles) -> int:
    """Return the candidate to try at a node (PUCT)."""
    count = work[FOUND]
    if count == 1:
        return work[ACTIONS]
    whole, visits = write_policy(work, policy), tree.visits[node]
    # The first visit ended at the node and tried none of its actions.
    untried = tree.total[node] / max(1, visits - 1) - UNTRIED_PENALTY
    exploration = EXPLORATION * sqrt(visits + 1.0) / whole
    best, most = work[ACTIONS], -1e9
    for index in range(count):
        action = work[ACTIONS + index]
        after = find_edge(tree.edges, node, action, False)
        if after == MISSING:
            score = untried + exploration * policy[index]
        else:
            tried = tree.visits[after]
            score = tree.value_sum[after] / tried + exploration * policy[index] / (1 + tried)
        if score > most:
            best, most = action, score
    return best


def evaluations_spent(tree: Tree) -> int:
    """Return the number of evaluations spent on the tree."""
    return tree.counts[_SPENT]


def rank_root_actions(tree: Tree) -> list[tuple[int, float, float]]:
    """Return each root action with its value and its share of all tries, the best first.

    A dropped action has the value of the best one, minus how far it was behind. All values are thus
    as if all actions had been tried with the same guesses.
    """
    left, tries = tree.counts[_LEFT], max(1, tree.visits[_ROOT])
    found = [(action, value_at_root(tree, action)) for action in tree.left[:left].tolist()]
    found.sort(key=lambda one: -one[1])
    dropped = zip(tree.left[left:].tolist(), tree.behind[left:].tolist(), strict=True)
    found += [(action, max(0.0, found[0][1] - behind)) for action, behind in dropped]
    return [
        (action, value, tree.visits[find_edge(tree.edges, _ROOT, action, False)] / tries)
        for action, value in found
    ]
