"""The rows that all statistics pages share: numbers with labels."""

from collections.abc import Sequence

from rich.cells import cell_len

from regicide_tui import games
from regicide_tui.games.words import counted, ordinal
from regicide_tui.play.statistics import (
    Group,
    PlayerStatistics,
    Record,
    RivalStatistics,
    summarise_rivals,
)
from regicide_tui.tui.rendering.paint import Row, Run, Symbols, prose, shorten, width_of

LABELS = 19
"""Cells of a label."""


def centred(row: Row, width: int) -> Row:
    """Return a row in the middle of a width."""
    return (Run(" " * max(0, (width - width_of(row)) // 2)), *row)


def label(text: str) -> Run:
    """Return the label before a number."""
    return Run(f"{text:<{LABELS}}", "muted")


def head_row(who: str) -> Row:
    """Return the heading above the rows of `tally_row`."""
    return (Run(f"{who:<{LABELS}}{'games':>6}{'won':>6}{'':7}", "muted"),)


def tally_row(who: str, games: int, wins: int, width: int, symbols: Symbols) -> Row:
    """Return the numbers of games and wins, and a bar for the share of wins."""
    who = shorten(who, LABELS - 1, symbols.ellipsis)
    name = Run(who + " " * (LABELS - width_of((Run(who),))))
    if not games:
        return (name._replace(style="faint"), Run(f"{'0':>6}", "faint"))
    cells = max(4, width - LABELS - 6 - 6 - 7)
    full = round(cells * wins / games)
    tinted = symbols.pixels and not symbols.mono
    return (
        name,
        Run(f"{games:>6}{wins:>6}", "text+bold"),
        Run(f"{round(100 * wins / games):>4}%  ", "muted"),
        Run(symbols.half * full, "success"),
        Run((symbols.half if tinted else symbols.card.across) * (cells - full), "lost"),
    )


def fastest_row(turns: int | None) -> Row:
    """Return the fewest turns of a win."""
    return (label("Fastest win"), Run("none yet" if turns is None else counted(turns, "turn")))


def help_row(undos: int, peeks: int, hints: int) -> Row:
    """Return the numbers of hints and of undone actions."""
    told = [counted(hints, "hint")] if hints else []
    if undos:
        told.append(counted(undos, "undo") + (f", {peeks} past seen cards" if peeks else ""))
    return (label("Help used"), Run("; ".join(told) or "none"))


def group_rows(
    head: str, groups: Sequence[Group], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return a row for each group of games, as far as they fit."""
    if not groups:
        return [(Run("No such games yet.", "text+bold"),)]
    rows = [tally_row(one.name, one.games, one.wins, width, symbols) for one in groups]
    unaided = sum(one.unaided for one in groups)
    wins = sum(one.wins for one in groups)
    room = height - 4
    if len(rows) > room:
        rows = [*rows[: room - 1], (Run(f"and {len(rows) - room + 1} more", "muted"),)]
    return [head_row(head), *rows, (), unaided_row(unaided, wins)]


def unaided_row(unaided: int, wins: int) -> Row:
    """Return the number of wins without help."""
    return (label("Wins without help"), Run(f"{unaided} of {wins}, no hints or undos"))


def set_up_rows(games: int) -> list[Row]:
    """Return a row about games from a position, which don't count; none if there are none."""
    if not games:
        return []
    return [(label("Not counted"), Run(f"{counted(games, 'game')} from a position"))]


def empty_rows(about: str, set_up: int, width: int) -> list[Row]:
    """Return the rows that are shown before the first game is finished."""
    told: list[Row] = [(Run("No finished games yet.", "text+bold"),)]
    told += prose(about, "muted", width)
    return [*told, *([()] if set_up else []), *set_up_rows(set_up)]


_LONGEST_NAME = 14
_MOST_PLAYERS = 12


def figures(
    game: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return the page of statistics, with as many players as fit."""
    found = summarise_rivals(records, games.find(game).bests)
    if not found.games:
        return empty_rows("Wins will be counted here, by name.", found.set_up, width)
    below = [*_facts(found, width, symbols), *set_up_rows(found.set_up)]
    room = min(height - len(below) - 2, _MOST_PLAYERS)
    return [head_row("Players"), *_players(found.standings, room, width, symbols), (), *below]


def _players(
    standings: Sequence[PlayerStatistics], room: int, width: int, symbols: Symbols
) -> list[Row]:
    """Return a row for each player, the best first; the last row may sum up the others."""
    shown = standings if len(standings) <= room else standings[: max(1, room - 1)]
    rows = [tally_row(one.name, one.games, one.wins, width, symbols) for one in shown]
    others = len(standings) - len(shown)
    return [*rows, (Run(f"and {counted(others, 'more player')}", "muted"),)] if others else rows


def _facts(found: RivalStatistics, width: int, symbols: Symbols) -> list[Row]:
    """Return the other facts, one per row, and a row for the last games."""
    room = width - LABELS
    longest = max(found.standings, key=lambda one: one.longest, default=PlayerStatistics(""))
    now = max(found.standings, key=lambda one: one.streak, default=PlayerStatistics(""))
    resigned = [f"{_name(one, symbols)} {one.resigned}" for one in found.standings if one.resigned]
    streak = f"{_name(longest, symbols)}, {longest.longest}" if longest.longest else "none yet"
    streak += f"; now {_name(now, symbols)}, {now.streak}" if now.streak else ""
    told = [
        (label("Wins in a row"), Run(shorten(streak, room, symbols.ellipsis))),
        (label("Resigned"), Run(shorten(", ".join(resigned) or "nobody", room, symbols.ellipsis))),
        (label("Agreed draws"), Run(f"{found.draws or 'none'}")),
        fastest_row(found.fastest),
        *[(label(words), Run(f"{most}")) for words, most in found.bests.items()],
        help_row(found.undos, found.peeks, found.hints),
    ]
    if found.unnamed:
        told.append((label("Without names"), Run(counted(found.unnamed, "game"))))
    return [*told, *_recent(found, width, symbols)]


def _recent(found: RivalStatistics, width: int, symbols: Symbols) -> list[Row]:
    """Return the last winners, the newest last, as many as fit a row."""
    shown: list[str] = []
    for winners in reversed(found.recent):
        name = shorten(" & ".join(winners), _LONGEST_NAME, symbols.ellipsis) or "draw"
        if cell_len(", ".join([name, *shown])) > width - LABELS:
            break
        shown.insert(0, name)
    return [(label("Last winners"), Run(", ".join(shown)))] if shown else []


def _name(one: PlayerStatistics, symbols: Symbols) -> str:
    return shorten(one.name, _LONGEST_NAME, symbols.ellipsis)


def tell_among(records: Sequence[Record]) -> str:
    """Return the rank of the last of these games, as in `Ada's 3rd win in 7 games`."""
    this = records[-1]
    found = summarise_rivals(records, {})
    if not this.winners:
        return f"{found.draws} of {counted(found.games, 'game')} ended in a draw."
    told = [
        f"{one.name}'s {ordinal(one.wins)} win in {counted(one.games, 'game')}"
        for one in found.standings
        if one.name in this.winners
    ]
    return f"{', '.join(told)}."
