"""The result of a game: its report, with a plain one for games without their own."""

from collections.abc import Callable, Sequence
from datetime import datetime
from math import atan2, hypot, pi
from typing import NamedTuple, TypedDict

from rich.cells import cell_len

from regicide_tui.games.base import Outcome, Seat, Value
from regicide_tui.games.words import counted, named, ordinal, taken_back, to_reader
from regicide_tui.play.history import day_of, tell_called_off
from regicide_tui.play.statistics import (
    Record,
    RecordError,
    Records,
    games_until,
    is_set_up,
    record_of,
    tally_like_last,
)
from regicide_tui.play.table import Table
from regicide_tui.tui.pages.lists import Entry
from regicide_tui.tui.rendering import art
from regicide_tui.tui.rendering.canvas import Canvas, on
from regicide_tui.tui.rendering.faces import title
from regicide_tui.tui.rendering.paint import (
    PaintRows,
    Row,
    Run,
    Symbols,
    clickable,
    fit,
    prose,
    shorten,
    width_of,
)

_COLUMNS = ((78, 3), (0, 2))
"""Columns of the list below, by the width of the window."""
_BOARD = 160
"""Maximum cells of the page."""
_TITLE, _FACTS = 7, 4
"""Rows of a title with its margins, and of the facts, which precede a game's picture."""
_RAYS = 24
"""The number of rays around a crown; every second one is lit."""


class Ending(Value):
    """Everything that is shown of a result, except the list."""

    banner: str
    """The result in one word, for large letters."""
    won: bool
    """Whether a crown is shown, or two for a draw; else a skull."""
    facts: PaintRows
    """Returns the facts, for a width and at most this many rows."""
    band: Callable[[int, bool], Sequence[Row]] = lambda *_: ()
    """Returns the picture below the facts, for a width, and whether there is room."""
    drawn: bool = False
    """Whether the game is a draw."""

    @property
    def picture(self) -> art.PixelRows:
        """The picture above the word."""
        if self.drawn:
            return art.TWO_CROWNS
        return art.CROWN if self.won else art.SKULL


class _Plan(Value):
    """The sizes and places of the parts of the page."""

    scale: int
    """The scale of the picture; 0 if there is none."""
    facts: int
    """The column of the facts."""
    large: bool
    band: int
    """Minimum row of the band."""


_PLANS = (
    ((176, 46), _Plan(2, 64, True, 25)),
    ((112, 36), _Plan(2, 62, False, 24)),
    ((78, 22), _Plan(1, 33, False, 13)),
    ((0, 0), _Plan(0, 1, False, 0)),
)
"""Minimum cells and rows of a window for each plan."""


