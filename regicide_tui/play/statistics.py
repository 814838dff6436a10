"""The statistics of finished games, their summaries, and their file."""

import datetime
import os
import stat
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec.structs import replace

from regicide_tui.games.base import PlayerCount, Value
from regicide_tui.games.words import named
from regicide_tui.play.history import DRAWN, RESIGNED, day_of, is_day
from regicide_tui.play.saves.files import describe_error
from regicide_tui.play.table import Table
from regicide_tui.printable import printable

RECENT = 20
"""The number of games in a list of the last games."""

_Text = Annotated[str, msgspec.Meta(max_length=200)]
_Texts = Annotated[tuple[_Text, ...], msgspec.Meta(max_length=4)]
_Count = Annotated[int, msgspec.Meta(ge=0, le=2**40)]


class Record(Value):
    """A finished game. `id` is the name of its save, so a game that ends twice counts once."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
    date: _Text
    """The day it ended: `2026-11-21`."""
    game: _Text
    players: PlayerCount
    won: bool
    turns: _Count
    seed: _Text
    medal: _Text | None = None
    figures: Annotated[dict[_Text, _Count], msgspec.Meta(max_length=20)] = msgspec.field(
        default_factory=dict
    )
    """The numbers that the game counts (`Game.figures`)."""
    undos: _Count = 0
    peeks: _Count = 0
    set_up: bool = False
    """Whether the game began at a position instead of a deal."""
    daily: bool = False
    """Whether it is a daily deal: its seed is a day, and its rules are the defaults."""
    reason: _Text = ""
    """The reason for the end by the rules, or how the game was called off."""
    seats: _Texts = ()
    """The names of opponents; none for cooperative games, and in older records."""
    winners: _Texts = ()
    """The names of the opponents who won."""
    hints: _Count = 0
    bots: _Texts = ()
    """The level of the bot in each seat, an empty string for a person; empty without bots."""

    def figure(self, name: str) -> int:
        """Return a number that the game counts; 0 if it doesn't count it."""
        return self.figures.get(name, 0)

    @property
    def unaided(self) -> bool:
        """Whether the player used no hint and no undo."""
        return not self.hints and not self.undos

    @property
    def contested(self) -> bool:
        """Whether people could lose the game: to the game itself or to bots."""
        return bool(self.bots) or not self.seats

    @property
    def won_by_a_person(self) -> bool:
        """Whether people won the game: all together, or one of them against bots."""
        if not self.seats or not self.bots:
            return self.won
        people = [name for name, bot in zip(self.seats, self.bots, strict=False) if not bot]
        return any(name in self.winners for name in people)


class Tally(Value):
    """The number of games and wins with this number of players."""

    players: int
    games: int
    wins: int


class Group(Value):
    """Games of the same day, or with the same levels of bots."""

    name: str
    games: int
    wins: int
    """The number of games that people won."""
    unaided: int
    """Wins without a hint and without an undo."""


class Summary(Value):
    """The summary of many games. `fastest` is None without wins, `most_exact` without games."""

    tallies: tuple[Tally, ...]
    """The games of people without bots."""
    with_bots: tuple[Tally, ...]
    """The games of people with bots. All other numbers count both."""
    medals: Mapping[str, int]
    streak: int
    longest: int
    fastest: int | None
    most_exact: int | None
    unaided: int
    """Wins without a hint and without an undo."""
    undos: int
    peeks: int
    hints: int
    recent: tuple[int, ...]
    """The number of defeated royals in each of the last games, newest last."""
    set_up: int
    """The number of games that began at a position; no other number counts them."""
    days: int
    """The number of finished daily deals."""
    days_won: int
    days_running: int
    """The largest number of days in a row with a finished daily deal."""

    @property
    def games(self) -> int:
        """The number of games that were dealt and finished."""
        return sum(tally.games for tally in (*self.tallies, *self.with_bots))

    @property
    def wins(self) -> int:
        """The number of these games that were won."""
        return sum(tally.wins for tally in (*self.tallies, *self.with_bots))


