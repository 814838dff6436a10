"""The end of a game of Regicide, as a value that draws itself."""

from msgspec.structs import replace

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
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.paint import Row, Run, card_style
from regicide_tui.tui.report import DEFEAT, VICTORY, Part, Report, deal, origin
from regicide_tui.tui.symbols import Symbols


class RegicideReport(Report, frozen=True):
    """What became of the twelve royals."""

    royals: Fates

    def picture(self, width: int, symbols: Symbols) -> list[Part]:
        """Return the royals, and what their signs mean."""
        return [Part(2, [royals_row(self.royals, symbols)]), Part(7, [_legend(symbols)])]


def report_of(table: Table) -> RegicideReport | None:
    """Return what there is to tell of a game; None while it goes on.

    One that was set up has no medal.
    """
    outcome = table.outcome
    if outcome is None:
        return None
    history, seats = table.saved.history, table.seats
    events = [event for told in table.told(None) for event in told.events]
    view = table.view(history.state.turn)
    set_up = is_set_up(table)
    outcome = replace(outcome, medal=None) if set_up else outcome
    score = Score(
        **figures(events),
        turns=table.turn,
        undos=table.undos,
        peeks=table.peeks,
        hints=table.hints,
    )
    royals = fates(history.first, events)
    return RegicideReport(
        title=VICTORY if outcome.won else DEFEAT,
        medal=outcome.medal,
        sentence=tell_end(outcome, seats[view.turn], len(seats) == 1, dealt=not set_up),
        need=tell_need(view, seats),
        figures=_figures(score, royals, medal=outcome.medal),
        taken_back=taken_back(score.undos, score.peeks, score.hints),
        origin=origin(table),
        set_up=set_up,
        lines=three_lines(deal(table), outcome, royals, score),
        royals=royals,
    )


def _figures(score: Score, royals: Fates, *, medal: str | None) -> str:
    there = sum(fate is not Fate.ABSENT for _, fate in royals)
    facts = [f"{score.royals} of {there} royals"]
    facts += [f"{score.exact} exactly", counted(score.turns, "turn")]
    facts += [f"{counted(score.jesters, 'Jester')} used"] if score.jesters or medal else []
    return ", ".join(facts)


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
