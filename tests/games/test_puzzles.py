"""The puzzles of the games between rivals: they can be solved, without luck, and not by chance.

(Those of Regicide have their search in `tests/test_saves_folder.py`.)
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.cards import PACK, Card
from regicide_tui.games.base import AnyGame, Json, Move, take_text
from regicide_tui.games.duel.puzzles import BY_HAND as DUELS
from regicide_tui.games.king_of_the_dead.actions import Buy, Score
from regicide_tui.games.king_of_the_dead.events import CardsDrawn
from regicide_tui.games.king_of_the_dead.puzzles import BY_HAND as KINGS
from regicide_tui.games.practice import Puzzle
from tests.loose import loose
from tests.make_saves import SOLUTIONS

Line = tuple[str, ...]

PUZZLES = [*DUELS, *KINGS]
every_puzzle = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.key)
every_duel = pytest.mark.parametrize("puzzle", DUELS, ids=lambda puzzle: puzzle.key)
every_king = pytest.mark.parametrize("puzzle", KINGS, ids=lambda puzzle: puzzle.key)


def begun(puzzle: Puzzle) -> Any:
    """Set up a puzzle."""
    return games.find(puzzle.game).load(puzzle.position(), "puzzle", {})


def moves(game: AnyGame, state: Any) -> list[Move]:
    """Return every move that is legal now."""
    legal = game.legal_actions(state)
    return [move for action in legal for move in take_text(game, state, game.format(action))]


def lines_to(puzzle: Puzzle, state: Any, before: tuple[Move, ...] = ()) -> list[Line]:
    """Try everything; return every line of actions that reaches what is asked."""
    found: list[Line] = []
    for move in moves(games.find(puzzle.game), state):
        line = (*before, move)
        verdict = puzzle.verdict(line)
        if verdict is None:
            found += lines_to(puzzle, move.state, line)
        elif verdict.reached:
            found.append(tuple([games.find(puzzle.game).format(one.action) for one in line]))
    return found


def played(puzzle: Puzzle, state: Any) -> list[Move]:
    """Play the solution from a state."""
    line: list[Move] = []
    for action in SOLUTIONS[puzzle.key]:
        line += take_text(games.find(puzzle.game), state, action)
        state = line[-1].state
    return line


@every_duel
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


def first_moves(puzzle: Puzzle) -> set[str]:
    """Try everything; return the first actions after which what is asked can still be reached."""
    game = games.find(puzzle.game)
    known: dict[tuple[Any, str], set[str]] = {}

    def explore(state: Any, line: tuple[Move, ...]) -> set[str]:
        key = (state, facts(line))
        if key not in known:
            known[key] = {
                game.format(move.action) for move in moves(game, state) if open_after(move, line)
            }
        return known[key]

    def open_after(move: Move, line: tuple[Move, ...]) -> bool:
        verdict = puzzle.verdict((*line, move))
        if verdict is None:
            return bool(explore(move.state, (*line, move)))
        return verdict.reached

    return explore(begun(puzzle), ())


def facts(line: tuple[Move, ...]) -> str:
    """Return what a goal can ask of a line, whatever its order."""
    return str(sorted(repr(m.action) for m in line if isinstance(m.action, Buy | Score)))


@pytest.mark.slow
@every_king
def test_not_every_beginning_leads_there(puzzle: Puzzle) -> None:
    beginnings, legal = first_moves(puzzle), moves(games.find(puzzle.game), begun(puzzle))
    assert SOLUTIONS[puzzle.key][0] in beginnings
    assert len(beginnings) * 3 <= len(legal)


@every_king
def test_no_card_is_drawn_on_the_way(puzzle: Puzzle) -> None:
    assert not any(
        isinstance(event, CardsDrawn)
        for move in played(puzzle, begun(puzzle))
        for event in move.events
    )


@every_king
def test_the_end_of_the_turn_decides(puzzle: Puzzle) -> None:
    verdict = puzzle.verdict(take_text(games.find(puzzle.game), begun(puzzle), "end"))
    assert verdict is not None
    assert not verdict.reached
    assert verdict.why.startswith("The turn ended with 0 ")


@every_puzzle
def test_a_puzzle_is_laid_with_one_pack(puzzle: Puzzle) -> None:
    laid = Counter(all_cards(puzzle.position()))
    assert laid == Counter([one.text for one in PACK])


def all_cards(position: Json) -> list[str]:
    """Return the text of every card in a position."""
    if isinstance(position, str):
        return position.split("+")
    values = position.values() if isinstance(position, dict) else position
    found = [all_cards(value) for value in loose(values) if isinstance(value, str | list)]
    return [text for part in found for text in part if text in CARDS]


CARDS: dict[str, Card] = {one.text: one for one in PACK}


@every_puzzle
def test_every_verdict_fits_a_narrow_window(puzzle: Puzzle) -> None:
    game, state = games.find(puzzle.game), begun(puzzle)
    for action in game.legal_actions(state):
        verdict = puzzle.verdict(take_text(game, state, game.format(action)))
        assert verdict is None or len(verdict.why) <= 58