def lines_of(count: int, width: int) -> int:
    """Return the entries in a column of the list below, for a width."""
    columns = next(number for least, number in _COLUMNS if width >= least)
    return -(-count // columns)


class ResultPainting:
    """The page of a result while it is painted."""

    def __init__(self, ending: Ending, width: int, height: int, symbols: Symbols) -> None:
        self.ending = ending
        self.symbols = symbols
        self.ground = "felt" if ending.won else "stone"
        self.canvas = Canvas(width, height, self.ground, pixels=symbols.pixels)
        self.plan = next(one for (w, h), one in _PLANS if width >= w and height >= h)
        self.board = min(width, _BOARD)
        self.left = (width - self.board) // 2
        self.down = 0
        """Rows above the page, which is centred in a tall window."""

    def rows(self, entries: Sequence[Entry], cursor: int, said: Row) -> list[Row]:
        """Return the painted rows."""
        canvas, lines = self.canvas, lines_of(len(entries), self.canvas.width)
        roomy = self.plan.scale > 0
        band = self._band(lines)
        apart = roomy + (self.plan.scale > 1)  # blank rows between the band and the list
        lowest = canvas.height - lines - len(band) - 1 - apart
        top = min(lowest, self.plan.band or lowest)
        if self.plan.scale > 1:
            self.down = max(0, lowest - top - 2) // 2
        top += self.down
        if self.plan.scale:
            self._picture(top)
        y = self._title()
        x = self.left + self.plan.facts
        room = self.left + self.board - x - 1
        facts = self.ending.facts(room, max(0, top - y))
        canvas.lines(x, y, [fit(row, min(room, width_of(row))) for row in on(self.ground, facts)])
        if band:
            canvas.fill(0, top, canvas.width, len(band), "felt2" if self.ending.won else "night")
            canvas.lines(0, top, band)
        start = top + len(band) + apart
        self._entries(entries, cursor, start, lines)
        about = said or ((Run(entries[cursor].detail, "on-felt"),) if entries else ())
        gap = 1 if start + lines + 1 < canvas.height else 0
        canvas.text(self.left + 2, start + lines + gap, about)
        return canvas.rows()

    def _band(self, lines: int) -> Sequence[Row]:
        """Return the picture below the facts: the taller one only if the facts keep enough room."""
        width, roomy = self.canvas.width, self.plan.scale > 0
        band = self.ending.band(width, roomy)
        free = self.canvas.height - lines - len(band) - 2 - _TITLE
        return self.ending.band(width, False) if roomy and free < _FACTS else band

    def _title(self) -> int:
        """Paint the word; return the first row below it."""
        plan, symbols, canvas = self.plan, self.symbols, self.canvas
        y = self.down + (1 if plan.scale else 0)
        x = self.left + plan.facts - (plan.scale > 0)
        if not symbols.pixels and plan.scale < 2:
            canvas.text(x + plan.scale, y, " ".join(self.ending.banner), "text+bold")
            return 2 * y + 1
        colours = ("title", "title2") if self.ending.won else ("text", "faint")
        rows = title(self.ending.banner, self.ground, symbols, large=plan.large, colours=colours)
        canvas.paste(x, y, rows)
        return y + len(rows) + (plan.scale > 0) * (2 if plan.scale > 1 else 1)

    def _picture(self, below: int) -> None:
        """Paint the picture above a row, with rays behind the crown of a winner."""
        picture = self.ending.picture
        if not self.symbols.pixels:
            picture = tuple([row for y, row in enumerate(picture) if y % 2 == 0 for _ in (0, 1)])
        if self.plan.scale > 1:
            picture = art.doubled(picture)
        wide, high = len(picture[0]), len(picture)
        room = self.plan.facts - 2
        x, y = self.left + 1 + (room - wide) // 2, max(1, self.down + below - high // 2)
        if self.ending.won and not self.ending.drawn and self.symbols.shadows:
            self._rays(x + wide / 2, y + high / 2, self.plan.facts - 1, 2 * below)
        self.canvas.picture(x, y, picture, "H")

    def _rays(self, x: float, y: float, right: int, below: int) -> None:
        """Paint every second ray around a point; rays fade with the distance."""
        far = right / 2 + 6
        for row in range(below):
            for column in range(self.left, self.left + right):
                across, down = column - x, row - y
                distance = hypot(across, down)
                ray = int((atan2(down, across) + pi) / (2 * pi / _RAYS))
                if ray % 2 and distance < far:
                    share = int(50 * (1 - distance / far))
                    if share:
                        self.canvas.pixel(column, row, f"{self.ground}~{share:02}title2")

    def _entries(self, entries: Sequence[Entry], cursor: int, y: int, lines: int) -> None:
        """Paint the entries in columns."""
        columns = -(-len(entries) // lines) if lines else 1
        each = (self.board - 2) // max(columns, 2)
        for place, entry in enumerate(entries):
            here = place == cursor
            key, label = ("on-accent/accent+bold",) * 2 if here else ("primary+bold", "text")
            x = self.left + 1 + place // lines * each
            pointer = self.symbols.pointer if here else " "
            row = (
                Run(f"{pointer} {entry.key}  ", key),
                Run(shorten(entry.label, each - 7, self.symbols.ellipsis), label),
            )
            style = key if here else label
            filled = fit(row, each - 1, style)
            self.canvas.text(x, y + place % lines, clickable(filled, entry.action))


MEDAL_STYLES = {"gold": "accent", "silver": "text", "bronze": "warning"}
_BADGES = {
    "gold": "on-accent/accent+bold",
    "silver": "ink-spades/paper+bold",
    "bronze": "on-accent/warning+bold",
}
VICTORY = Run("Victory", "success+bold")
DEFEAT = Run("Defeat", "error+bold")
_SOFT = "on-felt"
"""The colour of less important facts."""
_TYPED = 16
"""Maximum characters of a seed that people can type."""
_WITH = {2: "two", 3: "three", 4: "four"}


class Part(NamedTuple):
    """Rows of the report with a rank; parts with a high rank are left out if space is short."""

    rank: int
    rows: list[Row]


class Report(Value):
    """The report on a finished game. Each game adds its own picture."""

    banner: str
    """The result in one word, for large letters."""
    title: Run
    medal: str | None
    sentence: str
    """Sentences about how the game ended."""
    need: str
    """What would have been needed to win a lost game."""
    figures: str
    taken_back: str
    origin: str
    set_up: bool
    """Whether the game started from a position."""
    lines: str
    """Three lines to share with others."""
    medal_for: str = ""
    """The reason for the medal."""

    @property
    def following(self) -> tuple[str, str] | None:
        """The name of the match's next game, and who goes first; None without a match."""
        return None

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the picture of the game below the sentences; a taller one if `roomy`."""
        raise NotImplementedError


class TableFacts(TypedDict):
    """The facts about its table in every report."""

    taken_back: str
    origin: str
    set_up: bool


def facts_of(table: Table) -> TableFacts:
    """Return the facts about its table in every report."""
    return {
        "taken_back": taken_back(table.undos, table.peeks, table.hints),
        "origin": _origin(table),
        "set_up": is_set_up(table),
    }


class ReportFields(TableFacts):
    """The fields of a report that are the same in all games without medals."""

    banner: str
    title: Run
    medal: None
    figures: str
    lines: str


def fields_of(
    table: Table, outcome: Outcome, title: str, figures: Sequence[str], standing: str = ""
) -> ReportFields:
    """Return fields of the report on a game without medals; `standing` is a line to share."""
    known, told = facts_of(table), ", ".join(figures)
    undone = known["taken_back"] or "no undos"
    below = f"{standing}\n{told}, {undone}" if standing else f"{told}\n{undone}"
    lost = "DRAW" if table.game.rivals else "DEFEAT"
    return {
        **known,
        "banner": "VICTORY" if outcome.won else lost,
        "title": Run(title, "success+bold"),
        "medal": None,
        "figures": told,
        "lines": f"{table.game.title}, {deal(table)}: {title}\n{below}\n",
    }


def _origin(table: Table) -> str:
    """Return the origin of the game, for its players: a seed that people can type, and the bots.

    The seed of a server is long; its transcript has it.
    """
    day = day_of(table.history.start)
    if table.goal:
        return f"Puzzle: {table.goal}"
    if day:
        return f"deal of {day}"
    bots = [name for name, level in zip(table.seats, table.bots, strict=True) if level]
    company = f"{'against' if table.game.rivals else 'with'} {named(bots)}" if bots else ""
    seed = f"seed {table.seed}" if len(table.seed) <= _TYPED else ""
    return ", ".join(filter(None, [seed, company]))


def deal(table: Table) -> str:
    """Return a description of the deal, for readers who were not there."""
    start = table.history.start
    day = day_of(start)
    if day:
        return f"deal of {day}"
    if is_set_up(table):
        return f"puzzle ({table.goal})" if table.goal else "from a position"
    who = "solo" if start.players == 1 else f"{start.players} players"
    bots = sum(map(bool, table.bots))
    who += f", {bots} of them {'a bot' if bots == 1 else 'bots'}" if bots else ""
    house = ", house rules" if start.options else ""
    return f"{who}{house}, seed {start.seed}"


def note_end(records: Records, table: Table, game_id: str, *, ended: bool) -> tuple[str, str]:
    """Add a game that has just ended to the statistics; return its standing there, and an error."""
    fault = ""
    try:
        if ended and game_id:
            records.add(record_of(table, game_id, datetime.now().date().isoformat()))
    except RecordError as error:
        fault = str(error)
    games = games_until(records.read(), game_id)
    return tell_standing(games) if games else "", fault


def tell_standing(games: Sequence[Record]) -> str:
    """Return the rank of the last of these games among those with as many players.

    An example is `Your 3rd win in 12 solo games.`; for competitive games, it names players.
    """
    this, found = games[-1], tally_like_last(games)
    if this.seats:
        # Only competitive games need it.
        from regicide_tui.tui.pages.figures import tell_among

        return tell_among(games)
    among = counted(found.games, "game" if found.players > 1 else "solo game")
    among += f" with {_WITH[found.players]} players" if found.players > 1 else ""
    among += ", including bots" if this.bots else ""
    if this.won:
        return f"Your {ordinal(found.wins)} win in {among}."
    return f"Won {found.wins} of {among}."


def report_rows(
    report: Report, standing: str, width: int, room: int, symbols: Symbols
) -> list[Row]:
    """Return the rows of a report that fit into `room`; the least important are left out."""
    blank: list[Row] = [()]
    untold = report.title.text.casefold() not in report.sentence.casefold()
    titled = report.title not in (VICTORY, DEFEAT) and untold
    parts = [
        Part(0, [(report.title,)] if titled else []),
        Part(0, prose(report.sentence, "text" if titled else "text+bold", width)),
        Part(1, prose(report.need, "text", width)),
        *([Part(8, blank), Part(0, [badge_row(report, symbols)])] if report.medal else []),
        Part(7, blank),
        Part(1, prose(report.figures, _SOFT, width)),
        Part(3, prose(report.taken_back, _SOFT, width)),
        *_origin_parts(report, standing, width, symbols),
    ]
    return fitting(parts, room)


def ending_of(
    report: Report, standing: str, symbols: Symbols, *, fault: str = "", lost: bool = False
) -> Ending:
    """Return the content of the result page; a `fault` takes the last rows.

    `lost` says that the viewer has lost against another player.
    """
    banner = "DEFEAT" if lost else report.banner

    def facts(width: int, room: int) -> list[Row]:
        told = prose(fault, "error", width)
        return [*report_rows(report, standing, width, room - len(told), symbols), *told]

    def band(width: int, roomy: bool) -> list[Row]:
        return report.picture(width, symbols, roomy=roomy)

    return Ending(banner, banner != "DEFEAT", facts, band, drawn=banner == "DRAW")


def _origin_parts(report: Report, standing: str, width: int, symbols: Symbols) -> list[Part]:
    """Return the rank and the deal of the game, in one row if both fit."""
    together = f"{standing}  {report.origin}".rstrip()
    if standing and cell_len(together) <= width:
        return [Part(4, [(Run(together, _SOFT),)])]
    whence = shorten(report.origin, width, symbols.ellipsis)
    return [
        Part(4, prose(standing, _SOFT, width)),
        Part(5, [(Run(whence, _SOFT),)] if whence else []),
    ]


def fitting(parts: Sequence[Part], room: int) -> list[Row]:
    """Return the rows of the parts in order, without the parts that don't fit."""
    kept: set[int] = set()
    for rank in sorted({part.rank for part in parts}):
        rows = sum(len(part.rows) for part in parts if part.rank in {*kept, rank})
        if rows <= room or not rank:
            kept.add(rank)
    return [row for part in parts if part.rank in kept for row in part.rows][: max(0, room)]


def badge_row(report: Report, symbols: Symbols) -> Row:
    """Return a medal as a badge, and its reason; an empty row without a medal."""
    if report.medal is None:
        return ()
    badge = Run(f" {symbols.star} {report.medal.upper()} ", _BADGES[report.medal])
    return (badge, Run(f"  {report.medal_for}"))


_NOBODY = "Nobody wins"


class PlainReport(Report, kw_only=True):
    """The winners, and the points of each player if the game counts them."""

    score: tuple[str, ...]

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the points of the players."""
        return [(Run(f"  {line}", "on-felt"),) for line in self.score]


def report_of(table: Table, reader: Seat | None = None) -> PlainReport | None:
    """Return the report on a finished game, addressed to `reader`; None while it is unfinished."""
    outcome = table.outcome
    if outcome is None:
        return None
    names = [table.seats[seat] for seat in outcome.winners]
    title = f"{named(names)} {'win' if len(names) > 1 else 'wins'}" if names else _NOBODY
    score = tuple(
        [f"{name}: {points}" for name, points in zip(table.seats, outcome.points, strict=False)]
    )
    return PlainReport(
        **fields_of(table, outcome, title, [counted(table.turn, "turn"), *score]),
        sentence=tell_called_off(outcome, to_reader(table.seats, reader)) or f"{title}.",
        need="",
        score=score,
    )
