"""Statistics of games between rivals: who won how often, by name. Pure functions over records.

Old records without names count as games without names.
"""

from collections.abc import Iterable, Mapping, Sequence

from regicide_tui.games.base import Value
from regicide_tui.play.match import DRAWN, RESIGNED
from regicide_tui.play.statistics import RECENT, Record, dealt_games, unique_games


class PlayerStatistics(Value):
    """The games of one player, identified by name."""

    name: str
    games: int = 0
    wins: int = 0
    streak: int = 0
    """The current number of wins in a row."""
    longest: int = 0
    resigned: int = 0


class RivalStatistics(Value):
    """The statistics of one game for all its players, the best player first."""

    standings: tuple[PlayerStatistics, ...]
    games: int
    draws: int
    unnamed: int
    """The number of games without names."""
    fastest: int | None
    bests: Mapping[str, int]
    """The largest value of each figure above 0, by its words."""
    undos: int
    peeks: int
    hints: int
    recent: tuple[tuple[str, ...], ...]
    """The winners of each of the last games, newest last; none for a draw."""
    set_up: int
    """The number of games that began at a position; no other figure counts them."""


def summarise_rivals(records: Iterable[Record], bests: Mapping[str, str]) -> RivalStatistics:
    """Return the statistics of these records of one game.

    `bests` names the figures whose largest value counts, each with its words.
    """
    everything = unique_games(records)
    games = dealt_games(everything)
    named = [one for one in games if one.seats]
    names = dict.fromkeys([name for one in named for name in one.seats])
    standings = [_player_statistics(name, named) for name in names]
    largest = {
        words: max([one.figure(figure) for one in games], default=0)
        for figure, words in bests.items()
    }
    return RivalStatistics(
        standings=tuple(sorted(standings, key=lambda one: (-one.wins, -one.games, one.name))),
        games=len(games),
        draws=sum(one.reason == DRAWN for one in games),
        unnamed=len(games) - len(named),
        fastest=min(
            [one.turns for one in games if one.won and not _is_resigned(one)], default=None
        ),
        bests={words: most for words, most in largest.items() if most},
        undos=sum(one.undos for one in games),
        peeks=sum(one.peeks for one in games),
        hints=sum(one.hints for one in games),
        recent=tuple([one.winners for one in named[-RECENT:]]),
        set_up=len(everything) - len(games),
    )


def _player_statistics(name: str, games: Sequence[Record]) -> PlayerStatistics:
    own = [one for one in games if name in one.seats]
    streak = longest = 0
    for one in own:
        streak = streak + 1 if name in one.winners else 0
        longest = max(longest, streak)
    return PlayerStatistics(
        name,
        len(own),
        sum(name in one.winners for one in own),
        streak,
        longest,
        sum(_is_resigned(one) and name not in one.winners for one in own),
    )


def _is_resigned(record: Record) -> bool:
    return record.reason == RESIGNED
