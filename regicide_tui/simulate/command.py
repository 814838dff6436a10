"""`regicide-tui simulate`: plays games, shows the progress, and returns a summary."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regicide_tui.bots.roster import list_levels
from regicide_tui.bots.weights import BadWeights
from regicide_tui.games.base import BadSetup
from regicide_tui.simulate.compare import compare, result_files
from regicide_tui.simulate.comparison import Comparison, describe, find_end
from regicide_tui.simulate.plan import Plan, Row, level_and_evaluations
from regicide_tui.simulate.results import BadResults, Results
from regicide_tui.simulate.summary import summarize
from regicide_tui.simulate.workers import (
    ClusterUnavailable,
    WorkersDied,
    play_locally,
    play_on_cluster,
)

GAMES, MOST_DEALS = 100, 2000
"""The games of a simulation, and the most deals of a comparison, if nothing else is said."""
_DEALS_A_JOB = 10
"""The deals that each process plays before a comparison is looked at."""


class SimulationError(Exception):
    """A simulation can't be run. The text says why."""


def parse_bots(game: str, players: int, bots: str) -> tuple[str, ...]:
    """Return the bot in each seat, from one bot for all or one for each.

    A bot is a level, or `LEVEL:EVALUATIONS` for a number of evaluations other than usual. Raises
    `SimulationError`.
    """
    named = tuple([one.strip() for one in bots.split(",")])
    seats = named * players if len(named) == 1 else named
    if len(seats) != players:
        raise SimulationError(f"{players} players need one bot for all, or {players} bots: {bots}.")
    _check_bots(game, players, seats)
    return seats


def parse_two_bots(game: str, players: int, bots: str) -> tuple[str, str]:
    """Return the two bots of a comparison, from `A,B`. Raises `SimulationError`."""
    first, comma, second = (one.strip() for one in bots.partition(","))
    if not comma or "," in second:
        raise SimulationError(f"A comparison needs two bots, as in knight,captain: {bots}.")
    _check_bots(game, players, (first, second))
    return first, second


def parse_bounds(bounds: str) -> tuple[float, float]:
    """Return the bounds of a comparison as shares, from wins in 100 games.

    Raises `SimulationError`.
    """
    low, _, high = bounds.partition(",")
    try:
        found = float(low) / 100, float(high) / 100
    except ValueError:
        found = 1.0, 0.0
    if not -1 <= found[0] < found[1] <= 1:
        raise SimulationError(f"Bounds are two numbers, the lower one first, as in 0,2: {bounds}.")
    return found


def _check_bots(game: str, players: int, bots: Sequence[str]) -> None:
    """Check that these bots can play. Raises `SimulationError`."""
    known = {level.name: level for level in list_levels(game, players)}
    for bot in bots:
        try:
            name, evaluations = level_and_evaluations(bot)
        except ValueError:
            raise SimulationError(
                f"After a colon stands how many evaluations it makes: {bot}."
            ) from None
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "there are none yet"
            raise SimulationError(f"No bot {name!r} plays this game: {there}.")
        if evaluations is not None and not known[name].has_net:
            raise SimulationError(
                f"A {name} goes by rules of thumb and makes no evaluations: {bot}."
            )


def simulate(
    plan: Plan, count: int, *, jobs: int, out: Path | None, dask: str | None
) -> tuple[str, ...]:
    """Play `count` games, except those in the file, and return the lines of a summary.

    Raises `SimulationError`. Games that were played until then stay in the file.
    """
    with _sentences(), _results_at(out) as file:
        return _simulate(plan, count, jobs, file, dask)


def compare_bots(
    comparison: Comparison, most_deals: int, *, jobs: int, out: Path | None, dask: str | None
) -> tuple[str, ...]:
    """Play deals until the comparison ends, and return the lines of its result.

    Raises `SimulationError`. Games that were played until then stay in the file.
    """
    console = Console(file=sys.__stderr__ or sys.stderr)
    with _sentences(), _results_at(out) as file, console.status("") as status:
        evidence = find_end((), comparison.low, comparison.high)
        for evidence in compare(
            comparison,
            most_deals,
            _DEALS_A_JOB * jobs,
            result_files(comparison, file),
            lambda plan, numbers: _start(plan, numbers, jobs, dask),
        ):
            status.update(" ".join(line.strip() for line in describe(comparison, evidence)[1:]))
    return tuple(describe(comparison, evidence))


@contextmanager
def _results_at(out: Path | None) -> Iterator[Path]:
    """Yield the file for results; without one given, it is removed in the end."""
    if out is not None:
        yield out
        return
    with TemporaryDirectory() as folder:
        yield Path(folder) / "games.csv"


@contextmanager
def _sentences() -> Iterator[None]:
    """Raise `SimulationError` for whatever keeps games from being played or stored."""
    try:
        yield
    except (BadResults, BadSetup, BadWeights, WorkersDied, ClusterUnavailable) as error:
        raise SimulationError(f"{error}") from None
    except OSError as error:
        raise SimulationError(error.strerror or f"{error}") from None


def _simulate(plan: Plan, count: int, jobs: int, out: Path, dask: str | None) -> tuple[str, ...]:
    with Results(out, plan) as results:
        wanted = range(1, count + 1)
        missing = [number for number in wanted if number not in results.rows]
        for rows in _show_progress(_start(plan, missing, jobs, dask), count, count - len(missing)):
            results.add(rows)
        results.finish()
        rows = [results.rows[number] for number in wanted]
    return tuple(summarize(plan, rows))


def _start(plan: Plan, numbers: Sequence[int], jobs: int, dask: str | None) -> Iterator[list[Row]]:
    if not numbers:
        return iter(())
    return play_on_cluster(plan, numbers, dask) if dask else play_locally(plan, numbers, jobs)


def _show_progress(played: Iterator[list[Row]], count: int, done: int) -> Iterator[list[Row]]:
    """Pass the games on, with a progress bar on the standard error if that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(file=sys.__stderr__ or sys.stderr)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=count, completed=done)
        for rows in played:
            yield rows
            bar.advance(task, len(rows))
