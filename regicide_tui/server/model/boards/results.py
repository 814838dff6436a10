"""The results of finished games and of boards, and the statistics of each player."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui.games.base import Value
from regicide_tui.play.ratings import Figures, Finished, GameFigures, PlayerFigures, Rating

LISTED = 300
"""The maximum numbers of listed games and players; the rest are only counted."""


class Standing(Value):
    """The results of one player: their statistics in each game."""

    name: str
    played: tuple[GameFigures, ...]
    ratings: Mapping[str, Rating] = {}
    """The ratings by game, as they were after the last game here."""

    @property
    def wins(self) -> int:
        """All wins."""
        return sum(one.won for one in self.played)


class BoardResult(Value):
    """How the game of a board ended at a table.

    A game that was ended without a winner is lost. A game in which a bot played for a player, or
    that the operator closed, doesn't count in comparisons.
    """

    board: str
    table: str
    people: tuple[str, ...]
    won: bool
    medal: str = ""
    counts: bool = True
    at: int = 0
    standing: str = ""
    """The position at the end in words, such as `royal 5 of 12`; older games have none."""


class Results:
    """Sums up finished games and keeps the last ones.

    `add` changes it in place: with a copy for each game, reading ten times as many games would take
    a hundred times as long.
    """

    def __init__(self, finished: Iterable[Finished] = ()) -> None:
        self.count = 0
        """The number of finished games."""
        self._last: list[Finished] = []
        self._figures = Figures()
        self._standings: Sequence[Standing] | None = None
        for game in finished:
            self.add(game)

    @property
    def finished(self) -> Sequence[Finished]:
        """The last finished games, the newest last."""
        return self._last

    def add(self, game: Finished) -> None:
        """Count a finished game. Guests don't count: their names are free after the visit."""
        self.count += 1
        self._last.append(game)
        del self._last[:-LISTED]
        self._standings = None
        self._figures.add(game)

    @property
    def standings(self) -> Sequence[Standing]:
        """The results of the players with the most wins, the best first."""
        if self._standings is None:
            figures, at = self._figures, self._last[-1].at if self._last else 0
            names = sorted(figures.names, key=str.casefold)
            found = [Standing(name, figures.played(name)) for name in names]
            listed = sorted(found, key=lambda one: -one.wins)[:LISTED]
            self._standings = [
                replace(one, ratings=figures.ratings_of(one.name, at)) for one in listed
            ]
        return self._standings

    def figures_of(self, name: str, now: int) -> PlayerFigures:
        """Return all statistics of a player; `now` is Unix time in milliseconds."""
        return self._figures.of(name, now)
