"""Beginning a game: the seed, the names, the deal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from regicide_tui import games
from regicide_tui.games.base import BadSetup, Json, Option, Seat, Value
from regicide_tui.play.history import Start, begin
from regicide_tui.play.match import Result
from regicide_tui.play.saves.codec import NAME_LIMIT, Saved
from regicide_tui.play.saves.shelf import Label
from regicide_tui.play.statistics import day_of
from regicide_tui.printable import printable

_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8


def new_seed() -> str:
    """Return a fresh seed: short enough to tell a friend, too long to guess."""
    from secrets import choice

    return "".join([choice(_LETTERS) for _ in range(_LENGTH)])


def rules_that_fit(options: Iterable[Option], wanted: Mapping[str, Json]) -> dict[str, Json]:
    """Return those of the wanted house rules that these options allow and that change anything."""
    fitting: dict[str, Json] = {}
    for option in options:
        value = wanted.get(option.name, option.default)
        if option.matters and value != option.default and value in option.values:
            fitting[option.name] = value
    return fitting


class Seating(Value, frozen=True):
    """Who sat at the keyboard last: how many, by the game, and the names of those who met."""

    players: Mapping[str, int]
    names: tuple[str, ...]
    bots: Mapping[str, tuple[str, ...]] = {}
    """The levels of the bots, by the game, an empty text for a person."""


def last_company(labels: Iterable[Label]) -> Seating:
    """Return who played last, by the saves, the newest first; nobody is called `Player 1`."""
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
    return Seating(players, names, {game: levels for game, levels in bots.items() if levels})


def _given_name(label: Label, seat: Seat) -> str:
    """Return what a person called themselves; nobody did for a bot."""
    bot = bool(label.bots and label.bots[seat])
    return "" if bot or label.seats[seat] == unnamed(seat) else label.seats[seat]


def unnamed(seat: Seat) -> str:
    """Return what a player is called who has no name."""
    return f"Player {seat + 1}"


def deal(start: Start, names: Sequence[str] = (), bots: Sequence[str] = ()) -> Saved:
    """Deal a game; an empty seed is replaced by a new one, a missing name by a number.

    `bots` are levels, seat by seat, with an empty text for a person. Raises `BadSetup`.
    Whether two names are the same is for who asks for them (`check_names`).
    """
    if not start.seed:
        start = replace(start, seed=new_seed())
    history = begin(games.find(start.game), start)
    levels = tuple(bots) if any(bots) else ()
    return Saved(history, seated(names, start.players), bots=levels)


def seated(names: Sequence[str], players: int) -> tuple[str, ...]:
    """Return what so many players are called at the table; a missing name becomes a number."""
    tidy = [printable(name.strip())[:NAME_LIMIT] for name in names[:players]]
    tidy += [""] * (players - len(tidy))
    return tuple([name or unnamed(seat) for seat, name in enumerate(tidy)])


def check_names(names: Sequence[str], players: int) -> None:
    """Raise `BadSetup` if two players would be called the same."""
    name, count = Counter(seated(names, players)).most_common(1)[0]
    if count > 1:
        raise BadSetup("bad_request", f"Two players are called {name}.")


def check_people(bots: Sequence[str]) -> None:
    """Raise `BadSetup` if there is a bot in every seat; `bots` are levels, empty for a person."""
    if bots and all(bots):
        raise BadSetup("bad_request", "At least one player is a person.")


def deal_anew(saved: Saved) -> Saved:
    """Deal new cards to the same players by the same house rules."""
    start = saved.history.start
    return deal(Start(start.game, start.players, "", start.options), saved.seats, saved.bots)


def deal_next(saved: Saved, result: Result) -> Saved:
    """Deal the next game of a match: who has lost this one begins (D-2); after a draw, as before.

    Players and house rules stay as they are.
    """
    match, start = saved.match.after(result), saved.history.start
    options = dict(start.options)
    if match.challenger is not None:
        options["first_player"] = match.challenger + 1
    dealt = deal(Start(start.game, start.players, "", options), saved.seats, saved.bots)
    return replace(dealt, match=match)
