"""The end of a game as a value, and as rows: pure functions for the screen of the result."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from regicide_tui.games.base import Outcome, Value
from regicide_tui.games.regicide.chronicle import (
    Fate,
    Fates,
    Score,
    fates,
    figures,
    tell_need,
    three_lines,
)
from regicide_tui.games.regicide.telling import tell_end
from regicide_tui.games.words import counted, taken_back
from regicide_tui.play.statistics import Record, Tally, day_of, is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.paint import Row, Run, card_style, shorten, wrap
from regicide_tui.tui.symbols import Symbols

MEDAL_STYLES = {"gold": "accent", "silver": "text", "bronze": "warning"}
_WITH = {2: "two", 3: "three", 4: "four"}
_ORDINALS = {1: "st", 2: "nd", 3: "rd"}


class Report(Value, frozen=True):
    """All that is told of a game that is over. One that was set up has no medal."""

    outcome: Outcome
    set_up: bool
    sentence: str
    need: str
    royals: Fates
    score: Score
    origin: str
    lines: str
    """The three lines to show to others."""


class Part(NamedTuple):
    """Rows of the report; where room is short, those of the lowest rank stay."""

    rank: int
    rows: list[Row]


def report_of(table: Table) -> Report | None:
    """Return what there is to tell of a game; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    history, seats = table.saved.history, table.seats
    events = [event for told in table.told(None) for event in told.events]
    view = table.view(history.state.turn)
    set_up = is_set_up(table)
    outcome = replace(outcome, medal=None) if set_up else outcome
    score = Score(**figures(events), turns=table.turn, undos=table.undos, peeks=table.peeks)
    royals = fates(history.first, events)
    return Report(
        outcome=outcome,
        set_up=set_up,
        sentence=tell_end(outcome, seats[view.turn], len(seats) == 1, dealt=not set_up),
        need=tell_need(view, seats),
        royals=royals,
        score=score,
        origin=_origin(table),
        lines=three_lines(_deal(table), outcome, royals, score),
    )


def _origin(table: Table) -> str:
    day = day_of(table.saved.history.start)
    if table.goal:
        return f"The puzzle asked: {table.goal}"
    return f"deal of {day}" if day else f"seed {table.seed}"


def _deal(table: Table) -> str:
    """Return what was played, for those who were not there."""
    start = table.saved.history.start
    day = day_of(start)
    if day:
        return f"deal of {day}"
    if is_set_up(table):
        return f"puzzle ({table.goal})" if table.goal else "from a position"
    who = "alone" if start.players == 1 else f"{start.players} players"
    house = ", house rules" if start.options else ""
    return f"{who}{house}, seed {start.seed}"


def tell_standing(record: Record, tally: Tally) -> str:
    """Say what a game is among those of as many players, as `Your 3rd win in 12 games alone`."""
    who = f"with {_WITH[tally.players]} players" if tally.players > 1 else "alone"
    games = f"{counted(tally.games, 'game')} {who}"
    if record.won:
        return f"Your {ordinal(tally.wins)} win in {games}."
    return f"{tally.wins} won of {games}."


def ordinal(number: int) -> str:
    """Return `1st`, `12th`, `23rd`."""
    ending = "th" if number % 100 in (11, 12, 13) else _ORDINALS.get(number % 10, "th")
    return f"{number}{ending}"


def report_rows(
    report: Report, standing: str, width: int, room: int, symbols: Symbols
) -> list[Row]:
    """Return the rows of a report that fit into so many; what matters least is left out."""
    score, medal = report.score, report.outcome.medal
    blank: list[Row] = [()]
    parts = [
        Part(6, [*medal_rows(medal, symbols), ()] if medal else []),
        Part(0, [_title(report, symbols)]),
        Part(7, blank),
        Part(0, prose(report.sentence, "text", width)),
        Part(1, prose(report.need, "text", width)),
        Part(8, blank),
        Part(2, [royals_row(report.royals, symbols)]),
        Part(9, [_legend(symbols)]),
        Part(8, blank),
        Part(1, prose(_figures(report), "muted", width)),
        Part(3, prose(taken_back(score.undos, score.peeks), "muted", width)),
        Part(4, prose(standing, "muted", width)),
        Part(5, [(Run(shorten(report.origin, width, symbols.ellipsis), "muted"),)]),
    ]
    return fitting(parts, room)


