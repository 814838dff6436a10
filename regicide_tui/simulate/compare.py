"""Plays deals until a comparison of two bots ends."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from regicide_tui.simulate.comparison import Comparison, Evidence, find_end
from regicide_tui.simulate.plan import Plan, Row
from regicide_tui.simulate.results import Results

Play = Callable[[Plan, Sequence[int]], Iterator[list[Row]]]
"""Plays the games with these numbers, and yields rows as they come."""


def result_files(comparison: Comparison, out: Path) -> list[Path]:
    """Return a file for each plan: `out` itself, or `out-1` and `out-2` for the two bots."""
    if len(comparison.plans) == 1:
        return [out]
    return [out.with_stem(f"{out.stem}-{number}") for number in (1, 2)]


def compare(
    comparison: Comparison, most_deals: int, deals_a_round: int, files: Sequence[Path], play: Play
) -> Iterator[Evidence]:
    """Play deals, round by round, and yield the evidence after each round until the test ends.

    There is one file for each plan; games in it are not played again. Where the test ends depends
    on the deals alone. Raises `BadResults`, `OSError`, and what `play` raises.
    """
    with ExitStack() as stack:
        opened = [
            stack.enter_context(Results(file, plan))
            for file, plan in zip(files, comparison.plans, strict=True)
        ]
        played, is_decisive = 0, False
        while played < most_deals and not is_decisive:
            played = min(most_deals, played + deals_a_round)
            for plan, results in zip(comparison.plans, opened, strict=True):
                _play_missing(comparison, plan, results, played, play)
            differences = (_difference(comparison, opened, deal) for deal in range(1, played + 1))
            evidence = find_end(differences, comparison.low, comparison.high)
            is_decisive = evidence.is_decisive
            yield evidence
        for results in opened:
            results.finish()


def _play_missing(
    comparison: Comparison, plan: Plan, results: Results, deals: int, play: Play
) -> None:
    """Play the games of a plan that are missing among these first deals."""
    wanted = range(1, comparison.numbers_of(deals).stop)
    missing = [number for number in wanted if number not in results.rows]
    if missing:
        for rows in play(plan, missing):
            results.add(rows)


def _difference(comparison: Comparison, results: Sequence[Results], deal: int) -> float:
    numbers = comparison.numbers_of(deal)
    return comparison.difference([[one.rows[number] for number in numbers] for one in results])
