"""The statistics of Regicide: all players win or lose together, so wins and medals count."""

from collections.abc import Sequence

from regicide_tui.games.regicide.state import ROYAL_COUNT
from regicide_tui.games.words import counted
from regicide_tui.play.statistics import Record, Summary, Tally, summarise
from regicide_tui.tui.pages.figures import (
    LABELS,
    empty_rows,
    fastest_row,
    head_row,
    help_row,
    label,
    set_up_rows,
    tally_row,
    unaided_row,
)
from regicide_tui.tui.pages.result import MEDAL_STYLES
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, wrap

_CHART = 34
"""Rows of the page from which the last games are shown as columns."""


def figures(records: Sequence[Record], width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the page; in a higher window the last games are columns.

    If not everything fits, rows about games that were never played are left out.
    """
    summary = summarise(records)
    if not summary.games:
        about = "Wins, medals and exact kills will be counted here."
        return empty_rows(about, summary.set_up, width)
    shares = [
        *[share for one in summary.tallies for share in _shares(one, summary)],
        *[
            (f"{one.players} with bots", one.games, one.wins)
            for one in summary.with_bots
            if one.games
        ],
    ]
    last = _columns(summary, symbols) if height >= _CHART else _line(summary, width, symbols)
    facts = [*_facts(summary, symbols), *set_up_rows(summary.set_up)]
    if 1 + len(shares) + len(facts) + len(last) > height:
        shares = [share for share in shares if share[1]]
    tallies = [tally_row(who, games, wins, width, symbols) for who, games, wins in shares]
    return [head_row("Players"), *tallies, (), *facts, (), *last]


def _shares(one: Tally, summary: Summary) -> list[tuple[str, int, int]]:
    """Return the rows for a number of players: games and wins; in solo games gold and any win."""
    if one.players > 1:
        return [(f"{one.players} players", one.games, one.wins)]
    gold = summary.medals.get("gold", 0)
    return [("alone, gold", one.games, gold), ("alone, any win", one.games, one.wins)]


def _facts(summary: Summary, symbols: Symbols) -> list[Row]:
    medals: Row = ()
    for medal, style in MEDAL_STYLES.items():
        medals += (Run(f"{symbols.star} ", style), Run(f"{summary.medals.get(medal, 0)} {medal}  "))
    streak = f"{summary.streak} now, longest {summary.longest}"
    return [
        (label("Medals alone"), *medals),
        (label("Wins in a row"), Run(streak)),
        fastest_row(summary.fastest),
        (label("Most exact kills"), Run(f"{summary.most_exact or 0} in a game")),
        unaided_row(summary.unaided, summary.wins),
        help_row(summary.undos, summary.peeks, summary.hints),
        *_days(summary),
    ]


def _days(summary: Summary) -> list[Row]:
    """Return the results of daily deals, if there are any."""
    if not summary.days:
        return []
    told = f"{summary.days}, {summary.days_won} won; {counted(summary.days_running, 'day')} running"
    return [(label("Deals of the day"), Run(told))]


def _line(summary: Summary, width: int, symbols: Symbols) -> list[Row]:
    """Return the last games as one line with a sign for each, or as figures."""
    last = label(_last(summary))
    if symbols.levels:
        signs = "".join([_level(royals, symbols.levels) for royals in summary.recent])
        return [(last, Run(signs, "success"), Run("  royals defeated", "muted"))]
    figures: list[Row] = [(Run(str(royals)),) for royals in summary.recent]
    lines = wrap(figures, width - LABELS)
    return [(last, *lines[0]), *[(label(""), *line) for line in lines[1:]]]


def _level(royals: int, levels: tuple[str, ...]) -> str:
    return levels[min(royals, ROYAL_COUNT) * (len(levels) - 1) // ROYAL_COUNT]


def _columns(summary: Summary, symbols: Symbols) -> list[Row]:
    """Return the last games as columns, one cell for each royal, with the figure below."""
    rows: list[Row] = [(label(_last(summary)), Run("royals defeated in each", "muted")), ()]
    for height in range(ROYAL_COUNT, 0, -1):
        cells = [f"{symbols.full * 2 if royals >= height else '':<3}" for royals in summary.recent]
        rows.append((Run(f"{height:>{LABELS - 2}}  ", "faint"), Run("".join(cells), "success")))
    figures = "".join([f"{royals:<3}" for royals in summary.recent])
    return [*rows, (label(""), Run(figures, "muted"))]


def _last(summary: Summary) -> str:
    count = len(summary.recent)
    return f"Last {count} games" if count > 1 else "Last game"
