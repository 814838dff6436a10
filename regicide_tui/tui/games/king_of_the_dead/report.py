"""The report on a finished game of King of the Dead, with its picture."""

from rich.cells import cell_len

from regicide_tui.games.base import Outcome, Pile, Seat, Value, of_kind
from regicide_tui.games.king_of_the_dead.figures import figures
from regicide_tui.games.king_of_the_dead.log_sentences import tell_end
from regicide_tui.games.king_of_the_dead.state import State, points_of
from regicide_tui.games.king_of_the_dead.values import NUMBER
from regicide_tui.games.words import counted, taken_back
from regicide_tui.play.match import tell_called_off
from regicide_tui.play.statistics import is_set_up
from regicide_tui.play.table import Table
from regicide_tui.tui.games.king_of_the_dead.zones.faces import chip
from regicide_tui.tui.pages.report import Report, deal, origin
from regicide_tui.tui.pages.words import to_reader
from regicide_tui.tui.rendering.paint import Row, Run, fit, shorten, width_of
from regicide_tui.tui.rendering.symbols import Symbols

_NAME = 20
_TIES = {
    "fewer_cards": "Equal on points. Fewer scored cards win (K-50).",
    "shared": "Equal on points and on cards, so all of them win (K-50).",
}
"""The texts for a tie, by the reason of the outcome."""


class Place(Value):
    """A player's place at the end; players who share a place have the same number."""

    number: int
    seat: Seat
    points: int
    scored: Pile


class KingReport(Report, kw_only=True):
    """The places, with each player's scored cards.

    The winner of a game that was called off is first, whatever the scores are.
    """

    seats: tuple[str, ...]
    places: tuple[Place, ...]

    def picture(self, width: int, symbols: Symbols, *, roomy: bool) -> list[Row]:
        """Return a line for each player, the winners in bold."""
        longest = min(_NAME, max(map(cell_len, self.seats)))
        rows = [self._line(place, longest, width - 4, symbols) for place in self.places]
        margin = max(1, (width - max(map(width_of, rows))) // 2 if roomy else 1)
        rows = [(Run(" " * margin), *row) for row in rows]
        return [(), *rows, ()] if roomy else rows

    def _line(self, place: Place, longest: int, width: int, symbols: Symbols) -> Row:
        won = place.number == 1
        style = "text+bold" if won else "on-felt"
        name = shorten(self.seats[place.seat], longest, symbols.ellipsis)
        row: Row = (
            Run(f"{place.number}. ", style),
            *fit((Run(name, style),), longest),
            Run(f"{place.points:>4}", style),
            Run(f"  {counted(len(place.scored), 'card')}:" if place.scored else "", "on-felt"),
        )
        cards = [run for card in place.scored for run in (Run(" "), chip(card, symbols))]
        whole = (*row, *cards)
        if width_of(whole) <= width:
            return whole
        return (*fit(whole, width - 1), Run(symbols.ellipsis, "on-felt"))


def report_of(table: Table, reader: Seat | None = None) -> KingReport | None:
    """Return the report on a finished game, addressed to `reader`; None while it goes on."""
    outcome = table.outcome
    if outcome is None:
        return None
    state, seats = table.history.state, table.seats
    places = places_of(of_kind(State, state), outcome)
    facts = _facts(table)
    undone = taken_back(table.undos, table.peeks, table.hints)
    title = _title(outcome, seats)
    called = tell_called_off(outcome, seats)
    told = to_reader(seats, reader)
    sentence = tell_called_off(outcome, told) or tell_end(outcome, told)
    standing = ", ".join([f"{one.number}. {seats[one.seat]} {one.points}" for one in places])
    return KingReport(
        banner="VICTORY" if outcome.won else "DRAW",
        title=Run(title, "success+bold"),
        medal=None,
        sentence=sentence,
        need=_TIES.get(outcome.reason, ""),
        figures=facts,
        taken_back=undone,
        origin=origin(table),
        set_up=is_set_up(table),
        lines="\n".join(
            [
                f"King of the Dead, {deal(table)}: {title}",
                f"{standing}. {called}" if called else standing,
                f"{facts}, {undone or 'nothing taken back'}",
                "",
            ]
        ),
        seats=seats,
        places=places,
    )


def _title(outcome: Outcome, seats: tuple[str, ...]) -> str:
    if not outcome.winners:
        return "A draw"
    names = " and ".join([seats[seat] for seat in outcome.winners])
    return f"{names} {'wins' if len(outcome.winners) == 1 else 'share the victory'}"


def places_of(state: State, outcome: Outcome) -> tuple[Place, ...]:
    """Return the players by their places: by points, among equals by fewer scored cards (K-50).

    After a game that was called off, the winner is first; after a draw all are.
    """
    points, scores = points_of(state), [side.scores for side in state.sides]
    ranks = [(-points[seat], len(scored)) for seat, scored in enumerate(scores)]
    if not outcome.points:
        beaten = [outcome.won and seat not in outcome.winners for seat in range(len(scores))]
        ranks = [(int(one), 0) for one in beaten]
    places = [1 + sum([other < rank for other in ranks]) for rank in ranks]
    found = [
        Place(place, seat, points[seat], _highest_first(scores[seat]))
        for seat, place in enumerate(places)
    ]
    return tuple(sorted(found, key=lambda place: (place.number, place.seat)))


def _highest_first(scored: Pile) -> Pile:
    return tuple(sorted(scored, key=lambda card: (-NUMBER[card], card.order)))


def _facts(table: Table) -> str:
    counts = figures([event for told in table.told(None) for event in told.events])
    facts = [counted(counts["rounds"], "round"), f"{counts['scored']} runs scored"]
    facts += [f"{counted(counts['powers'], 'power')} played"]
    return ", ".join([*facts, f"{counted(counts['purchases'], 'card')} bought"])
