"""The results of the benchmark as Markdown."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from regicide_tui import games
from regicide_tui.bots.base import wilson
from regicide_tui.games.words import counted
from regicide_tui.simulate.benchmark.results import Result
from regicide_tui.simulate.benchmark.tasks import TASKS, TASKS_BY_NAME, Task

BEGIN, END = "<!-- results -->", "<!-- end of the results -->"
"""The lines of the document before and after the tables."""
_NONE = "There are no results yet. `make benchmark` measures them and writes them here.\n"


def format_results(results: Sequence[Result]) -> str:
    """Return a table for each task with results, then the versions and machines."""
    if not results:
        return _NONE
    parts = []
    for task in TASKS:
        found = [one for one in results if one.task == task.name]
        if found:
            parts.append(f"### {task.title} (`{task.name}`)\n\n{_format_task(task, found)}")
    return "\n".join([*parts, "### Measured with\n", *_list_machines(results)])


def _format_task(task: Task, results: Sequence[Result]) -> str:
    gold = " gold | |" if task.players == 1 else ""
    head = f"| player | games | won | |{gold} median | 95th percentile | worst |"
    rule = f"|---|---|---|---|{'---|---|' if gold else ''}---|---|---|"
    return "".join([f"{line}\n" for line in (head, rule, *map(_format_row, results))])


def _format_row(result: Result) -> str:
    player = f"[{result.player}]({result.link})" if result.link else result.player
    if result.faults:
        player += f" ({counted(result.faults, 'game')} lost by a fault)"
    cells = [player, f"{result.games:,}", *_format_share(result.won, result.games)]
    if result.gold is not None:
        cells += _format_share(result.gold, result.games)
    times = result.milliseconds or ()
    cells += [f"{time:,.2f} ms" for time in times] or ["", "", ""]
    return f"| {' | '.join(cells)} |"


def _format_share(count: float, total: int) -> tuple[str, str]:
    low, high = wilson(count, total)
    return f"{100 * count / total:.1f}%", f"[{100 * low:.1f}, {100 * high:.1f}]"


def _list_machines(results: Sequence[Result]) -> Iterator[str]:
    """Yield a line for each game, program and machine with the players measured there."""
    players: dict[str, set[str]] = {}
    for one in results:
        game = games.find(TASKS_BY_NAME[one.task].game).title
        program = f"{game}: regicide-tui {one.version} (sources `{one.sources}`), {one.python}"
        players.setdefault(f"{program}, {one.processor}", set()).add(one.player)
    for measured_with, names in players.items():
        yield f"- {measured_with}: {', '.join(sorted(names))}"
    yield ""


def replace_table(text: str, results: Sequence[Result]) -> str:
    """Return the document's text with these results between its two markers."""
    before, _, rest = text.partition(f"{BEGIN}\n")
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{format_results(results)}\n{END}{after}"


def write_table(document: Path, results: Sequence[Result]) -> None:
    """Write the results into the document. Raises `OSError`."""
    text = document.read_text(encoding="utf-8")
    document.write_text(replace_table(text, results), encoding="utf-8")
