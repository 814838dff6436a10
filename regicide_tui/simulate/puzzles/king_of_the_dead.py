"""Puzzles of King of the Dead from games of two bots.

A position is the beginning of a turn, with some cards of the hand set aside. The goal is the most
that the player can be sure to do in this turn. The position is a puzzle if exactly one set of
actions reaches it without revealing a card that the player can't know. A solution stays the same
with another order of actions, a card of the same number and colour, a needless action, or a
needless card in a payment. Lines that reveal unknown cards are followed with the actual cards, but
count as failed, because they are not certain.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from regicide_tui.games.base import Event, Json, Pile, Value
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead import events as happened
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, EndTurn
from regicide_tui.games.king_of_the_dead.puzzles import Goal, KingPuzzle
from regicide_tui.games.king_of_the_dead.state import NUMBER, State, in_order
from regicide_tui.games.setup import items
from regicide_tui.games.words import counted
from regicide_tui.simulate.puzzles.bot_games import replay_states
from regicide_tui.simulate.puzzles.search import Line, Proof, TooLarge, UnknownCardDrawn
from regicide_tui.simulate.puzzles.selection import PuzzleFinder

LEVELS = ("page", "squire")
PLAYERS = 2
TRIES = 3
"""How often to set aside cards of the hand of one position."""
TAKEN_AT_MOST = 3
FEWEST_CARDS = 4
MOST_NODES = 6_000
"""The maximum number of nodes of a search."""
MOST_SOLUTIONS = 40
"""The maximum number of different solutions of a node to compare."""
FEWEST_NODES = 30
FEWEST_ACTIONS = 2

ActionSet = tuple[str, ...]
"""Actions by colours and numbers, sorted: a solution regardless of its order."""

_REVEALING = (
    happened.CardsDrawn,
    happened.CardsLooked,
    happened.CardsReturned,
    happened.DiscardShuffled,
    happened.SlotFilled,
    happened.HandsSwapped,
    happened.JokerPassed,
    happened.CardsPillaged,
    happened.JokerPlaced,
)


_UNSURE = " unsure"


class Node(Value):
    """A point of a turn."""

    state: State
    points: int
    purchases: int


class TurnSearch:
    """All positions of a turn, each once. Raises `TooLarge`."""

    def __init__(self, start: State) -> None:
        self.nodes = 0
        self.start = Node(_sort_piles(start), 0, 0)
        self._edges: dict[Node, list[tuple[str, Node, bool]]] = {}
        self._explore(self.start)

    def _explore(self, start: Node) -> None:
        open_nodes = [start]
        while open_nodes:
            node = open_nodes.pop()
            if node in self._edges:
                continue
            self._edges[node] = edges = list(self._from(node))
            open_nodes += [after for _, after, _ in edges]

    def _from(self, node: Node) -> Iterator[tuple[str, Node, bool]]:
        for action in _actions(node.state):
            self.nodes += 1
            if self.nodes > MOST_NODES:
                raise TooLarge
            step = GAME.reduce(node.state, action)
            points, purchases = _gains(step.events)
            after = Node(_sort_piles(step.state), node.points + points, node.purchases + purchases)
            yield GAME.format(action), after, any(map(_reveals_unknown, step.events))

    def _sure(self) -> set[Node]:
        """Return the points of the turn that can be reached without an unknown card."""
        seen: set[Node] = set()
        open_nodes = [self.start]
        while open_nodes:
            node = open_nodes.pop()
            if node not in seen:
                seen.add(node)
                open_nodes += [
                    after for _, after, is_unknown in self._edges[node] if not is_unknown
                ]
        return seen

    def best(self) -> list[Goal]:
        """Return the possible goals: the most points, the most purchases, and both together."""
        totals = {(node.points, node.purchases) for node in self._sure()}
        points = max(totals)[0]
        purchases = max(count for _, count in totals)
        goals = [Goal(points=points)] if points else []
        goals += [Goal(purchases=purchases)] if purchases else []
        goals += [
            Goal(points=one, purchases=count)
            for one, count in sorted(totals)
            if one
            and count
            and not any(p >= one and c >= count and (p, c) != (one, count) for p, c in totals)
        ]
        return goals

    def solutions(self, goal: Goal) -> list[Line]:
        """Return a line for each solution, regardless of its order and without needless actions.

        Raises `UnknownCardDrawn` if the only solution reveals a card that the player can't know.
        """
        known: dict[Node, dict[ActionSet, Line]] = {}

        def solve(node: Node) -> dict[ActionSet, Line]:
            if node.points >= goal.points and node.purchases >= goal.purchases:
                return {(): ()}
            if node not in known:
                found: dict[ActionSet, Line] = {}
                for action, after, is_unknown in self._edges[node]:
                    generalized = _generalize(action) + _UNSURE * is_unknown
                    for action_set, line in solve(after).items():
                        found.setdefault(tuple(sorted((generalized, *action_set))), (action, *line))
                known[node] = _least(found)
            return known[node]

        found = solve(self.start)
        if len(found) == 1 and any(
            generalized.endswith(_UNSURE) for action_set in found for generalized in action_set
        ):
            raise UnknownCardDrawn
        return list(found.values())


def _least(found: dict[ActionSet, Line]) -> dict[ActionSet, Line]:
    """Return the solutions that don't contain another one."""
    if len(found) > MOST_SOLUTIONS * MOST_SOLUTIONS:
        raise TooLarge
    least: list[ActionSet] = []
    for action_set in sorted(found, key=lambda one: (len(one), one)):
        if not any(Counter(one) <= Counter(action_set) for one in least):
            least.append(action_set)
    if len(least) > MOST_SOLUTIONS:
        raise TooLarge
    return {action_set: found[action_set] for action_set in least}


