"""What the finished games come to."""

import asyncio
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen

from regicide_tui.games.regicide.state import ROYAL_COUNT
from regicide_tui.games.words import counted
from regicide_tui.play.records import Records
from regicide_tui.play.statistics import Summary, Tally, summarise
from regicide_tui.tui import commands as c
from regicide_tui.tui.look import Look
from regicide_tui.tui.paint import Row, Run, wrap
from regicide_tui.tui.report import MEDAL_STYLES
from regicide_tui.tui.symbols import Symbols
from regicide_tui.tui.widgets.bars import KeyBar
from regicide_tui.tui.widgets.painted import Painted

if TYPE_CHECKING:
    from regicide_tui.tui.app import RegicideApp

_WIDEST = 96
_LABELS = 19
_CHART = 34
"""Rows of a window from which the last games are drawn as columns."""

_EMPTY = ("No game has been finished yet.", "Wins, medals and exact kills will be counted here.")


class Page(Painted):
    """The figures."""

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self._summary: Summary | None = None

    def show(self, summary: Summary) -> None:
        """Show these figures."""
        self._summary = summary
        self.repaint()

    def paint(self, width: int, height: int) -> list[Row]:
        """Paint them in the middle."""
        if self._summary is None:
            return []
        inner = min(width - 4, _WIDEST)
        rows = statistics_rows(self._summary, inner, height, self.look.symbols)
        margin = Run(" " * max(0, (width - inner) // 2))
        above = max(0, (height - len(rows)) // 3)
        return [*[()] * above, *[(margin, *row) for row in rows]]


class StatisticsScreen(Screen[None]):
    """All figures on one page."""

    DEFAULT_CSS = """
    StatisticsScreen { layout: vertical; background: $background; }
    StatisticsScreen Page { height: 1fr; }
    StatisticsScreen KeyBar { height: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = list(c.bindings(c.PAGE))
    AUTO_FOCUS = None
    app: "RegicideApp"

    def __init__(self, look: Look, records: Records) -> None:
        super().__init__()
        self.look = look
        self._records = records

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Page(self.look)
        yield KeyBar(self.look)

    async def on_mount(self) -> None:
        """Read the records and show what they come to."""
        self.query_one(KeyBar).show([self.look.key(key) for key in c.PAGE])
        records = await asyncio.to_thread(self._records.read)
        self.query_one(Page).show(summarise(records))

    def action_back(self) -> None:
        """Go back to the menu."""
        self.app.pop_screen()


def statistics_rows(summary: Summary, width: int, height: int, symbols: Symbols) -> list[Row]:
    """Return the page; a higher window gets the last games as columns."""
    title = [_centred("Statistics", "primary+bold", width), ()]
    if not summary.games:
        told = [_centred(text, "muted", width) for text in _EMPTY]
        return [*title, *told, *([()] if summary.set_up else []), *_set_up(summary)]
    head: Row = (Run(f"{'Players':<{_LABELS}}{'games':>6}{'won':>6}{'':7}", "muted"),)
    tallies = [_tally_row(tally, width, symbols) for tally in summary.tallies]
    games = _columns(summary, symbols) if height >= _CHART else _line(summary, width, symbols)
    return [*title, head, *tallies, (), *_facts(summary, symbols), *_set_up(summary), (), *games]


def _centred(text: str, style: str, width: int) -> Row:
    return (Run(" " * ((width - len(text)) // 2)), Run(text, style))


def _tally_row(tally: Tally, width: int, symbols: Symbols) -> Row:
    who = "alone" if tally.players == 1 else f"{tally.players} players"
    if not tally.games:
        return (Run(f"{who:<{_LABELS}}{'0':>6}", "faint"),)
    cells = max(4, width - _LABELS - 6 - 6 - 7)
    full = round(cells * tally.wins / tally.games)
    return (
        Run(f"{who:<{_LABELS}}"),
        Run(f"{tally.games:>6}{tally.wins:>6}", "text+bold"),
        Run(f"{tally.percent:>4}%  ", "muted"),
        Run(symbols.chosen.across * full, "success"),
        Run(symbols.panel.across * (cells - full), "line"),
    )


def _facts(summary: Summary, symbols: Symbols) -> list[Row]:
    medals: Row = ()
    for medal, style in MEDAL_STYLES.items():
        medals += (Run(f"{symbols.star} ", style), Run(f"{summary.medals.get(medal, 0)} {medal}  "))
    streak = f"{summary.streak} now, {summary.longest} at the longest"
    fastest = counted(summary.fastest, "turn") if summary.fastest is not None else "none yet"
    honest = f"{summary.honest} of {summary.wins}, no seen card taken back"
    peeks = f", {summary.peeks} past seen cards" if summary.peeks else ""
    undone = counted(summary.undos, "move") + peeks if summary.undos else "nothing"
    return [
        (_label("Medals alone"), *medals),
        (_label("Wins in a row"), Run(streak)),
        (_label("Fastest win"), Run(fastest)),
        (_label("Most exact kills"), Run(f"{summary.most_exact or 0} in a game")),
        (_label("Honest wins"), Run(honest)),
        (_label("Taken back"), Run(undone)),
    ]


def _set_up(summary: Summary) -> list[Row]:
    """Return what is said of games that count nowhere, if there are any."""
    if not summary.set_up:
        return []
    return [(_label("Not counted"), Run(f"{counted(summary.set_up, 'game')} from a position"))]


def _line(summary: Summary, width: int, symbols: Symbols) -> list[Row]:
    """Return the last games as one line, a sign for each; or as figures."""
    label = _label(_last(summary))
    if symbols.levels:
        signs = "".join([_level(royals, symbols.levels) for royals in summary.recent])
        return [(label, Run(signs, "accent"), Run("  royals defeated", "muted"))]
    figures: list[Row] = [(Run(str(royals)),) for royals in summary.recent]
    lines = wrap(figures, width - _LABELS)
    return [(label, *lines[0]), *[(_label(""), *line) for line in lines[1:]]]


def _level(royals: int, levels: tuple[str, ...]) -> str:
    return levels[min(royals, ROYAL_COUNT) * (len(levels) - 1) // ROYAL_COUNT]


def _columns(summary: Summary, symbols: Symbols) -> list[Row]:
    """Return the last games as columns, one cell for each royal, with the figure below."""
    rows: list[Row] = [(_label(_last(summary)), Run("royals defeated in each", "muted")), ()]
    for height in range(ROYAL_COUNT, 0, -1):
        cells = [f"{symbols.full * 2 if royals >= height else '':<3}" for royals in summary.recent]
        rows.append((Run(f"{height:>{_LABELS - 2}}  ", "faint"), Run("".join(cells), "accent")))
    figures = "".join([f"{royals:<3}" for royals in summary.recent])
    return [*rows, (_label(""), Run(figures, "muted"))]


def _last(summary: Summary) -> str:
    count = len(summary.recent)
    return f"Last {count} games" if count > 1 else "Last game"


def _label(text: str) -> Run:
    return Run(f"{text:<{_LABELS}}", "muted")
