"""The report on a finished duel, with its picture."""

from regicide_tui.games.base import Pile, Seat, of_kind
from regicide_tui.games.duel.figures import figures
from regicide_tui.games.duel.log_sentences import tell_end
from regicide_tui.games.duel.state import State, holder
from regicide_tui.games.regicide_family.plays import total
from regicide_tui.games.words import counted, taken_back
from regicide_tui.play.match import result_of, tell_called_off
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.games.duel.zones.shields import fanned
from regicide_tui.tui.pages.figures import centred
from regicide_tui.tui.pages.report import Report, deal, origin
from regicide_tui.tui.pages.words import to_reader
from regicide_tui.tui.rendering.faces import CardSize
from regicide_tui.tui.rendering.paint import Row, Run, fit, shorten, side_by_side, width_of
from regicide_tui.tui.rendering.symbols import Symbols

_NAME = 24
"""Cells of a name in the score."""
_CARD, _STEP, _BETWEEN = CardSize(9, 6), 5, 5
"""The cards of the last attack, the cells from one to the next, and between it and the hand."""
_ATTACK, _HAND = "The last attack", "against this hand"


class DuelReport(Report, kw_only=True):
    """The score of the match."""

    seats: tuple[str, ...]
    score: tuple[int, int]
    winner: Seat | None
    attack: Pile
    """The last attack, if it could not be paid, and the hand that was too weak."""
    hand: Pile
    challenger: Seat | None
    """Who begins the next duel, once a duel was lost (D-2)."""

    @property
    def following(self) -> tuple[str, str]:
        """Return the name of the next duel, and who begins it."""
        if self.challenger is None:
            return "Next duel", "chance decides who begins"
        return "Next duel", f"{self.seats[self.challenger]} begins"

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return the score, the winner's side in bold, and the last attack."""
        sides: list[Row] = []
        for seat, (name, won) in enumerate(zip(self.seats, self.score, strict=True)):
            style = "text+bold" if seat == self.winner else "on-felt"
            text = shorten(name, _NAME, symbols.ellipsis)
            sides.append((Run(f"{text}  {won}" if seat == 0 else f"{won}  {text}", style),))
        score = centred((*sides[0], Run(" : ", "on-felt"), *sides[1]), width)
        if roomy:
            return [(), score, (), *self._last_attack(width, symbols)]
        return [score, *self._last_attack_as_text(width, symbols)]

    def _last_attack_as_text(self, width: int, symbols: Symbols) -> list[Row]:
        """Return the same as a line of text, where there is no room for cards."""
        if not self.attack:
            return []
        attack, hand = (" ".join(map(symbols.card_text, pile)) for pile in (self.attack, self.hand))
        text = f"{_ATTACK}: {attack}" + (f"  {_HAND}: {hand}" if hand else "")
        return [centred((Run(shorten(text, width, symbols.ellipsis), "on-felt"),), width)]

    def _last_attack(self, width: int, symbols: Symbols) -> list[Row]:
        """Return the attack that could not be paid, and the hand that was too weak, as cards."""
        if not self.attack:
            return []
        attack = fanned(self.attack, _CARD, _STEP, symbols, "felt2")
        hand = fanned(self.hand, _CARD, _STEP, symbols, "felt2") if self.hand else []
        across = max(width_of(attack[0]) + _BETWEEN, len(_ATTACK) + _BETWEEN)
        heads = fit((Run(_ATTACK, "on-felt"),), across), (Run(_HAND, "on-felt"),)
        rows = [(*heads[0], *heads[1]), *side_by_side(attack, hand, across)]
        widest = max(map(width_of, rows))
        margin: Row = (Run(" " * ((width - widest) // 2)),)
        return [(*margin, *row) for row in rows] if widest <= width else []


def report_of(table: Table, reader: Seat | None = None) -> DuelReport | None:
    """Return the report on a finished game, addressed to `reader`; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    seats = table.seats
    result = result_of(outcome)
    state = of_kind(State, table.history.state)
    unpaid = outcome.reason == "cannot_pay"
    counts = figures([event for told in table.told(None) for event in told.events])
    title = "A draw" if result.winner is None else f"{seats[result.winner]} wins"
    sentence, told = [
        tell_called_off(outcome, names) or tell_end(outcome, names)
        for names in (seats, to_reader(seats, reader))
    ]
    score = table.match.score(result)
    facts = [counted(table.turn, "turn"), f"{counted(counts['shields'], 'shield')} broken"]
    facts += [f"largest attack {counts['attack']}"]
    undone = taken_back(table.undos, table.peeks, table.hints)
    return DuelReport(
        banner="DRAW" if result.winner is None else "VICTORY",
        title=Run(title, "success+bold"),
        medal=None,
        sentence=told,
        need=_need(table) if unpaid else "",
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
        attack=state.played if unpaid else (),
        hand=state.hands[holder(state)] if unpaid else (),
        challenger=table.match.after(result).challenger,
    )


def _need(table: Table) -> str:
    """Say what the loser would have needed; the hand is open now."""
    state = of_kind(State, table.history.state)
    loser = holder(state)
    worth = total(state.hands[loser])
    return f"{state.due} was to pay, and {table.seats[loser]}'s hand was worth {worth}."
