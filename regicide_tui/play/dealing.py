"""New games: their deals, and the daily deal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import BadSetup, Json, Option, Seat, Value
from regicide_tui.games.words import counted
from regicide_tui.play.history import Match, Result, Start, begin, day_of, is_day, result_of
from regicide_tui.play.saves.codec import NAME_LIMIT
from regicide_tui.play.saves.saves_folder import SaveLabel
from regicide_tui.play.statistics import Record
from regicide_tui.play.table import Table
from regicide_tui.printable import printable

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8


def new_seed() -> str:
    """Return a new random seed: short enough to tell a friend, too long to guess."""
    from secrets import choice

    return "".join([choice(_LETTERS) for _ in range(_LENGTH)])


def applicable_rules(options: Iterable[Option], wanted: Mapping[str, Json]) -> dict[str, Json]:
    """Return the wanted house rules that these options allow and that aren't the defaults."""
    fitting: dict[str, Json] = {}
    for option in options:
        value = wanted.get(option.name, option.default)
        if option.matters and value != option.default and value in option.values:
            fitting[option.name] = value
    return fitting


class LastPlayers(Value):
    """Who played last: the number of players for each game, and the names of the last group."""

    players: Mapping[str, int]
    names: tuple[str, ...]
    bots: Mapping[str, tuple[str, ...]] = {}
    """The levels of the bots for each game, an empty string for a person."""


def last_players(labels: Iterable[SaveLabel]) -> LastPlayers:
    """Return who played last, from the saves, newest first; default names become empty."""
    players: dict[str, int] = {}
    bots: dict[str, tuple[str, ...]] = {}
    names: tuple[str, ...] = ()
    for label in labels:
        if label.start is None or label.name or label.goal or day_of(label.start):
            continue
        players.setdefault(label.game, len(label.seats))
        bots.setdefault(label.game, label.bots)
        if not names and len(label.seats) > 1:
            names = tuple([_given_name(label, seat) for seat in range(len(label.seats))])
    return LastPlayers(players, names, {game: levels for game, levels in bots.items() if levels})


def _given_name(label: SaveLabel, seat: Seat) -> str:
    """Return the name that a person chose, empty for bots and default names."""
    bot = bool(label.bots and label.bots[seat])
    return "" if bot or label.seats[seat] == default_name(seat) else label.seats[seat]


def default_name(seat: Seat) -> str:
    """Return the default name of a player."""
    return f"Player {seat + 1}"


def deal(start: Start, names: Sequence[str] = (), bots: Sequence[str] = ()) -> Table:
    """Return a new game. An empty seed becomes a new one, a missing name a default name.

    `bots` are the levels of the bots in each seat, with an empty string for a person. The caller
    checks that no two names are equal (`check_names`). Raises `BadSetup`.
    """
    if not start.seed:
        start = replace(start, seed=new_seed())
    history = begin(games.find(start.game), start)
    return Table(history, fill_in_names(names, start.players), bots=tuple(bots))


