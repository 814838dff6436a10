"""Plays deals until a comparison of two bots ends."""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from regicide_tui.simulate.comparison import Comparison, Evidence, find_end
from regicide_tui.simulate.files import Files
from regicide_tui.simulate.plan import GameResult, Plan, Row

Play = Callable[[Plan, Sequence[int]], Generator[GameResult, None, None]]
"""Plays the games with these numbers, and yields each result when its game ends."""


def paths_for(comparison: Comparison, path: Path) -> list[Path]:
    """Return a file for each plan: `path` itself, or `path-1` and `path-2` for the two bots."""
    if len(comparison.plans) == 1:
        return [path]
    return [path.with_stem(f"{path.stem}-{number}") for number in (1, 2)]


def compare(
    comparison: Comparison, most_deals: int, deals_a_round: int, opened: Sequence[Files], play: Play
) -> Iterator[Evidence]:
    """Play deals, round by round, and yield the evidence after each round until the test ends.

    The files of each plan are open; games in them are not played again. Only the deals determine
    where the test ends. Raises `BadFile`, `OSError`, and any error of `play`.
    """
    played, is_decisive = 0, False
    while played < most_deals and not is_decisive:
        played = min(most_deals, played + deals_a_round)
        wanted = range(1, comparison.numbers_of(played).stop)
        for plan, files in zip(comparison.plans, opened, strict=True):
            _play_missing(plan, files, wanted, play)
        differences = (_difference(comparison, opened, deal) for deal in range(1, played + 1))
        evidence = find_end(differences, comparison.low, comparison.high)
        is_decisive = evidence.is_decisive
        yield evidence
    for files in opened:
        files.finish()


def _play_missing(plan: Plan, files: Files, wanted: Sequence[int], play: Play) -> None:
    """Play the wanted games that are not in the files yet, and add them."""
    missing = files.missing(wanted)
    if missing:
        with closing(play(plan, missing)) as results:
            for result in results:
                files.add(result)


def rows_of_deals(comparison: Comparison, files: Files, deals: int) -> list[Row]:
    """Return the rows of the first deals in the files of a plan."""
    return [files.rows[number] for number in range(1, comparison.numbers_of(deals).stop)]


def _difference(comparison: Comparison, opened: Sequence[Files], deal: int) -> float:
    numbers = comparison.numbers_of(deal)
    return comparison.difference([[one.rows[number] for number in numbers] for one in opened])
