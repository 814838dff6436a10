"""What happens elsewhere, while a visitor is in the lobby or at one table.

This covers their other tables, and the rounds of their tournaments.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.games.words import counted, named, read_by
from regicide_tui.play.history import tell_called_off
from regicide_tui.server.api.api import Api
from regicide_tui.server.model.boards.tournament import Round
from regicide_tui.server.model.names import is_guest
from regicide_tui.server.model.table.facts import TableFacts
from regicide_tui.server.model.table.visitor_table import VisitorTable
from regicide_tui.server.screens.words import describe_ending, tell_question


class Ways(NamedTuple):
    """What to press or type to play a round of a tournament, and to see how a game ended."""

    to_round: str
    to_result: str


BY_LOBBY = Ways("R in the lobby", "g in the lobby")
"""The ways from all screens, except that a tournament's own screen plays its round."""


class News(Value):
    """A sentence about what happens elsewhere, and whether the visitor must act there."""

    sentence: str
    must_act: bool


def tell_of_round(one: Round, way: str = "") -> str:
    """Return the sentence that calls someone to a round of a tournament, and the `way` there."""
    called = f"It is time for round {one.number} of {one.tournament.attributed}"
    return f"{called}: {way}." if way else f"{called}."


class OtherTables:
    """Tells a visitor when it is their turn at another table, or when there is a question.

    It also tells how games there ended, and calls the visitor to the rounds of their tournaments.

    It repeats nothing, and skips what the lobby showed when the visitor arrived.
    """

    def __init__(self, api: Api, name: str, ways: Ways) -> None:
        self._api = api
        self._name = name
        self._ways = ways
        self._own = api.tables.own()
        self._tournaments = api.deals.own_tournaments()
        self.rounds = api.deals.rounds()
        """The rounds of tournaments in which the visitor is due to play."""
        self.past: Sequence[str] = ()
        """The calls to rounds that have become outdated since the last news."""

    @property
    def title(self) -> str:
        """The title of the terminal, which says whether the visitor must act anywhere."""
        if any(one.waits_for(self._name) for one in self._own.values()):
            return "Regicide: your turn"
        return f"Regicide: round {self.rounds[0].number}" if self.rounds else "Regicide"

    @property
    def games_by_correspondence(self) -> int:
        """The number of correspondence games in which it is the visitor's turn."""
        return sum(one.days > 0 and one.waits_for(self._name) for one in self._own.values())

    @property
    def to_return_to(self) -> str:
        """The visitor's table in a live game, if possible one where it is their turn.

        A table with other people comes before one with bots, then the one with the latest action.
        """

        def urgency(table: str) -> tuple[bool, bool, bool, int]:
            seen = self._own[table]
            return (
                self._api.visit.has_crashed(table),
                seen.waits_for(self._name),
                len(seen.people) > 1,
                seen.latest,
            )

        mine = [table for table, one in self._own.items() if one.playing and not one.days]
        return max(mine, key=urgency, default="")

    def tell_return(self, table: str) -> str:
        """Return the sentence that says which table opened on arrival."""
        seen = self._own[table]
        waiting = [
            other
            for other, one in self._own.items()
            if other != table and one.waits_for(self._name) and not one.days
        ]
        told = f"You are back at {_game_with(seen.game, seen.seats, self._name)}."
        others = counted(len(waiting), "other table")
        return f"{told} It is your turn at {others}." if waiting else told

    def news(self, shown: str) -> list[News]:
        """Return the news since the last call at all own tables except the `shown` one."""
        before, self._own = self._own, self._api.tables.own()
        calls = list_calls(self._own, before, self._name)
        called = [News(call, True) for table, call in calls if table != shown]
        ended = [news for table, news in self._endings(before) if table != shown]
        return [*self._new_rounds(), *called, *ended]

    def _new_rounds(self) -> list[News]:
        """Return the rounds that have started, except of a tournament that was only now joined."""
        known, before = self._tournaments, self.rounds
        self._tournaments = self._api.deals.own_tournaments()
        self.rounds = self._api.deals.rounds()
        self.past = [self.call_to(one) for one in before if one not in self.rounds]
        new = [one for one in self.rounds if one not in before and one.tournament.id in known]
        return [News(self.call_to(one), True) for one in new]

    def call_to(self, one: Round) -> str:
        """Return the sentence that calls the visitor to a round."""
        return tell_of_round(one, self._ways.to_round)

    def _endings(self, before: Mapping[str, VisitorTable]) -> Iterator[tuple[str, News]]:
        """Yield the tables whose games have ended."""
        for table in before.keys() - self._own.keys():
            if (ended := self._api.tables.find_ended(table)) is not None:
                told = _ending(ended, self._name)
                yield table, News(told if ended.closed else self._with_way(told), False)

    def tell_ended(self) -> Sequence[str]:
        """Return which games ended since the last visit, the oldest first."""
        left, name = self._api.visit.left_before, self._name
        found = self._api.finished.own_since(left) if left else ()
        return [
            self._with_way(
                f"{_game_with(one.game, one.seats, name)} ended while you were away: "
                f"{describe_ending(one, name)}."
            )
            for one in reversed(found)
        ]

    def _with_way(self, sentence: str) -> str:
        """Return a sentence about the end of a game, and where to see its result."""
        return (
            sentence if is_guest(self._name) else f"{sentence} Its result: {self._ways.to_result}."
        )


def _game_with(game: str, seats: Sequence[str], name: str) -> str:
    """Return the game and the other players: `Regicide Duel with bea`."""
    others = [one for one in seats if one and one != name]
    title = games.find(game).title
    return f"{title} with {named(others)}" if others else title


def _tell_calls(seen: VisitorTable, name: str) -> Iterator[str]:
    """Yield why a player must look at their table: to act, or to answer a question or offer."""
    if seen.waits_for(name):
        yield "It is your turn"
    if seen.seat is None or not seen.playing or seen.bots[seen.seat]:
        return
    if seen.open_question is not None:
        yield f"{tell_question(seen.open_question, seen)} at your table"
    elif seen.open_offer is not None:
        yield f"{named(seen.offering)} offers a draw at your table"


def list_new_calls(before: VisitorTable | None, seen: VisitorTable, name: str) -> list[str]:
    """Return the new reasons, compared with `before`, why a player must look at their table."""
    known = [*_tell_calls(before, name)] if before is not None else []
    return [one for one in _tell_calls(seen, name) if one not in known]


def list_calls(
    own: Mapping[str, VisitorTable], before: Mapping[str, VisitorTable], name: str
) -> Iterator[tuple[str, str]]:
    """Yield the tables where a player must newly act or answer, compared with `before`."""
    for table, seen in own.items():
        for call in list_new_calls(before.get(table), seen, name):
            yield table, f"{call}: {_game_with(seen.game, seen.seats, name)}."


def _ending(ended: TableFacts, name: str) -> str:
    """Return how a game ended, as one of its players reads it."""
    outcome, game = ended.outcome, _game_with(ended.game, ended.seats, name)
    if outcome is None:
        return f"{game} was ended without a winner."
    if called_off := tell_called_off(outcome, read_by(name, ended.seats)):
        return f"{game}: {called_off}"
    winners = [ended.seats[seat] for seat in outcome.winners]
    return f"{game} is over: {_who_won(winners, name)}."


def _who_won(winners: Sequence[str], name: str) -> str:
    """Return who won, for a player: partners win or lose together."""
    if not winners:
        return "you lost"
    if name in winners:
        return "you won"
    return f"{named(winners)} won"