def record_of(table: Table, game_id: str, date: str) -> Record:
    """Return the record of a game that is over."""
    start, outcome = table.history.start, table.outcome
    assert outcome is not None
    rivals = table.seats if table.game.rivals else ()
    set_up = is_set_up(table)
    return Record(
        id=game_id,
        date=date,
        game=start.game,
        players=start.players,
        won=outcome.won,
        turns=table.turn,
        seed=start.seed,
        medal=None if set_up else outcome.medal,
        figures=dict(table.game.figures(table.events)),
        undos=table.undos,
        peeks=table.peeks,
        set_up=set_up,
        daily=bool(day_of(start)),
        reason=outcome.reason,
        seats=rivals,
        winners=tuple([rivals[seat] for seat in outcome.winners]) if rivals else (),
        hints=table.hints,
        bots=table.bots if any(table.bots) else (),
    )


def is_set_up(table: Table) -> bool:
    """Return whether a game began at a position, as puzzles do, and not at a deal."""
    return table.history.start.position is not None or bool(table.goal)


def unique_games(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return each game once, with its last result, in the order in which the games first ended."""
    return tuple({record.id: record for record in records}.values())


def dealt_games(records: Iterable[Record]) -> list[Record]:
    """Return each dealt game once."""
    return [record for record in unique_games(records) if not record.set_up]


def summarise(records: Iterable[Record], counts: Sequence[int] = (1, 2, 3, 4)) -> Summary:
    """Return the summary of these records of a cooperative game.

    `counts` are the numbers of players that get a tally. Games with bots have their own tallies,
    because the chance of a win depends on the partners.
    """
    all_games = unique_games(records)
    games = dealt_games(all_games)
    days = {one.seed: one for one in reversed(games) if one.daily}  # the first attempt counts
    wins = [one for one in games if one.won]
    runs = _winning_runs(one.won for one in games)
    return Summary(
        tallies=tuple([_tally(games, players, bots=False) for players in counts]),
        with_bots=tuple([_tally(games, players, bots=True) for players in counts]),
        medals=Counter(one.medal for one in wins if one.medal),
        streak=runs[-1],
        longest=max(runs),
        fastest=min([one.turns for one in wins], default=None),
        most_exact=max([one.figure("exact") for one in games], default=None),
        unaided=sum(one.unaided for one in wins),
        undos=sum(one.undos for one in games),
        peeks=sum(one.peeks for one in games),
        hints=sum(one.hints for one in games),
        recent=tuple([one.figure("royals") for one in games[-RECENT:]]),
        set_up=len(all_games) - len(games),
        days=len(days),
        days_won=sum(one.won for one in days.values()),
        days_running=_most_running(days),
    )


def _most_running(days: Iterable[str]) -> int:
    """Return the largest number of consecutive days among these."""
    numbers = sorted([datetime.date.fromisoformat(day).toordinal() for day in days if is_day(day)])
    runs = Counter([number - place for place, number in enumerate(numbers)])
    return max(runs.values(), default=0)


def _tally(games: Iterable[Record], players: int, *, bots: bool) -> Tally:
    some = [one for one in games if one.players == players and bool(one.bots) == bots]
    return Tally(players, len(some), sum(one.won for one in some))


def _winning_runs(won: Iterable[bool]) -> list[int]:
    """Return the lengths of the runs of wins between defeats; the last run is the current one."""
    runs = [0]
    for one in won:
        if one:
            runs[-1] += 1
        else:
            runs.append(0)
    return runs


def by_day(records: Iterable[Record]) -> list[Group]:
    """Return the games that people could lose, grouped by the day of their end, newest first."""
    found = _grouped([(one.date, one) for one in dealt_games(records) if one.contested])
    return sorted(found, key=lambda group: group.name, reverse=True)


def by_level(records: Iterable[Record]) -> list[Group]:
    """Return the games with bots, grouped by the bots' levels, the most played first."""
    found = _grouped([(_levels(one), one) for one in dealt_games(records) if one.bots])
    return sorted(found, key=lambda group: (-group.games, group.name))


def _levels(record: Record) -> str:
    """Return the levels of the bots in a game as text, each once, such as `page and squire`."""
    return named(sorted({level for level in record.bots if level}))


def _grouped(games: Iterable[tuple[str, Record]]) -> list[Group]:
    groups: dict[str, list[Record]] = {}
    for name, record in games:
        groups.setdefault(name, []).append(record)
    return [_group(name, some) for name, some in groups.items()]


def _group(name: str, games: Sequence[Record]) -> Group:
    wins = [one for one in games if one.won_by_a_person]
    return Group(name, len(games), len(wins), sum(one.unaided for one in wins))


def games_until(records: Iterable[Record], game_id: str) -> list[Record]:
    """Return the games of the same kind that ended up to a game, with this game as the last.

    The list is empty if the game is not among the records or does not count.
    """
    games = dealt_games(records)
    places = [place for place, one in enumerate(games) if one.id == game_id]
    if not places:
        return []
    *before, this = games[: places[0] + 1]
    return [*[one for one in before if one.game == this.game], this]


def tally_like_last(games: Sequence[Record]) -> Tally:
    """Return the tally of the games like the last one: as many players, and bots or none."""
    return _tally(games, games[-1].players, bots=bool(games[-1].bots))


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
    runs = _winning_runs(name in one.winners for one in own)
    return PlayerStatistics(
        name,
        len(own),
        sum(name in one.winners for one in own),
        runs[-1],
        max(runs),
        sum(_is_resigned(one) and name not in one.winners for one in own),
    )


def _is_resigned(record: Record) -> bool:
    return record.reason == RESIGNED


LIMIT = 8 * 1024 * 1024
"""The number of bytes that are read, from the end: about thirty thousand games."""


class RecordError(Exception):
    """A record couldn't be added. The message is a sentence for people."""


class Records:
    """The file of one player's finished games. It need not exist yet."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def add(self, record: Record) -> None:
        """Add the record of a game. Raises `RecordError`."""
        line = msgspec.json.encode(record) + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            _append(self.path, line)
        except (OSError, ValueError) as error:
            raise RecordError(
                f"The result could not be added to the statistics: {describe_error(error)}"
            ) from error

    def read(self) -> tuple[Record, ...]:
        """Return all records, oldest first; none if the file is missing or can't be read."""
        try:
            lines = _read(self.path).split(b"\n")
        except (OSError, ValueError):
            return ()
        return tuple([record for line in lines if (record := _record(line)) is not None])


def _append(path: Path, line: bytes) -> None:
    """Append a line. If a crash left an incomplete line, end that one first."""
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, flags, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("this is not a file")
        size = os.lseek(handle, 0, os.SEEK_END)
        if size:
            os.lseek(handle, size - 1, os.SEEK_SET)
            line = line if os.read(handle, 1) == b"\n" else b"\n" + line
        if os.write(handle, line) < len(line):
            raise ValueError("the disk is full")
        os.fsync(handle)
    finally:
        os.close(handle)


def _read(path: Path) -> bytes:
    # Without O_NONBLOCK, a pipe in place of the file would block the app forever.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            return b""
        file.seek(max(0, status.st_size - LIMIT))
        return file.read(LIMIT)


def _record(line: bytes) -> Record | None:
    """Return the record of a line; None if it is empty, damaged or from a later version."""
    if not line.strip():
        return None
    try:
        record = msgspec.json.decode(line, type=Record)
    except (ValueError, RecursionError):
        return None
    return replace(
        record,
        seed=printable(record.seed),
        medal=printable(record.medal) if record.medal else None,
        seats=tuple(map(printable, record.seats)),
        winners=tuple(map(printable, record.winners)),
        bots=tuple(map(printable, record.bots)),
    )
