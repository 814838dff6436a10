"""What happens elsewhere, while a visitor is in the lobby or at one table.

That is news of their other tables, and the rounds of tournaments in which they take part.
"""

from collections.abc import Iterator, Mapping, Sequence

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import named
from regicide_tui.play.match import tell_called_off
from regicide_tui.server.model.boards.rounds import Round, tournaments_of
from regicide_tui.server.model.table.state import TableState
from regicide_tui.server.screens.words import tell_question
from regicide_tui.server.services.services import Services


class News(Value, frozen=True):
    """A sentence about what happens elsewhere, and whether the visitor must act there."""

    sentence: str
    must_act: bool


def tell_of_round(one: Round) -> str:
    """Return the sentence that calls somebody to a round of a tournament."""
    return f"It is time for round {one.number} of {one.tournament.title}: R in the lobby."


class OtherTables:
    """Tells a visitor when it is their turn at another table, or when something is asked there.

    It tells how a game there has ended, too. It also calls them to the rounds of their tournaments.

    Nothing is told twice, and nothing that was so when the visitor came: the lobby shows that.
    """

    def __init__(self, services: Services, name: str) -> None:
        self._services = services
        self._name = name
        self._states = self._own_tables()
        self._tournaments = self._own_tournaments()
        self.rounds: Sequence[Round] = services.rounds.waiting(name)
        """The rounds of tournaments at which the visitor is awaited."""

    def news(self, shown: str) -> list[News]:
        """Return what is new since the last call at all own tables but the one that is `shown`."""
        before, self._states = self._states, self._own_tables()
        found = [*self._turns(before), *self._questions(before), *self._endings(before)]
        return [*self._new_rounds(), *[news for table, news in found if table != shown]]

    def _own_tournaments(self) -> set[str]:
        """Return the ids of the tournaments in which the visitor takes part."""
        return {one.id for one in tournaments_of(self._services.boards.book, self._name)}

    def _new_rounds(self) -> list[News]:
        """Return the rounds that have begun; nothing of a tournament that was only now joined."""
        known, before = self._tournaments, self.rounds
        self._tournaments = self._own_tournaments()
        self.rounds = self._services.rounds.waiting(self._name)
        new = [one for one in self.rounds if one not in before and one.tournament.id in known]
        return [News(tell_of_round(one), True) for one in new]

    def _own_tables(self) -> Mapping[str, TableState]:
        tables = self._services.tables.listing.tables_of(self._name)
        return dict(zip(tables, self._services.tables.states_of(self._name), strict=True))

    def _turns(self, before: Mapping[str, TableState]) -> Iterator[tuple[str, News]]:
        """Yield the tables at which it has become the visitor's turn."""
        for table, state in self._states.items():
            earlier = before.get(table)
            waited = earlier is not None and earlier.waits_for(self._name)
            if state.waits_for(self._name) and not waited:
                yield table, News(f"It is your turn: {_game_with(state, self._name)}.", True)

    def _questions(self, before: Mapping[str, TableState]) -> Iterator[tuple[str, News]]:
        """Yield the tables at which an answer of the visitor has become needed."""
        for table, state in self._states.items():
            earlier = before.get(table)
            asked = _asked(state, self._name)
            if asked and (earlier is None or _asked(earlier, self._name) != asked):
                game = _game_with(state, self._name)
                yield table, News(f"{asked} at your table: {game}.", True)

    def _endings(self, before: Mapping[str, TableState]) -> Iterator[tuple[str, News]]:
        """Yield the tables whose games have ended."""
        for table in before.keys() - self._states.keys():
            state = self._services.tables.find_finished(table)
            if state is not None and state.begun and self._name in state.people:
                yield table, News(_ending(state, self._name), False)


def _game_with(state: TableState, name: str) -> str:
    """Return the game and the other players: `Regicide Duel with bea`."""
    others = [one for one in state.seats if one and one != name]
    title = games.find(state.game).title
    return f"{title} with {named(others)}" if others else title


def _asked(state: TableState, name: str) -> str:
    """Return what is asked or offered at a table, if somebody's answer to it is missing."""
    seat, question = state.seat_of(name), state.question
    if seat is None or not state.playing or state.bots[seat]:
        return ""
    if question is not None:
        return "" if seat in question.agreed else tell_question(question, state.seats)
    offering = [state.seats[one] for one in state.draws if one != seat]
    return f"{named(offering)} offers a draw" if offering and seat not in state.draws else ""


def _ending(state: TableState, name: str) -> str:
    """Return how a game has ended, as one of its players hears it."""
    outcome, game = state.outcome, _game_with(state, name)
    if outcome is None:
        return f"{game} was ended without a winner."
    if called_off := tell_called_off(outcome, state.seats):
        return f"{game}: {called_off}"
    winners = [state.seats[seat] for seat in outcome.winners]
    return f"{game} is over: {_who_won(winners, name)}."


def _who_won(winners: Sequence[str], name: str) -> str:
    """Return who has won, for a player: partners all win, or nobody does."""
    if not winners:
        return "it is lost"
    if name in winners:
        return "you have won" if len(winners) == 1 else "it is won"
    return f"{named(winners)} won"
