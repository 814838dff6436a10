"""The command behind `make benchmark`.

The games of each player and task are saved in a file, so you can continue an interrupted run.
"""

import argparse
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from regicide_tui.simulate.benchmark.results import (
    Result,
    add_result,
    digest_sources,
    measure,
    read_results,
    write_results,
)
from regicide_tui.simulate.benchmark.table import format_results, write_table
from regicide_tui.simulate.benchmark.tasks import (
    BASELINES,
    DEVELOPMENT_SEED,
    FEWER_GAMES,
    GAMES,
    OFFICIAL_SEED,
    SLOW,
    TASKS,
    TASKS_BY_NAME,
    Task,
)
from regicide_tui.simulate.bot_names import program_command, split_bots
from regicide_tui.simulate.command import Run
from regicide_tui.simulate.errors import BadBots, SimulationError

_BAD_USAGE = 2
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:_-]*")


class _Arguments(argparse.Namespace):
    """The parsed arguments."""

    tasks: list[Task]
    bots: tuple[str, ...]
    name: str
    link: str
    slow: bool
    trial: int | None
    jobs: int
    folder: Path
    results: Path
    document: Path
    table: bool


def run(words: Sequence[str]) -> int:
    """Play the tasks of the benchmark, print a table as Markdown, and return an exit code.

    The results of a trial are only printed. All others are also saved.
    """
    given = _make_parser().parse_args(words, namespace=_Arguments())
    try:
        _check(given)
        if given.table:
            write_table(given.document, read_results(given.results))
            return 0
        measured: list[Result] = []
        for result in _measure_all(given):
            measured = add_result(measured, result)
            if given.trial is None:
                _keep(given, result)
    except (SimulationError, OSError, msgspec.DecodeError) as error:
        print(error, file=sys.stderr)  # noqa: T201
        return _BAD_USAGE
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    print(format_results(measured), end="")  # noqa: T201
    return 0


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m regicide_tui.simulate.benchmark")
    parser.add_argument(
        "--tasks",
        type=_parse_tasks,
        default=[*TASKS],
        metavar="A,B",
        help="tasks to play (default: all)",
    )
    parser.add_argument(
        "--bots",
        type=split_bots,
        default=BASELINES,
        metavar="A,B",
        help="players, as in `regicide-tui simulate` (default: all baselines)",
    )
    parser.add_argument("--name", default="", help="the program's name in the tables")
    parser.add_argument("--link", default="", help="the program's web address")
    parser.add_argument(
        "--slow",
        action="store_true",
        help=f"play only {FEWER_GAMES} games of each task, for a slow program",
    )
    parser.add_argument(
        "--trial",
        type=int,
        metavar="GAMES",
        help="play this many games of each task from the development seed; only print the tables",
    )
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (default: 1)")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/benchmark"), help="folder for the games"
    )
    docs = Path("docs")
    parser.add_argument("--results", type=Path, default=docs / "benchmarks" / "players.json")
    parser.add_argument("--document", type=Path, default=docs / "benchmark.md")
    parser.add_argument(
        "--table", action="store_true", help="only write the saved results into the document"
    )
    return parser


def _parse_tasks(text: str) -> list[Task]:
    unknown = [name for name in text.split(",") if name not in TASKS_BY_NAME]
    if unknown:
        known = ", ".join(TASKS_BY_NAME)
        raise argparse.ArgumentTypeError(f"unknown task {unknown[0]!r} (choose from {known})")
    return [TASKS_BY_NAME[name] for name in text.split(",")]


def _check(given: _Arguments) -> None:
    """Raise `SimulationError` or `OSError` for mistakes that would only show after some games."""
    if given.jobs < 1 or (given.trial is not None and given.trial < 1):
        raise SimulationError("--trial and --jobs must be at least 1.")
    programs = [bot for bot in given.bots if program_command(bot) is not None]
    if programs and (len(given.bots) > 1 or not _NAME.fullmatch(given.name)):
        raise BadBots(
            "Measure a program without other players, and give it a --name of letters, digits and "
            "hyphens."
        )
    if given.name and (not programs or given.name.partition(":")[0] in BASELINES):
        raise BadBots("--name is only for programs, and can't be the name of a baseline.")
    for task in given.tasks:
        for bot in given.bots:
            task.plan(bot, DEVELOPMENT_SEED)
    if given.trial is None:
        _check_name(given.name, given.link, read_results(given.results))
        given.document.read_text(encoding="utf-8")


def _check_name(name: str, link: str, results: Sequence[Result]) -> None:
    """Raise `BadBots` if another program with this name has results."""
    links = {result.link for result in results if result.player == name}
    if links - {link}:
        raise BadBots(f"Another program named {name} has results. Choose a different --name.")


def _measure_all(given: _Arguments) -> Iterator[Result]:
    """Yield the result of each player in each task."""
    for bot in given.bots:
        player = given.name or bot
        few = given.slow or bot.partition(":")[0] in SLOW
        for task in given.tasks:
            sources = digest_sources(task.game)
            folder = given.folder / sources
            folder.mkdir(parents=True, exist_ok=True)
            seed, kind, count = OFFICIAL_SEED, "official", FEWER_GAMES if few else GAMES
            if given.trial is not None:
                seed, kind, count = DEVELOPMENT_SEED, "trial", given.trial
            count = task.round_up(count)
            name = f"{task.name}-{player.replace(':', '-')}-{kind}-{count}.csv"
            print(f"{task.title}: {player}, {count} games", file=sys.stderr)  # noqa: T201
            games = Run(given.jobs, folder / name)
            yield measure(task, player, task.plan(bot, seed), count, games, sources, given.link)


def _keep(given: _Arguments, result: Result) -> None:
    """Save a result, and write all results into the document."""
    results = add_result(read_results(given.results), result)
    write_results(given.results, results)
    write_table(given.document, results)
