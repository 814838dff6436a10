"""Puzzles of King of the Dead from games that two bots play.

A position is the beginning of a turn, with some cards of the hand laid aside. What is asked
is the most that can surely be done in this turn. It is a puzzle if one set of actions alone
reaches it, and if no card that the player can't know has a part in it. Actions in another order
are the same solution, and so are a card of the same number and colour, a needless action, and a
card too many in a payment. Lines that turn over unknown cards are followed with the cards that lie
there: they fail, so they are not sure.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from msgspec.structs import replace

from regicide_tui.games.base import Event, Json, Pile, Value
from regicide_tui.games.king_of_the_dead import GAME
from regicide_tui.games.king_of_the_dead import events as happened
from regicide_tui.games.king_of_the_dead.actions import Action, Buy, End
from regicide_tui.games.king_of_the_dead.goals import Goal
from regicide_tui.games.king_of_the_dead.puzzles import KingPuzzle
from regicide_tui.games.king_of_the_dead.state import State
from regicide_tui.games.king_of_the_dead.values import NUMBER, in_order
from regicide_tui.games.reading import items
from regicide_tui.games.words import counted
from regicide_tui.simulate.puzzles.bot_games import played_states
from regicide_tui.simulate.puzzles.making import Kind
from regicide_tui.simulate.puzzles.search import Line, Luck, Proof, TooLarge

LEVELS = ("page", "squire")
PLAYERS = 2
TRIES = 3
"""How often cards are taken from the hand of one position."""
TAKEN_AT_MOST = 3
FEWEST_CARDS = 4
LARGEST = 6_000
"""Nodes of a search at most."""
MOST_WAYS = 40
"""Different solutions of one node at most that are compared."""
SMALLEST = 30
FEWEST_ACTIONS = 2

Deeds = tuple[str, ...]
"""Actions by colours and numbers, in alphabetic order: what a solution is, whatever its order."""

_LUCK = (
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


class Node(Value, frozen=True):
    """Where a turn has come to."""

    state: State
    points: int
    purchases: int


class Turn:
    """All that can be done in a turn, each position once. Raises `TooLarge`."""

    def __init__(self, start: State) -> None:
        self.nodes = 0
        self.start = Node(_tidied(start), 0, 0)
        self._ways: dict[Node, list[tuple[str, Node, bool]]] = {}
        self._explore(self.start)

    def _explore(self, start: Node) -> None:
        open_nodes = [start]
        while open_nodes:
            node = open_nodes.pop()
            if node in self._ways:
                continue
            self._ways[node] = ways = list(self._from(node))
            open_nodes += [after for _, after, _ in ways]

    def _from(self, node: Node) -> Iterator[tuple[str, Node, bool]]:
        for action in _actions(node.state):
            self.nodes += 1
            if self.nodes > LARGEST:
                raise TooLarge
            step = GAME.reduce(node.state, action)
            points, purchases = _gains(step.events)
            after = Node(_tidied(step.state), node.points + points, node.purchases + purchases)
            yield GAME.format(action), after, any(map(_is_luck, step.events))

    def _sure(self) -> set[Node]:
        """Return where the turn can come to without an unknown card."""
        seen: set[Node] = set()
        open_nodes = [self.start]
        while open_nodes:
            node = open_nodes.pop()
            if node not in seen:
                seen.add(node)
                open_nodes += [after for _, after, luck in self._ways[node] if not luck]
        return seen

    def best(self) -> list[Goal]:
        """Return what can be asked: the most points, the most purchases, and both together."""
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
        """Return a line for each solution, whatever its order and without needless actions.

        Raises `Luck` if the only solution turns over a card that the player can't know.
        """
        known: dict[Node, dict[Deeds, Line]] = {}

        def solve(node: Node) -> dict[Deeds, Line]:
            if node.points >= goal.points and node.purchases >= goal.purchases:
                return {(): ()}
            if node not in known:
                found: dict[Deeds, Line] = {}
                for action, after, luck in self._ways[node]:
                    deed = _deed(action) + _UNSURE * luck
                    for deeds, line in solve(after).items():
                        found.setdefault(tuple(sorted((deed, *deeds))), (action, *line))
                known[node] = _least(found)
            return known[node]

        found = solve(self.start)
        if len(found) == 1 and any(deed.endswith(_UNSURE) for deeds in found for deed in deeds):
            raise Luck
        return list(found.values())


def _least(found: dict[Deeds, Line]) -> dict[Deeds, Line]:
    """Return the solutions that hold no other one."""
    if len(found) > MOST_WAYS * MOST_WAYS:
        raise TooLarge
    least: list[Deeds] = []
    for deeds in sorted(found, key=lambda one: (len(one), one)):
        if not any(Counter(one) <= Counter(deeds) for one in least):
            least.append(deeds)
    if len(least) > MOST_WAYS:
        raise TooLarge
    return {deeds: found[deeds] for deeds in least}


_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")


def _deed(action: str) -> str:
    """Return an action with the colours of its cards in place of their suits."""
    return _CARD.sub(lambda one: one[1] + ("r" if one[2] in "DH" else "b"), action)


def _actions(state: State) -> Iterable[Action]:
    """Return what can be done but to end the turn, and but for payments with a needless card."""
    legal = [one for one in GAME.legal_actions(state) if one != End()]
    if not GAME.is_complete(state):
        raise TooLarge
    bought = {(one.slot, one.cards) for one in legal if isinstance(one, Buy)}
    return [one for one in legal if not (isinstance(one, Buy) and _is_too_much(one, bought))]


def _is_too_much(buy: Buy, bought: set[tuple[int, Pile]]) -> bool:
    return any(
        (buy.slot, buy.cards[:place] + buy.cards[place + 1 :]) in bought
        for place in range(len(buy.cards))
    )


def _is_luck(event: Event) -> bool:
    if isinstance(event, happened.CardsTaken):  # of the Well, two may come at random
        return event.place in ("draw pile", "discard pile") or len(event.cards) > 1
    return isinstance(event, _LUCK)


def _gains(events: Iterable[Event]) -> tuple[int, int]:
    points = purchases = 0
    for event in events:
        if isinstance(event, happened.RunScored):
            points += NUMBER[event.cards[-1]]
        purchases += isinstance(event, happened.CardBought)
    return points, purchases


def _tidied(state: State) -> State:
    """Return a state whose piles without a meaning in their order are sorted."""
    sides = tuple(
        [
            replace(side, discard=in_order(side.discard), scores=in_order(side.scores))
            for side in state.sides
        ]
    )
    return replace(state, sides=sides)


def prove(puzzle: KingPuzzle) -> Proof | None:
    """Return the lines that solve a puzzle, two at most; None if it hangs on luck."""
    start: State = GAME.load(puzzle.position(), "puzzle", {})
    try:
        turn = Turn(start)
        return Proof(tuple(turn.solutions(puzzle.goal)[:2]), turn.nodes)
    except (Luck, TooLarge):
        return None


# ---------------------------------------------------------------- candidates


def candidates(seed: str, number: int) -> Iterator[list[KingPuzzle]]:
    """Yield the beginnings of turns of one game, with what is the most that can be done."""
    name = f"{seed}-{number}"
    level = LEVELS[number % len(LEVELS)]
    for place, state in enumerate(played_states(State, "king_of_the_dead", level, PLAYERS, name)):
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
    """Yield the position with each goal that is the most of its kind."""
    given = GAME.position(state)
    solver, foe = state.turn, 1 - state.turn

    def both(name: str) -> list[Json]:
        return [items(given[name])[solver], items(given[name])[foe]]

    pieces: dict[str, Json] = {
        "hands": [[card.text for card in hand], items(given["hands"])[foe]],
        "draws": both("draws"),
        "discards": both("discards"),
        "parade": given["parade"],
        "well": given["well"],
    }
    plain = KingPuzzle(0, "", Goal(), pieces, source=number)
    try:
        goals = Turn(GAME.load(plain.position(), "puzzle", {})).best()
    except TooLarge:
        return
    for goal in goals:
        yield replace(plain, asks=_asks(goal), goal=goal)


def _asks(goal: Goal) -> str:
    bought = f"Buy {counted(goal.purchases, 'card')}" if goal.purchases else ""
    if not goal.points:
        return f"{bought} in this turn"
    scored = f"score {counted(goal.points, 'point')}"
    return f"{bought} and {scored} in this turn" if bought else f"S{scored[1:]} in this turn"


def is_worth_it(_: KingPuzzle, proof: Proof) -> bool:
    """Tell whether there is enough to think about."""
    return len(proof.lines[0]) >= FEWEST_ACTIONS and proof.nodes >= SMALLEST


def theme(puzzle: KingPuzzle) -> str:
    """Return what is asked in a word."""
    return f"{'points' if puzzle.goal.points else ''}{'cards' if puzzle.goal.purchases else ''}"


KIND = Kind("king_of_the_dead", KingPuzzle, candidates, prove, is_worth_it, theme, *(60, 30))
