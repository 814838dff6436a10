"""From games of bots to a list of proved puzzles: what a game gives, and which ones are taken."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple

from msgspec.structs import replace

from regicide_tui.games.puzzle import STARS, P
from regicide_tui.simulate.puzzles.search import Proof


class Kind(NamedTuple, Generic[P]):
    """How the puzzles of one game are found and proved.

    `candidates` yields positions with goals from a game of bots, by seed and number of the game, in
    groups: where no line solves the first of a group, none solves the others, whose hands are
    parts of its hand. `prove` returns how many lines solve a candidate, or None if that can't be
    known. `is_worth_it` tells whether there is enough to think about. `theme` says what is
    asked in a word; puzzles are taken from all themes alike.
    """

    game: str
    puzzle: type[P]
    candidates: Callable[[str, int], Iterator[Sequence[P]]]
    prove: Callable[[P], Proof | None]
    is_worth_it: Callable[[P, Proof], bool]
    theme: Callable[[P], str]
    games: int
    """How many games bots play."""
    wanted: int
    """How many puzzles are taken from them."""


def found_in(kind: Kind[P], seed: str, number: int) -> list[P]:
    """Return the puzzles of one game of bots: for each theme the one with the largest proof."""
    best: dict[str, P] = {}
    for group in kind.candidates(seed, number):
        for puzzle in _proved(kind, group):
            theme = kind.theme(puzzle)
            if theme not in best or best[theme].nodes < puzzle.nodes:
                best[theme] = puzzle
    return list(best.values())


def _proved(kind: Kind[P], group: Sequence[P]) -> Iterator[P]:
    """Yield those of a group that have one solution and are worth it."""
    tried: set[str] = set()
    for candidate in group:
        if candidate.key in tried:
            continue
        proof = kind.prove(candidate)
        if not tried and proof is not None and not proof.lines:
            return
        tried.add(candidate.key)
        if proof is not None and len(proof.lines) == 1 and kind.is_worth_it(candidate, proof):
            yield replace(candidate, line=proof.lines[0], nodes=proof.nodes)


def selected(kind: Kind[P], found: Sequence[P], wanted: int) -> list[P]:
    """Return so many puzzles, the easiest first: of all themes and stars alike, one for each game.

    No two have the same solution.
    """
    buckets: dict[tuple[int, str], list[P]] = {}
    for puzzle in sorted(found, key=lambda one: (one.source, one.nodes, one.key)):
        buckets.setdefault((puzzle.stars, kind.theme(puzzle)), []).append(puzzle)
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
    """Take the next puzzle out of a bucket that comes from another game than those before."""
    while bucket:
        puzzle = bucket.pop(0)
        if puzzle.source not in sources and puzzle.line not in lines:
            return puzzle
    return None
