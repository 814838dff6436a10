"""Puzzles of Regicide Duel from games of two bots.

A position is taken from a game as the player to act sees it, with some cards of the hand set
aside. The text lists the opponent's hand. The position is a puzzle if exactly one line reaches the
goal whatever the opponent does, and if that line draws no card that the player can't know.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

from regicide_tui.games.base import Json, Pile
from regicide_tui.games.duel import GAME
from regicide_tui.games.duel.puzzles import (
    SOLVER,
    Aim,
    DuelPuzzle,
    draws_cards,
    judge,
    refutation,
    states_after_payment,
    steps_of_plays,
)
from regicide_tui.games.duel.rules import legal_actions
from regicide_tui.games.duel.state import (
    PAY,
    PLAYERS,
    CardsPlayed,
    State,
    actor,
)
from regicide_tui.games.setup import items
from regicide_tui.simulate.puzzles.bot_games import replay_states
from regicide_tui.simulate.puzzles.search import Line, Proof
from regicide_tui.simulate.puzzles.selection import PuzzleFinder

LEVELS = ("page", "squire")
LATE = 16
"""How many states before the end of a game to try."""
TRIES = 7
"""How often to set aside cards of the hand of one position, for each aim."""
MOST_HELD = 4
MOST_FORCED = 3
"""The largest hand of the opponent: the text lists it, and all her actions are tried."""
FEWEST_LINES = 6
FEWEST_NODES = 12
FEWEST_CARDS = 3
TAKEN_AT_MOST = 3


def prove(puzzle: DuelPuzzle) -> Proof | None:
    """Return at most two lines that solve a puzzle, or None if it isn't one."""
    start: State = GAME.load(puzzle.position(), "puzzle", {})
    lines = list(_lines(start))
    if actor(start) != SOLVER or len(lines) < FEWEST_LINES:
        return None
    reached = [*islice((one for one in lines if judge(puzzle.aim, one[1]).reached), 2)]
    if len(reached) == 1:
        _, after, drawn = reached[0]
        if drawn or (puzzle.aim is Aim.FORCE and refutation(after, unseen=False)):
            return None
    nodes = len(lines)
    if len(reached) == 1:
        nodes += sum(_answers(puzzle.aim, after) for _, after, _ in lines)
    return Proof(tuple([line for line, _, _ in reached]), nodes)


def _lines(start: State) -> Iterator[tuple[Line, State, bool]]:
    """Yield every line up to the solver's play, the state after it, and whether it draws a card."""
    open_lines: list[tuple[Line, State]] = [((), start)]
    while open_lines:
        line, state = open_lines.pop()
        for action in legal_actions(state):
            step = GAME.reduce(state, action)
            longer = (*line, GAME.format(action))
            if any(isinstance(event, CardsPlayed) for event in step.events):
                yield longer, step.state, draws_cards(step)
            elif step.state.winner is None:
                open_lines.append((longer, step.state))


def _answers(aim: Aim, state: State) -> int:
    """Return how many of the following actions this aim depends on."""
    paid = [*states_after_payment(state)]
    if aim is Aim.WIN:
        return len(paid)
    played = [step.state for one in paid for step in steps_of_plays(one)]
    if aim is Aim.HOLD:
        return len(paid) + len(played)
    return len(paid) + len(played) + sum(len(list(_lines(one))) for one in played)


# ---------------------------------------------------------------- drafts


def drafts(seed: str, number: int) -> Iterator[list[DuelPuzzle]]:
    """Yield positions of one game with aims, the last positions first."""
    name = f"{seed}-{number}"
    level = LEVELS[number % len(LEVELS)]
    states: list[State] = [*replay_states(State, "duel", level, PLAYERS, name)][-LATE:]
    for place, state in enumerate(reversed(states)):
        solver = actor(state)
        assert solver is not None
        rng = Random(f"{name}/{place}")  # noqa: S311
        for aim in Aim:
            most = MOST_FORCED if aim is Aim.FORCE else MOST_HELD
            if 1 <= len(state.hands[1 - solver]) <= most:
                hands = _hands(state.hands[solver], rng)
                yield [_puzzle(number, state, solver, aim, hand) for hand in hands]


def _hands(hand: Pile, rng: Random) -> list[Pile]:
    """Return a hand, and parts of it."""
    hands = [hand]
    for _ in range(TRIES):
        gone = rng.sample(hand, min(rng.randint(1, TAKEN_AT_MOST), len(hand)))
        hands.append(tuple([card for card in hand if card not in gone]))
    return [one for one in hands if len(one) >= FEWEST_CARDS]


def _puzzle(number: int, state: State, solver: int, aim: Aim, hand: Pile) -> DuelPuzzle:
    """Return the position as the solver sees it from seat 0."""
    opponent = 1 - solver
    given = GAME.position(state)
    pieces: dict[str, Json] = {
        "hands": [[card.text for card in hand], items(given["hands"])[opponent]],
        "shields": [items(given["shields"])[seat] for seat in (solver, opponent)],
        "castle": given["castle"],
    }
    if state.phase is PAY:
        pieces |= {"turn": 2, "phase": "pay", "played": given["played"], "due": state.due}
    return DuelPuzzle(0, _describe_goal(aim, state, opponent), aim, pieces, source=number)


_ASKS = {
    Aim.WIN: ("Win in this turn", "Pay, then win at once"),
    Aim.HOLD: ("Keep your shield", "Pay, then keep your shield"),
    Aim.FORCE: ("Win in 2 turns", "Pay, then win in 2 turns"),
}


def _describe_goal(aim: Aim, state: State, opponent: int) -> str:
    held = " ".join([f"{{{card.text}}}" for card in state.hands[opponent]])
    return f"{_ASKS[aim][state.phase is PAY]}; Bea holds {held}"


def is_hard_enough(_: DuelPuzzle, proof: Proof) -> bool:
    """Return whether the puzzle needs enough thought."""
    return proof.nodes >= FEWEST_NODES


def theme(puzzle: DuelPuzzle) -> str:
    """Return the kind of task in a word."""
    return f"{puzzle.aim.value} {puzzle.pieces.get('phase', 'play')}"


FINDER = PuzzleFinder("duel", DuelPuzzle, drafts, prove, is_hard_enough, theme, *(260, 72))