def fill_in_names(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return the names of the players; a missing name becomes a default name."""
    tidy = [printable(name.strip())[:NAME_LIMIT] for name in names[:players]]
    tidy += [""] * (players - len(tidy))
    return tuple([name or default_name(seat) for seat, name in enumerate(tidy)])


def check_names(names: Sequence[str], players: int) -> None:
    """Raise `BadSetup` if two players have the same name."""
    name, count = Counter(fill_in_names(names, players)).most_common(1)[0]
    if count > 1:
        raise BadSetup("bad_request", f"Two players are called {name}.")


def check_people(bots: Sequence[str]) -> None:
    """Raise `BadSetup` if every seat has a bot; `bots` are levels, empty for a person."""
    if bots and all(bots):
        raise BadSetup("bad_request", "At least one player must be a person.")


def deal_again(saved: Table) -> Table:
    """Return a new game with new cards for the same players and house rules."""
    start = saved.history.start
    return deal(Start(start.game, start.players, "", start.options), saved.seats, saved.bots)


def deal_following(saved: Table) -> Table:
    """Return the game after a finished one: the next of a match, or else one with new cards."""
    assert saved.outcome is not None
    return deal_next(saved, result_of(saved.outcome)) if saved.game.matches else deal_again(saved)


def deal_next(saved: Table, result: Result) -> Table:
    """Return the next game of a match with the same players and house rules."""
    start = replace(saved.history.start, seed="", position=None)
    return deal_in_match(start, saved.match.after(result), saved.seats, saved.bots)


def deal_in_match(
    start: Start, match: Match, names: Sequence[str], bots: Sequence[str] = ()
) -> Table:
    """Return a new game of a match. Raises `BadSetup`.

    The loser of the previous game begins (D-2). After a draw, the last loser begins again.
    """
    options = dict(start.options)
    if match.challenger is not None:
        options["first_player"] = match.challenger + 1
    return replace(deal(replace(start, options=options), names, bots), match=match)


_MEDALS = ("bronze", "silver", "gold")


class DailyDeal(Value):
    """The player's progress with a daily deal.

    `going_on` is the save of an unfinished game of this deal. `finished` is the save of the first
    finished game, and `record` is its result.
    """

    day: str
    going_on: Path | None = None
    finished: Path | None = None
    record: Record | None = None

    @property
    def path(self) -> Path | None:
        """The save to open, preferably an unfinished game; None if the deal was not played yet."""
        return self.going_on or self.finished


def game_of_the_day() -> str:
    """Return the game of the daily deal."""
    return next(one.name for one in games.each() if one.is_daily)


def daily_start(day: str) -> Start:
    """Return the start of a daily deal."""
    return Start(game_of_the_day(), 1, day, {})


def first_attempts(records: Iterable[Record]) -> dict[str, Record]:
    """Return the record of the first attempt at each day, in the order of the days.

    Later games of the same deal don't count, even after an undo.
    """
    found: dict[str, Record] = {}
    for one in records:
        if one.daily and is_day(one.seed):
            found.setdefault(one.seed, one)
    return dict(sorted(found.items()))


def streak(days: Iterable[str], today: str) -> int:
    """Return the number of days in a row that were finished up to today or yesterday."""
    done = {date.fromisoformat(day).toordinal() for day in days}
    day = date.fromisoformat(today).toordinal()
    day -= day not in done
    count = 0
    while day - count in done:
        count += 1
    return count


def best_record(records: Iterable[Record]) -> Record | None:
    """Return the best record: a win, the best medal, most royals, fewest hints, undos and turns."""

    def rank(one: Record) -> tuple[int, ...]:
        medal = _MEDALS.index(one.medal) if one.medal in _MEDALS else -1
        royals = one.figure("royals")
        return (one.won, medal, royals, -one.hints - one.undos, -one.turns)

    return max(records, key=rank, default=None)


def find_daily_deal(day: str, labels: Iterable[SaveLabel], records: Iterable[Record]) -> DailyDeal:
    """Return the player's progress with a daily deal; the first finished game counts."""
    record = first_attempts(records).get(day)
    going_on: Path | None = None
    finished: Path | None = None
    for label in labels:
        if label.fault or label.name or label.start is None or day_of(label.start) != day:
            continue
        if not label.over:
            going_on = going_on or label.path
        elif record is not None and label.path.stem == record.id:
            finished = label.path
    return DailyDeal(day, going_on, finished, record)


def describe_daily(daily: DailyDeal) -> str:
    """Return the player's progress in a few words."""
    done = describe_result(daily.record) if daily.record else ""
    if daily.going_on:
        return f"in play; first {done}" if done else "in play"
    return done or "the same cards for everyone"


def describe_result(record: Record) -> str:
    """Return how a game ended, such as `won, gold medal, 14 turns, 2 undos, 1 hint`."""
    far = [f"{record.medal} medal"] if record.medal else []
    if not record.won and "royals" in record.figures:
        far.append(f"{counted(record.figure('royals'), 'royal')} defeated")
    asked = [counted(record.undos, "undo")] if record.undos else []
    asked += [counted(record.hints, "hint")] if record.hints else []
    parts = ["won" if record.won else "lost", *far, counted(record.turns, "turn"), *asked]
    return ", ".join(parts)
