"""The end of a duel, as a value that draws itself."""

from regicide_tui.games.base import Seat
from regicide_tui.games.duel.chronicle import figures
from regicide_tui.games.duel.state import holder
from regicide_tui.games.duel.telling import tell_end
from regicide_tui.games.plays import total
from regicide_tui.games.words import counted, taken_back
from regicide_tui.play.match import result_of
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.figures import centred
from regicide_tui.tui.paint import Row, Run, shorten
from regicide_tui.tui.report import Report, deal, origin
from regicide_tui.tui.symbols import Symbols

_NAME = 24
"""Cells of a name in the score."""


class DuelReport(Report, frozen=True, kw_only=True):
    """The score of the match."""

    seats: tuple[str, ...]
    score: tuple[int, int]
    winner: Seat | None
    challenger: Seat | None
    """Who begins the next duel, if anybody has lost one yet (D-2)."""

    @property
    def following(self) -> tuple[str, str]:
        """The next duel, and who begins it."""
        if self.challenger is None:
            return "Next duel", "chance decides who begins"
        return "Next duel", f"{self.seats[self.challenger]} begins"

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the score, the winner's side in bold."""
        sides: list[Row] = []
        for seat, (name, won) in enumerate(zip(self.seats, self.score, strict=True)):
            style = "text+bold" if seat == self.winner else "on-felt"
            text = shorten(name, _NAME, symbols.ellipsis)
            sides.append((Run(f"{text}  {won}" if seat == 0 else f"{won}  {text}", style),))
        score = centred((*sides[0], Run(" : ", "on-felt"), *sides[1]), width)
        return [(), score, ()] if roomy else [score]


def report_of(table: Table) -> DuelReport | None:
    """Return what there is to tell of a duel; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    seats = table.seats
    result = result_of(outcome)
    counts = figures([event for told in table.told(None) for event in told.events])
    title = "A draw" if result.winner is None else f"{seats[result.winner]} wins"
    sentence = tell_end(outcome, seats)
    score = table.match.score(result)
    facts = [counted(table.turn, "turn"), f"{counted(counts['shields'], 'shield')} broken"]
    facts += [f"largest attack {counts['attack']}"]
    undone = taken_back(table.undos, table.peeks, table.hints)
    return DuelReport(
        banner="DRAW" if result.winner is None else "VICTORY",
        title=Run(title, "success+bold"),
        medal=None,
        sentence=sentence,
        need=_need(table) if outcome.reason == "cannot_pay" else "",
        figures=", ".join(facts),
        taken_back=undone,
        origin=origin(table),
        set_up=is_set_up(table),
        lines="\n".join(
            [
                f"Regicide Duel, {deal(table)}: {title}",
                f"{seats[0]} {score[0]} : {score[1]} {seats[1]}. {sentence}",
                f"{', '.join(facts)}, {undone or 'nothing taken back'}",
                "",
            ]
        ),
        seats=seats,
        score=score,
        winner=result.winner,
        challenger=table.match.after(result).challenger,
    )


def _need(table: Table) -> str:
    """Say what the loser would have needed; the hand lies open now."""
    state = table.saved.history.state
    loser = holder(state)
    worth = total(state.hands[loser])
    return f"{state.due} was due, {table.seats[loser]}'s hand was worth {worth}."
