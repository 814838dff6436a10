"""The results of finished games: the last games, and the wins of each player."""

from collections import Counter
from collections.abc import Iterable, Sequence

from regicide_tui import games
from regicide_tui.games.base import Value
from regicide_tui.server.storage.accounts import is_guest
from regicide_tui.server.tables.state import is_bot

LISTED = 300
"""The most games and the most players that are listed; the rest is only counted."""


class Finished(Value, frozen=True):
    """A finished game, as the server remembers it."""

    table: str
    game: str
    seats: tuple[str, ...]
    winners: tuple[str, ...]
    reason: str
    at: int


class Standing(Value, frozen=True):
    """The results of one player: for each game the played and the won games."""

    name: str
    played: tuple[tuple[str, int, int], ...]

    @property
    def wins(self) -> int:
        """All wins."""
        return sum(won for _, _, won in self.played)


class Results:
    """Sums up finished games; only the last ones are kept one by one.

    `add` changes it in place: with a copy for each game, ten times as many games would take a
    hundred times as long to read.
    """

    def __init__(self, finished: Iterable[Finished] = ()) -> None:
        self.count = 0
        """The number of finished games."""
        self._last: list[Finished] = []
        self._played: dict[str, Counter[str]] = {}
        self._won: Counter[tuple[str, str]] = Counter()
        self._standings: Sequence[Standing] | None = None
        for game in finished:
            self.add(game)

    @property
    def finished(self) -> Sequence[Finished]:
        """The last finished games, the newest last."""
        return self._last

    def add(self, game: Finished) -> None:
        """Count a finished game. Guests are not counted: their names are free after the visit."""
        self.count += 1
        self._last.append(game)
        del self._last[:-LISTED]
        self._standings = None
        for name in game.seats:
            if not (is_bot(name) or is_guest(name)):
                self._played.setdefault(name, Counter())[game.game] += 1
        self._won.update((name, game.game) for name in game.winners if name in self._played)

    @property
    def standings(self) -> Sequence[Standing]:
        """The results of the players with the most wins, the best first."""
        if self._standings is None:
            found = [self._standing_of(name) for name in sorted(self._played, key=str.casefold)]
            self._standings = sorted(found, key=lambda one: -one.wins)[:LISTED]
        return self._standings

    def _standing_of(self, name: str) -> Standing:
        """Return the played and won games of a player, by game."""
        played = self._played[name]
        played_games = [
            (game, played[game], self._won[name, game]) for game in games.names() if played[game]
        ]
        return Standing(name, tuple(played_games))
