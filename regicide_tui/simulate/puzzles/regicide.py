"""Puzzles of Regicide from a bot's solo games.

A position is taken from a game and made certain. No Jester is left. The Tavern is moved to the
discard, except known royals on top of it, and so are some cards of the hand. The position is a
puzzle if exactly one line reaches a goal, whatever the order of the Castle, and if no line reveals
a card that the player can't know.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Event, Json, Pile
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.puzzles import (
    NO_PROGRESS,
    Aim,
    Goal,
    Progress,
    RegicidePuzzle,
    add_events,
    judge,
)
from regicide_tui.games.regicide.state import PLAY, SUFFER, CardsDrawn, JesterFlipped, State
from regicide_tui.games.setup import is_in_castle_order, texts
from regicide_tui.games.words import RANK_NAMES, SUIT_NAMES, counted
from regicide_tui.simulate.puzzles.bot_games import replay_states
from regicide_tui.simulate.puzzles.search import Edge, Proof, Search, TooLarge, UnknownCardDrawn
from regicide_tui.simulate.puzzles.selection import PuzzleFinder

LEVELS = ("page", "squire")
LATE = 24
"""How many states before the end of a game to try."""
TRIES = 3
"""How often to set aside cards of the hand of one position, for each goal."""
MOST_NODES = 12_000
"""The maximum number of nodes of a search."""
FEWEST_NODES = 20
ORDERS = 6
"""The maximum number of orders of the Castle to try."""
FEWEST_CARDS = 3

GOALS = (
    Goal(Aim.DEFEAT),
    Goal(Aim.EXACT, plays=2),
    Goal(Aim.SURVIVE, attacks=2),
    Goal(Aim.WIN),
    Goal(Aim.EXACT, plays=3),
    Goal(Aim.SURVIVE, attacks=3),
    Goal(Aim.EXACT, plays=1),
)


class Node(NamedTuple):
    """A point of a line of play."""

    state: State
    tally: Progress


def prove(puzzle: RegicidePuzzle, limit: int = MOST_NODES) -> Proof | None:
    """Return the proof that exactly one line solves a puzzle, or None."""
    start: State = GAME.load(puzzle.position(), "puzzle", {})
    if start.phase not in (PLAY, SUFFER):
        return None
    nodes, line = 0, None
    try:
        for castle in _orders(puzzle.goal, start.castle):
            search: Search[Node] = Search(lambda node: edges(puzzle.goal, node), limit - nodes)
            proof = search.prove(Node(replace(start, castle=castle), NO_PROGRESS))
            nodes += proof.nodes
            if len(proof.lines) != 1 or line not in (None, proof.lines[0]):
                return None
            line = proof.lines[0]
    except (UnknownCardDrawn, TooLarge):
        return None
    return Proof((line,), nodes) if line else None


def _orders(goal: Goal, castle: Pile) -> list[Pile]:
    """Return the orders of the Castle that can make a difference to the goal."""
    if goal.aim in (Aim.EXACT, Aim.DEFEAT):
        return [castle]  # the next royal turns up too late to matter
    if len(castle) > 4:
        raise TooLarge
    orders = [order for order in permutations(castle) if is_in_castle_order(order)]
    if len(orders) > ORDERS:
        raise TooLarge
    return orders


def edges(goal: Goal, node: Node) -> Iterator[Edge[Node]]:
    """Yield the actions from a position. Raises `UnknownCardDrawn`."""
    for action in GAME.legal_actions(node.state):
        step = GAME.reduce(node.state, action)
        if _drawn(step.events) > node.state.tavern_known:
            raise UnknownCardDrawn
        tally = add_events(node.tally, step.events)
        verdict = judge(goal, tally, step.events, step.state)
        yield Edge(
            GAME.format(action), Node(step.state, tally), verdict.reached if verdict else None
        )


def _drawn(events: tuple[Event, ...]) -> int:
    draws = [event for event in events if isinstance(event, CardsDrawn | JesterFlipped)]
    return sum([len(event.cards) for event in draws])


# ---------------------------------------------------------------- drafts


def drafts(seed: str, number: int) -> Iterator[list[RegicidePuzzle]]:
    """Yield positions of one game with goals, the last positions first."""
    name = f"{seed}-{number}"
    states = [*replay_states(State, "regicide", LEVELS[number % len(LEVELS)], 1, name)][-LATE:]
    for place, state in enumerate(reversed(states)):
        if state.enemy is None or len(state.hands[0]) < FEWEST_CARDS:
            continue
        rng = Random(f"{name}/{place}")  # noqa: S311
        for goal in GOALS:
            for left in [0, *[rng.randint(1, 4) for _ in range(TRIES)]]:
                hand = _remove_cards(state.hands[0], left, rng)
                if len(hand) >= FEWEST_CARDS:
                    yield [_puzzle(number, state, goal, hand)]


def _remove_cards(hand: Pile, left: int, rng: Random) -> Pile:
    gone = rng.sample(hand, min(left, len(hand)))
    return tuple([card for card in hand if card not in gone])


def _puzzle(number: int, state: State, goal: Goal, hand: Pile) -> RegicidePuzzle:
    """Return a position with a goal. All cards that it doesn't list are in the discard."""
    given = GAME.position(state)
    castle = sorted(texts(given["castle"]), key=lambda text: "JQK".index(text[0]))
    pieces: dict[str, Json] = {
        "players": 1,
        "hands": [[card.text for card in hand]],
        "enemy": given["enemy"],
        "castle": castle,
        "table": given["table"],
        "damage": given["damage"],
        "jesters_unused": 0,
    }
    if state.phase is SUFFER:
        pieces["phase"] = "suffer"
    if state.tavern_known:
        known = state.tavern[: state.tavern_known]
        pieces |= {"tavern": [card.text for card in known], "tavern_known": len(known)}
    return RegicidePuzzle(0, _describe_goal(state, goal, hand), goal, pieces, source=number)


