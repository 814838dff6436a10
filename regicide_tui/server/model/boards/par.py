"""Pars: how often our marshals win a deal, and whether a player who sees all cards wins it.

Marshals play the deal many times, each time with other random numbers. So a par is counted, and
needs no other calibration; its interval says how exact it is. The games are kept one by one in the
log `pars`, so that none is played twice, also after a restart.
"""

from collections.abc import Callable

from msgspec import convert

from regicide_tui.bots.bot_game import wilson
from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import Value
from regicide_tui.server.model.boards.series import GAME
from regicide_tui.server.storage.projection import LogProjection
from regicide_tui.server.storage.store import BadEntry, LogEntry, Store
from regicide_tui.simulate.pars.messages import ALL_CARDS, LEVEL

LOG = "pars"
GAMES = 40
"""The games of marshals for one par."""


class Par(Value):
    """What is known of a deal: the games of marshals so far, their wins, and those with gold.

    `all_cards` says whether the player who sees all cards has won, None as long as it is unknown;
    `medal` is the medal of that game.
    """

    games: int = 0
    wins: int = 0
    golds: int = 0
    all_cards: bool | None = None
    medal: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether all games were played."""
        return self.games >= GAMES and self.all_cards is not None

    @property
    def share(self) -> float:
        """The share of games that marshals win. Raises `ZeroDivisionError` without a game."""
        return self.wins / self.games

    @property
    def of_gold(self) -> "Par":
        """The par if only a gold medal counts as a win."""
        return Par(self.games, self.golds, self.golds, self.all_cards, self.medal)

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true share in 95 of 100 cases (Wilson)."""
        return wilson(self.wins, self.games)


class _PlayedGame(Value):
    """An entry of the log: a game that was played for a par."""

    deal: str
    number: int
    won: bool
    medal: str = ""


class Pars:
    """All pars, by the keys of their deals. Entries change it in place."""

    def __init__(self) -> None:
        self.found: dict[str, Par] = {}
        self._numbers: dict[str, set[int]] = {}

    def find(self, deal: str) -> Par:
        """Return what is known of a deal."""
        return self.found.get(deal, Par())

    def missing(self, deal: str) -> list[int]:
        """Return the numbers of the games that are still to play for a deal."""
        played = self._numbers.get(deal, set())
        return [number for number in (ALL_CARDS, *range(GAMES)) if number not in played]

    def add(self, deal: str, number: int, *, won: bool, medal: str) -> None:
        """Note a game that was played; a second one with the same number has no effect."""
        if number not in self.missing(deal):
            return
        self._numbers.setdefault(deal, set()).add(number)
        par = self.find(deal)
        if number == ALL_CARDS:
            self.found[deal] = Par(par.games, par.wins, par.golds, won, medal)
        else:
            self.found[deal] = Par(
                par.games + 1,
                par.wins + won,
                par.golds + (medal == "gold"),
                par.all_cards,
                par.medal,
            )


def has_par(game: str, players: int) -> bool:
    """Tell whether a par means something: all win or lose together, and there are marshals."""
    return game == GAME and LEVEL in [one.name for one in list_levels(game, players)]


def project_pars(store: Store, on_bad_entry: Callable[[BadEntry], None]) -> LogProjection[Pars]:
    """Return the projection of the log of pars; a bad entry is reported and has no effect."""
    return LogProjection(store, LOG, Pars(), _apply, on_bad_entry)


def _apply(pars: Pars, entry: LogEntry) -> Pars:
    """Apply an entry of the log. Raises `ValidationError` if it makes no sense."""
    one = convert(entry.body, _PlayedGame)
    pars.add(one.deal, one.number, won=one.won, medal=one.medal)
    return pars
