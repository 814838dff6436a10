"""Finds proved puzzles in games of bots, and selects the best mix."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple

from msgspec.structs import replace

from regicide_tui.games.practice import STARS, P
from regicide_tui.simulate.puzzles.search import Proof


class PuzzleFinder(NamedTuple, Generic[P]):
    """How the puzzles of one game are found and proved.

    `drafts` yields groups of positions with goals from a game of bots, by the game's seed and
    number. The hands of a group are parts of its first hand: if no line solves the first draft,
    none solves the others. `prove` returns the lines that solve a draft, or None if that can't
    be known. `is_hard_enough` returns whether it needs enough thought. `theme` returns the kind of
    task in a word; puzzles are taken evenly from all themes.
    """

    game: str
    puzzle: type[P]
    drafts: Callable[[str, int], Iterator[Sequence[P]]]
    prove: Callable[[P], Proof | None]
    is_hard_enough: Callable[[P, Proof], bool]
    theme: Callable[[P], str]
    games: int
    """The number of games to play."""
    wanted: int
    """The number of puzzles to take from these games."""


def find_puzzles(finder: PuzzleFinder[P], seed: str, number: int) -> list[P]:
    """Return the puzzles of one game of bots: the one with the largest proof for each theme."""
    best: dict[str, P] = {}
    for group in finder.drafts(seed, number):
        for puzzle in _proved(finder, group):
            theme = finder.theme(puzzle)
            if theme not in best or best[theme].nodes < puzzle.nodes:
                best[theme] = puzzle
    return list(best.values())


def _proved(finder: PuzzleFinder[P], group: Sequence[P]) -> Iterator[P]:
    """Yield the puzzles of a group that have one solution and are hard enough."""
    tried: set[str] = set()
    for draft in group:
        if draft.key in tried:
            continue
        proof = finder.prove(draft)
        if not tried and proof is not None and not proof.lines:
            return
        tried.add(draft.key)
        if proof is not None and len(proof.lines) == 1 and finder.is_hard_enough(draft, proof):
            yield replace(draft, line=proof.lines[0], nodes=proof.nodes)


def select_puzzles(finder: PuzzleFinder[P], found: Sequence[P], wanted: int) -> list[P]:
    """Return `wanted` puzzles, the easiest first, evenly from all themes and stars.

    At most one is from each game of bots, and no two have the same solution.
    """
    buckets: dict[tuple[int, str], list[P]] = {}
    for puzzle in sorted(found, key=lambda one: (one.source, one.nodes, one.key)):
        buckets.setdefault((puzzle.stars, finder.theme(puzzle)), []).append(puzzle)
    themes = sorted({theme for _, theme in buckets})
    order = [(stars, theme) for theme in themes for stars in range(STARS, 0, -1)]
    taken: list[P] = []
    sources: set[int] = set()
    lines: set[tuple[str, ...]] = set()
    while any(buckets.values()) and len(taken) < wanted:
        for bucket in order:
            following = _next_of(buckets.get(bucket, []), sources, lines)
            if following is not None and len(taken) < wanted:
                taken.append(following)
                sources.add(following.source)
                lines.add(following.line)
    return sorted(taken, key=lambda one: (one.nodes, one.key))


def _next_of(bucket: list[P], sources: set[int], lines: set[tuple[str, ...]]) -> P | None:
    """Take the next puzzle from a new game and with a new solution out of a bucket."""
    while bucket:
        puzzle = bucket.pop(0)
        if puzzle.source not in sources and puzzle.line not in lines:
            return puzzle
    return None
