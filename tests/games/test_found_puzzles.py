"""The puzzles found in games of bots: each solution works, and nothing else does.

The lines are tried here by the verdicts of the puzzles alone, not by the search that found them.
"""

import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from regicide_tui import games
from regicide_tui.cards import PACK
from regicide_tui.games.base import Move, take_text
from regicide_tui.games.duel.puzzles import PUZZLES as DUELS
from regicide_tui.games.king_of_the_dead.puzzles import PUZZLES as KINGS
from regicide_tui.games.practice import Puzzle, read_found, write_found
from regicide_tui.games.regicide.puzzles import PUZZLES as REGICIDES
from regicide_tui.games.regicide.puzzles import RegicidePuzzle
from regicide_tui.play.practice import SolvedFile, set_up_puzzle
from tests.games.test_puzzles import begun, first_moves, lines_to, moves

FOUND = [puzzle for puzzle in [*REGICIDES, *DUELS, *KINGS] if puzzle.source]
SMALL = 200
"""Nodes of the proofs of Regicide and of the duel that are proved here once more."""

every_found = pytest.mark.parametrize("puzzle", FOUND, ids=lambda puzzle: puzzle.key)


def of(*puzzles: Puzzle, nodes: int = 10**9) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if puzzle.source and puzzle.nodes <= nodes]


def solved(puzzle: Puzzle, state: Any) -> list[Move]:
    """Play the solution from a state."""
    line: list[Move] = []
    for action in puzzle.line:
        line += take_text(games.find(puzzle.game), state, action)
        state = line[-1].state
    return line


def test_there_are_as_many_as_were_promised() -> None:
    assert len(of(*REGICIDES)) >= 60
    assert len(of(*DUELS)) >= 60
    assert len(of(*KINGS)) >= 20


@every_found
def test_the_solution_reaches_what_is_asked_with_its_last_action(puzzle: Puzzle) -> None:
    line = solved(puzzle, begun(puzzle))
    assert [games.find(puzzle.game).format(move.action) for move in line] == list(puzzle.line)
    assert all(puzzle.verdict(line[:end]) is None for end in range(len(line)))
    verdict = puzzle.verdict(line)
    assert verdict is not None
    assert verdict.reached


@pytest.mark.parametrize(
    "puzzle", of(*REGICIDES, nodes=SMALL) + of(*DUELS, nodes=SMALL), ids=lambda puzzle: puzzle.key
)
def test_no_other_line_reaches_it(puzzle: Puzzle) -> None:
    assert lines_to(puzzle, begun(puzzle)) == [puzzle.line]


@pytest.mark.parametrize("puzzle", of(*KINGS, nodes=SMALL), ids=lambda puzzle: puzzle.key)
def test_only_actions_of_the_solution_and_needless_ones_begin_a_turn_that_reaches_it(
    puzzle: Puzzle,
) -> None:
    """After any first action that is none of the solution's, all of the solution must be left."""
    for action in first_moves(puzzle) - set(puzzle.line):
        state = take_text(games.find(puzzle.game), begun(puzzle), action)[-1].state
        assert _like_one_of(action, puzzle.line) or _can_still(puzzle, state), action


def _like_one_of(action: str, line: tuple[str, ...]) -> bool:
    """Tell whether an action is one of a line but for suits of a colour, or pays too much."""
    return any(_is_like(action, one) for one in line)


def _is_like(action: str, other: str) -> bool:
    return action.split()[0] == other.split()[0] and not _numbers(other) - _numbers(action)


def _numbers(action: str) -> Counter[str]:
    words = action.replace("+", " ").split()[1:]
    return Counter([word if word == "W" or word[0] == "@" else _colour(word) for word in words])


def _colour(text: str) -> str:
    return text[:-1] + ("red" if text[-1] in "DH" else "black")


def _can_still(puzzle: Puzzle, state: Any, left: tuple[str, ...] | None = None) -> bool:
    """Tell whether the solution, or one with other suits, can still be played in some order.

    A question that is not of the solution is answered first.
    """
    left = puzzle.line if left is None else left
    if not left:
        return True
    legal = moves(games.find(puzzle.game), state)
    return any(
        _can_still(puzzle, move.state, left[:place] + left[place + 1 :])
        for move in legal
        for place, action in enumerate(left)
        if _is_like(games.find(puzzle.game).format(move.action), action)
    ) or (bool(state.prompt) and any(_can_still(puzzle, move.state, left) for move in legal))


