"""The report on any finished game: the winners, and the points of each player."""

from regicide_tui.games.base import Seat
from regicide_tui.games.words import counted, named, taken_back
from regicide_tui.play.match import tell_called_off
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.pages.report import Report, deal, origin
from regicide_tui.tui.pages.words import to_reader
from regicide_tui.tui.rendering.paint import Row, Run
from regicide_tui.tui.rendering.symbols import Symbols

_NOBODY = "Nobody wins"
_NOTHING = "nothing taken back"


class PlainReport(Report, kw_only=True):
    """The winners, and the points of each player if the game counts them."""

    score: tuple[str, ...]

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the points of the players."""
        return [(Run(f"  {line}", "on-felt"),) for line in self.score]


def report_of(table: Table, reader: Seat | None = None) -> PlainReport | None:
    """Return the report on a finished game, addressed to `reader`; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    names = [table.seats[seat] for seat in outcome.winners]
    title = f"{named(names)} {'win' if len(names) > 1 else 'wins'}" if names else _NOBODY
    score = tuple(
        [f"{name}: {points}" for name, points in zip(table.seats, outcome.points, strict=False)]
    )
    undone = taken_back(table.undos, table.peeks, table.hints)
    facts = ", ".join([counted(table.turn, "turn"), *score])
    return PlainReport(
        banner="VICTORY" if names else "DRAW" if table.game.rivals else "DEFEAT",
        title=Run(title, "success+bold"),
        medal=None,
        sentence=tell_called_off(outcome, to_reader(table.seats, reader)) or f"{title}.",
        need="",
        figures=facts,
        taken_back=undone,
        origin=origin(table),
        set_up=is_set_up(table),
        lines=f"{table.game.title}, {deal(table)}: {title}\n{facts}\n{undone or _NOTHING}\n",
        score=score,
    )
