"""The puzzles in which every line of play is judged at once: one line reaches what is asked.

(Those of Regicide have their search in `tests/test_saves_folder.py`.)
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.cards import PACK, Card
from regicide_tui.games.base import Json, Move, submit
from regicide_tui.games.duel.puzzles import PUZZLES
from regicide_tui.games.puzzle import Puzzle
from tests.make_saves import SOLUTIONS

Line = tuple[str, ...]

every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)


def begun(puzzle: Puzzle) -> Any:
    """Set up a puzzle."""
    return games.find(puzzle.game).load(puzzle.position(), "puzzle", {})


def lines_to(puzzle: Puzzle, state: Any, moves: tuple[Move, ...] = ()) -> list[Line]:
    """Try everything; return every line of actions that reaches what is asked."""
    game = games.find(puzzle.game)
    found: list[Line] = []
    for action in game.legal_actions(state):
        line = (*moves, *submit(game, state, game.format(action)))
        verdict = puzzle.verdict(line)
        if verdict is None:
            found += lines_to(puzzle, line[-1].state, line)
        elif verdict.reached:
            found.append(tuple([move.action for move in line]))
    return found


def played(puzzle: Puzzle, state: Any) -> list[Move]:
    """Play the solution from a state."""
    line: list[Move] = []
    for action in SOLUTIONS[puzzle.key]:
        line += submit(games.find(puzzle.game), state, action)
        state = line[-1].state
    return line


@every_puzzle
def test_one_line_reaches_what_is_asked(puzzle: Puzzle) -> None:
    assert lines_to(puzzle, begun(puzzle)) == [SOLUTIONS[puzzle.key]]


@every_puzzle
def test_there_is_more_to_try_than_the_solution(puzzle: Puzzle) -> None:
    game = games.find(puzzle.game)
    assert len(game.legal_actions(begun(puzzle))) >= 5


@every_puzzle
def test_it_is_reached_whatever_the_hidden_cards_are(puzzle: Puzzle) -> None:
    game, state, rng = games.find(puzzle.game), begun(puzzle), Random(puzzle.key)
    view = game.view(state, game.to_act(state))
    for _ in range(300):
        verdict = puzzle.verdict(played(puzzle, game.determinize(view, rng)))
        assert verdict is not None
        assert verdict.reached


@every_puzzle
def test_a_puzzle_is_laid_with_one_pack(puzzle: Puzzle) -> None:
    assert Counter(all_cards(puzzle.position())) == Counter([one.text for one in PACK])


def all_cards(position: Json) -> list[str]:
    """Return the text of every card in a position."""
    if isinstance(position, str):
        return position.split("+")
    values = position.values() if isinstance(position, dict) else position
    found = [all_cards(value) for value in values if isinstance(value, str | list)]
    return [text for part in found for text in part if text in CARDS]


CARDS: dict[str, Card] = {one.text: one for one in PACK}


@every_puzzle
def test_every_verdict_fits_a_narrow_window(puzzle: Puzzle) -> None:
    game, state = games.find(puzzle.game), begun(puzzle)
    for action in game.legal_actions(state):
        verdict = puzzle.verdict(submit(game, state, game.format(action)))
        assert verdict is None or len(verdict.why) <= 58
