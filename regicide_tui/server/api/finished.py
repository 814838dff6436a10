"""The finished games that one visitor may look at, and what players have won."""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from regicide_tui.games.base import Seat, Value
from regicide_tui.play import ratings
from regicide_tui.play.table import Table
from regicide_tui.server.api.part import Part
from regicide_tui.server.model.boards import results
from regicide_tui.server.model.boards.ranking import Compared, rank
from regicide_tui.server.model.table.command import Refused, refusing


class FinishedGame(Value):
    """A finished game, for someone who may see all its cards."""

    table: str
    """The id of the table at which it was played."""
    game: Table
    stood_in: Mapping[int, Seat]
    """The seats for which a bot acted, by the numbers of the moves."""


class ListedGame(Value):
    """A game in the list, with its result hidden if the visitor can still play the deal."""

    result: ratings.Finished
    is_hidden: bool


class Finished(Part):
    """The finished games, as one visitor may see them."""

    @property
    def _results(self) -> results.Results:
        return self._services.tables.results

    @property
    def count(self) -> int:
        """The number of games finished here; not all of them are listed."""
        return self._results.count

    @property
    def listed_count(self) -> int:
        """The number of games that the visitor sees in the list."""
        return sum(one.is_shown_to(self._name) for one in self._results.finished)

    def list(self) -> Sequence[ListedGame]:
        """Return the games that the visitor sees in the list, the newest first."""
        found = [one for one in reversed(self._results.finished) if one.is_shown_to(self._name)]
        return [ListedGame(one, self._is_hidden(one.table)) for one in found]

    def own_since(self, at: int) -> Sequence[ratings.Finished]:
        """Return the visitor's games that ended after a moment, the newest first."""
        newer = takewhile(lambda one: one.at > at, reversed(self._results.finished))
        return [one for one in newer if self._name in one.seats]

    def _is_hidden(self, table: str) -> bool:
        boards = self._services.boards
        return boards.may_look(boards.book.board_of(table), self._name) is not None

    @refusing
    async def read(self, table: str) -> FinishedGame:
        """Return the whole game of a table that is over. Raises `Refused`."""
        state = await self._services.finished.read(table, self._name)
        if state.game is None:
            raise Refused("That game is no longer kept here.")
        return FinishedGame(table, state.game, state.facts.stood_in)

    @property
    def standings(self) -> Sequence[results.Standing]:
        """What each player has won, limited to the players with the most wins."""
        return self._results.standings

    def figures_of(self, name: str) -> ratings.PlayerFigures:
        """Return the statistics of a player."""
        return self._results.figures_of(name, self._services.now())

    def compared(self, name: str) -> Compared | None:
        """Return how a player compares with our marshals; None without a compared deal."""
        boards = self._services.boards
        ranked = rank(boards.results_shown_to(self._name), boards.pars)
        return next((one for one in ranked if one.name == name), None)
