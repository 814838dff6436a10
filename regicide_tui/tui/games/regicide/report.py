"""The report on a finished game of Regicide, with its picture."""

from msgspec.structs import replace

from regicide_tui.cards import Card
from regicide_tui.games.base import Seat, of_kind
from regicide_tui.games.regicide.figures import figures
from regicide_tui.games.regicide.log_sentences import tell_end
from regicide_tui.games.regicide.result import (
    Fate,
    Fates,
    GameFigures,
    fates,
    tell_need,
    text_to_share,
)
from regicide_tui.games.regicide.state import State
from regicide_tui.games.words import counted, taken_back
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.games.regicide.zones.track import name_rows, portrait_rows
from regicide_tui.tui.pages.report import DEFEAT, VICTORY, Report, deal, origin
from regicide_tui.tui.pages.words import to_reader
from regicide_tui.tui.rendering.faces import RoyalState
from regicide_tui.tui.rendering.measures import board_of
from regicide_tui.tui.rendering.paint import Row, Run, fit
from regicide_tui.tui.rendering.symbols import Symbols

_INDENT = 2
"""Cells before the legend of the royals."""


class RegicideReport(Report, kw_only=True):
    """The fates of the twelve royals."""

    royals: Fates
    enemy: Card | None
    """The royal that the players could not defeat; None after a victory."""

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the royals, as heads or as names, and what their signs mean."""
        royals = [_royal_state(royal, fate, self.enemy) for royal, fate in self.royals]
        ground = "night" if self.title == DEFEAT else "felt2"
        if roomy:
            heads = portrait_rows(royals, width, 3, symbols, ground=ground, wall=ground)
            return [*heads, self._legend(width, symbols)]
        names = name_rows(royals, width, 1, symbols, ground=ground)
        return [*names, self._legend(width, symbols)]

    def _legend(self, width: int, symbols: Symbols) -> Row:
        """Return the row that says what the signs of the royals mean."""
        words = f"{symbols.star} defeated exactly  {symbols.fallen} defeated"
        style = "muted" if self.title == DEFEAT else "on-felt"
        return fit((Run(" " * (board_of(width)[0] + _INDENT)), Run(words, style)), width)


def report_of(table: Table, reader: Seat | None = None) -> RegicideReport | None:
    """Return the report on a finished game, addressed to `reader`; None while it goes on.

    A game from a position has no medal.
    """
    outcome = table.outcome
    if outcome is None:
        return None
    history, seats = table.history, table.seats
    events = [event for told in table.told(None) for event in told.events]
    view = of_kind(State, table.view(of_kind(State, history.state).turn))
    set_up = is_set_up(table)
    outcome = replace(outcome, medal=None) if set_up else outcome
    score = GameFigures(
        **figures(events),
        turns=table.turn,
        undos=table.undos,
        peeks=table.peeks,
        hints=table.hints,
    )
    royals = fates(of_kind(State, history.first), events)
    return RegicideReport(
        banner="VICTORY" if outcome.won else "DEFEAT",
        title=VICTORY if outcome.won else DEFEAT,
        medal=outcome.medal,
        sentence=tell_end(
            outcome, to_reader(seats, reader)[view.turn], len(seats) == 1, dealt=not set_up
        ),
        need=tell_need(view, seats),
        figures=_figures(score, royals),
        medal_for=_jesters(score) if outcome.medal else "",
        taken_back=taken_back(score.undos, score.peeks, score.hints),
        origin=origin(table),
        set_up=set_up,
        lines=text_to_share(deal(table), outcome, royals, score),
        royals=royals,
        enemy=view.enemy,
    )


def _jesters(score: GameFigures) -> str:
    return counted(score.jesters, "Jester").replace("0 Jesters", "no Jester") + " used"


def _figures(score: GameFigures, royals: Fates) -> str:
    there = sum(fate is not Fate.ABSENT for _, fate in royals)
    facts = [f"{score.royals} of {counted(there, 'royal')} defeated"]
    facts += [f"{score.exact} exactly", counted(score.turns, "turn")]
    return ", ".join(facts)


def _royal_state(royal: Card, fate: Fate, enemy: Card | None) -> RoyalState:
    """Return a royal as the track shows it: a royal that never was the enemy stays hidden."""
    if fate in (Fate.EXACT, Fate.KILLED):
        return RoyalState(royal.rank, royal.suit, exact=fate is Fate.EXACT)
    if royal == enemy:
        return RoyalState(royal.rank, royal.suit, here=True)
    return RoyalState(royal.rank, absent=fate is Fate.ABSENT)
