"""The summary of a simulation: pure functions."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from regicide_tui import games
from regicide_tui.bots.base import wilson
from regicide_tui.games.words import counted
from regicide_tui.simulate.plan import GOLD, Plan, Row
from regicide_tui.simulate.thinking_times import Thinking, find_quantiles

_PLAYER = re.compile(r"_(\d+)$")
"""The suffix of a figure that belongs to one player."""
_INTERVALS = "  in brackets: 95% confidence interval"
_MOST_FAULTS = 5
"""The maximum number of kinds of faults in a summary."""


def summarize(plan: Plan, rows: Sequence[Row], thinking: Mapping[int, Thinking]) -> list[str]:
    """Return lines with the share of wins, the averages of the games, and the times of the bots."""
    title = games.find(plan.game).title
    around = ", each in every seat" if plan.around else ""
    head = f"{title}, {counted(len(rows), 'game')}: {', '.join(plan.bots)}{around}"
    if not rows:
        return [head]
    means = {"turns": _mean([row.turns for row in rows])}
    means |= {"actions": _mean([row.actions for row in rows])}
    for name in rows[0].figures:
        words = _PLAYER.sub(r" of player \1", name).replace("_", " ")
        means[words] = _mean([row.figures[name] for row in rows])
    averages = ", ".join(f"{name} {mean:.1f}" for name, mean in means.items())
    return [
        head,
        *format_shares(count_successes(plan, rows), len(rows)),
        _INTERVALS,
        f"  on average: {averages}",
        *format_faults(plan, rows),
        *format_times([(plan, thinking)]),
    ]


def count_successes(plan: Plan, rows: Sequence[Row]) -> dict[str, float]:
    """Return how often each player won, or in a cooperative game, all players and each medal."""
    return _by_bot(plan, rows) if games.find(plan.game).rivals else _together(rows)


def format_shares(counts: Mapping[str, float], total: int) -> list[str]:
    """Return a line for each count out of a total, with its share and confidence interval."""
    longest = max(map(len, counts))
    return [f"  {name:<{longest}}  {format_share(count, total)}" for name, count in counts.items()]


def format_share(count: float, total: int) -> str:
    """Return a share with its 95% confidence interval."""
    low, high = wilson(count, total)
    return f"{100 * count / total:5.1f}%  [{100 * low:.1f}, {100 * high:.1f}]"


def _together(rows: Sequence[Row]) -> dict[str, float]:
    medals = Counter(row.medal for row in rows if row.medal)
    gold = {GOLD: medals.pop(GOLD, 0)} if medals else {}  # even if it was never won
    return {"won": sum(row.won for row in rows), **gold, **dict(medals.most_common())}


def count_wins(plan: Plan, rows: Sequence[Row]) -> list[float]:
    """Return the number of wins of each bot. A shared win is divided among the winners."""
    won = [0.0] * len(plan.bots)
    for row in rows:
        seating = plan.seating(row.number)
        for seat in row.winners:
            won[seating[seat]] += 1 / len(row.winners)
    return won


def _by_bot(plan: Plan, rows: Sequence[Row]) -> dict[str, float]:
    place = "bot" if plan.around else "seat"
    counts = zip(plan.bots, count_wins(plan, rows), strict=True)
    return {f"{place} {number}, {name}": won for number, (name, won) in enumerate(counts, 1)}


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)


def format_faults(plan: Plan, rows: Sequence[Row]) -> list[str]:
    """Return lines about the games that programs ended by a fault, if there are any."""
    faults = [
        (plan.bots[plan.seating(row.number)[row.fault_seat]], row)
        for row in rows
        if row.fault_seat is not None
    ]
    if not faults:
        return []
    kinds = Counter((bot, row.fault) for bot, row in faults)
    firsts = {(bot, row.fault): row for bot, row in reversed(faults)}
    lines = [f"  ended by a program's fault: {counted(len(faults), 'game')}"]
    for (bot, fault), count in kinds.most_common(_MOST_FAULTS):
        first = firsts[bot, fault]
        seat = 1 + (first.fault_seat or 0)
        lines.append(f"    {count}: {bot} {fault}; first game {first.number}, seat {seat}")
    left = len(kinds) - _MOST_FAULTS
    return [*lines, f"    and {counted(left, 'other fault')}"] if left > 0 else lines


def format_times(played: Iterable[tuple[Plan, Mapping[int, Thinking]]]) -> list[str]:
    """Return lines with each bot's processor time per action, over whole games."""
    times: dict[str, list[float]] = {}
    for plan, thinking in played:
        for number, by_seat in thinking.items():
            for place, seen in zip(plan.seating(number), by_seat, strict=True):
                times.setdefault(plan.bots[place], []).extend(seen)
    found = {bot: quantiles for bot in times if (quantiles := find_quantiles(times[bot]))}
    if not found:
        return []
    longest = max(map(len, found))
    head = "  processor time per action: median, 95th percentile, worst, in milliseconds"
    return [
        head,
        *[
            f"  {bot:<{longest}}  {one.median:9.2f} {one.p95:9.2f} {one.worst:9.2f}"
            for bot, one in found.items()
        ],
    ]