def _describe_goal(state: State, goal: Goal, hand: Pile) -> str:
    assert state.enemy is not None
    enemy = _name_card(state.enemy)
    pays = state.phase is SUFFER
    match goal.aim:
        case Aim.DEFEAT:
            cards = counted(len(hand), "card")
            return f"Pay, then defeat the {enemy}" if pays else f"Defeat the {enemy} with {cards}"
        case Aim.EXACT:
            return f"Defeat the {enemy} exactly in {counted(goal.plays or 0, 'play')}"
        case Aim.SURVIVE:
            return f"Survive {counted(goal.attacks or 0, 'attack')}, facing the {enemy}"
    royals = 1 + len(state.castle)
    if royals == 1:
        return (
            f"Pay and win: the {enemy} is the last"
            if pays
            else f"Defeat the last royal, the {enemy}"
        )
    return (
        f"Pay, then defeat the last {royals} royals" if pays else f"Defeat the last {royals} royals"
    )


def _name_card(card: Card) -> str:
    assert card.suit is not None
    return f"{RANK_NAMES[card.rank]} of {SUIT_NAMES[card.suit]}"


def is_hard_enough(puzzle: RegicidePuzzle, proof: Proof) -> bool:
    """Return whether the first action needs thought."""
    line = proof.lines[0]
    legal = GAME.legal_actions(GAME.load(puzzle.position(), "puzzle", {}))
    if len(legal) < 4 or proof.nodes < FEWEST_NODES:
        return False
    return len(line) >= 2 or (puzzle.goal.plays == 1 and len(legal) >= 12 and "+" in line[0])


def theme(puzzle: RegicidePuzzle) -> str:
    """Return the kind of task in a word."""
    return f"{puzzle.goal.aim.value}{puzzle.goal.plays or ''}"


FINDER = PuzzleFinder("regicide", RegicidePuzzle, drafts, prove, is_hard_enough, theme, *(150, 72))
