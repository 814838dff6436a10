"""What the games of a simulation come to: pure functions."""

from collections import Counter
from collections.abc import Sequence

from regicide_tui import games
from regicide_tui.bots.contest import wilson
from regicide_tui.games.words import counted
from regicide_tui.simulate.plan import Plan, Row


def summary(plan: Plan, rows: Sequence[Row]) -> list[str]:
    """Return lines that tell how often it was won, and how long the games were."""
    title = games.find(plan.game).title
    around = ", each in every seat" if plan.around else ""
    head = f"{title}, {counted(len(rows), 'game')}: {', '.join(plan.bots)}{around}"
    if not rows:
        return [head]
    shares = _by_bot(plan, rows) if games.find(plan.game).rivals else _together(rows)
    longest = max(map(len, shares))
    lines = [f"  {name:<{longest}}  {share(count, len(rows))}" for name, count in shares.items()]
    means = {"turns": _mean([row.turns for row in rows])}
    means |= {"actions": _mean([row.actions for row in rows])}
    for name in rows[0].figures:
        means[name.replace("_", " ")] = _mean([row.figures[name] for row in rows])
    told = ", ".join(f"{name} {mean:.1f}" for name, mean in means.items())
    return [head, *lines, f"  on average: {told}"]


def share(count: float, of: int) -> str:
    """Return a share with the interval that holds the true one in 95 of 100 cases."""
    low, high = wilson(count, of)
    return f"{100 * count / of:5.1f}%  [{100 * low:.1f}, {100 * high:.1f}]"


def _together(rows: Sequence[Row]) -> dict[str, float]:
    medals = Counter(row.medal for row in rows if row.medal)
    return {"won": sum(row.won for row in rows), **dict(medals.most_common())}


def won_by(plan: Plan, rows: Sequence[Row]) -> list[float]:
    """Count the victories of each bot; of a shared one, each winner has a part."""
    won = [0.0] * len(plan.bots)
    for row in rows:
        seating = plan.seating(row.number)
        for seat in row.winners:
            won[seating[seat]] += 1 / len(row.winners)
    return won


def _by_bot(plan: Plan, rows: Sequence[Row]) -> dict[str, float]:
    place = "bot" if plan.around else "seat"
    counts = zip(plan.bots, won_by(plan, rows), strict=True)
    return {f"{place} {number}, {name}": won for number, (name, won) in enumerate(counts, 1)}


def _mean(values: Sequence[int]) -> float:
    return sum(values) / len(values)
