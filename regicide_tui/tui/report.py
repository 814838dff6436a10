"""The end of a game as a value, and as rows: pure functions for the screen of the result."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.games.base import Value
from regicide_tui.games.words import counted, named, ordinal
from regicide_tui.play.statistics import Record, day_of, is_set_up, tally
from regicide_tui.play.table import Table
from regicide_tui.tui.paint import Row, Run, prose, shorten
from regicide_tui.tui.symbols import Symbols

MEDAL_STYLES = {"gold": "accent", "silver": "text", "bronze": "warning"}
VICTORY = Run("V I C T O R Y", "success+bold")
DEFEAT = Run("D E F E A T", "error+bold")
_WITH = {2: "two", 3: "three", 4: "four"}


class Part(NamedTuple):
    """Rows of the report; where room is short, those of the lowest rank stay."""

    rank: int
    rows: list[Row]


class Report(Value, frozen=True):
    """All that is told of a game that is over. Each game has its own picture of it."""

    title: Run
    medal: str | None
    sentence: str
    """How it ended."""
    need: str
    """What a lost game would have needed."""
    figures: str
    taken_back: str
    origin: str
    set_up: bool
    """Whether it began at a position."""
    lines: str
    """The three lines to show to others."""

    @property
    def following(self) -> tuple[str, str] | None:
        """What the next game of the match is called, and who begins it; None without a match."""
        return None

    def picture(self, width: int, symbols: Symbols) -> list[Part]:
        """Return what is drawn of the game below the sentences."""
        raise NotImplementedError


def origin(table: Table) -> str:
    """Return where the game came from, for the players."""
    day = day_of(table.saved.history.start)
    if table.goal:
        return f"The puzzle asked: {table.goal}"
    if day:
        return f"deal of {day}"
    bots = [name for name, level in zip(table.seats, table.bots, strict=True) if level]
    company = f"with {named(bots)}, " if bots else ""
    return f"{company}seed {table.seed}"


def deal(table: Table) -> str:
    """Return what was played, for those who were not there."""
    start = table.saved.history.start
    day = day_of(start)
    if day:
        return f"deal of {day}"
    if is_set_up(table):
        return f"puzzle ({table.goal})" if table.goal else "from a position"
    who = "alone" if start.players == 1 else f"{start.players} players"
    bots = sum(map(bool, table.bots))
    who += f", {bots} of them {'a bot' if bots == 1 else 'bots'}" if bots else ""
    house = ", house rules" if start.options else ""
    return f"{who}{house}, seed {start.seed}"


def tell_standing(games: Sequence[Record]) -> str:
    """Say of the last of these games what it is among those of as many players.

    Such as `Your 3rd win in 12 games alone.`; of rivals their names are told.
    """
    this, found = games[-1], tally(games)
    if this.seats:
        from regicide_tui.tui.rivalry import tell_among  # only where there are rivals

        return tell_among(games)
    who = f"with {_WITH[found.players]} players" if found.players > 1 else "alone"
    who += ", bots among them" if this.bots else ""
    among = f"{counted(found.games, 'game')} {who}"
    if this.won:
        return f"Your {ordinal(found.wins)} win in {among}."
    return f"{found.wins} won of {among}."


def report_rows(
    report: Report, standing: str, width: int, room: int, symbols: Symbols
) -> list[Row]:
    """Return the rows of a report that fit into so many; what matters least is left out."""
    medal = report.medal
    blank: list[Row] = [()]
    parts = [
        Part(6, [*medal_rows(medal, symbols), ()] if medal else []),
        Part(0, [_title(report, symbols)]),
        Part(8, blank),
        Part(0, prose(report.sentence, "text", width)),
        Part(1, prose(report.need, "text", width)),
        Part(9, blank),
        *report.picture(width, symbols),
        Part(10, blank),
        Part(1, prose(report.figures, "muted", width)),
        Part(3, prose(report.taken_back, "muted", width)),
        *_whence(report, standing, width, symbols),
    ]
    return fitting(parts, room)


def _whence(report: Report, standing: str, width: int, symbols: Symbols) -> list[Part]:
    """Return what the game is among others and which deal it was, in one row if it holds both."""
    together = f"{standing}  {report.origin}"
    if standing and cell_len(together) <= width:
        return [Part(4, [(Run(together, "muted"),)])]
    whence = shorten(report.origin, width, symbols.ellipsis)
    return [Part(4, prose(standing, "muted", width)), Part(5, [(Run(whence, "muted"),)])]


def fitting(parts: Sequence[Part], room: int) -> list[Row]:
    """Return the rows of the parts in order, without those for which there is no room."""
    kept: set[int] = set()
    for rank in sorted({part.rank for part in parts}):
        rows = sum(len(part.rows) for part in parts if part.rank in {*kept, rank})
        if rows <= room or not rank:
            kept.add(rank)
    return [row for part in parts if part.rank in kept for row in part.rows][: max(0, room)]


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


def _title(report: Report, symbols: Symbols) -> Row:
    if report.medal is None and report.title.style != VICTORY.style:
        return (report.title,)
    style = f"{MEDAL_STYLES[report.medal]}+bold" if report.medal else VICTORY.style
    star = symbols.star
    return (Run(f"{star}   ", style), report.title, Run(f"   {star}", style))
