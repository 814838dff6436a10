"""`regicide-tui simulate`: plays the games, shows how far it is, and tells what they come to."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from regicide_tui.bots.roster import levels_of
from regicide_tui.bots.weights import BadWeights
from regicide_tui.games.base import BadSetup
from regicide_tui.simulate.plan import Plan, Row, level_and_evaluations
from regicide_tui.simulate.players import Fallen, NoCluster, play_afar, play_here
from regicide_tui.simulate.results import BadResults, Results
from regicide_tui.simulate.summary import summary


class Trouble(Exception):
    """What can't be done, with a sentence why."""


def seated(game: str, players: int, bots: str) -> tuple[str, ...]:
    """Return who sits in each seat, from one bot for all or one for each. Raises `Trouble`.

    A bot is a level, or `LEVEL:EVALUATIONS` for one that thinks more or less than usual.
    """
    named = tuple([one.strip() for one in bots.split(",")])
    seats = named * players if len(named) == 1 else named
    if len(seats) != players:
        raise Trouble(f"{players} players need one bot for all, or {players} bots: {bots}.")
    known = {level.name: level for level in levels_of(game, players)}
    for bot in seats:
        try:
            name, evaluations = level_and_evaluations(bot)
        except ValueError:
            raise Trouble(f"After a colon stands how many evaluations it makes: {bot}.") from None
        if name not in known:
            there = f"there are {', '.join(known)}" if known else "there are none yet"
            raise Trouble(f"No bot {name!r} plays this game: {there}.")
        if evaluations is not None and not known[name].learned:
            raise Trouble(f"A {name} goes by rules of thumb and makes no evaluations: {bot}.")
    return seats


def simulate(
    plan: Plan, count: int, *, jobs: int, out: Path | None, dask: str | None
) -> tuple[str, ...]:
    """Play so many games, but not those that the file has already; return what they come to.

    Raises `Trouble`. What was played until then stays in the file.
    """
    try:
        if out is not None:
            return _played(plan, count, jobs, out, dask)
        with TemporaryDirectory() as folder:
            return _played(plan, count, jobs, Path(folder) / "games.csv", dask)
    except (BadResults, BadSetup, BadWeights, Fallen, NoCluster) as error:
        raise Trouble(f"{error}") from None
    except OSError as error:
        raise Trouble(error.strerror or f"{error}") from None


def _played(plan: Plan, count: int, jobs: int, out: Path, dask: str | None) -> tuple[str, ...]:
    with Results(out, plan) as results:
        wanted = range(1, count + 1)
        missing = [number for number in wanted if number not in results.rows]
        for rows in _shown(_playing(plan, missing, jobs, dask), count, count - len(missing)):
            results.add(rows)
        results.finish()
        rows = [results.rows[number] for number in wanted]
    return tuple(summary(plan, rows))


def _playing(
    plan: Plan, numbers: Sequence[int], jobs: int, dask: str | None
) -> Iterator[list[Row]]:
    if not numbers:
        return iter(())
    return play_afar(plan, numbers, dask) if dask else play_here(plan, numbers, jobs)


def _shown(played: Iterator[list[Row]], count: int, done: int) -> Iterator[list[Row]]:
    """Pass the games on, with a bar on the standard error where that is a terminal."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(file=sys.__stderr__ or sys.stderr)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=count, completed=done)
        for rows in played:
            yield rows
            bar.advance(task, len(rows))
