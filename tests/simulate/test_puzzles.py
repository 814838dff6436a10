"""Making puzzles: the search, the selection, and that it finds the same puzzles again."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.practice import Puzzle, write_found
from regicide_tui.games.regicide import GAME
from regicide_tui.games.regicide.puzzles import NO_PROGRESS, Aim, Goal, RegicidePuzzle
from regicide_tui.simulate.puzzles import __main__ as command
from regicide_tui.simulate.puzzles import regicide
from regicide_tui.simulate.puzzles.finders import load_finders
from regicide_tui.simulate.puzzles.search import Edge, Proof, Search, TooLarge, UnknownCardDrawn
from regicide_tui.simulate.puzzles.selection import find_puzzles, select_puzzles
from tests.loose import loose

TREE = {"a": ["b", "c"], "b": ["win", "lose"], "c": ["d", "lose"], "d": ["lose", "lose"]}


def edges(node: str) -> Iterator[Edge[str]]:
    for after in TREE[node]:
        ends = {"win": True, "lose": False}
        yield Edge(f"to {after}", after, ends.get(after))


def test_the_search_returns_the_one_line_and_counts_what_it_tried() -> None:
    assert Search(edges, 100).prove("a") == Proof((("to b", "to win"),), 8)


def test_equal_nodes_are_searched_once() -> None:
    def both(node: str) -> Iterator[Edge[str]]:
        return edges("d") if node == "d" else iter([Edge("x", "d", None), Edge("y", "d", None)])

    assert Search(both, 100).prove("a") == Proof((), 4)


def test_a_search_stops_at_its_limit() -> None:
    with pytest.raises(TooLarge):
        Search(edges, 7).prove("a")


def test_a_second_line_is_found() -> None:
    def twice(node: str) -> Iterator[Edge[str]]:
        return iter([Edge("x", node, True), Edge("y", node, True), Edge("z", node, False)])

    assert Search(twice, 100).prove("a").lines == (("x",), ("y",))


def position(**pieces: object) -> RegicidePuzzle:
    given = {"players": 1, "enemy": "KS", "castle": [], "table": [], "jesters_unused": 0, **pieces}
    return RegicidePuzzle(0, "", Goal(Aim.WIN), loose(given), source=1)


def test_two_solutions_are_no_puzzle() -> None:
    proof = regicide.prove(position(hands=[["9C", "9D"]], damage=31))
    assert proof is None


def test_a_position_that_depends_on_the_order_of_the_castle_is_no_puzzle() -> None:
    """Against the King of Hearts the Queen must be kept; who comes next can't be known."""
    puzzle = position(hands=[["5C", "TC", "QC", "QH"]], damage=30, castle=["KH", "KC"])
    assert regicide.prove(puzzle) is None


def test_a_position_that_draws_an_unknown_card_is_no_puzzle() -> None:
    puzzle = position(hands=[["9C", "2D"]], damage=31, tavern=["3C"])
    with pytest.raises(UnknownCardDrawn):
        list(
            regicide.edges(
                puzzle.goal,
                regicide.Node(GAME.load(puzzle.position(), "puzzle", {}), NO_PROGRESS),
            )
        )
    assert regicide.prove(puzzle) is None


@pytest.mark.parametrize("game", games.names())
def test_the_shipped_proofs_are_those_of_the_search(game: str) -> None:
    for puzzle in [one for one in games.puzzles(game) if one.source][:12]:
        proof = load_finders()[game].prove(puzzle)
        assert proof == Proof((puzzle.line,), puzzle.nodes)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.names())
def test_the_same_game_of_bots_gives_the_same_puzzle_again(game: str) -> None:
    """The first shipped puzzle whose game was played by the bots without weights."""
    shipped = min(
        [one for one in games.puzzles(game) if one.source % 2 == 0 and one.source],
        key=lambda one: one.source,
    )
    found = find_puzzles(load_finders()[game], command.SEED, shipped.source)
    assert write_found(shipped) in [write_found(one) for one in found]


def test_puzzles_are_taken_of_all_themes_and_stars_and_one_of_each_game() -> None:
    some = [one for one in games.puzzles("regicide") if one.source]
    doubled = [*some, *[replace(one, nodes=one.nodes + 1) for one in some]]
    taken = select_puzzles(load_finders()["regicide"], doubled, 20)
    assert len(taken) == 20
    assert len({one.source for one in taken}) == 20
    assert [one.nodes for one in taken] == sorted(one.nodes for one in taken)
    assert {one.stars for one in taken} == {1, 2, 3, 4, 5}


def test_games_with_notes_are_not_searched_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    puzzle = games.puzzles("regicide")[-1]

    def found(_: object, __: str, number: int) -> list[Puzzle]:
        asked.append(number)
        return [replace(puzzle, source=number)]

    monkeypatch.setattr(command, "find_puzzles", found)
    notes = tmp_path / "notes.jsonl"
    first = command.find_with_notes(load_finders()["regicide"], "x", 2, notes, None)
    second = command.find_with_notes(load_finders()["regicide"], "x", 3, notes, None)
    assert asked == [1, 2, 3]
    assert [one.source for one in second] == [1, 2, 3]
    assert [one.line for one in first] == [puzzle.line] * 2
