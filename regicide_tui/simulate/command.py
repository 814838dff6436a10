"""`regicide-tui simulate`: plays games, shows the progress, and returns a summary."""

import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regicide_tui.bots.net import BadWeights
from regicide_tui.games.base import BadSetup
from regicide_tui.simulate.compare import compare, paths_for, rows_of_deals
from regicide_tui.simulate.comparison import Comparison, describe, find_end
from regicide_tui.simulate.errors import SimulationError
from regicide_tui.simulate.files import Files
from regicide_tui.simulate.plan import GameResult, Plan, Row
from regicide_tui.simulate.summary import (
    count_successes,
    format_faults,
    format_shares,
    format_times,
    summarize,
)
from regicide_tui.simulate.thinking_times import Thinking
from regicide_tui.simulate.workers import play_locally, play_on_cluster

GAMES, MOST_DEALS = 100, 2000
"""The default number of games of a simulation, and maximum of deals of a comparison."""
_DEALS_A_JOB = 10
"""The deals per process between two checks of a comparison."""


class Run(NamedTuple):
    """Where games are played and stored.

    `out` is the file for results, `records` the one for decisions. Without `out`, the results are
    stored beside the decisions; without both, they are not stored.
    """

    jobs: int = 1
    out: Path | None = None
    records: Path | None = None
    dask: str | None = None

    def play(self, plan: Plan, numbers: Sequence[int]) -> Generator[GameResult, None, None]:
        """Play the games with these numbers, and yield each result when its game ends."""
        if self.dask:
            return play_on_cluster(plan, numbers, self.dask)
        return play_locally(plan, numbers, self.jobs)


class Played(NamedTuple):
    """The rows of the games in order, and their known times by number."""

    rows: list[Row]
    thinking: dict[int, Thinking]


class Summary(NamedTuple):
    """The lines that summarize the games, and whether a program ended one of them by a fault."""

    lines: tuple[str, ...]
    faulty: bool


def simulate(plan: Plan, count: int, run: Run) -> Summary:
    """Play games as `play_missing` does, and return a summary."""
    played = play_missing(plan, count, run)
    faulty = any(row.fault_seat is not None for row in played.rows)
    return Summary(tuple(summarize(plan, played.rows, played.thinking)), faulty)


def play_missing(plan: Plan, count: int, run: Run) -> Played:
    """Play the games from 1 to `count` that are not in the files yet, and return all of them.

    Raises `SimulationError`. Games that were played until then stay in the files.
    """
    wanted = range(1, count + 1)
    with _sentences(), _results_at(run) as out, Files(plan, out, run.records) as files:
        missing = files.missing(wanted)
        if missing:
            with closing(run.play(plan, missing)) as results:
                for result in _show_progress(results, count, count - len(missing)):
                    files.add(result)
        files.finish()
        rows = [files.rows[number] for number in wanted]
        thinking = {number: files.thinking[number] for number in wanted if number in files.thinking}
    return Played(rows, thinking)


def compare_bots(comparison: Comparison, most_deals: int, run: Run) -> Summary:
    """Play deals until the comparison ends, and return its result.

    Raises `SimulationError`. Games that were played until then stay in the files.
    """
    console = Console(file=sys.__stderr__ or sys.stderr)
    with _sentences(), _results_at(run) as out, ExitStack() as stack:
        opened = [stack.enter_context(one) for one in _files_of(comparison, out, run.records)]
        status = stack.enter_context(console.status(""))
        evidence = find_end((), comparison.low, comparison.high)
        deals_a_round = _DEALS_A_JOB * run.jobs
        for evidence in compare(comparison, most_deals, deals_a_round, opened, run.play):
            status.update(" ".join(line.strip() for line in describe(comparison, evidence)[1:]))
        lines = (
            *describe(comparison, evidence),
            *_describe_games(comparison, opened, evidence.deals),
        )
        rows = [row for files in opened for row in rows_of_deals(comparison, files, evidence.deals)]
        return Summary(lines, any(row.fault_seat is not None for row in rows))


def _files_of(comparison: Comparison, out: Path, records: Path | None) -> Iterator[Files]:
    """Yield the files of each plan of a comparison."""
    plans = comparison.plans
    recorded = paths_for(comparison, records) if records else [None] * len(plans)
    for plan, path, record in zip(plans, paths_for(comparison, out), recorded, strict=True):
        yield Files(plan, path, record)


def _describe_games(comparison: Comparison, opened: Sequence[Files], deals: int) -> Iterator[str]:
    """Yield lines with the shares of wins, the faults and the times in the test's games."""
    times = []
    for plan, files in zip(comparison.plans, opened, strict=True):
        rows = rows_of_deals(comparison, files, deals)
        counts = count_successes(plan, rows)
        if len(comparison.plans) > 1:
            counts = {f"{plan.bots[0]}, {name}": count for name, count in counts.items()}
        yield from format_shares(counts, len(rows))
        yield from format_faults(plan, rows)
        numbers = [row.number for row in rows if row.number in files.thinking]
        times.append((plan, {number: files.thinking[number] for number in numbers}))
    yield from format_times(times)


@contextmanager
def _results_at(run: Run) -> Iterator[Path]:
    """Yield the file for results; a temporary one is removed at the end."""
    if run.out is not None:
        yield run.out
    elif run.records is not None:
        yield run.records.with_name(f"{run.records.stem}-games.csv")
    else:
        with TemporaryDirectory() as folder:
            yield Path(folder) / "games.csv"


@contextmanager
def _sentences() -> Iterator[None]:
    """Turn all other errors of playing and storing games into `SimulationError`."""
    try:
        yield
    except (BadSetup, BadWeights) as error:
        raise SimulationError(f"{error}") from None
    except OSError as error:
        raise SimulationError(_explain(error)) from None


def _explain(error: OSError) -> str:
    """Return the error's text, after the name of the file if it has one."""
    why = error.strerror or f"{error}"
    return why if error.filename is None else f"{error.filename}: {why}"


def _show_progress(played: Iterator[GameResult], count: int, done: int) -> Iterator[GameResult]:
    """Yield the games, with a progress bar on standard error if that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(file=sys.__stderr__ or sys.stderr)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=count, completed=done)
        for result in played:
            yield result
            bar.advance(task)