_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")


def _generalize(action: str) -> str:
    """Return an action with the suits of its cards replaced by their colours."""
    return _CARD.sub(lambda one: one[1] + ("r" if one[2] in "DH" else "b"), action)


def _actions(state: State) -> Iterable[Action]:
    """Return the legal actions except ending the turn and payments with a needless card."""
    legal = [one for one in GAME.legal_actions(state) if one != EndTurn()]
    if not GAME.is_complete(state):
        raise TooLarge
    bought = {(one.slot, one.cards) for one in legal if isinstance(one, Buy)}
    return [one for one in legal if not (isinstance(one, Buy) and _is_too_much(one, bought))]


def _is_too_much(buy: Buy, bought: set[tuple[int, Pile]]) -> bool:
    return any(
        (buy.slot, buy.cards[:place] + buy.cards[place + 1 :]) in bought
        for place in range(len(buy.cards))
    )


def _reveals_unknown(event: Event) -> bool:
    if isinstance(event, happened.CardsTaken):  # two cards of the Well may be random ones
        return event.place in ("draw pile", "discard pile") or len(event.cards) > 1
    return isinstance(event, _REVEALING)


def _gains(events: Iterable[Event]) -> tuple[int, int]:
    points = purchases = 0
    for event in events:
        if isinstance(event, happened.RunScored):
            points += NUMBER[event.cards[-1]]
        purchases += isinstance(event, happened.CardBought)
    return points, purchases


def _sort_piles(state: State) -> State:
    """Return a state in which piles are sorted if their order has no meaning."""
    sides = tuple(
        [
            replace(side, discard=in_order(side.discard), scores=in_order(side.scores))
            for side in state.sides
        ]
    )
    return replace(state, sides=sides)


def prove(puzzle: KingPuzzle) -> Proof | None:
    """Return at most two lines that solve a puzzle, or None if unknown cards matter."""
    start: State = GAME.load(puzzle.position(), "puzzle", {})
    try:
        turn = TurnSearch(start)
        return Proof(tuple(turn.solutions(puzzle.goal)[:2]), turn.nodes)
    except (UnknownCardDrawn, TooLarge):
        return None


# ---------------------------------------------------------------- drafts


def drafts(seed: str, number: int) -> Iterator[list[KingPuzzle]]:
    """Yield the beginnings of turns of one game, with the most one can achieve as goals."""
    name = f"{seed}-{number}"
    level = LEVELS[number % len(LEVELS)]
    for place, state in enumerate(replay_states(State, "king_of_the_dead", level, PLAYERS, name)):
        side = state.sides[state.turn]
        if state.prompt or side.plays or len(side.hand) < FEWEST_CARDS:
            continue
        rng = Random(f"{name}/{place}")  # noqa: S311
        for taken in [0, *[rng.randint(1, TAKEN_AT_MOST) for _ in range(TRIES)]]:
            gone = rng.sample(side.hand, min(taken, len(side.hand)))
            hand = tuple([card for card in side.hand if card not in gone])
            if len(hand) >= FEWEST_CARDS:
                yield from [[one] for one in _puzzles(number, state, hand)]


def _puzzles(number: int, state: State, hand: Pile) -> Iterator[KingPuzzle]:
    """Yield the position once with each maximum goal."""
    given = GAME.position(state)
    solver, opponent = state.turn, 1 - state.turn

    def both(name: str) -> list[Json]:
        return [items(given[name])[solver], items(given[name])[opponent]]

    pieces: dict[str, Json] = {
        "hands": [[card.text for card in hand], items(given["hands"])[opponent]],
        "draws": both("draws"),
        "discards": both("discards"),
        "parade": given["parade"],
        "well": given["well"],
    }
    plain = KingPuzzle(0, "", Goal(), pieces, source=number)
    try:
        goals = TurnSearch(GAME.load(plain.position(), "puzzle", {})).best()
    except TooLarge:
        return
    for goal in goals:
        yield replace(plain, asks=_describe_goal(goal), goal=goal)


def _describe_goal(goal: Goal) -> str:
    bought = f"Buy {counted(goal.purchases, 'card')}" if goal.purchases else ""
    if not goal.points:
        return f"{bought} in this turn"
    scored = f"score {counted(goal.points, 'point')}"
    return f"{bought} and {scored} in this turn" if bought else f"S{scored[1:]} in this turn"


def is_hard_enough(_: KingPuzzle, proof: Proof) -> bool:
    """Return whether the puzzle needs enough thought."""
    return len(proof.lines[0]) >= FEWEST_ACTIONS and proof.nodes >= FEWEST_NODES


def theme(puzzle: KingPuzzle) -> str:
    """Return the kind of task in a word."""
    return f"{'points' if puzzle.goal.points else ''}{'cards' if puzzle.goal.purchases else ''}"


FINDER = PuzzleFinder(
    "king_of_the_dead", KingPuzzle, drafts, prove, is_hard_enough, theme, *(60, 30)
)
