"""The summary of a simulation: pure functions."""

from collections import Counter
from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.bots.bot_game import wilson
from regicide_tui.games.words import counted
from regicide_tui.simulate.plan import Plan, Row


def summarize(plan: Plan, rows: Sequence[Row]) -> list[str]:
    """Return lines with the share of wins, and the averages of the games."""
    title = games.find(plan.game).title
    around = ", each in every seat" if plan.around else ""
    head = f"{title}, {counted(len(rows), 'game')}: {', '.join(plan.bots)}{around}"
    if not rows:
        return [head]
    shares = _by_bot(plan, rows) if games.find(plan.game).rivals else _together(rows)
    longest = max(map(len, shares))
    lines = [
        f"  {name:<{longest}}  {format_share(count, len(rows))}" for name, count in shares.items()
    ]
    means = {"turns": _mean([row.turns for row in rows])}
    means |= {"actions": _mean([row.actions for row in rows])}
    for name in rows[0].figures:
        means[name.replace("_", " ")] = _mean([row.figures[name] for row in rows])
    averages = ", ".join(f"{name} {mean:.1f}" for name, mean in means.items())
    return [head, *lines, f"  on average: {averages}"]


def format_share(count: float, total: int) -> str:
    """Return a share with the interval that holds the true one in 95 of 100 cases."""
    low, high = wilson(count, total)
    return f"{100 * count / total:5.1f}%  [{100 * low:.1f}, {100 * high:.1f}]"


def _together(rows: Sequence[Row]) -> dict[str, float]:
    medals = Counter(row.medal for row in rows if row.medal)
    return {"won": sum(row.won for row in rows), **dict(medals.most_common())}


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