@every_found
def test_it_is_reached_whatever_the_hidden_cards_are(puzzle: Puzzle) -> None:
    game, state, rng = games.find(puzzle.game), begun(puzzle), Random(puzzle.key)
    told = _told_hands(puzzle)
    for _ in range(10):
        dealt = game.determinize(game.view(state, game.to_act(state)), rng)
        verdict = puzzle.verdict(solved(puzzle, told(state, dealt, rng)))
        assert verdict is not None
        assert verdict.reached


def _told_hands(puzzle: Puzzle) -> Any:
    """Return what gives the opponent of a duel the hand that the text of the puzzle names."""

    def duel(state: Any, _: Any, rng: Random) -> Any:
        hidden = [*state.tavern, *state.discard[1:]]
        rng.shuffle(hidden)
        castle = sorted(state.castle, key=lambda card: ("JQK".index(card.rank), rng.random()))
        position = games.find("duel").position(state)
        texts = [card.text for card in hidden]
        size = len(state.tavern)
        discard = [card.text for card in state.discard[:1]] + texts[size:]
        changed = {"castle": [c.text for c in castle], "tavern": texts[:size], "discard": discard}
        return games.find("duel").load({**position, **changed, "seed": "other"}, "other", {})

    def other(_: Any, dealt: Any, __: Random) -> Any:
        return dealt

    return duel if puzzle.game == "duel" else other


@pytest.mark.parametrize("puzzle", of(*DUELS), ids=lambda puzzle: puzzle.key)
def test_the_text_names_what_the_opponent_holds(puzzle: Puzzle) -> None:
    held = " ".join([f"{{{card.text}}}" for card in begun(puzzle).hands[1]])
    assert puzzle.asks.endswith(f"; Bea holds {held}")


@every_found
def test_there_is_something_to_choose(puzzle: Puzzle) -> None:
    assert len(moves(games.find(puzzle.game), begun(puzzle))) >= 3
    assert 1 <= puzzle.stars <= 5


@every_found
def test_a_position_has_the_cards_of_one_pack(puzzle: Puzzle) -> None:
    jokers = 2 * (puzzle.game == "king_of_the_dead")
    laid = re.findall(r"[A2-9TJQK][CDHS]|\*", json.dumps(puzzle.position()))
    assert Counter(laid) == Counter([*[one.text for one in PACK], *["*"] * jokers])
    assert games.find(puzzle.game).why_impossible(begun(puzzle)) == ""


@pytest.mark.parametrize("puzzles", [REGICIDES, DUELS, KINGS])
def test_the_easiest_come_first_and_no_two_come_from_one_game(puzzles: list[Puzzle]) -> None:
    found = of(*puzzles)
    assert [puzzle.nodes for puzzle in found] == sorted(puzzle.nodes for puzzle in found)
    assert len({puzzle.source for puzzle in found}) == len(found)
    assert len({puzzle.line for puzzle in found}) == len(found)
    assert [puzzle.number for puzzle in puzzles] == list(range(1, len(puzzles) + 1))
    assert {puzzle.stars for puzzle in found} == {1, 2, 3, 4, 5}


def test_a_key_comes_from_the_position_and_can_be_noted(tmp_path: Any) -> None:
    keys = [puzzle.key for puzzle in FOUND]
    assert len(set(keys)) == len(keys)
    notes = SolvedFile(tmp_path / "solved.txt")
    for puzzle in FOUND:
        notes.add(puzzle)
    assert notes.read() == set(keys)


def test_a_key_stays_when_the_list_changes() -> None:
    puzzle = of(*REGICIDES)[3]
    again = read_found(RegicidePuzzle, write_found(puzzle), 900)[0]
    assert again.number == 900
    assert again.key == puzzle.key
    assert set_up_puzzle(again).goal == puzzle.asks