def copied_rows(report: Report, width: int, symbols: Symbols) -> list[Row]:
    """Return the rows that show the three lines, once they were copied."""
    first, second, third = report.lines.splitlines()
    told: Row = (Run("These lines are on their way to the clipboard:", "success"),)
    short = [(Run(shorten(line, width, symbols.ellipsis)),) for line in (first, second)]
    return [_title(report, symbols), (), told, (), *short, *prose(third, "text", width)]


def fitting(parts: Sequence[Part], room: int) -> list[Row]:
    """Return the rows of the parts in order, without those for which there is no room."""
    kept: set[int] = set()
    for rank in sorted({part.rank for part in parts}):
        rows = sum(len(part.rows) for part in parts if part.rank in {*kept, rank})
        if rows <= room or not rank:
            kept.add(rank)
    return [row for part in parts if part.rank in kept for row in part.rows][: max(0, room)]


def prose(text: str, style: str, width: int) -> list[Row]:
    """Return a sentence in as many rows as it takes; none for an empty one."""
    words: list[Row] = [(Run(shorten(word, width, ""), style),) for word in text.split()]
    return wrap(words, max(1, width))


def medal_rows(medal: str, symbols: Symbols) -> list[Row]:
    """Draw a medal on its ribbon."""
    frame, style = symbols.card, MEDAL_STYLES.get(medal, "accent")
    across = frame.across * 7
    return [
        (Run(r"\ \   / /", "hearts"),),
        (Run(r" \ \ / / ", "hearts"),),
        (Run(f"{frame.top_left}{across}{frame.top_right}", style),),
        (Run(f"{frame.down}{symbols.star:^7}{frame.down}", f"{style}+bold"),),
        (Run(f"{frame.bottom_left}{across}{frame.bottom_right}", style),),
    ]


def royals_row(royals: Fates, symbols: Symbols) -> Row:
    """Return the royals of a game: exact ones with a star, standing ones unlit."""
    row: Row = ()
    rank = ""
    for royal, fate in royals:
        if fate is Fate.ABSENT:
            continue
        gap = "" if not rank else " " if rank == royal.rank else "  "
        rank = royal.rank
        text = symbols.card_text(royal)
        match fate:
            case Fate.EXACT:
                runs = (Run(text, f"{card_style(royal)}+bold"), Run(symbols.star, "accent+bold"))
            case Fate.KILLED:
                runs = (Run(text, card_style(royal)), Run(symbols.full, "line"))
            case _:
                runs = (Run(text, "faint"), Run(symbols.empty, "faint"))
        row = (*row, Run(gap), *runs)
    return row


def _legend(symbols: Symbols) -> Row:
    return (
        Run(symbols.star, "accent+bold"),
        Run(" exactly  ", "muted"),
        Run(symbols.full, "line"),
        Run(" killed  ", "muted"),
        Run(symbols.empty, "faint"),
        Run(" standing", "muted"),
    )


def _title(report: Report, symbols: Symbols) -> Row:
    if not report.outcome.won:
        return (Run("D E F E A T", "error+bold"),)
    title = Run("V I C T O R Y", "success+bold")
    medal = report.outcome.medal
    if medal is None:
        return (title,)
    style = f"{MEDAL_STYLES.get(medal, 'accent')}+bold"
    star = symbols.star
    return (Run(f"{star}   ", style), title, Run(f"   {star}", style))


def _figures(report: Report) -> str:
    score = report.score
    there = sum(fate is not Fate.ABSENT for _, fate in report.royals)
    royals = f"{score.royals} of {there} royals"
    facts = [royals, f"{score.exact} exactly", counted(score.turns, "turn")]
    facts += (
        [f"{counted(score.jesters, 'Jester')} used"]
        if score.jesters or report.outcome.medal
        else []
    )
    return ", ".join(facts)
