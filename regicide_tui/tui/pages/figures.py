"""What the pages of the statistics share: rows of figures with labels."""

from collections.abc import Sequence

from regicide_tui.games.words import counted
from regicide_tui.play.statistics import Group
from regicide_tui.tui.rendering.paint import Row, Run, prose, shorten, width_of
from regicide_tui.tui.rendering.symbols import Symbols

LABELS = 19
"""Cells of a label."""


def centred(row: Row, width: int) -> Row:
    """Return a row in the middle of a width."""
    return (Run(" " * max(0, (width - width_of(row)) // 2)), *row)


def label(text: str) -> Run:
    """Return the label before a figure."""
    return Run(f"{text:<{LABELS}}", "muted")


def head_row(who: str) -> Row:
    """Return the heading above the rows of `tally_row`."""
    return (Run(f"{who:<{LABELS}}{'games':>6}{'won':>6}{'':7}", "muted"),)


def tally_row(who: str, games: int, wins: int, width: int, symbols: Symbols) -> Row:
    """Return the numbers of games and wins, and a bar of their share."""
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
    """Return a row for each group of games, as many as fit."""
    if not groups:
        return [(Run("There is no such game yet.", "text+bold"),)]
    rows = [tally_row(one.name, one.games, one.wins, width, symbols) for one in groups]
    unaided = sum(one.unaided for one in groups)
    wins = sum(one.wins for one in groups)
    room = height - 4
    if len(rows) > room:
        rows = [*rows[: room - 1], (Run(f"and {len(rows) - room + 1} more", "muted"),)]
    return [head_row(head), *rows, (), unaided_row(unaided, wins)]


def unaided_row(unaided: int, wins: int) -> Row:
    """Return the number of wins without help."""
    return (label("Wins without help"), Run(f"{unaided} of {wins}, no hint and no undo"))


def set_up_rows(games: int) -> list[Row]:
    """Return a row about games from a position, which don't count; none if there are none."""
    if not games:
        return []
    return [(label("Not counted"), Run(f"{counted(games, 'game')} from a position"))]


def empty_rows(about: str, set_up: int, width: int) -> list[Row]:
    """Return the rows that are shown before the first game is finished."""
    told: list[Row] = [(Run("No game has been finished yet.", "text+bold"),)]
    told += prose(about, "muted", width)
    return [*told, *([()] if set_up else []), *set_up_rows(set_up)]
