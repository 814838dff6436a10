"""The results of the benchmark: how they are measured, and their file."""

import platform
import sys
from hashlib import sha256
from pathlib import Path

import msgspec

import regicide_tui
from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.simulate.benchmark.tasks import TASKS, Task, write_command
from regicide_tui.simulate.command import Played, Run, play_missing
from regicide_tui.simulate.errors import BadBots
from regicide_tui.simulate.plan import GOLD, Plan
from regicide_tui.simulate.summary import count_wins, format_faults
from regicide_tui.simulate.thinking_times import Quantiles, find_quantiles

_FACTS = Path("/proc/cpuinfo")
"""Where Linux describes its processors."""
PACKAGE = Path(regicide_tui.__file__).parent
_SOURCES = ("bots", "games", "simulate/reference")
"""The packages that determine the games of our players, with the nets."""
_NETS = "bots/nets/"
_TRAINING = "bots/training/"
"""No game depends on it."""


class Result(Value):
    """One player's result in one task.

    `won` counts wins; a shared win in a competitive game counts in part. `gold` counts the gold
    medals of a solo player. `milliseconds` are the processor times per action, if known. `sha256`
    belongs to the file with a row for each game, which `command` can reproduce. `sources` is a
    digest of our bots, nets and rules of the game. `link` is a foreign program's web address.
    `faults` counts the games that a program ended by a fault: they are lost.
    """

    task: str
    player: str
    command: str
    games: int
    won: float
    gold: int | None
    milliseconds: Quantiles | None
    sha256: str
    version: str
    sources: str
    python: str
    processor: str
    link: str = ""
    faults: int = 0


def measure(
    task: Task, player: str, plan: Plan, count: int, run: Run, sources: str, link: str = ""
) -> Result:
    """Play the games of a task that are not in the file of the run, and return the result.

    `sources` is the digest of the code that plays them. The faults of a program are printed on
    standard error. Raises `SimulationError`, for example if every game ended by a fault.
    """
    assert run.out is not None
    played = play_missing(plan, count, run)
    rows = played.rows
    faults = format_faults(plan, rows)
    print(*faults, sep="\n", end="\n" * bool(faults), file=sys.stderr)  # noqa: T201
    failed = sum(row.fault_seat is not None for row in rows)
    if failed == len(rows):
        raise BadBots(
            f"{player} didn't finish any game, so there is no result. Once it is fixed, delete "
            f"{run.out}."
        )
    return Result(
        task=task.name,
        player=player,
        command=write_command(plan, count, run.out),
        games=count,
        won=count_wins(plan, rows)[0] if task.opponent else float(sum(row.won for row in rows)),
        gold=sum(row.medal == GOLD for row in rows) if task.players == 1 else None,
        milliseconds=_find_times(task, plan, played),
        sha256=sha256(run.out.read_bytes()).hexdigest(),
        version=regicide_tui.__version__,
        sources=sources,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        processor=name_processor(),
        link=link,
        faults=failed,
    )


def _find_times(task: Task, plan: Plan, played: Played) -> Quantiles | None:
    """Return the player's times, without those of its opponents."""
    found = find_quantiles(
        [
            time
            for number, by_seat in played.thinking.items()
            for place, times in zip(plan.seating(number), by_seat, strict=True)
            if place == 0 or not task.opponent
            for time in times
        ]
    )
    return Quantiles(*[round(time, 3) for time in found]) if found else None


def digest_sources(game: str) -> str:
    """Return a digest of our bots and games, without code that belongs only to another game.

    While the digest stays the same, our players play the same games of `game` from the same seed.
    """
    others = {*games.names()} - {game}
    digest = sha256()
    for source in sorted(path for name in _SOURCES for path in (PACKAGE / name).rglob("*.*")):
        place = source.relative_to(PACKAGE)
        name = place.as_posix()
        if source.suffix == ".py":
            counts = not name.startswith(_TRAINING) and others.isdisjoint(place.parts)
        else:
            counts = name.startswith(f"{_NETS}{game}-")
        if counts:
            digest.update(f"{name}\n".encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def name_processor() -> str:
    """Return the machine's name for its processor."""
    lines = _FACTS.read_text(encoding="utf-8").splitlines() if _FACTS.is_file() else []
    named = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor()


def read_results(path: Path) -> list[Result]:
    """Return the results in a file. Raises `OSError`, `msgspec.DecodeError`."""
    return msgspec.json.decode(path.read_bytes(), type=list[Result])


def add_result(results: list[Result], new: Result) -> list[Result]:
    """Return all results in order, with the new one replacing an older one of the same player.

    They are ordered by task, and within a task the best player comes first.
    """
    order = [task.name for task in TASKS]
    kept = [one for one in results if (one.task, one.player) != (new.task, new.player)]
    return sorted(
        [*kept, new], key=lambda one: (order.index(one.task), -rank_share(one), one.player)
    )


def rank_share(result: Result) -> float:
    """Return the share by which players are ordered: gold medals in a solo game, else wins."""
    return (result.won if result.gold is None else result.gold) / result.games


def write_results(path: Path, results: list[Result]) -> None:
    """Write all results into a file. Raises `OSError`."""
    new = path.with_name(f"{path.name}.new")
    new.write_bytes(msgspec.json.format(msgspec.json.encode(results), indent=2) + b"\n")
    new.replace(path)
