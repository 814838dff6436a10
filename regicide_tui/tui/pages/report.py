"""The report on a finished game, as a value and as rows for the result screen."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from regicide_tui.games.base import Value
from regicide_tui.games.words import counted, named, ordinal
from regicide_tui.play.days import day_of
from regicide_tui.play.statistics import Record, is_set_up, tally_like_last
from regicide_tui.play.table import Table
from regicide_tui.tui.rendering.paint import Row, Run, prose, shorten
from regicide_tui.tui.rendering.symbols import Symbols
from regicide_tui.tui.widgets.result_page import Ending

MEDAL_STYLES = {"gold": "accent", "silver": "text", "bronze": "warning"}
_BADGES = {
    "gold": "on-accent/accent+bold",
    "silver": "ink-spades/paper+bold",
    "bronze": "on-accent/warning+bold",
}
VICTORY = Run("Victory", "success+bold")
DEFEAT = Run("Defeat", "error+bold")
_SOFT = "on-felt"
"""The ink of less important facts."""
_WITH = {2: "two", 3: "three", 4: "four"}


class Part(NamedTuple):
    """Rows of the report with a rank; if there is little room, parts of high rank are left out."""

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
    """What would have won a lost game."""
    figures: str
    taken_back: str
    origin: str
    set_up: bool
    """Whether the game began at a position."""
    lines: str
    """Three lines to share with others."""
    medal_for: str = ""
    """The reason for the medal."""

    @property
    def following(self) -> tuple[str, str] | None:
        """The name of the match's next game, and who begins it; None without a match."""
        return None

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the picture of the game below the sentences; a higher one if `roomy`."""
        raise NotImplementedError


def origin(table: Table) -> str:
    """Return the origin of the game, for its players: the seed and the bots."""
    day = day_of(table.history.start)
    if table.goal:
        return f"The puzzle asked: {table.goal}"
    if day:
        return f"deal of {day}"
    bots = [name for name, level in zip(table.seats, table.bots, strict=True) if level]
    company = f", {'against' if table.game.rivals else 'with'} {named(bots)}" if bots else ""
    return f"seed {table.seed}{company}"


def deal(table: Table) -> str:
    """Return what was played, for readers who were not there."""
    start = table.history.start
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
    """Return the rank of the last of these games among those of as many players.

    An example is `Your 3rd win in 12 games alone.`; for games of rivals it names players.
    """
    this, found = games[-1], tally_like_last(games)
    if this.seats:
        # Only games of rivals need it.
        from regicide_tui.tui.pages.rivalry import tell_among

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
    """Return what the result page shows; a `fault` takes the last rows.

    `lost` tells that the viewer has lost against another player.
    """
    banner = "DEFEAT" if lost else report.banner

    def facts(width: int, room: int) -> list[Row]:
        told = prose(fault, "error", width)
        return [*report_rows(report, standing, width, room - len(told), symbols), *told]

    def band(width: int, roomy: bool) -> list[Row]:
        return report.picture(width, symbols, roomy=roomy)

    return Ending(banner, banner != "DEFEAT", facts, band, drawn=banner == "DRAW")


def _origin_parts(report: Report, standing: str, width: int, symbols: Symbols) -> list[Part]:
    """Return the rank of the game and its deal, in one row if both fit."""
    together = f"{standing}  {report.origin}"
    if standing and cell_len(together) <= width:
        return [Part(4, [(Run(together, _SOFT),)])]
    whence = shorten(report.origin, width, symbols.ellipsis)
    return [Part(4, prose(standing, _SOFT, width)), Part(5, [(Run(whence, _SOFT),)])]


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
