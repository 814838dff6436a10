"""Pars: how often our marshals win a deal, and whether a player who sees all cards wins it.

Marshals play the deal many times with different random numbers. So a par is a count that needs no
calibration; its interval says how exact it is. Each game is stored in the log `pars`, so that none
is played twice, even after a restart.
"""

from hashlib import blake2b

from msgspec import convert
from msgspec.structs import replace

from regicide_tui.bots.base import wilson
from regicide_tui.bots.roster import list_levels
from regicide_tui.games.base import Value
from regicide_tui.play.history import Start
from regicide_tui.server.model.boards.series import GAME
from regicide_tui.server.storage.projection import LogValue
from regicide_tui.server.storage.store import LogEntry
from regicide_tui.simulate.pars.messages import ALL_CARDS, LEVEL

GAMES = 40
"""The number of marshals' games for one par."""


def deal_key(start: Start) -> str:
    """Return a name for a deal that reveals nothing about its cards."""
    options = sorted((name, str(value)) for name, value in start.options.items())
    facts = f"{start.game}\0{start.players}\0{options}\0{start.seed}".encode()
    return blake2b(facts, digest_size=16).hexdigest()


class Par(Value):
    """The par of a deal so far: the marshals' games, their wins, and those with gold.

    `all_cards` says whether the player who sees all cards won, or is None while that is unknown;
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
        """The share of games that the marshals won. Raises `ZeroDivisionError` without a game."""
        return self.wins / self.games

    @property
    def of_gold(self) -> "Par":
        """The par if only a gold medal counts as a win."""
        return replace(self, wins=self.golds)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the share (Wilson)."""
        return wilson(self.wins, self.games)


class PlayedGame(Value):
    """An entry of the log: a game that was played for a par."""

    deal: str
    number: int
    won: bool
    medal: str = ""


class Pars(LogValue):
    """All pars, by the keys of their deals."""

    log = "pars"

    def __init__(self) -> None:
        self.found: dict[str, Par] = {}
        self._numbers: dict[str, set[int]] = {}

    def find(self, deal: str) -> Par:
        """Return the par of a deal so far."""
        return self.found.get(deal, Par())

    def missing(self, deal: str) -> list[int]:
        """Return the numbers of the games still to be played for a deal."""
        played = self._numbers.get(deal, set())
        return [number for number in (ALL_CARDS, *range(GAMES)) if number not in played]

    def take(self, entry: LogEntry) -> None:
        """Note a game that was played; a second one with the same number has no effect."""
        one = convert(entry.body, PlayedGame)
        if one.number not in self.missing(one.deal):
            return
        self._numbers.setdefault(one.deal, set()).add(one.number)
        par = self.find(one.deal)
        if one.number == ALL_CARDS:
            now = replace(par, all_cards=one.won, medal=one.medal)
        else:
            wins, golds = par.wins + one.won, par.golds + (one.medal == "gold")
            now = replace(par, games=par.games + 1, wins=wins, golds=golds)
        self.found[one.deal] = now


def has_par(game: str, players: int) -> bool:
    """Return whether a par makes sense: the game is cooperative, and there are marshals."""
    return game == GAME and LEVEL in [one.name for one in list_levels(game, players)]
