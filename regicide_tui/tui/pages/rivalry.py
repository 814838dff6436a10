"""The statistics of games between rivals, and the rank of one game among them."""

from collections.abc import Sequence

from rich.cells import cell_len

from regicide_tui import games
from regicide_tui.games.words import counted, ordinal
from regicide_tui.play.statistics import PlayerStatistics, Record, RivalStatistics, summarise_rivals
from regicide_tui.tui.pages.figures import (
    LABELS,
    empty_rows,
    fastest_row,
    head_row,
    help_row,
    label,
    set_up_rows,
    tally_row,
)
from regicide_tui.tui.rendering.paint import Row, Run, shorten
from regicide_tui.tui.rendering.symbols import Symbols

_LONGEST_NAME = 14
_MOST_PLAYERS = 12


def figures(
    game: str, records: Sequence[Record], width: int, height: int, symbols: Symbols
) -> list[Row]:
    """Return the page of the statistics, with as many players as fit."""
    found = summarise_rivals(records, games.find(game).bests)
    if not found.games:
        return empty_rows("Who won will be counted here, by name.", found.set_up, width)
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
    """Return the other facts, one row for each, and a row for the last games."""
    room = width - LABELS
    longest = max(found.standings, key=lambda one: one.longest, default=PlayerStatistics(""))
    now = max(found.standings, key=lambda one: one.streak, default=PlayerStatistics(""))
    resigned = [f"{_name(one, symbols)} {one.resigned}" for one in found.standings if one.resigned]
    streak = f"{_name(longest, symbols)}, {longest.longest}" if longest.longest else "none yet"
    streak += f"; now {_name(now, symbols)}, {now.streak}" if now.streak else ""
    told: list[Row] = [
        (label("Wins in a row"), Run(shorten(streak, room, symbols.ellipsis))),
        (label("Resigned"), Run(shorten(", ".join(resigned) or "nobody", room, symbols.ellipsis))),
        (label("Draws agreed on"), Run(f"{found.draws or 'none'}")),
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
