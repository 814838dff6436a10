"""`regicide-tui simulate`: plays games, shows the progress, and returns a summary."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regicide_tui.bots.roster import list_levels
from regicide_tui.bots.weights import BadWeights
from regicide_tui.games.base import BadSetup
from regicide_tui.simulate.plan import Plan, Row, level_and_evaluations
from regicide_tui.simulate.results import BadResults, Results
from regicide_tui.simulate.summary import summarize
from regicide_tui.simulate.workers import (
    ClusterUnavailable,
    WorkersDied,
    play_locally,
    play_on_cluster,
)


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
    known = {level.name: level for level in list_levels(game, players)}
    for bot in seats:
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
    return seats


def simulate(
    plan: Plan, count: int, *, jobs: int, out: Path | None, dask: str | None
) -> tuple[str, ...]:
    """Play `count` games, except those in the file, and return the lines of a summary.

    Raises `SimulationError`. Games that were played until then stay in the file.
    """
    try:
        if out is not None:
            return _simulate(plan, count, jobs, out, dask)
        with TemporaryDirectory() as folder:
            return _simulate(plan, count, jobs, Path(folder) / "games.csv", dask)
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
