"""What the games of rivals come to: who won how often, by name. Pure functions over records.

Records of before the names were kept count as games without names.
"""

from collections.abc import Iterable, Mapping, Sequence

from regicide_tui.games.base import Value
from regicide_tui.play.match import DRAWN, RESIGNED
from regicide_tui.play.statistics import RECENT, Record, dealt, latest


class Standing(Value, frozen=True):
    """The games of one player, whom the name tells from the others."""

    name: str
    games: int = 0
    wins: int = 0
    streak: int = 0
    """Wins in a row up to now."""
    longest: int = 0
    resigned: int = 0


class Rivalry(Value, frozen=True):
    """What the games of one kind come to, for everybody who took part; the best come first."""

    standings: tuple[Standing, ...]
    games: int
    draws: int
    unnamed: int
    """Games of which nobody knows who played."""
    fastest: int | None
    bests: Mapping[str, int]
    """The largest figures there were, by their words; only those above 0."""
    undos: int
    peeks: int
    hints: int
    recent: tuple[tuple[str, ...], ...]
    """The winners of each of the last games, the newest last; nobody of a draw."""
    set_up: int
    """Games that began at a position; they are in no other figure."""


def rivalry(records: Iterable[Record], bests: Mapping[str, str]) -> Rivalry:
    """Return what the records of a game come to.

    `bests` names the figures of which the largest counts, each with its words.
    """
    everything = latest(records)
    games = dealt(everything)
    named = [one for one in games if one.seats]
    names = dict.fromkeys([name for one in named for name in one.seats])
    standings = [_standing(name, named) for name in names]
    largest = {
        words: max([one.figure(figure) for one in games], default=0)
        for figure, words in bests.items()
    }
    return Rivalry(
        standings=tuple(sorted(standings, key=lambda one: (-one.wins, -one.games, one.name))),
        games=len(games),
        draws=sum(one.reason == DRAWN for one in games),
        unnamed=len(games) - len(named),
        fastest=min([one.turns for one in games if one.won and not _given_up(one)], default=None),
        bests={words: most for words, most in largest.items() if most},
        undos=sum(one.undos for one in games),
        peeks=sum(one.peeks for one in games),
        hints=sum(one.hints for one in games),
        recent=tuple([one.winners for one in named[-RECENT:]]),
        set_up=len(everything) - len(games),
    )


def _standing(name: str, games: Sequence[Record]) -> Standing:
    own = [one for one in games if name in one.seats]
    streak = longest = 0
    for one in own:
        streak = streak + 1 if name in one.winners else 0
        longest = max(longest, streak)
    return Standing(
        name,
        len(own),
        sum(name in one.winners for one in own),
        streak,
        longest,
        sum(_given_up(one) and name not in one.winners for one in own),
    )


def _given_up(record: Record) -> bool:
    return record.reason == RESIGNED
