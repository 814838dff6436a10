"""What `make benchmark` does with its arguments.

The games of each player and task are kept in a file, so an interrupted run can be continued.
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
    """The arguments, with their types."""

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

    The results of a trial are only printed. All others are written into the files of results.
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
        "--tasks", type=_parse_tasks, default=[*TASKS], metavar="A,B", help="by default all"
    )
    parser.add_argument(
        "--bots",
        type=split_bots,
        default=BASELINES,
        metavar="A,B",
        help="as for `regicide-tui simulate`; by default all baselines",
    )
    parser.add_argument("--name", default="", help="how a program is named in the tables")
    parser.add_argument("--link", default="", help="where a program can be found")
    parser.add_argument(
        "--slow", action="store_true", help=f"a slow program: {FEWER_GAMES} games of each task"
    )
    parser.add_argument(
        "--trial",
        type=int,
        metavar="GAMES",
        help="play so many games of each task from the development seed, and only print the tables",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that play")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/benchmark"), help="where games are kept"
    )
    docs = Path("docs")
    parser.add_argument("--results", type=Path, default=docs / "benchmarks" / "players.json")
    parser.add_argument("--document", type=Path, default=docs / "benchmark.md")
    parser.add_argument(
        "--table", action="store_true", help="only write the results into the document"
    )
    return parser


def _parse_tasks(text: str) -> list[Task]:
    unknown = [name for name in text.split(",") if name not in TASKS_BY_NAME]
    if unknown:
        known = ", ".join(TASKS_BY_NAME)
        raise argparse.ArgumentTypeError(f"no task {unknown[0]!r}: there are {known}")
    return [TASKS_BY_NAME[name] for name in text.split(",")]


def _check(given: _Arguments) -> None:
    """Raise `SimulationError` or `OSError` for what would fail after the first games."""
    if given.jobs < 1 or (given.trial is not None and given.trial < 1):
        raise SimulationError("At least one game, and at least one job.")
    programs = [bot for bot in given.bots if program_command(bot) is not None]
    if programs and (len(given.bots) > 1 or not _NAME.fullmatch(given.name)):
        raise BadBots(
            "A program is measured without other players, and needs a --name of letters, "
            "digits and hyphens."
        )
    if given.name and (not programs or given.name.partition(":")[0] in BASELINES):
        raise BadBots("A --name is that of a program, and not that of a player of ours.")
    for task in given.tasks:
        for bot in given.bots:
            task.plan(bot, DEVELOPMENT_SEED)
    if given.trial is None:
        _check_name(given.name, given.link, read_results(given.results))
        given.document.read_text(encoding="utf-8")


def _check_name(name: str, link: str, results: Sequence[Result]) -> None:
    """Raise `BadBots` if another program has results by this name."""
    links = {result.link for result in results if result.player == name}
    if links - {link}:
        raise BadBots(f"There are results of another {name}: choose another --name.")


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
    """Write a result into the file of results, and all of them into the document."""
    results = add_result(read_results(given.results), result)
    write_results(given.results, results)
    write_table(given.document, results)
